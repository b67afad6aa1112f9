import type { Context } from './context.js';

/** What the source of a subscription receives: the arguments of its field, and the context of its connection. */
export interface SubscriptionOf<Arguments> {
  readonly args: Arguments;
  readonly context: Context;
}
