import type { Subscription } from './subscription.table.js';

/** What was deleted, or the clock that its subscriptions live by. */
export type DeletedOwner =
  { readonly planId: string } | { readonly customerId: string } | { readonly testClockId: string };

/** A subscription and whose it is. */
export type CustomerSubscription = Pick<Subscription, 'id' | 'customerId'>;
