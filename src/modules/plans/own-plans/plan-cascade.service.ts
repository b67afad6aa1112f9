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

/** A plan that was changed, and the quantities that subscriptions on it are to have. */
export interface ChangedPlan {
  readonly before: Plan;
  readonly plan: Plan;
  readonly quantities: readonly QuantityChange[];
}

/** Carries edits of sold plans to the copies that single subscriptions have of them. Source: subscriptions.md §10. */
export class PlanCascade {
  constructor(
    private readonly contents: PlanContentsService,
    private readonly clock: Clock,
  ) {}

  /** What a plan holds before it is edited; it is locked. */
  async contentsOf(tx: Tx, actor: Actor, plan: Plan): Promise<PlanContents> {
    const [held] = await this.contents.of(tx, actor, [plan]);
    return held ?? { plan, charges: [], fixedCharges: [] };
  }

  /**
   * Lets copies of a plan follow its edit, where they are still what it was.
   * @param before what it held; `quantities` say which units apply at once.
   * @param ownPlanIds the copies that are in use.
   * @returns each copy as it was and is.
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
    // What goes makes its code free before what comes takes it.
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
