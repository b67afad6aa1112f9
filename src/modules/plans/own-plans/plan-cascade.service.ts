import type { Actor } from '../../../platform/actor.js';
import type { Clock } from '../../../platform/clock.js';
import type { Tx } from '../../../platform/db/database.js';
import { chargeFilterRepository } from '../charges/charge-filter.repository.js';
import { chargeRepository } from '../charges/charge.repository.js';
import { fixedChargeRepository } from '../fixed-charges/fixed-charge.repository.js';
import type { QuantityChange } from '../fixed-charges/fixed-charge.service.js';
import { cascade, type CascadedPlan } from './plan-cascade.rules.js';
import type { PlanContents, PlanContentsService } from '../contents/plan-contents.service.js';
import { planRepository } from '../plan.repository.js';
import type { Plan } from '../plan.table.js';

/** A plan that was changed, and the quantities to apply to its subscriptions. */
export interface ChangedPlan {
  readonly before: Plan;
  readonly plan: Plan;
  readonly quantities: readonly QuantityChange[];
}

/** Applies edits of sold plans to the copies that single subscriptions have. Source: subscriptions.md §10. */
export class PlanCascade {
  constructor(
    private readonly contents: PlanContentsService,
    private readonly clock: Clock,
  ) {}

  /** The contents of a plan before an edit. The caller has locked the plan. */
  async contentsOf(tx: Tx, actor: Actor, plan: Plan): Promise<PlanContents> {
    const [held] = await this.contents.of(tx, actor, [plan]);
    return held ?? { plan, charges: [], fixedCharges: [] };
  }

  /**
   * Applies the edit of a plan to its copies, where they still have the values from before.
   * @param before the contents before the edit; `quantities` says which units apply immediately.
   * @param ownPlanIds the copies that are in use.
   * @returns each copy before and after.
   */
  async follow(
    tx: Tx,
    actor: Actor,
    { before, plan, quantities }: Omit<ChangedPlan, 'before'> & { readonly before: PlanContents },
    ownPlanIds: readonly string[],
  ): Promise<ChangedPlan[]> {
    if (ownPlanIds.length === 0) return [];
    const copies = await planRepository.lockMany(tx, actor.organizationId, ownPlanIds);
    const edit = { before, after: await this.contentsOf(tx, actor, plan), at: this.clock.now() };
    const held = await this.contents.of(tx, actor, copies);
    const cascaded = held.map((own) => ({ before: own.plan, ...cascade(own, edit) }));
    await this.write(tx, actor, cascaded);
    const atOnce = new Set(quantities.flatMap((change) => (change.atOnce ? change.fixedCharge.id : [])));
    return cascaded.map(({ before: former, plan: own, newQuantities }) => ({
      before: former,
      plan: own,
      quantities: newQuantities.map((fixedCharge) => ({
        fixedCharge,
        atOnce: atOnce.has(fixedCharge.parentId ?? ''),
      })),
    }));
  }

  private async write(tx: Tx, actor: Actor, cascaded: readonly CascadedPlan[]): Promise<void> {
    const { organizationId } = actor;
    for (const { plan } of cascaded) await planRepository.update(tx, organizationId, plan.id, plan);
    // Deleted charges are written first, since new ones may take over their codes.
    await chargeRepository.save(
      tx,
      cascaded.flatMap(({ charges }) => charges),
    );
    await chargeFilterRepository.save(
      tx,
      cascaded.flatMap(({ filters }) => filters),
    );
    await fixedChargeRepository.save(
      tx,
      cascaded.flatMap(({ fixedCharges }) => fixedCharges),
    );
    await this.contents.addCharges(
      tx,
      actor,
      cascaded.flatMap(({ addedCharges }) => addedCharges),
    );
    await this.contents.addFixedCharges(
      tx,
      actor,
      cascaded.flatMap(({ addedFixedCharges }) => addedFixedCharges),
    );
  }
}
