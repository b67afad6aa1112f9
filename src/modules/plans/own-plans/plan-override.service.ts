import type { Actor } from '../../../platform/actor.js';
import type { Clock } from '../../../platform/clock.js';
import type { Tx } from '../../../platform/db/database.js';
import { newId } from '../../../platform/db/ids.js';
import type { FieldErrors } from '../../../platform/errors/field-errors.js';
import type { TaxService } from '../../taxes/tax.service.js';
import type { ChargeEditor } from '../charges/charge-editor.service.js';
import type { FixedChargeService, QuantityChange } from '../fixed-charges/fixed-charge.service.js';
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
  type WantedOverrides,
} from './plan-override.rules.js';
import { planRepository } from '../plan.repository.js';
import { type Plan, planTaxList } from '../plan.table.js';

interface Dependencies {
  readonly contents: PlanContentsService;
  readonly chargeEditor: ChargeEditor;
  readonly fixedCharges: FixedChargeService;
  readonly commitments: MinimumCommitmentService;
  readonly taxes: TaxService;
  readonly clock: Clock;
}

/** A plan as one subscription has it. */
export interface SubscribedPlan {
  /** The plan that is sold, or the subscription's own. */
  readonly plan: Plan;
  /** Units that the subscription has instead of the plan's, by fixed charge. */
  readonly ownUnits: ReadonlyMap<string, bigint>;
}

/** The plan of one subscription, and the quantities that it is to have now. */
export interface OverriddenPlan {
  readonly plan: Plan;
  readonly quantities: readonly QuantityChange[];
}

/**
 * Plans of single subscriptions: private copies of a plan that is sold, with what is different. Whoever puts one on a
 * subscription records it; the customer is held meanwhile. Source: subscriptions.md §9.
 */
export class PlanOverrideService {
  constructor(private readonly dependencies: Dependencies) {}

  /**
   * Reports what is wrong with what a subscription is to have otherwise.
   * @returns it, to be used when nothing was reported.
   * @throws AppError `charge_not_found`, `fixed_charge_not_found`; `cannot_override_charge_model`, kind `forbidden`.
   */
  async check(
    tx: Tx,
    actor: Actor,
    errors: FieldErrors,
    { plan, ownUnits }: SubscribedPlan,
    sent: SentOverrides,
  ): Promise<WantedOverrides> {
    const { chargeEditor, fixedCharges, commitments } = this.dependencies;
    const { minimumCommitment, taxCodes } = sent.plan;
    const known = { planId: plan.parentId === null ? null : plan.id };
    const wantedFixedCharges = await fixedCharges.checkOverrides(
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
          : await commitments.check(tx, actor, errors, minimumCommitment, known),
      charges: await chargeEditor.checkOverrides(tx, actor, errors, plan.id, sent.charges),
      fixedCharges: wantedFixedCharges,
      ownUnits: isUnitsOnly(sent) ? sentUnits(sent, wantedFixedCharges) : null,
    };
  }

  /**
   * Gives a subscription what `check` has found right: on its own plan, which it gets when it has none.
   * @throws AppError `tax_not_found`.
   */
  async apply(
    tx: Tx,
    actor: Actor,
    { plan, ownUnits }: SubscribedPlan,
    wanted: WantedOverrides,
  ): Promise<OverriddenPlan> {
    if (plan.parentId !== null) return this.change(tx, actor, plan, wanted);
    const at = this.dependencies.clock.now();
    const own: Plan = {
      ...plan,
      ...wanted.values,
      id: newId(),
      parentId: plan.id,
      pendingDeletion: false,
      deletedAt: null,
      createdAt: at,
      updatedAt: at,
    };
    await planRepository.insert(tx, own);
    const copies = await this.copyContents(tx, actor, { plan, ownUnits }, own);
    return this.write(tx, actor, own, ofCopies(wanted, copies));
  }

  /** Removes the rows of plans of single subscriptions, which nothing refers to any more. */
  async deleteForGood(tx: Tx, actor: Actor, planIds: readonly string[]): Promise<void> {
    if (planIds.length === 0) return;
    const { contents, commitments, taxes } = this.dependencies;
    await commitments.deleteForGood(tx, actor, planIds);
    await contents.deleteForGood(tx, actor, planIds);
    await taxes.replaceLists(tx, actor, planTaxList, new Map(planIds.map((id) => [id, []])));
    await planRepository.deleteForGood(tx, actor.organizationId, planIds);
  }

  private async change(tx: Tx, actor: Actor, own: Plan, wanted: WantedOverrides): Promise<OverriddenPlan> {
    const changed: Plan = { ...own, ...wanted.values, updatedAt: this.dependencies.clock.now() };
    await planRepository.update(tx, actor.organizationId, own.id, changed);
    return this.write(tx, actor, changed, wanted);
  }

  private async write(
    tx: Tx,
    actor: Actor,
    plan: Plan,
    { taxCodes, commitment, charges, fixedCharges }: WantedOverrides,
  ): Promise<OverriddenPlan> {
    const { taxes, chargeEditor, commitments, fixedCharges: fixedChargeService } = this.dependencies;
    await taxes.replaceLists(tx, actor, planTaxList, new Map([[plan.id, taxCodes]]));
    await chargeEditor.change(tx, actor, plan.id, charges);
    if (commitment !== undefined) await commitments.replace(tx, actor, plan, commitment);
    return { plan, quantities: await fixedChargeService.change(tx, actor, plan.id, fixedCharges) };
  }

  private async copyContents(
    tx: Tx,
    actor: Actor,
    { plan, ownUnits }: SubscribedPlan,
    { id: planId, createdAt: at }: Plan,
  ): Promise<Copies> {
    const { contents } = this.dependencies;
    const [held] = await contents.of(tx, actor, [plan]);
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

/** The same for the copies of the charges, filters and fixed charges that it was found right for. */
function ofCopies(wanted: WantedOverrides, copies: Copies): WantedOverrides {
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
    ...wanted,
    charges: wanted.charges.map((charge) => ({
      ...charge,
      current: copyOf(charges, charge.current),
      filters: charge.filters?.map((filter) => ({ ...filter, current: copyOf(filters, filter.current) })),
    })),
    fixedCharges: wanted.fixedCharges.map((fixedCharge) => ({
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
