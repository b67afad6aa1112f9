import type { Actor } from '../actor.js';
import type { Db } from '../db/database.js';

/** A customer who uses the portal with a token. Source: portal.md §1. */
export interface PortalCaller {
  readonly actor: Actor;
  readonly customerId: string;
  /** Different for each token; requests are counted by it. */
  readonly tokenId: string;
}

/** Decides who may use the portal; a module implements it. */
export interface PortalAuthenticator {
  /** The customer whom a token names; null for one that was altered or has expired. */
  read(token: string): Promise<PortalCaller | null>;
  /** False once the customer is deleted. */
  isLive(db: Db, caller: PortalCaller): Promise<boolean>;
}
