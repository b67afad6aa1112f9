import { Big } from '../../core/decimal.js';
import type { QuantityEntry } from '../../core/fixed-charges/quantity-history.js';
import type { Actor } from '../../platform/actor.js';
import { groupBy } from '../../platform/api/loader.js';
import type { Db, Tx } from '../../platform/db/database.js';
import { newId } from '../../platform/db/ids.js';
import type { FixedCharge } from '../plans/fixed-charge.table.js';
import type { PlanService } from '../plans/plan.service.js';
import { fixedChargeUnitsRepository } from './fixed-charge-units.repository.js';
import type { FixedChargeUnits } from './fixed-charge-units.table.js';
import type { Subscription } from './subscription.table.js';

/** Units of a fixed charge that a subscription is to have. */
export interface NewQuantity extends Pick<FixedChargeUnits, 'units' | 'effectiveAt' | 'isOwn' | 'createdAt'> {
  readonly subscription: Subscription;
  readonly fixedCharge: FixedCharge;
}

/** The quantities that subscriptions have of the fixed charges of their plans. */
export class FixedChargeUnitsService {
  constructor(private readonly plans: PlanService) {}

  /**
   * The first quantities of a subscription that has started: those of its plan. Choice: they take effect with the
   * start, not a second later, which no window can tell but that of a start in the last second of a day.
   * Source: fixed-charges-and-commitments.md §2.
   */
  async start(tx: Tx, actor: Actor, subscription: Subscription, now: Date): Promise<void> {
    const { planId, subscriptionAt, startedAt } = subscription;
    const fixedCharges = (await this.plans.fixedChargesOf(tx, actor, [planId])).get(planId) ?? [];
    const effectiveAt = startedAt ?? subscriptionAt;
    const quantities = fixedCharges.map((fixedCharge) => ({
      subscription,
      fixedCharge,
      units: fixedCharge.units,
      effectiveAt,
      isOwn: false,
      createdAt: now,
    }));
    await this.add(tx, actor, quantities);
  }

  /** Adds quantities, in the order given. */
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

  /** Removes the rows; the subscriptions must still be there. */
  deleteForGood(tx: Tx, actor: Actor, customerIds: readonly string[]): Promise<void> {
    return fixedChargeUnitsRepository.deleteOfCustomers(tx, actor.organizationId, customerIds);
  }
}

/** The quantities of one fixed charge out of a subscription's, as core takes them. */
export function historyOf(entries: readonly FixedChargeUnits[], { id }: FixedCharge): QuantityEntry[] {
  return entries
    .filter(({ fixedChargeId }) => fixedChargeId === id)
    .map(({ units, effectiveAt }) => ({ units: new Big(units), effectiveAt }));
}
