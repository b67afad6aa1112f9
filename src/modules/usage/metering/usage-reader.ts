import { isCounted } from '../../../core/metering/counter.js';
import type { Db } from '../../../platform/db/database.js';
import type { EventCutoff, UsageMoment } from '../events/usage-moment.js';
import { mayUseCounters, mergesDimensions, meterCounters } from './counted-charge.js';
import {
  ALL_USAGE,
  type MeteredBucket,
  meterEvents,
  type MeteringRequest,
  type MeteringTerms,
  propertiesRead,
} from './metered-charge.js';
import { chargedMetric, type PricedCharge } from './priced-charge.js';
import { sliceOf, usageEventRepository } from './usage-event.repository.js';
import { usageRepository } from './usage.repository.js';

/** Options of a read of usage, for all subscriptions of the call. */
export interface ReadingTerms extends MeteringTerms {
  readonly organizationId: string;
  /** Reads only raw events, and only those before the cutoff; null: all usage, from counters where they suffice. */
  readonly cutoff: EventCutoff | null;
}

/** The subscription and the charges whose usage is read. */
export interface UsageReading extends Pick<MeteringRequest, 'scope'> {
  readonly externalSubscriptionId: string;
  readonly charges: readonly PricedCharge[];
  /** Currency of the amounts that events carry. */
  readonly currency: string;
}

export interface MeteredCharge {
  readonly buckets: readonly MeteredBucket[];
  /** The events that the reading statement saw. */
  readonly moment: UsageMoment;
}

/** By charge id. */
export type MeteredCharges = ReadonlyMap<string, MeteredCharge>;

/** The data that a charge is metered from: sums of counters, sums with the items of a unique count, or raw events. */
type Source = 'sums' | 'items' | 'events';

/** Maximum number of subscriptions whose events or items are in memory at once, since each may have very many. */
const ITEMIZED_AT_ONCE = 10;

/**
 * Meters charges, bucket by bucket. Reads counters if they contain all that the price of a charge depends on, and raw
 * events otherwise; nothing else makes this choice.
 * @returns the metered charges of each reading, in order.
 */
export async function readUsage(
  db: Db,
  terms: ReadingTerms,
  readings: readonly UsageReading[],
): Promise<MeteredCharges[]> {
  const sources = sourcesOf(terms, readings);
  const metered: MeteredCharges[] = [];
  for (const batch of inBatches(readings, sources)) {
    metered.push(...(await readBatch(db, terms, batch, sources)));
  }
  return metered;
}

/**
 * Reads from counters how far charges in advance have been billed in a window, by charge id. Omits charges for which
 * counters do not suffice, and unique counts, whose next event depends on the items that are present.
 */
export async function readCountedLevels(
  db: Db,
  organizationId: string,
  reading: UsageReading,
): Promise<MeteredCharges> {
  // Presentation groups are not needed: they have no price of their own.
  const selection = { ...ALL_USAGE, presentation: [] };
  const terms = { organizationId, purpose: 'shown', selection, cutoff: null } as const;
  const charges = reading.charges.filter((priced) => isCounted(chargedMetric(priced)));
  const counted = [{ ...reading, charges }];
  const [levels] = await readCounters(db, terms, counted, sourcesOf(terms, counted));
  return levels ?? NOTHING;
}

const NOTHING: MeteredCharges = new Map();

type Sources = ReadonlyMap<PricedCharge, Source>;

/** The source of each distinct charge: subscriptions of one plan share charges. */
function sourcesOf(terms: ReadingTerms, readings: readonly UsageReading[]): Sources {
  const charges = new Set(readings.flatMap((reading) => reading.charges));
  return new Map(Array.from(charges, (priced) => [priced, sourceOf(priced, terms)]));
}

function sourceOf(priced: PricedCharge, terms: ReadingTerms): Source {
  if (terms.cutoff !== null || !mayUseCounters(priced, terms)) return 'events';
  return !isCounted(chargedMetric(priced)) && mergesDimensions(priced, terms) ? 'items' : 'sums';
}

/** Splits readings, in order, so that a batch has any number that need only sums and at most `ITEMIZED_AT_ONCE` others. */
function inBatches(readings: readonly UsageReading[], sources: Sources): UsageReading[][] {
  const batches: UsageReading[][] = [];
  let itemized = ITEMIZED_AT_ONCE;
  for (const reading of readings) {
    const isItemized = reading.charges.some((priced) => sources.get(priced) !== 'sums');
    if (batches.length === 0 || (isItemized && itemized === ITEMIZED_AT_ONCE)) {
      batches.push([]);
      itemized = 0;
    }
    batches.at(-1)?.push(reading);
    if (isItemized) itemized += 1;
  }
  return batches;
}

async function readBatch(
  db: Db,
  terms: ReadingTerms,
  readings: readonly UsageReading[],
  sources: Sources,
): Promise<MeteredCharges[]> {
  const counted = await readCounters(db, terms, readings, sources);
  const others = readings.map((reading, index) => ({
    ...reading,
    charges: reading.charges.filter(({ charge }) => counted[index]?.has(charge.id) !== true),
  }));
  const itemized = await readEvents(db, terms, others);
  return readings.map((_, index) => new Map([...(counted[index] ?? []), ...(itemized[index] ?? [])]));
}

type Metered = [chargeId: string, metered: MeteredCharge];

/** Meters from counters. Omits charges that need raw events, also if that is found only when their counters are read. */
async function readCounters(
  db: Db,
  { organizationId, purpose, selection }: ReadingTerms,
  readings: readonly UsageReading[],
  sources: Sources,
): Promise<MeteredCharges[]> {
  const countable = readings.map((reading) => ({
    ...reading,
    charges: reading.charges.filter((priced) => sources.get(priced) !== 'events'),
  }));
  const queries = countable.map(({ externalSubscriptionId, charges, scope: { window }, currency }) => {
    const metrics = Array.from(Map.groupBy(charges, ({ metric }) => metric.id).values(), (own) => ({
      metric: (own[0] as PricedCharge).metric,
      withItems: own.some((priced) => sources.get(priced) === 'items'),
    }));
    return { externalSubscriptionId, metrics, window, currency };
  });
  if (queries.every(({ metrics }) => metrics.length === 0)) return queries.map(() => NOTHING);
  const { counters, moment } = await usageRepository.counters(db, organizationId, queries);
  return countable.map(({ charges, scope }, index) => {
    const request = { purpose, selection, scope };
    const metered = charges.flatMap((priced) => {
      const buckets = meterCounters(priced, counters[index]?.get(priced.metric.id) ?? [], request);
      return buckets === null ? [] : [[priced.charge.id, { buckets, moment }] satisfies Metered];
    });
    return new Map(metered);
  });
}

async function readEvents(
  db: Db,
  { organizationId, purpose, selection, cutoff }: ReadingTerms,
  readings: readonly UsageReading[],
): Promise<MeteredCharges[]> {
  const queries = readings.map(({ externalSubscriptionId, charges, scope: { window }, currency }) => {
    const byMetric = Map.groupBy(charges, ({ metric }) => metric.id);
    const slices = Array.from(byMetric.values(), (own) => {
      const keys = own.flatMap((priced) => propertiesRead(priced, selection));
      return sliceOf((own[0] as PricedCharge).metric, window, keys);
    });
    return { externalSubscriptionId, slices, currency };
  });
  if (queries.every(({ slices }) => slices.length === 0)) return queries.map(() => NOTHING);
  const { events, moment } = await usageEventRepository.find(db, organizationId, queries, cutoff);
  return readings.map(({ charges, scope }, index) => {
    const request = { purpose, selection, scope };
    const own = events[index];
    return new Map(
      charges.map((priced): Metered => [
        priced.charge.id,
        { buckets: meterEvents(priced, own?.get(priced.metric.id) ?? [], request), moment },
      ]),
    );
  });
}
