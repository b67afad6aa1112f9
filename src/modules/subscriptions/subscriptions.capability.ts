import { capability, type ServicesOf } from '../../platform/capabilities/capability.js';
import type { SubscriptionsNeeds } from './subscriptions.needs.js';
import { SUBSCRIPTION_ACTIVITIES } from './subscription.activities.js';
import { ActivationRuleService } from './records/activation-rule.service.js';
import {
  CustomerSubscriptionsResolver,
  PlanSubscriptionsResolver,
} from './api/customer-subscriptions.resolver.js';
import { FixedChargeUnitsService } from './units/fixed-charge-units.service.js';
import { OwnPlanService } from './own-plans/own-plan.service.js';
import {
  SubscriptionChargeResolver,
  SubscriptionChargesResolver,
} from './api/subscription-charge.resolver.js';
import { SubscriptionChargeService } from './own-plans/subscription-charge.service.js';
import {
  MetricSubscriptionCountsResolver,
  PlanSubscriptionCountsResolver,
} from './api/subscription-counts.resolver.js';
import { SubscriptionContexts } from './reading/subscription-contexts.service.js';
import { SubscriptionCounts } from './reading/subscription-counts.service.js';
import { SubscriptionEditor } from './editing/subscription-editor.service.js';
import { SubscriptionRelations } from './reading/subscription-relations.js';
import { SubscriptionTransitions } from './editing/subscription-transitions.service.js';
import { SubscriptionResolver } from './api/subscription.resolver.js';
import { SubscriptionThresholdsResolver } from './api/subscription-thresholds.resolver.js';
import { SubscriptionThresholds } from './own-plans/subscription-thresholds.service.js';
import { SubscriptionService } from './reading/subscription.service.js';

/** Subscriptions. */
export const subscriptionsCapability = capability({
  services: (lower: SubscriptionsNeeds) => {
    const fixedChargeUnits = new FixedChargeUnitsService(lower.fixedCharges);
    const parts = { ...lower, fixedChargeUnits, activationRules: new ActivationRuleService(lower) };
    const subscriptions = new SubscriptionService(parts);
    const subscriptionContexts = new SubscriptionContexts({ ...lower, subscriptions });
    const ownPlans = new OwnPlanService({ ...parts, subscriptions, subscriptionContexts });
    return {
      fixedChargeUnits,
      activationRules: parts.activationRules,
      subscriptions,
      subscriptionContexts,
      subscriptionRelations: new SubscriptionRelations(subscriptionContexts),
      subscriptionCounts: new SubscriptionCounts(),
      ownPlans,
      subscriptionEditor: new SubscriptionEditor({ ...parts, subscriptionContexts, ownPlans }),
      subscriptionThresholds: new SubscriptionThresholds(lower.plans, lower.usageThresholds),
      subscriptionCharges: new SubscriptionChargeService({ ...lower, ownPlans }),
      subscriptionTransitions: new SubscriptionTransitions(fixedChargeUnits, lower.snapshots, lower.changes),
    };
  },
  resolvers: (services) => [
    new SubscriptionResolver(
      services.subscriptions,
      services.activationRules,
      services.subscriptionRelations,
      services.customSectionRelations,
    ),
    new SubscriptionThresholdsResolver(services.subscriptionThresholds),
    new CustomerSubscriptionsResolver(services.subscriptions),
    new PlanSubscriptionsResolver(services.subscriptions),
    new PlanSubscriptionCountsResolver(services.subscriptionCounts),
    new MetricSubscriptionCountsResolver(services.subscriptionCounts),
    new SubscriptionChargeResolver(services),
    new SubscriptionChargesResolver(services.charges),
  ],
  removal:
    ({ subscriptions }) =>
    (tx, actor, { customerIds }) =>
      subscriptions.deleteForGood(tx, actor, customerIds),
  activities: SUBSCRIPTION_ACTIVITIES,
});

export type SubscriptionsServices = ServicesOf<typeof subscriptionsCapability>;
