import type { Actor } from '../../../platform/actor.js';
import type { Db, Tx } from '../../../platform/db/database.js';
import type { PlansNeeds } from '../plans.needs.js';
import type { TaxList } from '../../taxes/tax.table.js';
import { chargeFilterRepository } from '../charges/filters/charge-filter.repository.js';
import { chargeRepository } from '../charges/charge.repository.js';
import type { CurrentCharge } from '../charges/charge.rules.js';
import type { ChargeService } from '../charges/charge.service.js';
import { chargeTaxList } from '../charges/charge.table.js';
import { fixedChargeRepository } from '../fixed-charges/fixed-charge.repository.js';
import type { FixedChargeService } from '../fixed-charges/fixed-charge.service.js';
import { type FixedCharge, fixedChargeTaxList } from '../fixed-charges/fixed-charge.table.js';
import type { ChargeCopy, FixedChargeCopy } from './plan-copies.js';
import type { Plan } from '../plan.table.js';

/** A plan with its charges and fixed charges: the parts that the plan of a single subscription copies. */
export interface PlanContents {
  readonly plan: Plan;
  readonly charges: readonly CurrentCharge[];
  readonly fixedCharges: readonly FixedCharge[];
}

interface Needs extends Pick<PlansNeeds, 'taxes'> {
  readonly charges: ChargeService;
  readonly fixedCharges: FixedChargeService;
}

/** Reads the contents of plans, and writes copies of them. */
export class PlanContentsService {
  constructor(private readonly needs: Needs) {}

  /** The contents of plans, in the order of `plans`. */
  async read(db: Db, actor: Actor, plans: readonly Plan[]): Promise<PlanContents[]> {
    const { charges, fixedCharges } = this.needs;
    const planIds = plans.map(({ id }) => id);
    const chargesByPlan = await charges.ofPlans(db, actor, planIds);
    const fixedByPlan = await fixedCharges.ofPlans(db, actor, planIds);
    const chargeIds = [...chargesByPlan.values()].flat().map(({ id }) => id);
    const filters = await charges.filtersOf(db, actor, chargeIds);
    return plans.map((plan) => ({
      plan,
      charges: (chargesByPlan.get(plan.id) ?? []).map((charge) => ({
        charge,
        filters: filters.get(charge.id) ?? [],
      })),
      fixedCharges: fixedByPlan.get(plan.id) ?? [],
    }));
  }

  /** Writes copies of charges, with their filters and taxes. */
  async addCharges(tx: Tx, actor: Actor, copies: readonly ChargeCopy[]): Promise<void> {
    await chargeRepository.save(
      tx,
      copies.map(({ charge }) => charge),
    );
    await chargeFilterRepository.save(
      tx,
      copies.flatMap(({ filters }) => filters),
    );
    const sources = new Map(copies.map(({ charge, original }) => [charge.id, original.charge.id]));
    await this.copyTaxes(tx, actor, chargeTaxList, sources);
  }

  /** Writes copies of fixed charges, with their taxes. */
  async addFixedCharges(tx: Tx, actor: Actor, copies: readonly FixedChargeCopy[]): Promise<void> {
    await fixedChargeRepository.save(
      tx,
      copies.map(({ fixedCharge }) => fixedCharge),
    );
    const sources = new Map(copies.map(({ fixedCharge, original }) => [fixedCharge.id, original.id]));
    await this.copyTaxes(tx, actor, fixedChargeTaxList, sources);
  }

  /** Deletes the rows of the plans' charges and fixed charges, including soft-deleted ones. */
  async deleteForGood(tx: Tx, { organizationId }: Actor, planIds: readonly string[]): Promise<void> {
    await chargeRepository.deleteForGood(tx, organizationId, planIds);
    await fixedChargeRepository.deleteForGood(tx, organizationId, planIds);
  }

  /** @param sources the id of each copy's original, by the copy's id. */
  private async copyTaxes(
    tx: Tx,
    actor: Actor,
    list: TaxList,
    sources: ReadonlyMap<string, string>,
  ): Promise<void> {
    const { taxes } = this.needs;
    const held = await taxes.listsOf(tx, actor, list, [...new Set(sources.values())]);
    const codes = [...sources].flatMap(([copy, original]) => {
      const taxesOfOriginal = held.get(original);
      return taxesOfOriginal === undefined ? [] : [[copy, taxesOfOriginal.map(({ code }) => code)] as const];
    });
    await taxes.replaceLists(tx, actor, list, new Map(codes));
  }
}
