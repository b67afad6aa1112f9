import type { FieldErrors } from '../errors/field-errors.js';
import { formatBytes, type Limits } from '../limits.js';
import { PropertySize } from './property-size.js';

export type EventLimits = Pick<Limits, 'batchBytes' | 'eventBytes' | 'eventKeys' | 'eventTextLength'>;

/**
 * Reports event properties that exceed a limit, both for events to store and for events that are only evaluated (such
 * as for a fee estimate). Source: events-ingest.md §1; docs/adr/0034.
 * @returns the approximate length of the properties as JSON, in UTF-16 units.
 */
export function checkEventProperties(
  errors: FieldErrors,
  path: string,
  properties: Readonly<Record<string, unknown>>,
  { eventBytes, eventKeys, eventTextLength }: EventLimits,
): number {
  const size = new PropertySize(properties);
  if (size.hasTooLongNumber) errors.add(path, 'value_is_out_of_range');
  if (size.isTooDeep) errors.add(path, 'invalid_format');
  else if (size.exceeds(eventBytes))
    errors.addOverLimit(
      path,
      'value_is_too_large',
      `The properties of an event take at most ${formatBytes(eventBytes)} as JSON.`,
    );
  if (Object.keys(properties).length > eventKeys)
    errors.addOverLimit(path, 'too_many_keys', `An event has at most ${eventKeys} properties.`);
  if (size.longestText > eventTextLength)
    errors.addOverLimit(
      path,
      'value_is_too_long',
      `A text in the properties of an event has at most ${eventTextLength} characters.`,
    );
  return size.units;
}

/** Reports a request whose events together have too large properties. @param units sum over all events. */
export function checkBatchSize(
  errors: FieldErrors,
  { count, units }: { readonly count: number; readonly units: number },
  { batchBytes }: EventLimits,
): void {
  if (count > 1 && units > batchBytes)
    errors.addOverLimit(
      'events',
      'value_is_too_large',
      `The properties of all events of a request take at most ${formatBytes(batchBytes)} as JSON.`,
    );
}
