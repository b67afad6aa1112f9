import { Big, numericProperty } from '../money/decimal.js';
import { ExactNumber } from '../money/exact-number.js';

/** The properties by which filters and groups select: of one event, or of all events that share a counter. */
export interface EventProperties {
  readonly properties: Readonly<Record<string, unknown>>;
}

/**
 * The members of a stored event that metering reads. Lists of events belong to one subscription and metric and are
 * ordered by timestamp, then by reception.
 */
export interface UsageEvent extends EventProperties {
  readonly at: Date;
  /** The amount sent with the event, in currency units; 0 without one. */
  readonly amount: Big;
}

/** The event property that a metric reads. */
export interface MetricField {
  /** Name of the aggregated property; null when events are only counted. */
  readonly fieldName: string | null;
}

/** An event that a metric counts, with the value of its property. */
export interface Reading {
  readonly at: Date;
  readonly value: Big;
  readonly amount: Big;
}

const ONE = new Big(1);

/** Every event counts 1, whatever its properties. */
export function plainReadings(events: readonly UsageEvent[]): Reading[] {
  return events.map(({ at, amount }) => ({ at, value: ONE, amount }));
}

/** The events whose property is numeric, with its value. Source: aggregations.md §5. */
export function numericReadings(events: readonly UsageEvent[], { fieldName }: MetricField): Reading[] {
  const readings: Reading[] = [];
  for (const { at, properties, amount } of events) {
    const value = fieldName === null ? null : numericProperty(properties[fieldName]);
    if (value !== null) readings.push({ at, value, amount });
  }
  return readings;
}

/**
 * Converts a property to the text by which filters, groups and items compare it: non-empty text, a number in its plain
 * expansion, or a boolean.
 * @returns null for any other value. Source: events-ingest.md §1.
 */
export function textProperty(value: unknown): string | null {
  if (typeof value === 'string') return value === '' ? null : value;
  if (typeof value === 'number' && Number.isFinite(value)) return new Big(value).toFixed();
  if (value instanceof ExactNumber) return value.text;
  return typeof value === 'boolean' ? String(value) : null;
}
