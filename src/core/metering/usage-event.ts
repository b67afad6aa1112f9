import { Big, numericProperty } from '../decimal.js';

/** What filters and groups look at: of an event, or of all events that are counted together. */
export interface EventProperties {
  readonly properties: Readonly<Record<string, unknown>>;
}

/**
 * A stored event as far as metering looks at it. Lists of events belong to one subscription and metric and are in
 * order: by timestamp, then by reception.
 */
export interface UsageEvent extends EventProperties {
  readonly at: Date;
  /** What the event itself says it costs, in currency units; 0 when it says nothing. */
  readonly amount: Big;
}

/** How a metric reads events. */
export interface MetricField {
  /** The property aggregated; null when events are only counted. */
  readonly fieldName: string | null;
}

/** An event that a metric counts, with its number. */
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

/** The events whose property is numeric. Source: aggregations.md §5. */
export function numericReadings(events: readonly UsageEvent[], { fieldName }: MetricField): Reading[] {
  const readings: Reading[] = [];
  for (const { at, properties, amount } of events) {
    const value = fieldName === null ? null : numericProperty(properties[fieldName]);
    if (value !== null) readings.push({ at, value, amount });
  }
  return readings;
}

/**
 * A property as text, the way filters, groups and items compare it: text that is not empty, a number in its plain
 * expansion, a truth value. Null for anything else. Source: events-ingest.md §1.
 */
export function textProperty(value: unknown): string | null {
  if (typeof value === 'string') return value === '' ? null : value;
  if (typeof value === 'number' && Number.isFinite(value)) return new Big(value).toFixed();
  return typeof value === 'boolean' ? String(value) : null;
}
