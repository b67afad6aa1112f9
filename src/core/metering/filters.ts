import { textProperty } from './usage-event.js';

/** Stands for every value that the metric declares for a key. */
export const ALL_FILTER_VALUES = '__ALL_FILTER_VALUES__';

/** Lists of values by the name of the event property. */
export type FilterValues = Readonly<Record<string, readonly string[]>>;

/** A part of a charge with a price of its own. */
export interface ChargeFilter {
  readonly values: FilterValues;
  readonly createdAt: Date;
}

/** Returns the filter that an event belongs to; null for the default bucket. */
export type MatchFilter<Filter> = (properties: Readonly<Record<string, unknown>>) => Filter | null;

/**
 * Returns a function that assigns events to the filters of a charge. Of the filters that match an event, those with the
 * most keys are preferred, then those that no other one narrows, then the oldest.
 * @param declared the filter values that the metric declares, which a wildcard stands for.
 * Source: charges.md §5.
 */
export function filterMatcher<Filter extends ChargeFilter>(
  filters: readonly Filter[],
  declared: FilterValues,
): MatchFilter<Filter> {
  const candidates = filters
    .map((filter) => ({ filter, accepted: acceptedValues(filter.values, declared) }))
    .toSorted((first, second) => compare(first, second));
  return (properties) => {
    const matching = candidates.filter(({ accepted }) => accepts(accepted, properties));
    const widest = matching.filter(({ accepted }) => accepted.size === matching[0]?.accepted.size);
    const chosen = widest.find((candidate) => !widest.some((other) => narrows(other, candidate)));
    return chosen?.filter ?? null;
  };
}

type Accepted = ReadonlyMap<string, ReadonlySet<string>>;

interface Candidate<Filter> {
  readonly filter: Filter;
  readonly accepted: Accepted;
}

function acceptedValues(values: FilterValues, declared: FilterValues): Accepted {
  return new Map(
    Object.entries(values).map(([key, list]) => [key, new Set(isWildcard(list) ? declared[key] : list)]),
  );
}

/** Orders filters with more keys first, then older ones first. */
function compare(first: Candidate<ChargeFilter>, second: Candidate<ChargeFilter>): number {
  const byKeys = second.accepted.size - first.accepted.size;
  return byKeys === 0 ? first.filter.createdAt.getTime() - second.filter.createdAt.getTime() : byKeys;
}

function accepts(accepted: Accepted, properties: Readonly<Record<string, unknown>>): boolean {
  for (const [key, values] of accepted) {
    const value = textProperty(properties[key]);
    if (value === null || !values.has(value)) return false;
  }
  return true;
}

/** True if `narrow` accepts only a proper subset of the values that `wide`, with the same keys, accepts. */
function narrows(narrow: Candidate<unknown>, wide: Candidate<unknown>): boolean {
  const pairs = [...narrow.accepted].map(([key, values]) => ({ values, wider: wide.accepted.get(key) }));
  return (
    pairs.every(({ values, wider }) => [...values].every((value) => wider?.has(value) === true)) &&
    pairs.some(({ values, wider }) => values.size !== wider?.size)
  );
}

/** The name of a filter on fees: its display name, else its values; for a wildcard, the key. */
export function filterDisplayName(filter: {
  readonly invoiceDisplayName: string | null;
  readonly values: FilterValues;
}): string {
  const values = Object.entries(filter.values).flatMap(([key, list]) => (isWildcard(list) ? [key] : list));
  return filter.invoiceDisplayName ?? values.join(', ');
}

function isWildcard(values: readonly string[]): boolean {
  return values.length === 1 && values[0] === ALL_FILTER_VALUES;
}

/**
 * Removes the values of a charge filter that the metric no longer declares, and every key without remaining values.
 * @returns the same object when there is nothing to remove. Source: aggregations.md §1.
 */
export function trimFilterValues(values: FilterValues, declared: FilterValues): FilterValues {
  const isDeclared = (key: string, value: string) =>
    Object.hasOwn(declared, key) && (value === ALL_FILTER_VALUES || declared[key]?.includes(value) === true);
  const entries = Object.entries(values);
  if (entries.every(([key, list]) => list.every((value) => isDeclared(key, value)))) return values;
  const trimmed = entries.map(
    ([key, list]) => [key, list.filter((value) => isDeclared(key, value))] as const,
  );
  return Object.fromEntries(trimmed.filter(([, list]) => list.length > 0));
}

/** Error codes by field of a filter; empty lists when its values are valid. */
export interface FilterErrors {
  readonly values: readonly ('value_is_invalid' | 'value_is_mandatory')[];
  readonly billableMetricFilter: readonly 'relation_must_exist'[];
}

/** Validates the values of a charge filter. Source: charges.md §1. */
export function filterErrors(values: FilterValues, declared: FilterValues): FilterErrors {
  const entries = Object.entries(values);
  if (entries.length === 0 || entries.some(([, list]) => list.length === 0))
    return { values: ['value_is_mandatory'], billableMetricFilter: [] };
  const hasUnknownKey = entries.some(([key]) => !Object.hasOwn(declared, key));
  const isKnown = ([key, list]: [string, readonly string[]]) =>
    isWildcard(list) || list.every((value) => declared[key]?.includes(value) === true);
  return {
    values: hasUnknownKey || !entries.every(isKnown) ? ['value_is_invalid'] : [],
    billableMetricFilter: hasUnknownKey ? ['relation_must_exist'] : [],
  };
}

/** An identifier that is equal for filter values that accept the same events, regardless of their order. */
export function idOfFilterValues(values: FilterValues): string {
  const sets = Object.entries(values).map(([key, list]) => [key, [...new Set(list)].toSorted()] as const);
  return JSON.stringify(sets.toSorted(([first], [second]) => (first < second ? -1 : 1)));
}
