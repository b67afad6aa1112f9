import { filterMatcher, type ChargeFilter, type FilterValues } from './filters.js';
import { groupEvents, type EventGroup } from './groups.js';
import type { EventProperties, UsageEvent } from './usage-event.js';

/** Events that are aggregated and priced together. */
export interface Bucket<Filter, Event = UsageEvent> extends EventGroup<Event> {
  /** Null for the default bucket: events that no filter accepts. */
  readonly filter: Filter | null;
}

/** The settings of a charge that split its usage into buckets. */
export interface Splitting<Filter> {
  /** In the order of their fees. */
  readonly filters: readonly Filter[];
  /** The filter values that the metric declares, by key. */
  readonly declaredValues: FilterValues;
  /** The group keys of the charge (null) or of a filter. */
  readonly groupKeysOf: (filter: Filter | null) => readonly string[];
}

/**
 * Splits the events of a charge: filters in order, then the default bucket, each by its own group keys. Every
 * event is in exactly one bucket. Source: charges.md §5–6; aggregations.md §12.
 */
export function bucketsOf<Filter extends ChargeFilter, Event extends EventProperties>(
  { filters, declaredValues, groupKeysOf }: Splitting<Filter>,
  events: readonly Event[],
): Bucket<Filter, Event>[] {
  const match = filterMatcher(filters, declaredValues);
  const byFilter = Map.groupBy(events, ({ properties }) => match(properties));
  return [...filters, null].flatMap((filter) =>
    groupEvents(byFilter.get(filter) ?? [], groupKeysOf(filter)).map((group) => ({ filter, ...group })),
  );
}
