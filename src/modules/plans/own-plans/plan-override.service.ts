import type { Actor } from '../../../platform/actor.js';
import type { Tx } from '../../../platform/db/database.js';
import { newId } from '../../../platform/db/tables/ids.js';
import type { FieldErrors } from '../../../platform/errors/field-errors.js';
import type { QuantityChange } from '../fixed-charges/quantity-change.js';
import type { PlansNeeds } from '../plans.needs.js';
import type { ChargeEditor } from '../charges/charge-editor.service.js';
import type { FixedChargeService } from '../fixed-charges/fixed-charge.service.js';
import type { MinimumCommitmentService } from '../commitments/minimum-commitment.service.js';
import type { PlanContentsService } from '../contents/plan-contents.service.js';
import {
  type ChargeCopy,
  copyOfCharge,
  copyOfFixedCharge,
  type FixedChargeCopy,
} from '../contents/plan-copies.js';
import {
  checkOverriddenPlan,
  isUnitsOnly,
  type SentOverrides,
  sentUnits,
  type RequestedOverrides,
} from './plan-override.rules.js';
import { planRepository } from '../plan.repository.js';
import { type Plan, planTaxList } from '../plan.table.js';
import { checkThresholds } from '../usage-thresholds/usage-threshold.rules.js';
import type { UsageThresholds } from '../usage-thresholds/usage-threshold.service.js';

interface Needs extends Pick<PlansNeeds, 'taxes' | 'clock'> {
  readonly contents: PlanContentsService;
  readonly chargeEditor: ChargeEditor;
  readonly fixedCharges: FixedChargeService;
  readonly commitments: MinimumCommitmentService;
  readonly usageThresholds: UsageThresholds;
}

/** The plan of one subscription. */
export interface SubscribedPlan {
  /** A sold plan, or the subscription's own plan. */
  readonly plan: Plan;
  /** Units that the subscription has instead of the plan's, by fixed charge id. */
  readonly ownUnits: ReadonlyMap<string, bigint>;
}

/** The plan of one subscription, and the quantities to apply to it. */
export interface OverriddenPlan {
  readonly plan: Plan;
  readonly quantities: readonly QuantityChange[];
}

/**
 * Writes own plans: private copies of a sold plan with the overrides of one subscription. The caller locks the customer,
 * assigns the plan to the subscription and records the change. Source: subscriptions.md §9.
 */
export class PlanOverrideService {
  constructor(private readonly needs: Needs) {}

  /**
   * Validates the overrides of a subscription.
   * @returns the overrides; use them only if no error was added.
   * @throws AppError `charge_not_found`, `fixed_charge_not_found`; `cannot_override_charge_model`, kind `forbidden`.
   */
  async check(
    tx: Tx,
    actor: Actor,
    errors: FieldErrors,
    { plan, ownUnits }: SubscribedPlan,
    sent: SentOverrides,
  ): Promise<RequestedOverrides> {
    const { chargeEditor, fixedCharges, commitments } = this.needs;
    const { minimumCommitment, taxCodes, usageThresholds } = sent.plan;
    const checkedFixedCharges = await fixedCharges.checkOverrides(
      tx,
      actor,
      errors,
      { planId: plan.id, ownUnits },
      sent.fixedCharges,
    );
    return {
      values: checkOverriddenPlan(errors, plan, sent.plan),
      taxCodes,
      commitment:
        minimumCommitment === undefined
          ? undefined
          : await commitments.check(tx, actor, errors, minimumCommitment, { planId: plan.id }),
      charges: await chargeEditor.checkOverrides(tx, actor, errors, plan.id, sent.charges),
      fixedCharges: checkedFixedCharges,
      // Thresholds that are already refused, as they were sent twice, are not reported again.
      usageThresholds:
        usageThresholds === undefined || errors.has('usageThresholds')
          ? undefined
          : checkThresholds(errors, usageThresholds),
      ownUnits: isUnitsOnly(sent) ? sentUnits(sent, checkedFixedCharges) : null,
    };
  }

  /**
   * Applies the overrides that `check` returned to the subscription's own plan, which is created if it has none.
   * @throws AppError `tax_not_found`.
   */
  async apply(
    tx: Tx,
    actor: Actor,
    { plan, ownUnits }: SubscribedPlan,
    requested: RequestedOverrides,
  ): Promise<OverriddenPlan> {
    if (plan.parentId !== null) return this.change(tx, actor, plan, requested);
    const at = this.needs.clock.now();
    const own: Plan = {
      ...plan,
      ...requested.values,
      id: newId(),
      parentId: plan.id,
      pendingDeletion: false,
      deletedAt: null,
      createdAt: at,
      updatedAt: at,
    };
    await planRepository.insert(tx, own);
    await this.needs.commitments.copy(tx, actor, plan, own);
    const copies = await this.copyContents(tx, actor, { plan, ownUnits }, own);
    return this.write(tx, actor, own, ofCopies(requested, copies));
  }

  /** Deletes the rows of own plans to which nothing refers any more. */
  async deleteForGood(tx: Tx, actor: Actor, planIds: readonly string[]): Promise<void> {
    if (planIds.length === 0) return;
    const { contents, commitments, taxes, usageThresholds } = this.needs;
    await usageThresholds.deleteForGood(tx, actor, { planIds });
    await commitments.deleteForGood(tx, actor, planIds);
    await contents.deleteForGood(tx, actor, planIds);
    await taxes.replaceLists(tx, actor, planTaxList, new Map(planIds.map((id) => [id, []])));
    await planRepository.deleteForGood(tx, actor.organizationId, planIds);
  }

  private async change(
    tx: Tx,
    actor: Actor,
    own: Plan,
    requested: RequestedOverrides,
  ): Promise<OverriddenPlan> {
    const changed: Plan = { ...own, ...requested.values, updatedAt: this.needs.clock.now() };
    await planRepository.update(tx, actor.organizationId, own.id, changed);
    return this.write(tx, actor, changed, requested);
  }

  private async write(
    tx: Tx,
    actor: Actor,
    plan: Plan,
    { taxCodes, commitment, charges, fixedCharges, usageThresholds }: RequestedOverrides,
  ): Promise<OverriddenPlan> {
    const { taxes, chargeEditor, commitments, fixedCharges: fixedChargeService } = this.needs;
    await taxes.replaceLists(tx, actor, planTaxList, new Map([[plan.id, taxCodes]]));
    await chargeEditor.change(tx, actor, plan.id, charges);
    if (commitment !== undefined) await commitments.replace(tx, actor, plan, commitment);
    if (usageThresholds !== undefined)
      await this.needs.usageThresholds.replace(tx, actor, { planId: plan.id }, usageThresholds);
    return { plan, quantities: await fixedChargeService.change(tx, actor, plan.id, fixedCharges) };
  }

  private async copyContents(
    tx: Tx,
    actor: Actor,
    { plan, ownUnits }: SubscribedPlan,
    { id: planId, createdAt: at }: Plan,
  ): Promise<Copies> {
    const { contents } = this.needs;
    const [held] = await contents.read(tx, actor, [plan]);
    const takenByCharges = new Set<string>();
    const takenByFixedCharges = new Set<string>();
    const copies = {
      charges: (held?.charges ?? []).map((charge) =>
        copyOfCharge(charge, { planId, at, taken: takenByCharges }),
      ),
      fixedCharges: (held?.fixedCharges ?? []).map((fixedCharge) =>
        copyOfFixedCharge(fixedCharge, ownUnits.get(fixedCharge.id) ?? fixedCharge.units, {
          planId,
          at,
          taken: takenByFixedCharges,
        }),
      ),
    };
    await contents.addCharges(tx, actor, copies.charges);
    await contents.addFixedCharges(tx, actor, copies.fixedCharges);
    return copies;
  }
}

interface Copies {
  readonly charges: readonly ChargeCopy[];
  readonly fixedCharges: readonly FixedChargeCopy[];
}

/** Replaces the sold plan's charges, filters and fixed charges in the overrides by their copies. */
function ofCopies(requested: RequestedOverrides, copies: Copies): RequestedOverrides {
  const charges = new Map(copies.charges.map(({ original, charge }) => [original.charge.id, charge]));
  const filters = new Map(
    copies.charges.flatMap(({ original, filters: copied }) =>
      original.filters.flatMap(({ id }, index) => {
        const copy = copied[index];
        return copy === undefined ? [] : [[id, copy] as const];
      }),
    ),
  );
  const fixedCharges = new Map(
    copies.fixedCharges.map(({ original, fixedCharge }) => [original.id, fixedCharge]),
  );
  return {
    ...requested,
    charges: requested.charges.map((charge) => ({
      ...charge,
      current: copyOf(charges, charge.current),
      filters: charge.filters?.map((filter) => ({ ...filter, current: copyOf(filters, filter.current) })),
    })),
    fixedCharges: requested.fixedCharges.map((fixedCharge) => ({
      ...fixedCharge,
      current: copyOf(fixedCharges, fixedCharge.current),
    })),
  };
}

function copyOf<Row extends { readonly id: string }>(
  copies: ReadonlyMap<string, Row>,
  original: Row | null,
): Row | null {
  return original === null ? null : (copies.get(original.id) ?? null);
}
