import type { PlatformServices } from '../../platform/capabilities/platform-services.js';
import type { AddOnsServices } from '../add-ons/add-ons.capability.js';
import type { BillableMetricsServices } from '../billable-metrics/billable-metrics.capability.js';
import type { PricingUnitsServices } from '../pricing-units/pricing-units.capability.js';
import type { TaxesServices } from '../taxes/taxes.capability.js';
import type { PlanUse } from './plan-use.js';
import type { PlanCatalogChange } from './plan.changes.js';

/** What the services of `plans` can need: the platform, and the services of lower capabilities. */
export type PlansNeeds = PlatformServices<PlanCatalogChange, 'plan'> &
  TaxesServices &
  PricingUnitsServices &
  BillableMetricsServices &
  AddOnsServices & { readonly planUse: PlanUse };
