import type { Actor } from '../../platform/actor.js';
import type { Tx } from '../../platform/db/database.js';
import type { UpdateSubscription } from '../../modules/subscriptions/records/subscription.input.js';
import type { Subscription } from '../../modules/subscriptions/records/subscription.table.js';
import { isBilledOn } from '../billing-records/billing-days.js';
import type { SubscriptionLivesNeeds } from './subscription-lives.needs.js';
import type { DowngradeReview } from './downgrade-review.js';
import type { SubscriptionStart } from './subscription-start.js';
import { scheduleEnd, scheduleTrialEnd } from '../due-work/subscription-timetable.js';
import type { ZoneChange } from './zone-change.js';

interface Needs extends Pick<
  SubscriptionLivesNeeds,
  'subscriptions' | 'subscriptionEditor' | 'billing' | 'fixedChargeBilling'
> {
  readonly subscriptionStart: SubscriptionStart;
  readonly downgradeReview: DowngradeReview;
  readonly zoneChange: ZoneChange;
}

/** Changes subscriptions and their scheduled work. Source: subscriptions.md §8. */
export class SubscriptionUpdate {
  constructor(private readonly needs: Needs) {}

  /** @throws AppError as `SubscriptionEditor.update`. */
  async update(tx: Tx, actor: Actor, input: UpdateSubscription): Promise<Subscription> {
    const {
      subscriptions,
      subscriptionEditor,
      subscriptionStart,
      billing,
      fixedChargeBilling,
      downgradeReview,
      zoneChange,
    } = this.needs;
    const { former, context, ...quantities } = await subscriptionEditor.update(tx, actor, input);
    await fixedChargeBilling.applyOwnUnits(tx, actor, context, quantities);
    const { id, status, previousSubscriptionId, subscriptionAt } = context.subscription;
    if (status === 'active') {
      if (isBilledOn(context, context.now)) await billing.billSkippedDay(tx, actor, former);
      await scheduleEnd(tx, actor, context);
      await scheduleTrialEnd(tx, actor, context, former.trialEndsAt);
    }
    if (context.terms.timezone !== former.terms.timezone) {
      await zoneChange.reschedule(tx, actor, context.customer, context.now);
    }
    if (context.plan.amountCents !== former.plan.amountCents) {
      await downgradeReview.reviewPlan(tx, actor, context.plan);
    }
    // One that keeps its start waits for that instant, also on the day itself.
    const isMoved = subscriptionAt.getTime() !== former.subscription.subscriptionAt.getTime();
    if (status === 'pending' && previousSubscriptionId === null && isMoved) {
      await subscriptionStart.beginWhenDue(tx, actor, context);
    }
    return subscriptions.get(tx, actor, { id });
  }
}
