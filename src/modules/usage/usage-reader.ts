import { Big, ZERO } from '../../core/decimal.js';
import { roundUnits } from '../../core/metering/aggregation.js';
import { looksAtSingleEvents } from '../../core/rating/charge-models.js';
import { usageOf } from '../../core/usage.js';
import type { Db } from '../../platform/db/database.js';
import type { BillableMetric } from '../billable-metrics/billable-metric.table.js';
import {
  groupKeysOf,
  type MeteredBucket,
  meterEvents,
  type MeteringRequest,
  presentationKeysOf,
  type UsageSelection,
} from './metered-charge.js';
import { priceOf, type PricedCharge } from './priced-charge.js';
import { sliceOf, usageEventRepository } from './usage-event.repository.js';
import { type UsageTotal, usageRepository } from './usage.repository.js';

/** Whose usage is read, and for which charges. */
export interface UsageReading extends MeteringRequest {
  readonly organizationId: string;
  readonly externalSubscriptionId: string;
  readonly charges: readonly PricedCharge[];
  /** What the amounts of single events are in. */
  readonly currency: string;
}

/**
 * Meters charges, bucket by bucket: from counters where these tell all that the price depends on, else from the raw
 * events. Which of the two is decided here and nowhere else.
 */
export async function readUsage(
  db: Db,
  reading: UsageReading,
): Promise<ReadonlyMap<string, MeteredBucket[]>> {
  const { charges, selection } = reading;
  const counted = charges.filter((priced) => isCounted(priced, selection));
  const metered = charges.filter((priced) => !isCounted(priced, selection));
  return new Map([
    ...(counted.length === 0 ? [] : await readCounters(db, reading, counted)),
    ...(metered.length === 0 ? [] : await readEvents(db, reading, metered)),
  ]);
}

/** What the total of each aggregation that counters are kept for comes to. Source: aggregations.md §5. */
const COUNTED_UNITS: { readonly [Type in BillableMetric['aggregationType']]?: (total: UsageTotal) => Big } = {
  count_agg: ({ eventsCount }) => new Big(eventsCount),
  sum_agg: ({ sum }) => sum ?? ZERO,
  max_agg: ({ max }) => max ?? ZERO,
};

/** Whether one total of the window tells all: a single bucket that no single event matters to. */
function isCounted(priced: PricedCharge, selection: UsageSelection): boolean {
  const { charge, metric, filters } = priced;
  const isWhole = filters.length === 0 && Object.keys(selection.group).length === 0;
  const isSplit =
    groupKeysOf(priced, null, selection).length > 0 || presentationKeysOf(priced, null, selection).length > 0;
  const hasCounter = Object.hasOwn(COUNTED_UNITS, metric.aggregationType) && !metric.recurring;
  const isPricedByEvents = charge.chargeModel === 'dynamic' || looksAtSingleEvents(priceOf(priced, null));
  return isWhole && !isSplit && hasCounter && !isPricedByEvents && !charge.payInAdvance;
}

type Metered = [chargeId: string, buckets: MeteredBucket[]];

async function readCounters(
  db: Db,
  { organizationId, externalSubscriptionId, scope }: UsageReading,
  charges: readonly PricedCharge[],
): Promise<Metered[]> {
  const metrics = [...new Map(charges.map(({ metric }) => [metric.id, metric])).values()];
  const { window } = scope;
  const query = { organizationId, externalSubscriptionId, metrics, window };
  const totals = await usageRepository.totals(db, query);
  return charges.map(({ charge, metric }) => [charge.id, [countedBucket(metric, totals.get(metric.id))]]);
}

const NOTHING: UsageTotal = { eventsCount: 0n, sum: null, max: null };

function countedBucket(metric: BillableMetric, total = NOTHING): MeteredBucket {
  const units = COUNTED_UNITS[metric.aggregationType]?.(total) ?? ZERO;
  const usage = usageOf(roundUnits(units, metric), { eventsCount: total.eventsCount });
  return { filter: null, groupedBy: {}, usage, presentation: [], inAdvance: null };
}

async function readEvents(
  db: Db,
  { organizationId, externalSubscriptionId, currency, ...request }: UsageReading,
  charges: readonly PricedCharge[],
): Promise<Metered[]> {
  const { window } = request.scope;
  const slices = new Map(charges.map(({ metric }) => [metric.id, sliceOf(metric, window)]));
  const query = { organizationId, externalSubscriptionId, slices: [...slices.values()], currency };
  const events = await usageEventRepository.find(db, query);
  return charges.map((priced) => [
    priced.charge.id,
    meterEvents(priced, events.get(priced.metric.id) ?? [], request),
  ]);
}
