import { type SQL, sql } from 'drizzle-orm';
import { numericProperty } from '../../../core/decimal.js';
import { textProperty } from '../../../core/metering/usage-event.js';
import type { BillableMetric } from '../../billable-metrics/billable-metric.table.js';
import type { Span } from './usage-span.js';

/** How a metric counts events. */
export type CountingRules = Pick<
  BillableMetric,
  'aggregationType' | 'fieldName' | 'recurring' | 'dimensionKeys'
>;

/** What an event adds to the counters of its metric. */
export interface CountedEvent {
  /** Its number; of a unique count 1 when it adds the item and 0 when it removes it; null where events are counted. */
  readonly value: string | null;
  /** Null: none. */
  readonly dimensions: readonly (string | null)[] | null;
}

/**
 * Null when the event does not count under the metric. `countedEvents` says the same in SQL: a property test holds them
 * against each other. Source: aggregations.md §5–6.
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

/** The properties whose values counters are kept apart by. An item is one of them: its last event tells whether it is there. */
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

/** What a metric keeps of its events beside what is kept of all: the last one, or their moment. */
export const KEPT_BESIDE: { readonly [Type in BillableMetric['aggregationType']]?: 'latest' | 'moment' } = {
  latest_agg: 'latest',
  unique_count_agg: 'latest',
  weighted_sum_agg: 'moment',
};

/**
 * Over what the events of a metric are added up, the longest span first. Hours meet the edges of windows, days make up
 * what is between, months what is carried from before. Of an item only the last event counts, wherever the window
 * begins: it needs no hours (docs/adr/0010).
 */
export function spansOf({
  aggregationType,
  recurring,
}: Pick<CountingRules, 'aggregationType' | 'recurring'>): readonly Span[] {
  if (aggregationType === 'unique_count_agg') return ['month', 'day'];
  return recurring ? ['month', 'day', 'hour'] : ['day', 'hour'];
}

/** Counting rules as statements read them, one JSON object per metric. */
export function rulesAsJson(rules: CountingRules) {
  return {
    aggregation_type: rules.aggregationType,
    field_name: rules.fieldName,
    counted_keys: countedKeys(rules),
    kept_beside: KEPT_BESIDE[rules.aggregationType] ?? null,
    spans: spansOf(rules),
  };
}

/** Their columns in `json_to_recordset`. */
export const RULES_COLUMNS: SQL = sql.raw(
  'aggregation_type text, field_name text, counted_keys json, kept_beside text, spans text[]',
);

/** A property as text, as core's `textProperty` reads it. */
const propertyText = (key: SQL): SQL => sql`case
  when jsonb_typeof(properties -> ${key}) in ('string', 'number', 'boolean') then nullif(properties ->> ${key}, '')
end`;

const number = sql`case
  when properties ->> field_name ~ '^-?[0-9]{1,30}([.][0-9]{1,15})?$' then (properties ->> field_name)::numeric
end`;

const itemOperation = sql`case
  when ${propertyText(sql`field_name`)} is null then null
  when properties ->> 'operation_type' = 'remove' then 0
  else 1
end`;

/** `value` and `dimensions` of an event under the rules that are in scope. Goes with `IS_COUNTED`. */
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

/** Where the span of an event in scope begins. */
export const startOfSpan: SQL = sql.raw(`date_trunc(span, "timestamp", 'UTC')`);

/** What events with `value`, `kept_beside`, time, order and cost in scope add up to: the columns of counters. */
export const COUNTER_SUMS: SQL = sql`
  count(*) as events_count,
  sum(value) as value_sum,
  max(value) as value_max,
  min(value) as value_min,
  sum(case when kept_beside = 'moment' then value * floor(extract(epoch from "timestamp") * 1000) end) as value_moment,
  max(case when kept_beside = 'latest' then array[extract(epoch from "timestamp") * 1000000, sequence, value] end)
    as latest,
  sum(precise_total_amount_cents) as amount_sum`;
