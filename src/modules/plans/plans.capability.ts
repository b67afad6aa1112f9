import { capability, type ServicesOf } from '../../platform/capabilities/capability.js';
import type { PlansNeeds } from './plans.needs.js';
import { PLAN_ACTIVITIES } from './plan.activities.js';
import { ChargeEditor } from './charges/charge-editor.service.js';
import { ChargeFilterResolver } from './charges/filters/charge-filter.resolver.js';
import { ChargeResolver } from './charges/charge.resolver.js';
import { ChargeService } from './charges/charge.service.js';
import { FixedChargeResolver } from './fixed-charges/fixed-charge.resolver.js';
import { FixedChargeService } from './fixed-charges/fixed-charge.service.js';
import { MetricPlansResolver } from './metric-plans.resolver.js';
import { TaxPlansResolver } from './tax-plans.resolver.js';
import { MinimumCommitmentResolver } from './commitments/minimum-commitment.resolver.js';
import { MinimumCommitmentService } from './commitments/minimum-commitment.service.js';
import { PlanCascade } from './own-plans/plan-cascade.service.js';
import { PlanChargeService } from './charges/plan-charge.service.js';
import { PlanEditor } from './plan-editor.service.js';
import { PlanContentsService } from './contents/plan-contents.service.js';
import { PlanDuplication } from './contents/plan-duplication.service.js';
import { PlanFixedChargeService } from './fixed-charges/plan-fixed-charge.service.js';
import { PlanMetadataService } from './plan-metadata.service.js';
import { PlanOverrideService } from './own-plans/plan-override.service.js';
import { PlanSizes } from './plan-sizes.js';
import { PlanResolver } from './plan.resolver.js';
import { PlanService } from './plan.service.js';
import { UsageThresholds } from './usage-thresholds/usage-threshold.service.js';

/** Plans, with their charges, fixed charges and commitments. */
export const plansCapability = capability({
  services: (lower: PlansNeeds) => {
    const { clock, taxes, limits } = lower;
    const sizes = new PlanSizes(limits);
    const charges = new ChargeService(taxes, clock);
    const fixedCharges = new FixedChargeService({ ...lower, sizes });
    const commitments = new MinimumCommitmentService(taxes, clock);
    const usageThresholds = new UsageThresholds(clock, lower.changes);
    const priced = { charges, fixedCharges, commitments, usageThresholds };
    const chargeEditor = new ChargeEditor({ ...lower, ...priced, metrics: lower.billableMetrics, sizes });
    const contents = new PlanContentsService({ ...lower, ...priced });
    const cascade = new PlanCascade({ ...lower, ...priced, contents });
    const plans = new PlanService({ ...lower, ...priced, sizes });
    const planEditor = new PlanEditor({
      ...lower,
      ...priced,
      plans,
      chargeEditor,
      cascade,
      use: lower.planUse,
    });
    return {
      ...priced,
      chargeEditor,
      plans,
      planEditor,
      planOverrides: new PlanOverrideService({ ...lower, ...priced, contents, chargeEditor }),
      planDuplication: new PlanDuplication({ ...lower, ...priced, plans, contents }),
      planMetadata: new PlanMetadataService(planEditor, clock),
      planFixedCharges: new PlanFixedChargeService(plans, planEditor, fixedCharges),
      planCharges: new PlanChargeService(plans, planEditor, charges, chargeEditor),
    };
  },
  resolvers: (services) => [
    new PlanResolver(services.plans, services.planEditor, services.planMetadata, services.planDuplication),
    new MetricPlansResolver(services.charges),
    new TaxPlansResolver(services.taxes),
    new ChargeResolver(services),
    new ChargeFilterResolver(services.planCharges),
    new FixedChargeResolver(services),
    new MinimumCommitmentResolver(services.commitments),
  ],
  activities: PLAN_ACTIVITIES,
});

export type PlansServices = ServicesOf<typeof plansCapability>;
