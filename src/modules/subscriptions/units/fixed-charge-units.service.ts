import { currentFixedChargesPeriod } from '../../../core/invoicing/subscriptions/billing-windows.js';
import { Big } from '../../../core/money/decimal.js';
import { effectiveUnits, type QuantityEntry } from '../../../core/fixed-charges/quantity-history.js';
import type { Actor } from '../../../platform/actor.js';
import { groupBy } from '../../../platform/collections/grouping.js';
import type { Db, Tx } from '../../../platform/db/database.js';
import { newId } from '../../../platform/db/tables/ids.js';
import type { ListQuery, Page } from '../../../platform/paging/page.js';
import type { FixedCharge } from '../../plans/fixed-charges/fixed-charge.table.js';
import type { FixedChargeService } from '../../plans/fixed-charges/fixed-charge.service.js';
import { fixedChargeUnitsRepository } from './fixed-charge-units.repository.js';
import type { FixedChargeUnits } from '../records/fixed-charge-units.table.js';
import type { SubscriptionContext } from '../records/subscription-context.js';
import type { Subscription } from '../records/subscription.table.js';

/** New units of a fixed charge for a subscription. */
export interface NewQuantity extends Pick<FixedChargeUnits, 'units' | 'effectiveAt' | 'isOwn' | 'createdAt'> {
  readonly subscription: Subscription;
  readonly fixedCharge: FixedCharge;
}

/** The units that subscriptions have of their plans' fixed charges, over time. */
export class FixedChargeUnitsService {
  constructor(private readonly fixedCharges: FixedChargeService) {}

  /**
   * Adds the first quantities of a subscription that has started: its own units, or else those of its plan. Choice: they take
   * effect at the start, not a second later; only a start in the last second of a day makes a difference.
   * Source: fixed-charges-and-commitments.md §2.
   */
  async start(tx: Tx, actor: Actor, subscription: Subscription, now: Date): Promise<void> {
    const { planId, subscriptionAt, startedAt } = subscription;
    const ofPlan = (await this.fixedCharges.ofPlans(tx, actor, [planId])).get(planId) ?? [];
    if (ofPlan.length === 0) return;
    const own = await this.ownUnits(tx, actor, subscription);
    const effectiveAt = startedAt ?? subscriptionAt;
    const quantities = ofPlan.map((fixedCharge) => ({
      subscription,
      fixedCharge,
      units: own.get(fixedCharge.id) ?? fixedCharge.units,
      effectiveAt,
      isOwn: own.has(fixedCharge.id),
      createdAt: now,
    }));
    await this.add(tx, actor, quantities);
  }

  /** The units that override those of the plan, by fixed charge id, including those that take effect later. */
  async ownUnits(db: Db, actor: Actor, subscription: Pick<Subscription, 'id'>): Promise<Map<string, bigint>> {
    const own = (await this.ofSubscription(db, actor, subscription)).filter(({ isOwn }) => isOwn);
    return new Map(own.map(({ fixedChargeId, units }) => [fixedChargeId, units]));
  }

  /** Stores the overridden units that a subscription will start with. */
  async addPlanned(
    tx: Tx,
    actor: Actor,
    subscription: Subscription,
    { fixedCharges, now }: { fixedCharges: readonly FixedCharge[]; now: Date },
  ): Promise<void> {
    const planned = fixedCharges.map((fixedCharge) => ({
      subscription,
      fixedCharge,
      units: fixedCharge.units,
      effectiveAt: subscription.subscriptionAt,
      isOwn: true,
      createdAt: now,
    }));
    await this.add(tx, actor, planned);
  }

  /** Deletes the units that a subscription would have started with, since its plan is replaced. */
  deletePlanned(tx: Tx, { organizationId, id }: Subscription): Promise<void> {
    return fixedChargeUnitsRepository.deleteOfSubscription(tx, organizationId, id);
  }

  /**
   * A fixed charge of a subscription's plan, with the subscription's units in the current period.
   * @throws AppError `fixed_charge_not_found`.
   */
  async get(db: Db, actor: Actor, context: SubscriptionContext, code: string): Promise<FixedCharge> {
    const { subscription, plan } = context;
    const fixedCharge = await this.fixedCharges.get(db, actor, { planId: plan.id, code });
    return withUnits(fixedCharge, await this.ofSubscription(db, actor, subscription), context);
  }

  /** The fixed charges of a subscription's plan, newest first, with the subscription's units in the current period. */
  async list(
    db: Db,
    actor: Actor,
    context: SubscriptionContext,
    query: ListQuery,
  ): Promise<Page<FixedCharge>> {
    const ofPlan = await this.fixedCharges.list(db, actor, context.plan.id, query);
    const entries = await this.ofSubscription(db, actor, context.subscription);
    return ofPlan.map((fixedCharge) => withUnits(fixedCharge, entries, context));
  }

  /** Adds quantities. If several apply to one window, the last one counts. */
  async add(tx: Tx, { organizationId }: Actor, quantities: readonly NewQuantity[]): Promise<void> {
    const entries = quantities.map(({ subscription, fixedCharge, ...entry }) => ({
      ...entry,
      id: newId(),
      organizationId,
      subscriptionId: subscription.id,
      fixedChargeId: fixedCharge.id,
    }));
    await fixedChargeUnitsRepository.insert(tx, entries);
  }

  /** The quantities of subscriptions over time, by subscription id, in order of creation. */
  async ofSubscriptions(
    db: Db,
    actor: Actor,
    subscriptionIds: readonly string[],
  ): Promise<Map<string, FixedChargeUnits[]>> {
    const found = await fixedChargeUnitsRepository.findBySubscriptions(
      db,
      actor.organizationId,
      subscriptionIds,
    );
    return groupBy(found, (entry) => entry.subscriptionId);
  }

  /** The quantities of one subscription, in order of creation. */
  private async ofSubscription(
    db: Db,
    actor: Actor,
    { id }: Pick<Subscription, 'id'>,
  ): Promise<FixedChargeUnits[]> {
    return (await this.ofSubscriptions(db, actor, [id])).get(id) ?? [];
  }

  /** Deletes the rows of customers, before those of their subscriptions. */
  deleteForGood(tx: Tx, actor: Actor, customerIds: readonly string[]): Promise<void> {
    return fixedChargeUnitsRepository.deleteOfCustomers(tx, actor.organizationId, customerIds);
  }
}

/** A subscription that has not started has no quantities yet: the plan's units are shown. */
function withUnits(
  fixedCharge: FixedCharge,
  entries: readonly FixedChargeUnits[],
  { terms, now }: SubscriptionContext,
): FixedCharge {
  const history = historyOf(entries, fixedCharge);
  if (history.length === 0) return fixedCharge;
  const units = effectiveUnits(history, currentFixedChargesPeriod(terms, now));
  return { ...fixedCharge, units: BigInt(units.toFixed()) };
}

/**
 * Selects the quantities of one fixed charge among a subscription's, including those from before the subscription had an
 * own plan. Source: fixed-charges-and-commitments.md §2.
 */
export function historyOf(
  entries: readonly FixedChargeUnits[],
  { id, parentId }: FixedCharge,
): QuantityEntry[] {
  return entries
    .filter(({ fixedChargeId }) => fixedChargeId === id || fixedChargeId === parentId)
    .map(({ units, effectiveAt }) => ({ units: new Big(units), effectiveAt }));
}
