import type { Actor } from '../platform/actor.js';
import type { Tx } from '../platform/db/database.js';
import { cancelWork } from '../platform/due-work/plan-work.js';
import type { SubscriptionContext } from '../modules/subscriptions/subscription-context.js';
import type { CreateSubscriptionInput } from '../modules/subscriptions/subscription.schema.js';
import type { SubscriptionEditor } from '../modules/subscriptions/subscription-editor.service.js';
import type { SubscriptionTransitions } from '../modules/subscriptions/subscription-transitions.service.js';
import type { SubscriptionService } from '../modules/subscriptions/subscription.service.js';
import type { Subscription } from '../modules/subscriptions/subscription.table.js';
import type { DueWorkHandler } from './due-work-engine.js';
import type { PlanChange } from './plan-change.js';
import type { SubscriptionBilling } from './subscription-billing.js';
import { foresee, foreseeLife } from './subscription-timetable.js';

interface Services {
  readonly subscriptions: SubscriptionService;
  readonly subscriptionEditor: SubscriptionEditor;
  readonly subscriptionTransitions: SubscriptionTransitions;
  readonly billing: SubscriptionBilling;
  readonly planChange: PlanChange;
}

/** Starts subscriptions: the record, its first invoice and what is foreseen of it, in one transaction. */
export class SubscriptionStart {
  private readonly subscriptions: SubscriptionService;
  private readonly editor: SubscriptionEditor;
  private readonly transitions: SubscriptionTransitions;
  private readonly billing: SubscriptionBilling;
  private readonly planChange: PlanChange;

  constructor(services: Services) {
    this.subscriptions = services.subscriptions;
    this.editor = services.subscriptionEditor;
    this.transitions = services.subscriptionTransitions;
    this.billing = services.billing;
    this.planChange = services.planChange;
  }

  /** @throws AppError as `SubscriptionEditor.create`. */
  async start(tx: Tx, actor: Actor, input: CreateSubscriptionInput): Promise<Subscription> {
    const { subscription, change } = await this.editor.create(tx, actor, input);
    if (change !== null) return this.planChange.change(tx, actor, subscription, change);
    if (subscription.status === 'active') await this.begin(tx, actor, subscription.id);
    else await this.awaitStart(tx, actor, subscription);
    return subscription;
  }

  /** Lets subscriptions begin whose planned start has come. Source: subscriptions.md §3. */
  readonly activate: DueWorkHandler = async (tx, actor, { subjectIds }) => {
    for (const context of await this.subscriptions.contextsInOrder(tx, actor, subjectIds)) {
      await this.beginNow(tx, actor, context);
    }
  };

  /** Lets a pending subscription begin. */
  async beginNow(tx: Tx, actor: Actor, context: SubscriptionContext): Promise<void> {
    const { id } = context.subscription;
    await cancelWork(tx, actor, 'subscription_start', id);
    await this.transitions.activate(tx, actor, context);
    await this.begin(tx, actor, id);
  }

  /** Plans, or moves, the start of a pending subscription. */
  async awaitStart(tx: Tx, actor: Actor, { id, subscriptionAt }: Subscription): Promise<void> {
    const context = await this.subscriptions.context(tx, actor, id);
    await foresee(tx, actor, 'subscription_start', context, subscriptionAt);
  }

  private async begin(tx: Tx, actor: Actor, id: string): Promise<void> {
    const context = await this.subscriptions.context(tx, actor, id);
    await this.billing.start(tx, actor, context);
    await foreseeLife(tx, actor, context);
  }
}
