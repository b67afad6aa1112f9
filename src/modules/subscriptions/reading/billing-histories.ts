import type { BilledUsage } from '../../../core/invoicing/subscriptions/subscription-terms.js';
import type { Actor } from '../../../platform/actor.js';
import type { Db } from '../../../platform/db/database.js';

/** Reads how far subscriptions were billed; a higher module implements it. */
export interface BillingHistories {
  /** By subscription id. @param queried subscriptions; with `before`, only invoices older than that one count. */
  readonly billedUsage: (
    db: Db,
    actor: Actor,
    queried: readonly { readonly subscriptionId: string; readonly before: string | null }[],
  ) => Promise<Map<string, BilledUsage>>;
}
