import type { AddressForOthers, AddressInAnswer, CallerAddresses } from '../../platform/addresses.js';
import { randomUUID } from 'node:crypto';
import { type Actor, portalActor } from '../../platform/actor.js';
import { hasAccess } from '../../platform/api/access/permissions.js';
import {
  PORTAL_RESOURCES,
  PORTAL_WRITES,
  type PortalAuthenticator,
  type PortalCaller,
} from '../../platform/api/access/portal-caller.js';
import type { Db } from '../../platform/db/database.js';
import { SigningSecret } from '../../platform/signing/signing-secret.js';
import type { Customer } from '../customers/records/customer.table.js';
import type { PortalNeeds } from './portal.needs.js';
import { claimsOf, expiryOf, type PortalToken, readClaims, splitToken } from './portal-token.js';

/** The path of the pages of the portal. */
export const PORTAL_PATH = '/portal';

interface Needs extends Pick<PortalNeeds, 'customers' | 'memberships' | 'clock' | 'publicAddresses'> {
  /** Reads the secret, once. */
  readonly secrets: Db;
}

/** Hands out the tokens with which customers use the portal, and recognizes them. Nothing is stored. Source: portal.md §1. */
export class PortalAccess implements PortalAuthenticator {
  private readonly key = new SigningSecret('customer portal');

  constructor(private readonly needs: Needs) {}

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
    const changes = PORTAL_RESOURCES.filter((resource) =>
      hasAccess(actor, { resource, mode: 'write' }, { type: 'Mutation', field: PORTAL_WRITES[resource] }),
    );
    const token = await this.sign(db, {
      organizationId,
      customerId: id,
      permissions: Object.fromEntries(changes.map((resource) => [resource, ['write']])),
      maker: makerOf(actor),
    });
    return (addresses ?? this.needs.publicAddresses).at(`${PORTAL_PATH}#${token}`);
  }

  /** The address for an e-mail to the customer, of which nobody but the server is the maker: it shows and pays, and changes nothing. */
  async urlForMail(db: Db, { organizationId, id: customerId }: Customer): Promise<AddressForOthers> {
    const token = await this.sign(db, { organizationId, customerId, permissions: {}, maker: null });
    return this.needs.publicAddresses.at(`${PORTAL_PATH}#${token}`);
  }

  private async sign(db: Db, opened: Omit<PortalToken, 'expiresAt' | 'tokenId'>): Promise<string> {
    // Wall-clock time also for the customers of test clocks, whose portal is opened by people.
    const expiresAt = expiryOf(this.needs.clock.now());
    const claims = claimsOf({ ...opened, tokenId: randomUUID(), expiresAt });
    return `${claims}.${(await this.key.signer(db))(claims)}`;
  }

  async read(text: string): Promise<PortalCaller | null> {
    const { clock, secrets } = this.needs;
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
    const { customers, memberships } = this.needs;
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
