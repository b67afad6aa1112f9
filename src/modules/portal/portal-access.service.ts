import type { AddressInAnswer, CallerAddresses, PublicAddresses } from '../../platform/addresses.js';
import { randomUUID } from 'node:crypto';
import { type Actor, portalActor } from '../../platform/actor.js';
import { hasAccess } from '../../platform/api/permissions.js';
import {
  PORTAL_RESOURCES,
  PORTAL_WRITES,
  type PortalAuthenticator,
  type PortalCaller,
} from '../../platform/api/portal-caller.js';
import type { Clock } from '../../platform/clock.js';
import type { Db } from '../../platform/db/database.js';
import { SigningSecret } from '../../platform/signing/signing-secret.js';
import type { CustomerService } from '../customers/customer.service.js';
import type { Customer } from '../customers/customer.table.js';
import type { MembershipService } from '../people/membership.service.js';
import { claimsOf, expiryOf, type PortalToken, readClaims, splitToken } from './portal-token.js';

/** The path of the pages of the portal. */
export const PORTAL_PATH = '/portal';

interface Dependencies {
  readonly customers: CustomerService;
  readonly memberships: MembershipService;
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
   * The address of a customer's portal, with a new token. The token is in the fragment, which browsers do not send. It shows
   * the portal and pays invoices; it changes only what the actor could change (docs/adr/0101).
   * @param addresses of the caller; null for an address that others may read.
   */
  async urlFor(
    db: Db,
    actor: Actor,
    { organizationId, id }: Customer,
    addresses: CallerAddresses | null,
  ): Promise<AddressInAnswer> {
    const { clock, publicAddresses } = this.dependencies;
    // Wall-clock time also for the customers of test clocks, whose portal is opened by people.
    const expiresAt = expiryOf(clock.now());
    const changes = PORTAL_RESOURCES.filter((resource) =>
      hasAccess(actor, { resource, mode: 'write' }, { type: 'Mutation', field: PORTAL_WRITES[resource] }),
    );
    const claims = claimsOf({
      organizationId,
      customerId: id,
      tokenId: randomUUID(),
      expiresAt,
      permissions: Object.fromEntries(changes.map((resource) => [resource, ['write']])),
      maker: makerOf(actor),
    });
    const signature = (await this.key.signer(db))(claims);
    return (addresses ?? publicAddresses).at(`${PORTAL_PATH}#${claims}.${signature}`);
  }

  async read(text: string): Promise<PortalCaller | null> {
    const { clock, secrets } = this.dependencies;
    const sent = splitToken(text);
    if (sent === null || !(await this.key.verifies(secrets, sent.claims, sent.signature))) return null;
    const token = readClaims(sent.claims, clock.now());
    if (token === null) return null;
    const { organizationId, customerId, tokenId, permissions, maker } = token;
    const apiKeyId = maker?.type === 'apiKey' ? maker.id : null;
    const makerId = maker?.type === 'user' ? maker.id : null;
    return { actor: portalActor(organizationId, apiKeyId), makerId, customerId, tokenId, permissions };
  }

  async admit(db: Db, caller: PortalCaller): Promise<PortalCaller | null> {
    const { actor, customerId, makerId } = caller;
    const { customers, memberships } = this.dependencies;
    const customer = (await customers.getMany(db, actor, [customerId])).get(customerId);
    if (customer?.deletedAt !== null) return null;
    if (makerId === null) return caller;
    // A member who has left is not named.
    return { ...caller, actor: { ...actor, userEmail: await memberships.emailOf(db, actor, makerId) } };
  }
}

function makerOf({ apiKeyId, member }: Actor): PortalToken['maker'] {
  if (apiKeyId !== null) return { type: 'apiKey', id: apiKeyId };
  return member === null ? null : { type: 'user', id: member.userId };
}
