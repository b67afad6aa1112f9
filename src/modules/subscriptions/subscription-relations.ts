import { defineLoader } from '../../platform/api/loader.js';
import { notFound } from '../../platform/errors/app-error.js';
import type { SubscriptionContext } from './subscription-context.js';
import type { SubscriptionService } from './subscription.service.js';

/** Loaders of subscriptions that several resolvers share, so that a request reads each kind once. */
export class SubscriptionRelations {
  readonly context = defineLoader<string, SubscriptionContext>(
    ({ db, actor }, ids) => this.subscriptions.contexts(db, actor, ids),
    () => notFound('subscription'),
  );

  constructor(private readonly subscriptions: SubscriptionService) {}
}
