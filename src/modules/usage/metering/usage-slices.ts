import { SUPPORTED_INSTANTS } from '../../../core/time/supported-instants.js';
import type { Period } from '../../../core/time/period.js';
import type { BillableMetric } from '../../billable-metrics/billable-metric.table.js';
import { rulesAsJson, spansOf } from '../counters/counted-event.js';
import { type Span, startOf } from '../counters/usage-span.js';
import { partsOf, type WindowPart } from './usage-window.js';

/** The metrics and window to read for one subscription. */
export interface UsageQuery {
  readonly externalSubscriptionId: string;
  readonly metrics: readonly QueriedMetric[];
  readonly window: Period;
  /** Currency of the amounts that events carry. */
  readonly currency: string;
}

export interface QueriedMetric {
  readonly metric: BillableMetric;
  /** Reads each item of a unique count, since some charge counts items over several values of a dimension. */
  readonly withItems: boolean;
}

/** A query and the set of slices that answers it; members are named as the SQL statement reads them. */
interface QueryEntry {
  /** Index of the query. */
  readonly query: number;
  readonly external_subscription_id: string;
  readonly slice_set: number;
}

/** A part of the usage of one metric; members are named as the SQL statement reads them. */
interface Slice extends ReturnType<typeof rulesAsJson> {
  readonly slice_set: number;
  readonly metric_id: string;
  readonly code: string;
  readonly is_before: boolean;
  /** Span of the counters that are read; null: raw events. */
  readonly span: Span | null;
  readonly from_at: Date;
  readonly to_at: Date;
  readonly unless_in: readonly Period[];
  readonly only_if_in: readonly Period[] | null;
  /** For a unique count, the Unix microseconds from which an item's last event counts; otherwise null. */
  readonly seen_from: string | null;
  readonly with_items: boolean;
}

const MICROSECONDS = 1_000n;

/**
 * The slices to read for some queries. Queries with the same window and metrics, as those of one plan's subscriptions that
 * are billed together, share one set of slices.
 */
export function slicesOfQueries(queries: readonly UsageQuery[]): {
  queryEntries: QueryEntry[];
  slices: Slice[];
} {
  const sliceSets = new Map<string, number>();
  const slices: Slice[] = [];
  const queryEntries = queries.map(({ externalSubscriptionId, metrics, window }, query): QueryEntry => {
    const key = JSON.stringify([window, metrics.map(({ metric, withItems }) => [metric.id, withItems])]);
    const sliceSet = sliceSets.get(key) ?? sliceSets.size;
    if (!sliceSets.has(key)) {
      sliceSets.set(key, sliceSet);
      const parts = metrics.flatMap((metric) => slicesOf(metric, window));
      slices.push(...parts.map((part) => ({ slice_set: sliceSet, ...part })));
    }
    return { query, external_subscription_id: externalSubscriptionId, slice_set: sliceSet };
  });
  return { queryEntries, slices };
}

/** The slices of a metric. While its counters are being rebuilt, they are read from events. */
function slicesOf({ metric, withItems }: QueriedMetric, window: Period): Omit<Slice, 'slice_set'>[] {
  const spans = metric.counterState === 'counted' ? spansOf(metric) : [];
  const rules = rulesAsJson(metric);
  const slice = (isBefore: boolean, seenFrom: Date | null, part: WindowPart): Omit<Slice, 'slice_set'> => ({
    metric_id: metric.id,
    code: metric.code,
    ...rules,
    is_before: isBefore,
    span: part.span,
    from_at: part.period.from,
    to_at: part.period.to,
    unless_in: part.unlessIn,
    only_if_in: part.onlyIfIn,
    seen_from: seenFrom === null ? null : String(BigInt(seenFrom.getTime()) * MICROSECONDS),
    with_items: withItems,
  });
  const before = { from: SUPPORTED_INSTANTS.from, to: window.from };
  if (metric.aggregationType === 'unique_count_agg') {
    const period = metric.recurring ? { ...window, from: SUPPORTED_INSTANTS.from } : window;
    return partsOf(fromSpanStart(period, spans), spans).map((part) => slice(false, period.from, part));
  }
  return [
    ...partsOf(window, spans).map((part) => slice(false, null, part)),
    ...(metric.recurring ? partsOf(before, spans).map((part) => slice(true, null, part)) : []),
  ];
}

/** Extends a period back to the start of its longest span: items whose last event lies before the period are then dropped. */
function fromSpanStart({ from, to }: Period, [longest]: readonly Span[]): Period {
  return { from: longest === undefined || from >= to ? from : startOf(longest, from), to };
}
