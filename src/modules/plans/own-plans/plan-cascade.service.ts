import type { Actor } from '../../../platform/actor.js';
import type { Db, Tx } from '../../../platform/db/database.js';
import { expectPresent } from '../../../platform/expect-present.js';
import type { PlansNeeds } from '../plans.needs.js';
import type { TaxList } from '../../taxes/tax.table.js';
import { chargeFilterRepository } from '../charges/filters/charge-filter.repository.js';
import { chargeTaxList } from '../charges/charge.table.js';
import { chargeRepository } from '../charges/charge.repository.js';
import { fixedChargeRepository } from '../fixed-charges/fixed-charge.repository.js';
import { fixedChargeTaxList } from '../fixed-charges/fixed-charge.table.js';
import type { MinimumCommitmentService } from '../commitments/minimum-commitment.service.js';
import { minimumCommitmentTaxList } from '../commitments/minimum-commitment.table.js';
import type { ChangedPlan } from './changed-plan.js';
import { type FollowedLists, followLists, type Parents, type PlanLists } from './plan-lists.js';
import type { UsageThresholds } from '../usage-thresholds/usage-threshold.service.js';
import { cascade, type CascadedPlan } from './plan-cascade.rules.js';
import type { PlanContents, PlanContentsService } from '../contents/plan-contents.service.js';
import { planRepository } from '../plan.repository.js';
import { type Plan, planTaxList } from '../plan.table.js';

/** A plan with all that its copies follow. */
export interface WholePlan {
  readonly contents: PlanContents;
  readonly lists: PlanLists;
}

interface Needs extends Pick<PlansNeeds, 'taxes' | 'clock'> {
  readonly contents: PlanContentsService;
  readonly commitments: MinimumCommitmentService;
  readonly usageThresholds: UsageThresholds;
}

/** Applies edits of sold plans to the copies that single subscriptions have. Source: subscriptions.md §10. */
export class PlanCascade {
  constructor(private readonly needs: Needs) {}

  /** The contents of a plan before an edit. The caller has locked the plan. */
  async contentsOf(tx: Tx, actor: Actor, plan: Plan): Promise<WholePlan> {
    const [held] = await this.wholePlans(tx, actor, [plan]);
    return expectPresent(held, 'the contents of a plan');
  }

  /**
   * Applies the edit of a plan to its copies, where they still have the values from before.
   * @param before the contents before the edit; `quantities` says which units apply immediately.
   * @param ownPlanIds the copies that are in use.
   * @returns each copy before and after.
   */
  async applyToCopies(
    tx: Tx,
    actor: Actor,
    { before, plan, quantities }: Omit<ChangedPlan, 'before'> & { readonly before: WholePlan },
    ownPlanIds: readonly string[],
  ): Promise<ChangedPlan[]> {
    if (ownPlanIds.length === 0) return [];
    const copies = await planRepository.lockMany(tx, actor.organizationId, ownPlanIds);
    const after = await this.contentsOf(tx, actor, plan);
    const edit = { before: before.contents, after: after.contents, at: this.needs.clock.now() };
    const held = await this.wholePlans(tx, actor, copies);
    const cascaded = held.map(({ contents: own }) => ({ before: own.plan, ...cascade(own, edit) }));
    await this.write(tx, actor, cascaded);
    const lists = { before: before.lists, after: after.lists };
    for (const own of held) {
      await this.writeLists(
        tx,
        actor,
        own.contents.plan,
        followLists(own.lists, lists, parentsIn(own.contents, after.contents)),
      );
    }
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

  /** Plans with all that their copies follow, in their order. */
  private async wholePlans(db: Db, actor: Actor, plans: readonly Plan[]): Promise<WholePlan[]> {
    const { contents, taxes, commitments, usageThresholds } = this.needs;
    const held = await contents.read(db, actor, plans);
    const planIds = plans.map(({ id }) => id);
    const committed = await commitments.ofPlans(db, actor, planIds);
    const thresholds = await usageThresholds.ofPlans(db, actor, planIds);
    const codesOf = async (list: TaxList, ids: readonly string[]) =>
      new Map(
        [...(await taxes.listsOf(db, actor, list, ids))].map(([id, own]) => [
          id,
          own.map(({ code }) => code),
        ]),
      );
    const planTaxes = await codesOf(planTaxList, planIds);
    const chargeIds = held.flatMap(({ charges }) => charges.map(({ charge }) => charge.id));
    const fixedChargeIds = held.flatMap(({ fixedCharges }) => fixedCharges.map(({ id }) => id));
    const commitmentIds = [...committed.values()].map(({ id }) => id);
    const chargeTaxCodes = await codesOf(chargeTaxList, chargeIds);
    const fixedChargeTaxCodes = await codesOf(fixedChargeTaxList, fixedChargeIds);
    const commitmentTaxes = await codesOf(minimumCommitmentTaxList, commitmentIds);
    return held.map((each): WholePlan => {
      const commitment = committed.get(each.plan.id);
      const own = thresholds.get(each.plan.id) ?? [];
      return {
        contents: each,
        lists: {
          taxCodes: planTaxes.get(each.plan.id) ?? [],
          chargeTaxCodes,
          fixedChargeTaxCodes,
          commitment:
            commitment === undefined
              ? null
              : {
                  amountCents: commitment.amountCents,
                  invoiceDisplayName: commitment.invoiceDisplayName,
                  taxCodes: commitmentTaxes.get(commitment.id) ?? [],
                },
          thresholds: own.map(({ amountCents, displayName, recurring }) => ({
            amountCents,
            displayName,
            recurring,
          })),
        },
      };
    });
  }

  private async writeLists(tx: Tx, actor: Actor, own: Plan, followed: FollowedLists): Promise<void> {
    const { taxes, commitments, usageThresholds } = this.needs;
    const { taxCodes, chargeTaxCodes, fixedChargeTaxCodes, commitment, thresholds } = followed;
    await taxes.replaceLists(tx, actor, planTaxList, new Map([[own.id, taxCodes]]));
    await taxes.replaceLists(tx, actor, chargeTaxList, chargeTaxCodes);
    await taxes.replaceLists(tx, actor, fixedChargeTaxList, fixedChargeTaxCodes);
    if (commitment !== undefined) await commitments.replace(tx, actor, own, commitment);
    if (thresholds !== undefined) await usageThresholds.replace(tx, actor, { planId: own.id }, thresholds);
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
    await this.needs.contents.addCharges(
      tx,
      actor,
      cascaded.flatMap(({ addedCharges }) => addedCharges),
    );
    await this.needs.contents.addFixedCharges(
      tx,
      actor,
      cascaded.flatMap(({ addedFixedCharges }) => addedFixedCharges),
    );
  }
}

/** The charges and fixed charges of a copy whose originals are still there, with the ids of these. */
function parentsIn(
  own: PlanContents,
  sold: PlanContents,
): { readonly charges: Parents; readonly fixedCharges: Parents } {
  const parents = (copies: readonly Copied[], originals: readonly Pick<Copied, 'id'>[]) => {
    const kept = new Set<string | null>(originals.map(({ id }) => id));
    return new Map(
      copies.flatMap(({ id, parentId }) =>
        parentId !== null && kept.has(parentId) ? [[id, parentId] as const] : [],
      ),
    );
  };
  const chargesOf = ({ charges }: PlanContents) => charges.map(({ charge }) => charge);
  return {
    charges: parents(chargesOf(own), chargesOf(sold)),
    fixedCharges: parents(own.fixedCharges, sold.fixedCharges),
  };
}

interface Copied {
  readonly id: string;
  readonly parentId: string | null;
}
