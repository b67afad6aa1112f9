import { isNumericOutOfRange } from '../../../core/money/decimal.js';
import { evaluateExpression, type ExpressionEvent } from '../../../core/expression/evaluator.js';
import { ExpressionError } from '../../../core/expression/expression.js';
import type { Caller } from '../../../platform/api/access/caller.js';
import type { FieldErrors } from '../../../platform/errors/field-errors.js';
import { LINE_LENGTH } from '../../../platform/errors/input-rules.js';
import type { CatalogMetric, MetricCatalog } from '../../billable-metrics/metric-catalog.service.js';
import { countedEvent, EXTRA_AGGREGATE, spansOf } from '../counters/counted-event.js';
import type { AttributedEvent } from '../events/attributed-event.js';
import type { PathOf } from '../events/event-rules.js';
import type { FlushRow } from './flush.repository.js';

/** An event that passed all checks except its metric's expression and the check for duplicates. */
export interface ReceivedEvent extends AttributedEvent {
  readonly key: string;
  /** Test clock of the customer that the event was received for; null: real time, or an unknown subscription. */
  readonly testClockId: string | null;
  readonly caller: Caller;
}

/** Events as one version of the metric catalog counts them. */
export interface AcceptedEvents {
  /** With the properties that expressions computed. */
  readonly events: readonly ReceivedEvent[];
  /** The row of each event for the flush statement. */
  readonly rows: readonly FlushRow[];
}

/** Events by key; of those with the same key only the first. */
export function distinctEvents<Keyed extends { readonly key: string }>(
  events: Iterable<Keyed>,
): Map<string, Keyed> {
  const distinct = new Map<string, Keyed>();
  for (const event of events) if (!distinct.has(event.key)) distinct.set(event.key, event);
  return distinct;
}

/**
 * Computes, with the metrics of the catalog, the expressions of events and what they add to counters.
 * @param errors gets `expression_evaluation_failed` and the reason for each event whose expression fails, and
 *   `value_is_out_of_range` for each whose aggregated number has more digits than can be added up.
 * @returns the events; use them only if no error was added.
 * Source: aggregations.md §2–3.
 */
export function acceptEvents(
  received: readonly ReceivedEvent[],
  { metrics }: MetricCatalog,
  errors: FieldErrors,
  pathOf: PathOf,
): AcceptedEvents {
  const events = received.map((event, index) => {
    const metric = metrics.get(event.code);
    if (metric === undefined) return event;
    const accepted = computed(event, metric, (reason) => {
      errors.add(`${pathOf(index)}properties`, 'expression_evaluation_failed', { reason });
    });
    if (isOutOfRange(metric, accepted)) errors.add(`${pathOf(index)}properties`, 'value_is_out_of_range');
    return accepted;
  });
  return { events, rows: events.map((event) => rowOf(event, metrics.get(event.code) ?? null)) };
}

/** True if the metric adds up numbers, and that of the event has too many digits. Source: rest-conventions.md §14. */
function isOutOfRange({ aggregationType, fieldName }: CatalogMetric, { properties }: ReceivedEvent): boolean {
  if (fieldName === null || aggregationType === 'count_agg' || aggregationType === 'unique_count_agg')
    return false;
  return isNumericOutOfRange(properties[fieldName]);
}

/** The event with the value of the metric's expression in the aggregated property. */
export function computed<Event extends ExpressionEvent>(
  event: Event,
  { parsedExpression, fieldName }: Pick<CatalogMetric, 'parsedExpression' | 'fieldName'>,
  refuse: (reason: string) => void,
): Event {
  if (parsedExpression === null || fieldName === null) return event;
  try {
    const value = evaluateExpression(parsedExpression, event);
    return { ...event, properties: { ...event.properties, [fieldName]: value } };
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    refuse(error.message);
    return event;
  }
}

function rowOf(event: ReceivedEvent, metric: CatalogMetric | null): FlushRow {
  const counted = metric === null ? null : countedEvent(metric, event.properties);
  return {
    key: event.key,
    id: event.id,
    transaction_id: event.transactionId,
    external_subscription_id: event.externalSubscriptionId,
    code: event.code,
    timestamp: event.exactTimestamp,
    properties: event.properties,
    precise_total_amount_cents: event.preciseTotalAmountCents ?? undefined,
    test_clock_id: event.testClockId ?? undefined,
    caller_address: event.caller.address ?? undefined,
    caller_agent: event.caller.userAgent?.slice(0, LINE_LENGTH),
    created_at: event.createdAt.toISOString(),
    billable_metric_id: counted === null ? undefined : metric?.id,
    value: counted?.value ?? undefined,
    dimensions: counted?.dimensions ?? undefined,
    extra_aggregate: metric === null ? undefined : EXTRA_AGGREGATE[metric.aggregationType],
    spans: metric === null ? undefined : spansOf(metric),
    uncounted: metric === null ? true : undefined,
    paid_in_advance: metric?.paidInAdvance === true ? true : undefined,
  };
}
