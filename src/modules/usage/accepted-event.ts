import { numericProperty } from '../../core/decimal.js';
import type { Caller } from '../../platform/api/context.js';
import type { MetricCatalog } from '../billable-metrics/metric-catalog.service.js';
import type { AttributedEvent } from './event.repository.js';
import type { Flush, FlushRow } from './flush.repository.js';

/** An event that passed every check but the one for duplicates, which the database makes. */
export interface AcceptedEvent extends AttributedEvent {
  readonly key: string;
  readonly caller: Caller;
}

interface CountedMetric {
  readonly id: string;
  /** The property that is aggregated; null for `count_agg`, which counts events whatever they hold. */
  readonly fieldName: string | null;
  readonly paidInAdvance: boolean;
}

/** Each event once, by key: the first of those that repeat each other. */
export function distinctEvents(events: Iterable<AcceptedEvent>): Map<string, AcceptedEvent> {
  const distinct = new Map<string, AcceptedEvent>();
  for (const event of events) if (!distinct.has(event.key)) distinct.set(event.key, event);
  return distinct;
}

/** The flush that stores these events and counts them under the metrics of the catalog. */
export function flushOf(
  organizationId: string,
  events: Iterable<AcceptedEvent>,
  catalog: MetricCatalog,
): Flush {
  const rows = Array.from(events, (event) => rowOf(event, catalog.metrics.get(event.code)));
  return { organizationId, catalogVersion: catalog.version, rows };
}

function rowOf(event: AcceptedEvent, metric: CountedMetric | undefined): FlushRow {
  const value = metric === undefined ? null : valueUnder(metric, event);
  const counts = metric?.fieldName === null || value !== null;
  return {
    key: event.key,
    id: event.id,
    transaction_id: event.transactionId,
    external_subscription_id: event.externalSubscriptionId,
    code: event.code,
    timestamp: event.exactTimestamp,
    properties: event.properties,
    precise_total_amount_cents: event.preciseTotalAmountCents,
    caller_address: event.caller.address,
    caller_agent: event.caller.userAgent,
    created_at: event.createdAt.toISOString(),
    billable_metric_id: counts ? (metric?.id ?? null) : null,
    value,
    uncounted: metric === undefined,
    paid_in_advance: metric?.paidInAdvance ?? false,
  };
}

/** The event's number; null when the metric counts events only, or the property is missing or not numeric. */
function valueUnder({ fieldName }: CountedMetric, { properties }: AcceptedEvent): string | null {
  return fieldName === null ? null : (numericProperty(properties[fieldName])?.toFixed() ?? null);
}
