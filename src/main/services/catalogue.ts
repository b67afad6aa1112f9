import { AddOnService } from '../../modules/add-ons/add-on.service.js';
import { BillableMetricService } from '../../modules/billable-metrics/billable-metric.service.js';
import { MetricCatalogService } from '../../modules/billable-metrics/metric-catalog.service.js';
import { ApiKeyAuthenticator } from '../../modules/organizations/api-key-authenticator.js';
import { ApiKeyUse } from '../../modules/organizations/api-key-use.js';
import { ApiKeyService } from '../../modules/organizations/api-key.service.js';
import { OrganizationService } from '../../modules/organizations/organization.service.js';
import { ChargeEditor } from '../../modules/plans/charge-editor.service.js';
import { ChargeService } from '../../modules/plans/charge.service.js';
import { FixedChargeService } from '../../modules/plans/fixed-charge.service.js';
import { MinimumCommitmentService } from '../../modules/plans/minimum-commitment.service.js';
import { PlanCascade } from '../../modules/plans/plan-cascade.service.js';
import { PlanChargeService } from '../../modules/plans/plan-charge.service.js';
import { PlanContentsService } from '../../modules/plans/plan-contents.service.js';
import { PlanFixedChargeService } from '../../modules/plans/plan-fixed-charge.service.js';
import { PlanMetadataService } from '../../modules/plans/plan-metadata.service.js';
import { PlanOverrideService } from '../../modules/plans/plan-override.service.js';
import { PlanService } from '../../modules/plans/plan.service.js';
import { PlanSizes } from '../../modules/plans/plan-sizes.js';
import { PricingUnitService } from '../../modules/pricing-units/pricing-unit.service.js';
import { TaxService } from '../../modules/taxes/tax.service.js';
import type { PlatformServices } from './foundations.js';
import type { HigherServices } from './higher-services.js';

export type CatalogueServices = ReturnType<typeof createCatalogue>;

/**
 * The organization and what it sells.
 * @param above where ports of modules lead; asked only once all is built.
 */
export function createCatalogue(platform: PlatformServices, above: () => HigherServices) {
  const { connections, jobsDb, clock, changes, log, limits } = platform;
  const apiKeyAuthenticator = new ApiKeyAuthenticator(connections.reserved);
  const apiKeys = new ApiKeyService(clock, apiKeyAuthenticator);
  const organizations = new OrganizationService(clock, apiKeys);
  const taxes = new TaxService(organizations, clock, changes);
  const charges = new ChargeService(taxes, clock);
  const metricCatalog = new MetricCatalogService();
  const billableMetrics = new BillableMetricService({
    ...platform,
    catalog: metricCatalog,
    use: { isCharged: (on, actor, id) => charges.usesMetric(on, actor, id) },
  });
  const addOns = new AddOnService({ taxes, clock, changes });
  const sizes = new PlanSizes(limits);
  const priced = {
    charges,
    fixedCharges: new FixedChargeService({ addOns, taxes, sizes, clock }),
    commitments: new MinimumCommitmentService(taxes, clock),
    pricingUnits: new PricingUnitService(clock),
  };
  const chargeEditor = new ChargeEditor({ ...priced, metrics: billableMetrics, taxes, sizes, clock });
  const contents = new PlanContentsService({ ...priced, taxes });
  const plans = new PlanService({
    ...platform,
    ...priced,
    chargeEditor,
    cascade: new PlanCascade(contents, clock),
    sizes,
    taxes,
    use: {
      hasSubscriptions: (on, actor, id) => above().subscriptions.hasUsedPlan(on, actor, id),
      isInUse: async (on, actor, planId) =>
        (await above().subscriptions.usesPlan(on, actor, planId)) ||
        (await above().drafts.find(on, actor, { planId })).length > 0,
      ownPlansOf: (on, actor, id) => above().subscriptions.ownPlansOf(on, actor, id),
    },
  });
  return {
    organizations,
    apiKeys,
    apiKeyAuthenticator,
    apiKeyUse: new ApiKeyUse(jobsDb, clock, log),
    taxes,
    metricCatalog,
    billableMetrics,
    addOns,
    ...priced,
    chargeEditor,
    plans,
    planOverrides: new PlanOverrideService({ ...priced, contents, chargeEditor, taxes, clock }),
    planMetadata: new PlanMetadataService(plans, clock),
    planFixedCharges: new PlanFixedChargeService(plans, priced.fixedCharges),
    planCharges: new PlanChargeService(plans, charges, chargeEditor),
  };
}
