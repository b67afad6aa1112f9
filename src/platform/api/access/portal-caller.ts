import type { Actor } from '../../actor.js';
import type { Db } from '../../db/database.js';
import type { GrantableResource, Permissions } from './resource-permissions.js';

/**
 * The resources that a customer changes in the portal, each with the mutation by which others do. A link allows those changes
 * that its maker may make so.
 */
export const PORTAL_WRITES = {
  customer: 'updateCustomer',
  wallet: 'createWalletTransactions',
  wallet_transaction: 'createWalletTransactions',
  payment_method: 'setDefaultPaymentMethod',
} as const satisfies Partial<Record<GrantableResource, string>>;

export type PortalResource = keyof typeof PORTAL_WRITES;

export const PORTAL_RESOURCES = Object.keys(PORTAL_WRITES) as readonly PortalResource[];

/** A customer who uses the portal with a token. Source: portal.md §1. */
export interface PortalCaller {
  readonly actor: Actor;
  /** The user who made the link; null for other makers. */
  readonly makerId: string | null;
  readonly customerId: string;
  /** What the customer may change: what the maker of the link could (docs/adr/0101). */
  readonly permissions: Exclude<Permissions, 'all'>;
  /** Different for each token; requests are counted by it. */
  readonly tokenId: string;
}

/** Decides who may use the portal; a module implements it. */
export interface PortalAuthenticator {
  /** The customer whom a token names; null for one that was altered or has expired. */
  read(token: string): Promise<PortalCaller | null>;
  /** The same caller, whose actor bears the name of the user who made the link; null once the customer is deleted. */
  admit(db: Db, caller: PortalCaller): Promise<PortalCaller | null>;
}
