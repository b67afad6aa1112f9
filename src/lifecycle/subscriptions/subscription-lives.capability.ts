import { capability, type ServicesOf } from '../../platform/capabilities/capability.js';
import { scheduledJob } from '../../platform/jobs/job.js';
import type { SubscriptionWorkKind } from '../../modules/subscriptions/subscription-work.js';
import type { DueWorkHandlers } from '../due-work/due-work-engine.js';
import type { SubscriptionLivesNeeds } from './subscription-lives.needs.js';
import { ActivationGate } from './activation-gate.js';
import { Activation } from './activation.js';
import { BILLING_ENTITY_DATES } from './billing-entity-dates.job.js';
import { BillingEntityDates } from './billing-entity-dates.js';
import { DowngradeReview } from './downgrade-review.js';
import { END_SUBSCRIPTIONS } from './end-subscriptions.job.js';
import { PlanChange } from './plan-change.js';
import { SubscriptionFixedChargeResolver } from './subscription-fixed-charge.resolver.js';
import { SubscriptionStartResolver } from './subscription-start.resolver.js';
import { SubscriptionStart } from './subscription-start.js';
import { SubscriptionTerminationResolver } from './subscription-termination.resolver.js';
import { SubscriptionTermination } from './subscription-termination.js';
import { SubscriptionUpdateResolver } from './subscription-update.resolver.js';
import { SubscriptionUpdate } from './subscription-update.js';
import { SubscriptionWindUp } from './subscription-wind-up.js';
import { TrialEnd } from './trial-end.js';
import { ZoneChange } from './zone-change.js';

/** Starts, plan changes and ends of subscriptions. */
export const subscriptionLivesCapability = capability({
  services: (lower: SubscriptionLivesNeeds) => {
    const activationGate = new ActivationGate(lower);
    const planChange = new PlanChange({ ...lower, activationGate });
    const downgradeReview = new DowngradeReview({ ...lower, planChange });
    const activation = new Activation({ ...lower, planChange });
    const zoneChange = new ZoneChange(lower.subscriptionContexts, lower.invoiceDeadlines);
    const subscriptionStart = new SubscriptionStart({ ...lower, planChange, activationGate });
    const subscriptionTermination = new SubscriptionTermination({ ...lower, activation });
    return {
      planChange,
      downgradeReview,
      activation,
      zoneChange,
      subscriptionStart,
      subscriptionUpdate: new SubscriptionUpdate({
        ...lower,
        subscriptionStart,
        downgradeReview,
        zoneChange,
      }),
      subscriptionTermination,
      subscriptionWindUp: new SubscriptionWindUp({ ...lower, subscriptionTermination }),
      billingEntityDates: new BillingEntityDates({ ...lower, zoneChange }),
      trialEnd: new TrialEnd(lower.subscriptionContexts, lower.subscriptionTransitions, lower.billing),
    };
  },
  resolvers: (services) => [
    new SubscriptionFixedChargeResolver(services),
    new SubscriptionStartResolver(services.subscriptionStart),
    new SubscriptionUpdateResolver(services.subscriptionUpdate),
    new SubscriptionTerminationResolver(services.subscriptionTermination),
  ],
  dueWork: ({ activation, downgradeReview, subscriptionStart, subscriptionTermination, trialEnd }) =>
    ({
      subscription_start: subscriptionStart.startDue,
      subscription_end: subscriptionTermination.endDue,
      activation_timeout: activation.expireDue,
      plan_upgrade: downgradeReview.upgradeDue,
      downgrade_cancellation: downgradeReview.cancelDue,
      trial_end: trialEnd.endDue,
      termination_alert: subscriptionTermination.sendDueAlerts,
    }) satisfies DueWorkHandlers<Exclude<SubscriptionWorkKind, 'subscription_billing' | 'threshold_review'>>,
  jobs: ({ subscriptionWindUp, billingEntityDates }) => [
    BILLING_ENTITY_DATES.doneBy((changed) => billingEntityDates.run(changed)),
    END_SUBSCRIPTIONS.doneBy((deleted) => subscriptionWindUp.run(deleted)),
    scheduledJob('resume_deletions', '23 * * * *', () => subscriptionWindUp.resume()),
  ],
  preparations: ({ subscriptionWindUp }) => [
    {
      failure: 'deletions could not be queued to be completed',
      run: () => subscriptionWindUp.resume(),
    },
  ],
});

export type SubscriptionLivesServices = ServicesOf<typeof subscriptionLivesCapability>;
