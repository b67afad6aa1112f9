import type { PlatformServices } from '../../platform/capabilities/platform-services.js';
import type { PlansServices } from '../plans/plans.capability.js';
import type { SubscriptionsServices } from '../subscriptions/subscriptions.capability.js';
import type { FeatureChange } from './feature.changes.js';

/** What the services of `features` can need: the platform, and the services of lower capabilities. */
export type FeaturesNeeds = PlatformServices<
  FeatureChange,
  'feature' | 'plan_entitlements' | 'subscription_entitlements'
> &
  PlansServices &
  SubscriptionsServices;
