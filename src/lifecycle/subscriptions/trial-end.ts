import type { SubscriptionTransitions } from '../../modules/subscriptions/subscription-transitions.service.js';
import type { SubscriptionService } from '../../modules/subscriptions/subscription.service.js';
import type { DueWorkHandler } from '../due-work/due-work-engine.js';
import type { SubscriptionBilling } from '../billing/subscription-billing.js';

/** Ends free trials. Source: subscription-fee.md §5. */
export class TrialEnd {
  constructor(
    private readonly subscriptions: SubscriptionService,
    private readonly transitions: SubscriptionTransitions,
    private readonly billing: SubscriptionBilling,
  ) {}

  /** Bills what is left of the period of a plan in advance; a plan in arrears is billed at the end of its period. */
  readonly end: DueWorkHandler = async (tx, actor, { subjectIds }) => {
    for (const context of await this.subscriptions.contextsInOrder(tx, actor, subjectIds)) {
      if (context.subscription.status !== 'active') continue;
      if (context.plan.payInAdvance) await this.billing.endTrial(tx, actor, context);
      await this.transitions.endTrial(tx, actor, context);
    }
  };
}
