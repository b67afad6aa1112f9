import { Big, ZERO } from '../../core/decimal.js';
import { roundUnits } from '../../core/metering/aggregation.js';
import type { Period } from '../../core/period.js';
import { rateUsage } from '../../core/rating/charge-models.js';
import { usageOf } from '../../core/usage.js';
import type { Actor } from '../../platform/actor.js';
import type { Db, Tx } from '../../platform/db/database.js';
import { invalid } from '../../platform/errors/app-error.js';
import type { BillableMetric } from '../billable-metrics/billable-metric.table.js';
import type { Charge } from '../plans/charge.table.js';
import type { Subscription } from '../subscriptions/subscription.table.js';
import { eventRepository } from './event.repository.js';
import type { RatedCharge } from './rated-charge.js';
import { type UsageTotal, usageRepository } from './usage.repository.js';

/** What usage is rated by. */
export interface RatingInput {
  readonly subscription: Subscription;
  readonly charges: readonly Charge[];
  /** By id; holds the metric of every charge. */
  readonly metrics: ReadonlyMap<string, BillableMetric>;
  readonly window: Period;
  readonly currency: string;
}

const NOTHING: UsageTotal = { eventsCount: 0n, sum: null, max: null };

/** The units of each aggregation offered so far. Source: aggregations.md §5. */
const UNITS: { readonly [Type in BillableMetric['aggregationType']]?: (total: UsageTotal) => Big } = {
  count_agg: ({ eventsCount }) => new Big(eventsCount),
  sum_agg: ({ sum }) => sum ?? ZERO,
  max_agg: ({ max }) => max ?? ZERO,
};

/** Largest quantity and amount that answers can say. Source: rest-conventions.md §14. */
const UNITS_LIMIT = new Big('1e30');
const CENTS_LIMIT = BigInt(Number.MAX_SAFE_INTEGER);

/** What subscriptions have used, in units and money. */
export class UsageService {
  /**
   * Rates charges in a window, one result per charge in their order. Exact: an event that was acknowledged before
   * the call is in. Only events with the subscription's external id and within the window are looked at, whichever
   * record they were meant for (aggregations.md §2).
   * @throws AppError `amount_cents: value_is_out_of_range`.
   */
  async rateCharges(db: Db, actor: Actor, input: RatingInput): Promise<RatedCharge[]> {
    const { subscription, charges, window, currency } = input;
    const metrics = new Map(charges.map((charge) => [charge.billableMetricId, metricOf(charge, input)]));
    if (metrics.size === 0) return [];
    const totals = await usageRepository.totals(db, {
      organizationId: actor.organizationId,
      externalSubscriptionId: subscription.externalId,
      metrics: [...metrics.values()],
      window,
    });
    return charges.map((charge) => {
      const metric = metricOf(charge, input);
      return rate(charge, metric, totals.get(metric.id) ?? NOTHING, currency);
    });
  }

  /** Deletes the events of subscriptions for good, with their keys and counters. */
  deleteForGood(tx: Tx, actor: Actor, externalSubscriptionIds: readonly string[]): Promise<void> {
    return eventRepository.deleteForGood(tx, actor.organizationId, externalSubscriptionIds);
  }
}

function metricOf(charge: Charge, { metrics }: RatingInput): BillableMetric {
  const metric = metrics.get(charge.billableMetricId);
  if (metric === undefined) throw new Error(`The metric of charge ${charge.id} is missing.`);
  return metric;
}

function rate(charge: Charge, metric: BillableMetric, total: UsageTotal, currency: string): RatedCharge {
  const usage = usageOf(unitsOf(metric, total), { eventsCount: total.eventsCount });
  const price = rateUsage({ model: charge.chargeModel, properties: charge.properties }, usage, {
    currency,
    conversionRate: null,
  });
  if (usage.units.abs().gte(UNITS_LIMIT) || price.amountCents > CENTS_LIMIT) {
    throw invalid({ amountCents: ['value_is_out_of_range'] });
  }
  return { ...price, charge, metric, eventsCount: Number(total.eventsCount) };
}

/** Aggregated and rounded as the metric says. Source: aggregations.md §5, §10. */
function unitsOf(metric: BillableMetric, total: UsageTotal): Big {
  const aggregated = UNITS[metric.aggregationType]?.(total);
  if (aggregated === undefined) throw new Error(`${metric.aggregationType} is not rated.`);
  return roundUnits(aggregated, metric);
}
