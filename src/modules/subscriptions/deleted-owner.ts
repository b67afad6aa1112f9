import { and, eq, isNotNull, or, type SQL } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Subscription } from './subscription.table.js';

/** What was deleted, or the clock that its subscriptions live by. */
export type DeletedOwner =
  { readonly planId: string } | { readonly customerId: string } | { readonly testClockId: string };

/** A subscription and whose it is. */
export type CustomerSubscription = Pick<Subscription, 'id' | 'customerId'>;

/** What a query has joined: the plan that is sold, and the customer. */
interface Owners {
  readonly sold: Record<'id' | 'pendingDeletion', AnyPgColumn>;
  readonly customers: Record<'id' | 'deletedAt' | 'testClockId', AnyPgColumn>;
}

/** Whether plan or customer is deleted, and one of them is who is meant. */
export function isOfDeleted(owner: DeletedOwner, { sold, customers }: Owners): SQL | undefined {
  return and(
    or(eq(sold.pendingDeletion, true), isNotNull(customers.deletedAt)),
    'planId' in owner ? eq(sold.id, owner.planId) : undefined,
    'customerId' in owner ? eq(customers.id, owner.customerId) : undefined,
    'testClockId' in owner ? eq(customers.testClockId, owner.testClockId) : undefined,
  );
}
