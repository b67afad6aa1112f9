import type { Actor } from '../platform/actor.js';
import type { Tx } from '../platform/db/database.js';
import type { CreateSubscriptionInput } from '../modules/subscriptions/subscription.schema.js';
import type { SubscriptionService } from '../modules/subscriptions/subscription.service.js';
import type { Subscription } from '../modules/subscriptions/subscription.table.js';
import type { DueWorkHandler } from './due-work-engine.js';
import type { SubscriptionBilling } from './subscription-billing.js';
import { foresee, foreseeEnd } from './subscription-timetable.js';

/** Starts subscriptions: the record, its first invoice and what is foreseen of it, in one transaction. */
export class SubscriptionStart {
  constructor(
    private readonly subscriptions: SubscriptionService,
    private readonly billing: SubscriptionBilling,
  ) {}

  /** @throws AppError as `SubscriptionService.create`. */
  async start(tx: Tx, actor: Actor, input: CreateSubscriptionInput): Promise<Subscription> {
    const { subscription, isNew } = await this.subscriptions.create(tx, actor, input);
    if (!isNew) return subscription;
    if (subscription.status === 'active') await this.begin(tx, actor, subscription.id);
    else await this.await(tx, actor, subscription);
    return subscription;
  }

  /** Lets subscriptions begin whose planned start has come. Source: subscriptions.md §3. */
  readonly activate: DueWorkHandler = async (tx, actor, { subjectIds }) => {
    for (const context of await this.subscriptions.contextsInOrder(tx, actor, subjectIds)) {
      await this.subscriptions.activate(tx, actor, context);
      await this.begin(tx, actor, context.subscription.id);
    }
  };

  private async begin(tx: Tx, actor: Actor, id: string): Promise<void> {
    await this.billing.start(tx, actor, id);
    await foreseeEnd(tx, actor, await this.subscriptions.context(tx, actor, id));
  }

  private async await(tx: Tx, actor: Actor, { id, subscriptionAt }: Subscription): Promise<void> {
    const context = await this.subscriptions.context(tx, actor, id);
    await foresee(tx, actor, 'subscription_start', context, subscriptionAt);
  }
}
