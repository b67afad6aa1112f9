import { and, eq } from 'drizzle-orm';
import { isOneOf } from '../../platform/db/is-one-of.js';
import type { Db } from '../../platform/db/database.js';
import { subscriptions } from './subscription.table.js';

/** The ids of all subscriptions that customers have, or had, for a condition of a query. */
export function subscriptionsOf(db: Db, organizationId: string, customerIds: readonly string[]) {
  return db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(
      and(eq(subscriptions.organizationId, organizationId), isOneOf(subscriptions.customerId, customerIds)),
    );
}
