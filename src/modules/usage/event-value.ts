import { type SQL, sql } from 'drizzle-orm';
import { events } from './event.table.js';

/**
 * The number an event has under a property; null when it is missing or not numeric. The same rule as core's
 * `numericProperty`, which the property test of the counters holds it against.
 * Source: aggregations.md §5, rest-conventions.md §14.
 */
export function eventValue(fieldName: SQL): SQL {
  const text = sql`${events.properties} ->> ${fieldName}`;
  return sql`case when ${text} ~ '^-?[0-9]{1,30}([.][0-9]{1,15})?$' then (${text})::numeric end`;
}
