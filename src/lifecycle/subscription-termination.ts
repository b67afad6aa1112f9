import { localDate, startOfLocalDay } from '../core/calendar.js';
import type { Actor } from '../platform/actor.js';
import type { Tx } from '../platform/db/database.js';
import { cancelWork } from '../platform/due-work/plan-work.js';
import type { SubscriptionContext } from '../modules/subscriptions/subscription-context.js';
import type { TerminateSubscriptionInput } from '../modules/subscriptions/subscription.schema.js';
import type { SubscriptionService } from '../modules/subscriptions/subscription.service.js';
import type { Subscription } from '../modules/subscriptions/subscription.table.js';
import type { DueWorkHandler } from './due-work-engine.js';
import type { SubscriptionBilling } from './subscription-billing.js';
import { foreseeAlert } from './subscription-timetable.js';

/** Ends subscriptions: by request, or when their end has come. Source: subscriptions.md §4, §7. */
export class SubscriptionTermination {
  constructor(
    private readonly subscriptions: SubscriptionService,
    private readonly billing: SubscriptionBilling,
  ) {}

  /**
   * Ends an active subscription now, with its closing invoice, or cancels a pending one.
   * @returns the subscription as it then is.
   * @throws AppError `subscription_not_found` also for one that has ended; `test_clock_advancing`;
   *   `onTerminationCreditNote: unsupported_value`.
   */
  async terminate(tx: Tx, actor: Actor, input: TerminateSubscriptionInput): Promise<Subscription> {
    const context = await this.subscriptions.holdLive(tx, actor, input.id);
    if (context.subscription.status === 'pending') return this.cancel(tx, actor, context);
    const ending = await this.subscriptions.setTerminationOptions(tx, context, input);
    return this.end(tx, actor, ending, context.now);
  }

  /** Ends subscriptions whose `endingAt` has come. */
  readonly endDue: DueWorkHandler = async (tx, actor, { subjectIds, dueAt }) => {
    for (const context of await this.subscriptions.contextsInOrder(tx, actor, subjectIds)) {
      await this.end(tx, actor, context, dueAt);
    }
  };

  /** Announces ends that come near, and foresees the next announcement. */
  readonly alert: DueWorkHandler = async (tx, actor, { subjectIds, dueAt }) => {
    for (const context of await this.subscriptions.contextsInOrder(tx, actor, subjectIds)) {
      await this.subscriptions.alertOfEnd(tx, actor, context);
      await foreseeAlert(tx, actor, context, dueAt);
    }
  };

  private async cancel(tx: Tx, actor: Actor, context: SubscriptionContext): Promise<Subscription> {
    await cancelWork(tx, actor, 'subscription_start', context.subscription.id);
    return this.subscriptions.cancel(tx, actor, context);
  }

  private async end(tx: Tx, actor: Actor, context: SubscriptionContext, at: Date): Promise<Subscription> {
    const ended = await this.subscriptions.terminate(tx, actor, context, at);
    await forgetFuture(tx, actor, context, at);
    if (ended.onTerminationInvoice === 'generate') await this.billing.close(tx, actor, ended.id);
    return ended;
  }
}

/** What was foreseen of a subscription that ends; what is due from earlier days is still done. */
async function forgetFuture(
  tx: Tx,
  actor: Actor,
  { subscription: { id }, terms: { timezone } }: SubscriptionContext,
  at: Date,
): Promise<void> {
  await cancelWork(tx, actor, 'subscription_end', id);
  await cancelWork(tx, actor, 'termination_alert', id);
  await cancelWork(tx, actor, 'subscription_billing', id, {
    from: startOfLocalDay(localDate(at, timezone), timezone),
  });
}
