import type { Actor } from '../../../platform/actor.js';
import type { Tx } from '../../../platform/db/database.js';
import { newId } from '../../../platform/db/tables/ids.js';
import { FieldErrors } from '../../../platform/errors/field-errors.js';
import type { PlansNeeds } from '../plans.needs.js';
import type { MinimumCommitmentService } from '../commitments/minimum-commitment.service.js';
import type { DuplicatePlan } from '../plan.input.js';
import { planRepository } from '../plan.repository.js';
import { checkPlan } from '../plan.rules.js';
import { refuseTakenCode } from '../plan-editor.service.js';
import type { PlanService } from '../plan.service.js';
import { type Plan, planTaxList } from '../plan.table.js';
import type { UsageThresholds } from '../usage-thresholds/usage-threshold.service.js';
import type { PlanContentsService } from './plan-contents.service.js';
import { copyOfCharge, copyOfFixedCharge } from './plan-copies.js';

interface Needs extends Pick<PlansNeeds, 'billableMetrics' | 'addOns' | 'taxes' | 'clock' | 'changes'> {
  readonly plans: PlanService;
  readonly contents: PlanContentsService;
  readonly commitments: MinimumCommitmentService;
  readonly usageThresholds: UsageThresholds;
}

/** Creates sold plans as copies of others. Source: graphql-surface.md §4. */
export class PlanDuplication {
  constructor(private readonly needs: Needs) {}

  /**
   * Creates a plan with another code and name, and everything else of a sold plan. Nothing connects the two afterwards.
   * @throws AppError `plan_not_found`, also for a plan that will be deleted; `validation_errors`.
   */
  async duplicate(tx: Tx, actor: Actor, { id, code, name }: DuplicatePlan): Promise<Plan> {
    const { plans, clock, changes } = this.needs;
    const original = await plans.lockForUse(tx, actor, { id });
    const errors = new FieldErrors();
    const values = checkPlan(errors, { ...original, trialPeriod: original.trialPeriodDays, code, name });
    errors.throwIfAny();
    const at = clock.now();
    const plan: Plan = { ...original, ...values, id: newId(), createdAt: at, updatedAt: at };
    await planRepository.insert(tx, plan).catch(refuseTakenCode);
    await this.copyParts(tx, actor, original, plan);
    await changes.announce(tx, actor, { type: 'plan.duplicated', plan, original });
    return plan;
  }

  private async copyParts(tx: Tx, actor: Actor, original: Plan, plan: Plan): Promise<void> {
    const { plans, commitments, usageThresholds, taxes } = this.needs;
    await this.copyContents(tx, actor, original, plan);
    const ownTaxes = (await plans.taxesOf(tx, actor, [original.id])).get(original.id) ?? [];
    await taxes.replaceLists(tx, actor, planTaxList, new Map([[plan.id, ownTaxes.map((tax) => tax.code)]]));
    const commitment = (await commitments.ofPlans(tx, actor, [original.id])).get(original.id);
    if (commitment !== undefined) {
      const { amountCents, invoiceDisplayName } = commitment;
      const applied = (await commitments.taxesOf(tx, actor, [commitment.id])).get(commitment.id) ?? [];
      const taxCodes = applied.map((tax) => tax.code);
      await commitments.replace(tx, actor, plan, { amountCents, invoiceDisplayName, taxCodes });
    }
    const thresholds = (await usageThresholds.ofPlans(tx, actor, [original.id])).get(original.id) ?? [];
    if (thresholds.length > 0) {
      const copies = thresholds.map(({ amountCents, displayName, recurring }) => ({
        amountCents,
        displayName,
        recurring,
      }));
      await usageThresholds.replace(tx, actor, { planId: plan.id }, copies);
    }
  }

  /** Copies charges and fixed charges, without those whose metric or add-on is deleted meanwhile. */
  private async copyContents(
    tx: Tx,
    actor: Actor,
    original: Plan,
    { id: planId, createdAt: at }: Plan,
  ): Promise<void> {
    const { contents, billableMetrics, addOns } = this.needs;
    const [copied] = await contents.read(tx, actor, [original]);
    const { charges = [], fixedCharges = [] } = copied ?? {};
    const metricIds = charges.map(({ charge }) => charge.billableMetricId);
    const metrics = await billableMetrics.lockForUse(tx, actor, [...new Set(metricIds)]);
    const addOnIds = new Set(fixedCharges.map(({ addOnId }) => addOnId));
    const locked = await addOns.lockForUse(tx, actor, { ids: [...addOnIds], codes: [] });
    const present = new Set(locked.map(({ id }) => id));
    const chargePlace = { planId, at, taken: new Set<string>() };
    await contents.addCharges(
      tx,
      actor,
      charges
        .filter(({ charge }) => metrics.has(charge.billableMetricId))
        .map((charge) => withoutParent(copyOfCharge(charge, chargePlace))),
    );
    const fixedChargePlace = { planId, at, taken: new Set<string>() };
    await contents.addFixedCharges(
      tx,
      actor,
      fixedCharges
        .filter(({ addOnId }) => present.has(addOnId))
        .map((fixedCharge) => {
          const copy = copyOfFixedCharge(fixedCharge, fixedCharge.units, fixedChargePlace);
          return { ...copy, fixedCharge: { ...copy.fixedCharge, parentId: null } };
        }),
    );
  }
}

/** A sold plan does not follow changes of another. */
function withoutParent(copy: ReturnType<typeof copyOfCharge>): ReturnType<typeof copyOfCharge> {
  return { ...copy, charge: { ...copy.charge, parentId: null } };
}
