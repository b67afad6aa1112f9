import type { Actor } from '../../../platform/actor.js';
import { indexBy } from '../../../platform/collections/grouping.js';
import type { Db, Tx } from '../../../platform/db/database.js';
import { notFound } from '../../../platform/errors/app-error.js';
import type { ListQuery, Page } from '../../../platform/paging/page.js';
import type { SubscriptionContext } from '../../subscriptions/records/subscription-context.js';
import type { Subscription } from '../../subscriptions/records/subscription.table.js';
import type { FeaturesNeeds } from '../features.needs.js';
import type {
  NamedSubscriptionEntitlement,
  SentSubscriptionEntitlements,
} from '../records/entitlement.input.js';
import { requireCount } from '../records/entitlement.rules.js';
import type { SubscriptionEntitlementRow } from '../records/entitlement.table.js';
import type { Feature } from '../records/feature.table.js';
import type { NamedFeatures } from '../records/named-features.js';
import type { PlanEntitlement } from '../plans/plan-entitlement.list.js';
import type { PlanEntitlementService } from '../plans/plan-entitlement.service.js';
import type { ListedEntitlement, SubscriptionEntitlement } from './subscription-entitlement.list.js';
import {
  type EntitledSubscription,
  subscriptionEntitlementRepository,
} from './subscription-entitlement.repository.js';
import {
  isInForce,
  isOfSubscription,
  isWithoutDifference,
  NO_DIFFERENCE,
  type OwnEntitlement,
  withNamed,
  withoutFeature,
  withoutPrivilege,
} from './subscription-entitlement.rules.js';

interface Needs extends Pick<
  FeaturesNeeds,
  'subscriptions' | 'subscriptionContexts' | 'snapshots' | 'changes'
> {
  readonly planEntitlements: PlanEntitlementService;
  readonly namedFeatures: NamedFeatures;
}

type SubscriptionName = Pick<NamedSubscriptionEntitlement, 'externalId' | 'status'>;

/** A locked subscription, with what its plan grants and how it differs, by feature id. */
interface LockedEntitlements extends SubscriptionContext {
  readonly granted: ReadonlyMap<string, PlanEntitlement>;
  readonly own: ReadonlyMap<string, SubscriptionEntitlementRow>;
}

/** A feature, and how the subscription shall differ from its plan in it. */
interface ChangedFeature {
  readonly feature: Feature;
  readonly own: OwnEntitlement;
}

/** The features that subscriptions entitle to: those of the plan, and the differences of each. Source: entitlements.md §4. */
export class SubscriptionEntitlementService {
  constructor(private readonly needs: Needs) {}

  /** @throws AppError `subscription_not_found`, `entitlement_not_found`. */
  async get(
    db: Db,
    actor: Actor,
    { featureCode, ...name }: NamedSubscriptionEntitlement,
  ): Promise<SubscriptionEntitlement> {
    const all = await this.inForce(db, actor, await this.named(db, actor, name));
    const entitlement = all.find(({ code }) => code === featureCode);
    if (entitlement === undefined) throw notFound('entitlement');
    return entitlement;
  }

  /** @throws AppError `subscription_not_found`. */
  async list(
    db: Db,
    actor: Actor,
    name: SubscriptionName,
    query: ListQuery,
  ): Promise<Page<ListedEntitlement>> {
    const all = await this.inForce(db, actor, await this.named(db, actor, name));
    return subscriptionEntitlementRepository.page(db, actor.organizationId, all, query);
  }

  /** The features that subscriptions entitle to, by subscription id and in the order of each. */
  ofSubscriptions(
    db: Db,
    { organizationId }: Actor,
    entitled: readonly EntitledSubscription[],
  ): Promise<Map<string, ListedEntitlement[]>> {
    return subscriptionEntitlementRepository.findInForce(db, organizationId, entitled);
  }

  /**
   * Sets the features and values that are named for one subscription, and keeps the others.
   * @returns all features that the subscription then entitles to.
   * @throws AppError `subscription_not_found`, `feature_not_found`, `privilege_not_found`, `test_clock_advancing`,
   *   `validation_errors` (entitlements.md §2).
   */
  async merge(
    tx: Tx,
    actor: Actor,
    { entitlements, ...name }: SentSubscriptionEntitlements,
  ): Promise<SubscriptionEntitlement[]> {
    const { id } = await this.named(tx, actor, name);
    const named = await this.needs.namedFeatures.lock(tx, actor, entitlements);
    const locked = await this.lock(tx, actor, id);
    const changed = named.map(({ feature, values }) => {
      const granted = locked.granted.get(feature.id)?.values ?? null;
      return { feature, own: withNamed(locked.own.get(feature.id), granted, values) };
    });
    await this.write(tx, actor, locked, changed);
    return this.inForce(tx, actor, locked.subscription);
  }

  /**
   * Takes a feature from one subscription, whether its plan grants it or not.
   * @returns the entitlement as it was; without privileges if it was not in force.
   * @throws AppError `subscription_not_found`, `feature_not_found`, `test_clock_advancing`.
   */
  async remove(
    tx: Tx,
    actor: Actor,
    { featureCode, ...name }: NamedSubscriptionEntitlement,
  ): Promise<SubscriptionEntitlement> {
    const { id } = await this.named(tx, actor, name);
    const { feature } = await this.needs.namedFeatures.lockOne(tx, actor, featureCode);
    const locked = await this.lock(tx, actor, id);
    const granted = locked.granted.get(feature.id)?.values ?? null;
    const own = locked.own.get(feature.id);
    await this.write(tx, actor, locked, [{ feature, own: withoutFeature(own, granted) }]);
    return shown(feature, granted, own);
  }

  /**
   * Takes a privilege from one subscription, whether its plan gives it a value or not.
   * @returns the entitlement as it is left; without privileges if it is not in force.
   * @throws AppError `subscription_not_found`, `feature_not_found`, `privilege_not_found`, `test_clock_advancing`.
   */
  async removePrivilege(
    tx: Tx,
    actor: Actor,
    {
      featureCode,
      privilegeCode,
      ...name
    }: NamedSubscriptionEntitlement & { readonly privilegeCode: string },
  ): Promise<SubscriptionEntitlement> {
    const { id } = await this.named(tx, actor, name);
    const { feature, privileges } = await this.needs.namedFeatures.lockOne(tx, actor, featureCode);
    if (!privileges.some(({ code }) => code === privilegeCode)) throw notFound('privilege');
    const locked = await this.lock(tx, actor, id);
    const granted = locked.granted.get(feature.id)?.values ?? null;
    const own = withoutPrivilege(locked.own.get(feature.id), granted, privilegeCode);
    await this.write(tx, actor, locked, [{ feature, own }]);
    return shown(feature, granted, own);
  }

  /** Deletes what the subscriptions of customers have, before these subscriptions. */
  deleteForGood(tx: Tx, { organizationId }: Actor, customerIds: readonly string[]): Promise<void> {
    return subscriptionEntitlementRepository.deleteOfCustomers(tx, organizationId, customerIds);
  }

  private named(db: Db, actor: Actor, { externalId, status }: SubscriptionName): Promise<Subscription> {
    return this.needs.subscriptions.get(db, actor, { externalId, status: status ?? 'active' });
  }

  private async inForce(
    db: Db,
    actor: Actor,
    subscription: EntitledSubscription,
  ): Promise<ListedEntitlement[]> {
    return (await this.ofSubscriptions(db, actor, [subscription])).get(subscription.id) ?? [];
  }

  private async lock(tx: Tx, actor: Actor, id: string): Promise<LockedEntitlements> {
    const { subscriptionContexts, planEntitlements } = this.needs;
    const context = await subscriptionContexts.lock(tx, actor, id);
    const soldId = context.plan.parentId ?? context.plan.id;
    const granted = (await planEntitlements.ofPlans(tx, actor, [soldId])).get(soldId) ?? [];
    const own = await subscriptionEntitlementRepository.findOwn(tx, actor.organizationId, [id]);
    return {
      ...context,
      granted: indexBy(granted, ({ feature }) => feature.id),
      own: indexBy(own, ({ featureId }) => featureId),
    };
  }

  /** Writes how a subscription differs from its plan in some features, and records the change of the subscription. */
  private async write(
    tx: Tx,
    actor: Actor,
    { subscription, customer, own: current }: LockedEntitlements,
    changed: readonly ChangedFeature[],
  ): Promise<void> {
    const { snapshots, changes } = this.needs;
    const { organizationId } = actor;
    const { id: subscriptionId } = subscription;
    const former = await snapshots.take(tx, actor, 'subscription_entitlements', subscription);
    const next = Math.max(0, ...[...current.values()].map(({ position }) => position)) + 1;
    const rows = changed.map(({ feature: { id: featureId }, own }, index) => {
      const row = current.get(featureId);
      // A feature has its place from when it was added to those of the subscription.
      const position = row !== undefined && isOfSubscription(row) ? row.position : next + index;
      return { organizationId, subscriptionId, featureId, position, ...own };
    });
    const unneeded = rows.filter(isWithoutDifference).map(({ featureId }) => featureId);
    const kept = rows.filter((row) => !isWithoutDifference(row));
    requireCount(new Set([...current.keys(), ...kept.map(({ featureId }) => featureId)]).size);
    await subscriptionEntitlementRepository.delete(tx, organizationId, subscriptionId, unneeded);
    await subscriptionEntitlementRepository.save(tx, kept);
    await changes.announce(tx, actor, {
      type: 'subscription.entitlements_changed',
      subscription,
      customer,
      former,
    });
  }
}

/** An entitlement for the caller; without values if it is not in force. */
function shown(
  feature: Feature,
  granted: SubscriptionEntitlement['granted'],
  own: OwnEntitlement | undefined,
): SubscriptionEntitlement {
  return isInForce(own, granted)
    ? { ...feature, granted, own: own ?? NO_DIFFERENCE }
    : { ...feature, granted: null, own: NO_DIFFERENCE };
}
