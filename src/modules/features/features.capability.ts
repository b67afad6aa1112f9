import { capability, type ServicesOf } from '../../platform/capabilities/capability.js';
import type { FeaturesNeeds } from './features.needs.js';
import { FEATURE_ACTIVITIES } from './feature.activities.js';
import { FeatureRelations } from './catalog/feature-relations.js';
import { FeatureResolver } from './api/feature.resolver.js';
import { FeatureService } from './catalog/feature.service.js';
import { NamedFeatures } from './records/named-features.js';
import { PlanEntitlementResolver, PlanEntitlementsResolver } from './api/plan-entitlement.resolver.js';
import { PlanEntitlementService } from './plans/plan-entitlement.service.js';
import {
  SubscriptionEntitlementResolver,
  SubscriptionEntitlementsResolver,
} from './api/subscription-entitlement.resolver.js';
import { SubscriptionEntitlementService } from './subscriptions/subscription-entitlement.service.js';

/** Features, and the entitlements of plans and subscriptions to them. */
export const featuresCapability = capability({
  services: (lower: FeaturesNeeds) => {
    const namedFeatures = new NamedFeatures();
    const planEntitlements = new PlanEntitlementService({ ...lower, namedFeatures });
    return {
      planEntitlements,
      features: new FeatureService({ ...lower, planEntitlements }),
      subscriptionEntitlements: new SubscriptionEntitlementService({
        ...lower,
        planEntitlements,
        namedFeatures,
      }),
    };
  },
  resolvers: ({ features, planEntitlements, subscriptionEntitlements }) => {
    const relations = new FeatureRelations(features);
    return [
      new FeatureResolver(features, relations),
      new PlanEntitlementResolver(planEntitlements, relations),
      new PlanEntitlementsResolver(planEntitlements),
      new SubscriptionEntitlementResolver(subscriptionEntitlements, relations),
      new SubscriptionEntitlementsResolver(subscriptionEntitlements),
    ];
  },
  removal:
    ({ subscriptionEntitlements }) =>
    (tx, actor, { customerIds }) =>
      subscriptionEntitlements.deleteForGood(tx, actor, customerIds),
  activities: FEATURE_ACTIVITIES,
});

export type FeaturesServices = ServicesOf<typeof featuresCapability>;
