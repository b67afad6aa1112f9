import { SUPPORTED_INSTANTS } from '../../../core/supported-instants.js';
import type { Period } from '../../../core/period.js';
import type { BillableMetric } from '../../billable-metrics/billable-metric.table.js';
import { rulesAsJson, spansOf } from '../counters/counted-event.js';
import { type Span, startOf } from '../counters/usage-span.js';
import { partsOf, type WindowPart } from './usage-window.js';

/** What is asked of one subscription. */
export interface UsageQuery {
  readonly externalSubscriptionId: string;
  readonly metrics: readonly AskedMetric[];
  readonly window: Period;
  /** What the amounts of single events are in. */
  readonly currency: string;
}

export interface AskedMetric {
  readonly metric: BillableMetric;
  /** Whether the items of a unique count are wanted one by one: some charge counts those of several dimensions together. */
  readonly withItems: boolean;
}

/** Whose usage is read; members are named as the statement reads them. */
interface Asker {
  /** Its place among the queries. */
  readonly query: number;
  readonly external_subscription_id: string;
  readonly question: number;
}

/** A part of what is read of one metric; members are named as the statement reads them. */
interface Slice extends ReturnType<typeof rulesAsJson> {
  readonly question: number;
  readonly metric_id: string;
  readonly code: string;
  readonly is_before: boolean;
  /** Null: from events. */
  readonly span: Span | null;
  readonly from_at: Date;
  readonly to_at: Date;
  readonly unless_in: readonly Period[];
  readonly only_if_in: readonly Period[] | null;
  /** Of a unique count: from when on, in Unix microseconds, items must have been seen; null otherwise. */
  readonly seen_from: string | null;
  readonly with_items: boolean;
}

const MICROSECONDS = 1_000n;

/** Who asks what, and what is read to answer it. Subscriptions of one plan that are billed together ask the same. */
export function questionsOf(queries: readonly UsageQuery[]): { askers: Asker[]; slices: Slice[] } {
  const questions = new Map<string, number>();
  const slices: Slice[] = [];
  const askers = queries.map(({ externalSubscriptionId, metrics, window }, query): Asker => {
    const key = JSON.stringify([window, metrics.map(({ metric, withItems }) => [metric.id, withItems])]);
    const question = questions.get(key) ?? questions.size;
    if (!questions.has(key)) {
      questions.set(key, question);
      const parts = metrics.flatMap((asked) => slicesOf(asked, window));
      slices.push(...parts.map((part) => ({ question, ...part })));
    }
    return { query, external_subscription_id: externalSubscriptionId, question };
  });
  return { askers, slices };
}

/** What is read of a metric: all from events while its counters are being rebuilt. */
function slicesOf({ metric, withItems }: AskedMetric, window: Period): Omit<Slice, 'question'>[] {
  const spans = metric.counterState === 'counted' ? spansOf(metric) : [];
  const rules = rulesAsJson(metric);
  const slice = (isBefore: boolean, seenFrom: Date | null, part: WindowPart): Omit<Slice, 'question'> => ({
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

/** The same period from the start of a span on, which tells as well what was last seen since. */
function fromSpanStart({ from, to }: Period, [longest]: readonly Span[]): Period {
  return { from: longest === undefined || from >= to ? from : startOf(longest, from), to };
}
