import type { FieldErrors } from './field-errors.js';

/** Longest one-line member, URL and free text. Source: rest-conventions.md §11. */
export const LINE_LENGTH = 255;
export const URL_LENGTH = 2_000;
export const TEXT_LENGTH = 10_000;

/** Most elements of a list inside a resource; our own choice, so that a body stays within one statement. */
const LIST_LENGTH = 1_000;

/** Reports a blank or over-long value. `undefined` means "not sent" and is left to the caller. */
export function requireText(
  errors: FieldErrors,
  path: string,
  value: string | null | undefined,
  maxLength = LINE_LENGTH,
): void {
  if (value === undefined) return;
  if (value === null || value.trim() === '') errors.add(path, 'value_is_mandatory');
  else limitText(errors, path, value, maxLength);
}

/** Reports a value over its limit, counted in characters. */
export function limitText(
  errors: FieldErrors,
  path: string,
  value: string | null | undefined,
  maxLength = LINE_LENGTH,
): void {
  if (value !== undefined && value !== null && isLonger(value, maxLength))
    errors.add(path, 'value_is_too_long');
}

/** Whether a text has more characters, which are not its UTF-16 units. */
export function isLonger(text: string, maxLength: number): boolean {
  return text.length > maxLength && Array.from(text).length > maxLength;
}

/** Most keys of a filter that takes a map, so that its cost stays that of a filter. */
const FILTER_KEYS = 20;

/** Whether a value is a list with more elements than any may have. */
export function isOverlong(value: unknown): boolean {
  return Array.isArray(value) && value.length > LIST_LENGTH;
}

/** Reports a list over its limit. */
export function limitCount(
  errors: FieldErrors,
  path: string,
  list: readonly unknown[] | null | undefined,
): void {
  if (isOverlong(list)) errors.add(path, 'invalid_count');
}

/** Reports a filter with more keys than any may have. */
export function limitKeys(
  errors: FieldErrors,
  path: string,
  filter: Readonly<Record<string, unknown>>,
): void {
  if (Object.keys(filter).length > FILTER_KEYS) errors.add(path, 'too_many_keys');
}
