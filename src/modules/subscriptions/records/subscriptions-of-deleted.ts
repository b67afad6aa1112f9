import { and, eq, isNotNull, or, type SQL } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Subscription } from './subscription.table.js';

/** A plan or customer that was deleted, or the test clock whose deleted plans and customers are meant. */
export type DeletedOwner =
  { readonly planId: string } | { readonly customerId: string } | { readonly testClockId: string };

/** A subscription id with the id of its customer. */
export type CustomerSubscription = Pick<Subscription, 'id' | 'customerId'>;

/** The tables that a query has joined: the sold plan, and the customer. */
interface Owners {
  readonly sold: Record<'id' | 'pendingDeletion', AnyPgColumn>;
  readonly customers: Record<'id' | 'deletedAt' | 'testClockId', AnyPgColumn>;
}

/** True if the subscription's plan or customer is deleted, and belongs to `owner`. */
export function isDeletedOwnerOf(owner: DeletedOwner, { sold, customers }: Owners): SQL | undefined {
  return and(
    or(eq(sold.pendingDeletion, true), isNotNull(customers.deletedAt)),
    'planId' in owner ? eq(sold.id, owner.planId) : undefined,
    'customerId' in owner ? eq(customers.id, owner.customerId) : undefined,
    'testClockId' in owner ? eq(customers.testClockId, owner.testClockId) : undefined,
  );
}
