import type { PlatformServices } from '../../platform/capabilities/platform-services.js';
import type { AddOnsServices } from '../add-ons/add-ons.capability.js';
import type { BillableMetricsServices } from '../billable-metrics/billable-metrics.capability.js';
import type { BillingEntitiesServices } from '../billing-entities/billing-entities.capability.js';
import type { PlansServices } from '../plans/plans.capability.js';
import type { IntegrationChange } from './integration.changes.js';

/** What the services of `integrations` can need: the platform, and the services of lower capabilities. */
export type IntegrationsNeeds = PlatformServices<IntegrationChange> &
  BillingEntitiesServices &
  BillableMetricsServices &
  AddOnsServices &
  PlansServices;
