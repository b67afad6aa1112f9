import type { ErrorDetails } from '../../platform/errors/app-error.js';
import { FieldErrors } from '../../platform/errors/field-errors.js';
import { requireText } from '../../platform/errors/rules.js';
import type { IngestEventInput } from './event.schema.js';

/** Deeper properties are no data, and would exhaust the stack of whoever reads them. */
const MAX_NESTING = 100;

/** What the path of a refused member starts with, by the event's place. */
export type PathOf = (index: number) => string;

/** @throws AppError `validation_errors` with everything that is wrong. Source: events-ingest.md §1. */
export function requireValid(inputs: readonly IngestEventInput[], pathOf: PathOf): void {
  const errors = new FieldErrors();
  inputs.forEach((input, index) => {
    const path = pathOf(index);
    requireText(errors, `${path}transactionId`, input.transactionId);
    requireText(errors, `${path}externalSubscriptionId`, input.externalSubscriptionId);
    requireText(errors, `${path}code`, input.code);
    if (isDeeperThan(MAX_NESTING, input.properties)) errors.add(`${path}properties`, 'invalid_format');
  });
  errors.throwIfAny();
}

/** Events whose key was known, and repeats of a key after its first event. Source: events-ingest.md §2–3. */
export function duplicateErrors(
  events: readonly { readonly key: string }[],
  knownKeys: ReadonlySet<string>,
  pathOf: PathOf,
): ErrorDetails {
  const seen = new Set(knownKeys);
  const details: ErrorDetails = {};
  events.forEach(({ key }, index) => {
    if (seen.has(key)) details[`${pathOf(index)}transactionId`] = ['value_already_exist'];
    seen.add(key);
  });
  return details;
}

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(levels - 1, inner));
}
