import { type SQL, sql } from 'drizzle-orm';
import { numericProperty } from '../../../core/money/decimal.js';
import { MOST_DIGITS } from '../../../core/money/exact-number.js';
import { textProperty } from '../../../core/metering/usage-event.js';
import type { BillableMetric } from '../../billable-metrics/billable-metric.table.js';
import type { Span } from './usage-span.js';

/** The settings of a metric that decide how it counts events. */
export type CountingRules = Pick<
  BillableMetric,
  'aggregationType' | 'fieldName' | 'recurring' | 'dimensionKeys'
>;

/** The contribution of an event to the counters of its metric. */
export interface CountedEvent {
  /** The aggregated number. For a unique count, 1 if the event adds the item and 0 if it removes it; for a count, null. */
  readonly value: string | null;
  /** Values of the `countedKeys`; null if the metric has none. */
  readonly dimensions: readonly (string | null)[] | null;
}

/**
 * Computes what an event adds to its metric's counters; null if the metric does not count the event. `countedEvents` is
 * the same rule in SQL; a property test compares the two. Source: aggregations.md §5–6.
 */
export function countedEvent(
  rules: CountingRules,
  properties: Readonly<Record<string, unknown>>,
): CountedEvent | null {
  const value = valueOf(rules, properties);
  if (value === null && rules.aggregationType !== 'count_agg') return null;
  const keys = countedKeys(rules);
  const dimensions = keys.length === 0 ? null : keys.map((key) => textProperty(properties[key]));
  return { value, dimensions };
}

/**
 * The properties for each combination of whose values there is a counter. A unique count keeps a counter per item, since
 * the item's last event decides whether it is present.
 */
export function countedKeys({ aggregationType, fieldName, dimensionKeys }: CountingRules): readonly string[] {
  return aggregationType === 'unique_count_agg' && fieldName !== null
    ? [...dimensionKeys, fieldName]
    : dimensionKeys;
}

function valueOf(
  { aggregationType, fieldName }: CountingRules,
  properties: Readonly<Record<string, unknown>>,
): string | null {
  if (aggregationType === 'count_agg' || fieldName === null) return null;
  if (aggregationType !== 'unique_count_agg')
    return numericProperty(properties[fieldName])?.toFixed() ?? null;
  if (textProperty(properties[fieldName]) === null) return null;
  return properties['operation_type'] === 'remove' ? '0' : '1';
}

/** The column that a metric's counters keep in addition to the usual sums: the last event, or the values weighted by time. */
export const EXTRA_AGGREGATE: { readonly [Type in BillableMetric['aggregationType']]?: 'latest' | 'moment' } =
  {
    latest_agg: 'latest',
    unique_count_agg: 'latest',
    weighted_sum_agg: 'moment',
  };

/**
 * The counter spans that each event of a metric is added to, longest first. A window is read as hours at its edges and
 * days in between; months serve the usage before the window that a recurring metric carries over. A unique count
 * needs no hours, since only the last event of an item counts, wherever the window begins (docs/adr/0010).
 */
export function spansOf({
  aggregationType,
  recurring,
}: Pick<CountingRules, 'aggregationType' | 'recurring'>): readonly Span[] {
  if (aggregationType === 'unique_count_agg') return ['month', 'day'];
  return recurring ? ['month', 'day', 'hour'] : ['day', 'hour'];
}

/** Counting rules as a JSON object for SQL statements, which read it with `RULES_COLUMNS`. */
export function rulesAsJson(rules: CountingRules) {
  return {
    aggregation_type: rules.aggregationType,
    field_name: rules.fieldName,
    counted_keys: countedKeys(rules),
    extra_aggregate: EXTRA_AGGREGATE[rules.aggregationType] ?? null,
    spans: spansOf(rules),
  };
}

/** The column list of `rulesAsJson` objects for `json_to_recordset`. */
export const RULES_COLUMNS: SQL = sql.raw(
  'aggregation_type text, field_name text, counted_keys json, extra_aggregate text, spans text[]',
);

/** A property as text, in SQL; the same rule as core's `textProperty`. */
const propertyText = (key: SQL): SQL => sql`case
  when jsonb_typeof(properties -> ${key}) in ('string', 'number', 'boolean') then nullif(properties ->> ${key}, '')
end`;

/** The same rule as core's `numericProperty`. */
const number = sql`case
  when properties ->> field_name ~ '^-?[0-9]+([.][0-9]+)?$'
    and length(translate(properties ->> field_name, '-.', '')) <= ${sql.raw(String(MOST_DIGITS))}
    and abs((properties ->> field_name)::numeric) < 1e30
  then (properties ->> field_name)::numeric
end`;

const itemOperation = sql`case
  when ${propertyText(sql`field_name`)} is null then null
  when properties ->> 'operation_type' = 'remove' then 0
  else 1
end`;

/** A lateral join that computes `value` and `dimensions` of an event from the rules in scope. Filter it by `IS_COUNTED`. */
export const countedEvents: SQL = sql`lateral (
  select
    case aggregation_type when 'count_agg' then null when 'unique_count_agg' then ${itemOperation} else ${number} end
      as value,
    (
      select jsonb_agg(${propertyText(sql`name`)} order by place)
      from json_array_elements_text(counted_keys) with ordinality as counted_key (name, place)
    ) as dimensions
) as counted`;

export const IS_COUNTED: SQL = sql`(aggregation_type = 'count_agg' or value is not null)`;

/** The start of the `span` that contains the timestamp of the event in scope. */
export const startOfSpan: SQL = sql.raw(`date_trunc(span, "timestamp", 'UTC')`);

/** Aggregates of events that make the columns of a counter. Needs `value`, `extra_aggregate` and the columns of the events in scope. */
export const COUNTER_SUMS: SQL = sql`
  count(*) as events_count,
  sum(value) as value_sum,
  max(value) as value_max,
  min(value) as value_min,
  sum(case when extra_aggregate = 'moment' then value * floor(extract(epoch from "timestamp") * 1000) end) as value_moment,
  max(case when extra_aggregate = 'latest' then array[extract(epoch from "timestamp") * 1000000, sequence, value] end)
    as latest,
  sum(precise_total_amount_cents) as amount_sum`;
