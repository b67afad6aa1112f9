import type { Actor } from '../../../platform/actor.js';
import { groupBy } from '../../../platform/collections/grouping.js';
import type { Db, Tx } from '../../../platform/db/database.js';
import { notFound } from '../../../platform/errors/app-error.js';
import type { Limits } from '../../../platform/limits.js';
import { requirePageWithin } from '../../../platform/paging/page-bytes.js';
import type { ListQuery, Page } from '../../../platform/paging/page.js';
import type { Plan } from '../../plans/plan.table.js';
import type { FeaturesNeeds } from '../features.needs.js';
import type { NamedPlanEntitlement, SentPlanEntitlements } from '../records/entitlement.input.js';
import {
  ENTITLEMENT_BYTES,
  type NamedFeature,
  requireCount,
  requireSize,
  valueIn,
  withoutValue,
} from '../records/entitlement.rules.js';
import type { PlanEntitlementRow } from '../records/entitlement.table.js';
import type { RegrantedPlan } from '../feature.changes.js';
import type { NamedFeatures } from '../records/named-features.js';
import type { PlanEntitlement } from './plan-entitlement.list.js';
import { planEntitlementRepository } from './plan-entitlement.repository.js';

interface Needs extends Pick<FeaturesNeeds, 'plans' | 'snapshots' | 'changes'> {
  readonly namedFeatures: NamedFeatures;
  readonly limits: Pick<Limits, 'pageBytes'>;
}

/**
 * The features that sold plans grant. An own plan of a subscription has those of its parent. Whoever changes them locks first
 * the features and then the plans. Source: entitlements.md §3.
 */
export class PlanEntitlementService {
  constructor(private readonly needs: Needs) {}

  /** @throws AppError `plan_not_found`, `entitlement_not_found`. */
  async get(db: Db, actor: Actor, { planCode, featureCode }: NamedPlanEntitlement): Promise<PlanEntitlement> {
    const { id } = await this.needs.plans.get(db, actor, { code: planCode });
    return this.granted(db, actor, id, featureCode);
  }

  /** @throws AppError `plan_not_found`. */
  async list(db: Db, actor: Actor, planCode: string, query: ListQuery): Promise<Page<PlanEntitlement>> {
    const { id } = await this.needs.plans.get(db, actor, { code: planCode });
    return planEntitlementRepository.list(db, actor.organizationId, id, query);
  }

  /**
   * The features that plans grant, by the id of the sold plan and in the order in which they were added.
   * @throws AppError `per_page: value_is_out_of_range` for plans that together grant too much.
   */
  async ofPlans(db: Db, actor: Actor, soldIds: readonly string[]): Promise<Map<string, PlanEntitlement[]>> {
    const { limits } = this.needs;
    if (soldIds.length > 1 && soldIds.length * ENTITLEMENT_BYTES > limits.pageBytes) {
      const { sum } = await planEntitlementRepository.bytesOf(db, actor.organizationId, soldIds);
      requirePageWithin(limits, sum, 'The plans of a page hold entitlements');
    }
    const rows = await planEntitlementRepository.findOfPlans(db, actor.organizationId, soldIds);
    return groupBy(rows, ({ planId }) => planId);
  }

  /**
   * Replaces the features that a plan grants. A feature that is named without privileges keeps the values that it has.
   * @returns all features that the plan then grants.
   * @throws AppError `plan_not_found`, `feature_not_found`, `privilege_not_found`, `validation_errors` (entitlements.md §2).
   */
  replace(tx: Tx, actor: Actor, sent: SentPlanEntitlements): Promise<PlanEntitlement[]> {
    return this.write(tx, actor, sent, (current, { values }) =>
      Object.keys(values).length === 0 ? (current?.values ?? {}) : values,
    );
  }

  /** Sets the features and values that are named, and keeps the others. @returns and @throws as `replace`. */
  merge(tx: Tx, actor: Actor, sent: SentPlanEntitlements): Promise<PlanEntitlement[]> {
    return this.write(tx, actor, sent, (current, { values }) => ({ ...current?.values, ...values }), true);
  }

  /** @returns the entitlement as it was. @throws AppError `plan_not_found`, `entitlement_not_found`. */
  async remove(tx: Tx, actor: Actor, named: NamedPlanEntitlement): Promise<PlanEntitlement> {
    const { plan, entitlement } = await this.lockGranted(tx, actor, named);
    await this.edit(tx, actor, plan, () =>
      planEntitlementRepository.delete(tx, actor.organizationId, plan.id, [entitlement.feature.id]),
    );
    return entitlement;
  }

  /**
   * Removes the value of one privilege.
   * @returns the entitlement as it is left.
   * @throws AppError `plan_not_found`, `entitlement_not_found`; `privilege_not_found` if it has no value on the plan.
   */
  async removePrivilege(
    tx: Tx,
    actor: Actor,
    { privilegeCode, ...named }: NamedPlanEntitlement & { readonly privilegeCode: string },
  ): Promise<PlanEntitlement> {
    const { plan, entitlement } = await this.lockGranted(tx, actor, named);
    if (valueIn(entitlement.values, privilegeCode) === null) throw notFound('privilege');
    const left = { ...entitlement, values: withoutValue(entitlement.values, privilegeCode) };
    await this.edit(tx, actor, plan, () => planEntitlementRepository.save(tx, [rowOf(actor, left)]));
    return left;
  }

  /**
   * Gives a new plan, which nobody else sees yet, the entitlements of another. The caller locks the other plan, so that a
   * feature that is deleted meanwhile is deleted from both.
   */
  async copy(
    tx: Tx,
    actor: Actor,
    { original, plan }: { readonly original: Plan; readonly plan: Plan },
  ): Promise<void> {
    const granted = (await this.ofPlans(tx, actor, [original.id])).get(original.id) ?? [];
    const rows = granted.map((entitlement) => rowOf(actor, { ...entitlement, planId: plan.id }));
    await planEntitlementRepository.save(tx, rows);
  }

  /** Locks the plans that grant a feature, before the feature is changed. @returns them with their entitlements. */
  async lockPlansGranting(tx: Tx, actor: Actor, featureId: string): Promise<RegrantedPlan[]> {
    const { plans } = this.needs;
    const ids = await planEntitlementRepository.findPlansGranting(tx, actor.organizationId, featureId);
    return ids.length === 0 ? [] : this.formerOf(tx, actor, await plans.lockMany(tx, actor, ids));
  }

  /** Records that the entitlements of plans have changed. @throws AppError `base: value_is_too_large`. */
  async announce(tx: Tx, actor: Actor, plans: readonly RegrantedPlan[]): Promise<void> {
    if (plans.length === 0) return;
    const ids = plans.map(({ plan }) => plan.id);
    const { largest } = await planEntitlementRepository.bytesOf(tx, actor.organizationId, ids);
    requireSize(largest);
    for (const part of this.inParts(plans))
      await this.needs.changes.announce(tx, actor, { type: 'plan.entitlements_changed', plans: part });
  }

  /** Deletes the entitlements of all plans to a feature. */
  deleteFeature(tx: Tx, { organizationId }: Actor, featureId: string): Promise<void> {
    return planEntitlementRepository.deleteFeature(tx, organizationId, featureId);
  }

  /** Deletes the values of all plans of a privilege. */
  deletePrivilege(tx: Tx, { organizationId }: Actor, featureId: string, code: string): Promise<void> {
    return planEntitlementRepository.deletePrivilege(tx, organizationId, featureId, code);
  }

  /** @param valuesOf the values of a feature that is named. @param keepsOthers true to keep what is not named. */
  private async write(
    tx: Tx,
    actor: Actor,
    { planCode, entitlements }: SentPlanEntitlements,
    valuesOf: (current: PlanEntitlement | undefined, named: NamedFeature) => PlanEntitlementRow['values'],
    keepsOthers = false,
  ): Promise<PlanEntitlement[]> {
    const { plans, namedFeatures } = this.needs;
    const { organizationId } = actor;
    const { id: planId } = await plans.get(tx, actor, { code: planCode });
    const named = await namedFeatures.lock(tx, actor, entitlements);
    const plan = await this.lockPlan(tx, actor, planId);
    const granted = (await this.ofPlans(tx, actor, [planId])).get(planId) ?? [];
    const currentById = new Map(granted.map((each) => [each.feature.id, each]));
    const next = Math.max(0, ...granted.map(({ position }) => position)) + 1;
    const rows = named.map((each, index) => {
      const current = currentById.get(each.feature.id);
      const position = current?.position ?? next + index;
      return rowOf(actor, { planId, position, feature: each.feature, values: valuesOf(current, each) });
    });
    const namedIds = new Set(rows.map(({ featureId }) => featureId));
    const others = [...currentById.keys()].filter((id) => !namedIds.has(id));
    if (keepsOthers) requireCount(namedIds.size + others.length);
    await this.edit(tx, actor, plan, async () => {
      if (!keepsOthers) await planEntitlementRepository.delete(tx, organizationId, planId, others);
      await planEntitlementRepository.save(tx, rows);
    });
    return (await this.ofPlans(tx, actor, [planId])).get(planId) ?? [];
  }

  /** Changes the entitlements of a locked plan and records the change. */
  private async edit(tx: Tx, actor: Actor, plan: Plan, change: () => Promise<void>): Promise<void> {
    const former = await this.formerOf(tx, actor, [plan]);
    await change();
    await this.announce(tx, actor, former);
  }

  private async formerOf(tx: Tx, actor: Actor, plans: readonly Plan[]): Promise<RegrantedPlan[]> {
    const found: RegrantedPlan[] = [];
    for (const part of this.inParts(plans)) {
      const shown = await this.needs.snapshots.takeAll(tx, actor, 'plan_entitlements', part);
      found.push(...part.map((plan, index) => ({ plan, former: shown[index] ?? {} })));
    }
    return found;
  }

  /** Parts of so few plans that they can be read together. */
  private inParts<Item>(items: readonly Item[]): Item[][] {
    const size = this.needs.plans.readableAtOnce();
    const count = Math.ceil(items.length / size);
    return Array.from({ length: count }, (_, index) => items.slice(index * size, (index + 1) * size));
  }

  private async lockGranted(
    tx: Tx,
    actor: Actor,
    { planCode, featureCode }: NamedPlanEntitlement,
  ): Promise<{ plan: Plan; entitlement: PlanEntitlement }> {
    const { id } = await this.needs.plans.get(tx, actor, { code: planCode });
    const plan = await this.lockPlan(tx, actor, id);
    return { plan, entitlement: await this.granted(tx, actor, id, featureCode) };
  }

  private async lockPlan(tx: Tx, actor: Actor, id: string): Promise<Plan> {
    const [plan] = await this.needs.plans.lockMany(tx, actor, [id]);
    if (plan === undefined) throw notFound('plan');
    return plan;
  }

  private async granted(db: Db, actor: Actor, planId: string, featureCode: string): Promise<PlanEntitlement> {
    const granted = (await this.ofPlans(db, actor, [planId])).get(planId) ?? [];
    const entitlement = granted.find(({ feature }) => feature.code === featureCode);
    if (entitlement === undefined) throw notFound('entitlement');
    return entitlement;
  }
}

function rowOf(
  { organizationId }: Actor,
  { planId, position, values, feature: { id: featureId } }: PlanEntitlement,
): PlanEntitlementRow {
  return { organizationId, planId, featureId, position, values };
}
