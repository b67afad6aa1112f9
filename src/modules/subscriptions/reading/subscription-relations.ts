import { defineRowLoader } from '../../../platform/api/loader.js';
import { notFound } from '../../../platform/errors/app-error.js';
import type { SubscriptionContext } from '../records/subscription-context.js';
import type { SubscriptionContexts } from './subscription-contexts.service.js';
import type { Subscription } from '../records/subscription.table.js';

/** Loaders of subscriptions that several resolvers share, so that a request reads each kind once. */
export class SubscriptionRelations {
  readonly context = defineRowLoader<Subscription, SubscriptionContext>(
    ({ db, actor }, rows) => this.subscriptionContexts.contextsOf(db, actor, rows),
    () => notFound('subscription'),
  );

  constructor(private readonly subscriptionContexts: SubscriptionContexts) {}
}
