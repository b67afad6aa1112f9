import type { SubscriptionTransitions } from '../../modules/subscriptions/editing/subscription-transitions.service.js';
import type { SubscriptionContexts } from '../../modules/subscriptions/reading/subscription-contexts.service.js';
import type { DueWorkHandler } from '../due-work/due-work-engine.js';
import type { SubscriptionBilling } from '../occasions/subscription-billing.js';

/** Ends free trials. Source: subscription-fee.md §5. */
export class TrialEnd {
  constructor(
    private readonly subscriptionContexts: SubscriptionContexts,
    private readonly transitions: SubscriptionTransitions,
    private readonly billing: SubscriptionBilling,
  ) {}

  /**
   * Ends trials, and bills the rest of the period for plans in advance; a plan in arrears is billed at the end of its
   * period.
   */
  readonly endDue: DueWorkHandler = async (tx, actor, { subjectIds }) => {
    const contexts = await this.subscriptionContexts.getManyInOrder(tx, actor, subjectIds);
    const ending = contexts.filter(({ subscription }) => subscription.status === 'active');
    await this.billing.billTrialEnds(
      tx,
      actor,
      ending.filter(({ plan }) => plan.payInAdvance),
    );
    await this.transitions.endTrials(tx, actor, ending);
  };
}
