import type { FieldCodes } from '../../../platform/errors/app-error.js';
import type { FieldErrorCode } from '../../../platform/errors/error-codes.js';
import { FieldErrors } from '../../../platform/errors/field-errors.js';
import { requireText } from '../../../platform/errors/input-rules.js';
import {
  checkBatchSize,
  checkEventProperties,
  type EventLimits,
} from '../../../platform/event-properties/event-properties.js';
import type { IngestEvent } from './event.input.js';

/** The prefix of the error path of an event's fields, by the event's index. */
export type PathOf = (index: number) => string;

/**
 * @returns the approximate length of the properties of all events as JSON, in characters.
 * @throws AppError `validation_errors` with all invalid fields. Source: events-ingest.md §1; docs/adr/0034.
 */
export function requireValid(inputs: readonly IngestEvent[], pathOf: PathOf, limits: EventLimits): number {
  const errors = new FieldErrors();
  let units = 0;
  inputs.forEach((input, index) => {
    const path = pathOf(index);
    requireText(errors, `${path}transactionId`, input.transactionId);
    requireText(errors, `${path}externalSubscriptionId`, input.externalSubscriptionId);
    requireText(errors, `${path}code`, input.code);
    units += checkEventProperties(errors, `${path}properties`, input.properties ?? {}, limits);
  });
  checkBatchSize(errors, { count: inputs.length, units }, limits);
  errors.throwIfAny();
  return units;
}

/** Errors for events whose key is already stored, or repeats in the request. Source: events-ingest.md §2–3. */
export function duplicateErrors(
  events: readonly { readonly key: string }[],
  knownKeys: ReadonlySet<string>,
  pathOf: PathOf,
): FieldCodes {
  const seen = new Set(knownKeys);
  const details: Record<string, readonly FieldErrorCode[]> = {};
  events.forEach(({ key }, index) => {
    if (seen.has(key)) details[`${pathOf(index)}transactionId`] = ['value_already_exist'];
    seen.add(key);
  });
  return details;
}
