import { and, eq } from 'drizzle-orm';
import { isOneOf } from '../../../platform/db/statements/is-one-of.js';
import type { Db } from '../../../platform/db/database.js';
import { subscriptions } from './subscription.table.js';

/** A subquery for the ids of all subscriptions that customers have, or had. */
export function subscriptionsOf(db: Db, organizationId: string, customerIds: readonly string[]) {
  return db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(
      and(eq(subscriptions.organizationId, organizationId), isOneOf(subscriptions.customerId, customerIds)),
    );
}
