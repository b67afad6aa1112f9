import type { Actor } from '../../../platform/actor.js';
import type { Changes } from '../../../platform/changes/changes.js';
import type { Clock } from '../../../platform/clock.js';
import { groupBy } from '../../../platform/collections/grouping.js';
import type { Db, Tx } from '../../../platform/db/database.js';
import type { PlanCatalogChange } from '../plan.changes.js';
import type { Plan } from '../plan.table.js';
import { usageThresholdRepository } from './usage-threshold.repository.js';
import { type RequestedThreshold, replacedThresholds } from './usage-threshold.rules.js';
import type { UsageThreshold } from './usage-threshold.table.js';

type Owner = { readonly planId: string } | { readonly subscriptionId: string };

/** A subscription with its plan, as far as that decides its thresholds. */
export interface ThresholdsOf {
  readonly subscription: { readonly id: string; readonly progressiveBillingDisabled: boolean };
  readonly plan: Pick<Plan, 'id' | 'parentId'>;
}

const NO_PLANS = { planIds: [], subscriptionIds: [] } as const;

/** The thresholds of progressive billing. Source: progressive-billing.md §1. */
export class UsageThresholds {
  constructor(
    private readonly clock: Clock,
    private readonly changes: Changes<PlanCatalogChange>,
  ) {}

  /** The own thresholds of plans, by plan id: fixed ones ascending and then the recurring one. */
  async ofPlans(
    db: Db,
    { organizationId }: Actor,
    planIds: readonly string[],
  ): Promise<Map<string, UsageThreshold[]>> {
    const found = await usageThresholdRepository.find(db, organizationId, { ...NO_PLANS, planIds });
    return groupBy(found, ({ planId }) => planId ?? '');
  }

  /**
   * The thresholds that apply to subscriptions, by subscription id: their own, or those of their plan, or those of the plan
   * that it is a copy of. Subscriptions without any are omitted.
   */
  async applicable(
    db: Db,
    { organizationId }: Actor,
    subscriptions: readonly ThresholdsOf[],
  ): Promise<Map<string, UsageThreshold[]>> {
    const enabled = subscriptions.filter(({ subscription }) => !subscription.progressiveBillingDisabled);
    if (enabled.length === 0) return new Map();
    const planIds = new Set(enabled.flatMap(({ plan: { id, parentId } }) => [id, parentId ?? id]));
    const found = await usageThresholdRepository.find(db, organizationId, {
      planIds: [...planIds],
      subscriptionIds: enabled.map(({ subscription }) => subscription.id),
    });
    const byOwner = groupBy(found, ({ planId, subscriptionId }) => subscriptionId ?? planId ?? '');
    return new Map(
      enabled.flatMap(({ subscription, plan }) => {
        const owners = [subscription.id, plan.id, plan.parentId ?? plan.id];
        const first = owners.map((id) => byOwner.get(id)).find((own) => own !== undefined);
        return first === undefined ? [] : [[subscription.id, first] as const];
      }),
    );
  }

  /** Replaces the thresholds of a plan or subscription. */
  async replace(tx: Tx, actor: Actor, owner: Owner, requested: readonly RequestedThreshold[]): Promise<void> {
    const { organizationId } = actor;
    const ids = { planId: null, subscriptionId: null, ...owner };
    const known = await usageThresholdRepository.find(tx, organizationId, {
      planIds: [ids.planId ?? []].flat(),
      subscriptionIds: [ids.subscriptionId ?? []].flat(),
    });
    const { saved, deletedIds } = replacedThresholds(
      { organizationId, ...ids },
      known,
      requested,
      this.clock.now(),
    );
    await usageThresholdRepository.delete(tx, organizationId, deletedIds);
    await usageThresholdRepository.save(tx, saved);
    if (saved.length + deletedIds.length > 0)
      await this.changes.announce(tx, actor, { type: 'usage_thresholds.changed', owner });
  }

  /** True if a subscription has other own thresholds than these. */
  async differ(
    db: Db,
    { organizationId }: Actor,
    subscriptionId: string,
    requested: readonly RequestedThreshold[],
  ): Promise<boolean> {
    const known = await usageThresholdRepository.find(db, organizationId, {
      ...NO_PLANS,
      subscriptionIds: [subscriptionId],
    });
    const owner = { organizationId, planId: null, subscriptionId };
    const { saved, deletedIds } = replacedThresholds(owner, known, requested, this.clock.now());
    return saved.length + deletedIds.length > 0;
  }

  /** Deletes the thresholds of plans and subscriptions that are deleted for good. */
  async deleteForGood(
    tx: Tx,
    { organizationId }: Actor,
    owners: { readonly planIds?: readonly string[]; readonly subscriptionIds?: readonly string[] },
  ): Promise<void> {
    const found = await usageThresholdRepository.find(tx, organizationId, { ...NO_PLANS, ...owners });
    await usageThresholdRepository.delete(
      tx,
      organizationId,
      found.map(({ id }) => id),
    );
  }
}
