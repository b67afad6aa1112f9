import type { AddressInAnswer, CallerAddresses, PublicAddresses } from '../../platform/addresses.js';
import { randomUUID } from 'node:crypto';
import { portalActor } from '../../platform/actor.js';
import type { PortalAuthenticator, PortalCaller } from '../../platform/api/portal-caller.js';
import type { Clock } from '../../platform/clock.js';
import type { Db } from '../../platform/db/database.js';
import { SigningSecret } from '../../platform/signing/signing-secret.js';
import type { CustomerService } from '../customers/customer.service.js';
import type { Customer } from '../customers/customer.table.js';
import { claimsOf, expiryOf, readClaims, splitToken } from './portal-token.js';

/** The path of the pages of the portal. */
export const PORTAL_PATH = '/portal';

interface Dependencies {
  readonly customers: CustomerService;
  readonly clock: Clock;
  readonly publicAddresses: PublicAddresses;
  /** Reads the secret, once. */
  readonly secrets: Db;
}

/** Hands out the tokens with which customers use the portal, and recognizes them. Nothing is stored. Source: portal.md §1. */
export class PortalAccess implements PortalAuthenticator {
  private readonly key = new SigningSecret('customer portal');

  constructor(private readonly dependencies: Dependencies) {}

  /**
   * The address of a customer's portal, with a new token. The token is in the fragment, which browsers do not send.
   * @param addresses of the caller; null for an address that others may read.
   */
  async urlFor(
    db: Db,
    { organizationId, id }: Customer,
    addresses: CallerAddresses | null,
  ): Promise<AddressInAnswer> {
    const { clock, publicAddresses } = this.dependencies;
    // Wall-clock time also for the customers of test clocks, whose portal is opened by people.
    const expiresAt = expiryOf(clock.now());
    const claims = claimsOf({ organizationId, customerId: id, tokenId: randomUUID(), expiresAt });
    const signature = (await this.key.signer(db))(claims);
    return (addresses ?? publicAddresses).at(`${PORTAL_PATH}#${claims}.${signature}`);
  }

  async read(text: string): Promise<PortalCaller | null> {
    const { clock, secrets } = this.dependencies;
    const sent = splitToken(text);
    if (sent === null || !(await this.key.verifies(secrets, sent.claims, sent.signature))) return null;
    const token = readClaims(sent.claims, clock.now());
    if (token === null) return null;
    const { organizationId, customerId, tokenId } = token;
    return { actor: portalActor(organizationId), customerId, tokenId };
  }

  async isLive(db: Db, { actor, customerId }: PortalCaller): Promise<boolean> {
    const customers = await this.dependencies.customers.getMany(db, actor, [customerId]);
    return customers.get(customerId)?.deletedAt === null;
  }
}
