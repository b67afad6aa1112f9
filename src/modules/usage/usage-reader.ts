import { isCounted } from '../../core/metering/counter.js';
import type { Db } from '../../platform/db/database.js';
import { isToldByCounters, mergesDimensions, meterCounters } from './counted-charge.js';
import { ALL_USAGE, type MeteredBucket, meterEvents, type MeteringRequest } from './metered-charge.js';
import { chargedMetric, type PricedCharge } from './priced-charge.js';
import { sliceOf, usageEventRepository } from './usage-event.repository.js';
import { usageRepository } from './usage.repository.js';

/** Whose usage is read, and for which charges. */
export interface UsageReading extends MeteringRequest {
  readonly organizationId: string;
  readonly externalSubscriptionId: string;
  readonly charges: readonly PricedCharge[];
  /** What the amounts of single events are in. */
  readonly currency: string;
  /** Null: all that is there. Else only raw events with smaller ids: those that came before something was made. */
  readonly eventsBefore: string | null;
}

/**
 * Meters charges, bucket by bucket: from counters where these tell all that the price depends on, else from the raw
 * events. Which of the two is decided here and nowhere else.
 */
export async function readUsage(
  db: Db,
  reading: UsageReading,
): Promise<ReadonlyMap<string, MeteredBucket[]>> {
  const told = reading.charges.filter(
    (priced) => reading.eventsBefore === null && isToldByCounters(priced, reading),
  );
  const counted = new Map(told.length === 0 ? [] : await readCounters(db, reading, told));
  const others = reading.charges.filter(({ charge }) => !counted.has(charge.id));
  return new Map([...counted, ...(others.length === 0 ? [] : await readEvents(db, reading, others))]);
}

/**
 * How far charges in advance have been billed in a window, by charge id, as counters tell it; without those that they do
 * not tell, and those that count items, whose next event depends on which are there.
 */
export async function readCountedLevels(
  db: Db,
  reading: Omit<UsageReading, 'purpose' | 'selection' | 'eventsBefore'>,
): Promise<ReadonlyMap<string, MeteredBucket[]>> {
  // What is shown apart has no price of its own.
  const selection = { ...ALL_USAGE, presentation: [] };
  const request = { ...reading, purpose: 'shown', selection, eventsBefore: null } as const;
  const told = reading.charges.filter(
    (priced) => isCounted(chargedMetric(priced)) && isToldByCounters(priced, request),
  );
  return new Map(told.length === 0 ? [] : await readCounters(db, request, told));
}

type Metered = [chargeId: string, buckets: MeteredBucket[]];

/** Without those charges whose counters turn out not to tell all. */
async function readCounters(
  db: Db,
  { organizationId, externalSubscriptionId, currency, ...request }: UsageReading,
  charges: readonly PricedCharge[],
): Promise<Metered[]> {
  const metrics = [...Map.groupBy(charges, ({ metric }) => metric.id).values()].map((own) => ({
    metric: (own[0] as PricedCharge).metric,
    withItems: own.some((priced) => mergesDimensions(priced, request)),
  }));
  const { window } = request.scope;
  const query = { organizationId, externalSubscriptionId, metrics, window, currency };
  const counters = await usageRepository.counters(db, query);
  return charges.flatMap((priced) => {
    const buckets = meterCounters(priced, counters.get(priced.metric.id) ?? [], request);
    return buckets === null ? [] : [[priced.charge.id, buckets] satisfies Metered];
  });
}

async function readEvents(
  db: Db,
  { organizationId, externalSubscriptionId, currency, eventsBefore, ...request }: UsageReading,
  charges: readonly PricedCharge[],
): Promise<Metered[]> {
  const { window } = request.scope;
  const slices = new Map(charges.map(({ metric }) => [metric.id, sliceOf(metric, window)]));
  const query = {
    organizationId,
    externalSubscriptionId,
    slices: [...slices.values()],
    currency,
    eventsBefore,
  };
  const events = await usageEventRepository.find(db, query);
  return charges.map((priced) => [
    priced.charge.id,
    meterEvents(priced, events.get(priced.metric.id) ?? [], request),
  ]);
}
