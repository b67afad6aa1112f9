import type { Actor } from '../platform/actor.js';
import type { Tx } from '../platform/db/database.js';
import type { CreateSubscriptionInput } from '../modules/subscriptions/subscription.schema.js';
import type { SubscriptionService } from '../modules/subscriptions/subscription.service.js';
import type { Subscription } from '../modules/subscriptions/subscription.table.js';
import type { SubscriptionBilling } from './subscription-billing.js';

/** Starts subscriptions: the record, its first invoice and its next billing day, in one transaction. */
export class SubscriptionStart {
  constructor(
    private readonly subscriptions: SubscriptionService,
    private readonly billing: SubscriptionBilling,
  ) {}

  /** @throws AppError as `SubscriptionService.create`. */
  async start(tx: Tx, actor: Actor, input: CreateSubscriptionInput): Promise<Subscription> {
    const { subscription, isNew } = await this.subscriptions.create(tx, actor, input);
    if (isNew) await this.billing.start(tx, actor, subscription.id);
    return subscription;
  }
}
