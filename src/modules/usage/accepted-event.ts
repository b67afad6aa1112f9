import { numericProperty } from '../../core/decimal.js';
import { evaluateExpression } from '../../core/expression/evaluator.js';
import { ExpressionError } from '../../core/expression/expression.js';
import type { Caller } from '../../platform/api/context.js';
import type { FieldErrors } from '../../platform/errors/field-errors.js';
import type { CatalogMetric, MetricCatalog } from '../billable-metrics/metric-catalog.service.js';
import type { PathOf } from './event-rules.js';
import type { AttributedEvent } from './event.repository.js';
import type { FlushRow } from './flush.repository.js';

/** An event as it came in, with its key and its time; the metrics have not been looked at. */
export interface ReceivedEvent extends AttributedEvent {
  readonly key: string;
  readonly caller: Caller;
}

/** An event that passed every check but the one for duplicates, which the database makes. */
export interface AcceptedEvent extends ReceivedEvent {
  /** What the flush statement reads of it, under the metrics of one version of the catalog. */
  readonly row: FlushRow;
}

/** Each event once, by key: the first of those that repeat each other. */
export function distinctEvents<Keyed extends { readonly key: string }>(
  events: Iterable<Keyed>,
): Map<string, Keyed> {
  const distinct = new Map<string, Keyed>();
  for (const event of events) if (!distinct.has(event.key)) distinct.set(event.key, event);
  return distinct;
}

/**
 * Works out what the metrics make of events: their computed property and what they are counted by.
 * @returns the events, to be used when nothing was reported: `expression_evaluation_failed` with its reason.
 * Source: aggregations.md §2–3.
 */
export function acceptEvents(
  received: readonly ReceivedEvent[],
  { metrics }: MetricCatalog,
  errors: FieldErrors,
  pathOf: PathOf,
): AcceptedEvent[] {
  return received.map((event, index) => {
    const metric = metrics.get(event.code) ?? null;
    const properties = withComputed(event, metric, (reason) => {
      errors.add(`${pathOf(index)}properties`, 'expression_evaluation_failed');
      errors.add(`${pathOf(index)}properties`, reason);
    });
    return { ...event, properties, row: rowOf(event, properties, metric) };
  });
}

/** The properties with the value of the metric's expression in the property that it aggregates. */
function withComputed(
  event: ReceivedEvent,
  metric: CatalogMetric | null,
  refuse: (reason: string) => void,
): Record<string, unknown> {
  if (metric === null || metric.parsedExpression === null || metric.fieldName === null)
    return event.properties;
  try {
    return {
      ...event.properties,
      [metric.fieldName]: evaluateExpression(metric.parsedExpression, event),
    };
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    refuse(error.message);
    return event.properties;
  }
}

function rowOf(
  event: ReceivedEvent,
  properties: Record<string, unknown>,
  metric: CatalogMetric | null,
): FlushRow {
  const value = metric === null ? null : valueUnder(metric, properties);
  const counts = metric?.fieldName === null || value !== null;
  return {
    key: event.key,
    id: event.id,
    transaction_id: event.transactionId,
    external_subscription_id: event.externalSubscriptionId,
    code: event.code,
    timestamp: event.exactTimestamp,
    properties,
    precise_total_amount_cents: event.preciseTotalAmountCents,
    caller_address: event.caller.address,
    caller_agent: event.caller.userAgent,
    created_at: event.createdAt.toISOString(),
    billable_metric_id: counts ? (metric?.id ?? null) : null,
    value,
    uncounted: metric === null,
    paid_in_advance: metric?.paidInAdvance ?? false,
  };
}

/** The event's number; null when the metric counts events only, or the property is missing or not numeric. */
function valueUnder({ fieldName }: CatalogMetric, properties: Record<string, unknown>): string | null {
  return fieldName === null ? null : (numericProperty(properties[fieldName])?.toFixed() ?? null);
}
