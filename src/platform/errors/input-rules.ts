import type { FieldErrorCode } from './error-codes.js';
import type { FieldErrors } from './field-errors.js';

/** Maximum characters of a one-line field, a URL and a free text. Source: rest-conventions.md §11. */
export const LINE_LENGTH = 255;
export const URL_LENGTH = 2_000;
export const TEXT_LENGTH = 10_000;

/** Maximum elements of a list inside a resource; our own limit, so that its rows fit in one SQL statement. */
const LIST_LENGTH = 1_000;

/** Reports a blank or overlong text. `undefined` means that the field was not sent, and is not reported. */
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

/** Reports an overlong text. @param maxLength in characters, not UTF-16 units. */
export function limitText(
  errors: FieldErrors,
  path: string,
  value: string | null | undefined,
  maxLength = LINE_LENGTH,
): void {
  if (value !== undefined && value !== null && isLonger(value, maxLength))
    errors.add(path, 'value_is_too_long');
}

/** Reports a text that cannot be sent in an HTTP header, once it is trimmed: one with line breaks or other than ASCII characters. */
export function checkHeaderText(errors: FieldErrors, path: string, value: string | null | undefined): void {
  checkSent(errors, path, value, (text) => /^[\x20-\x7e]*$/.test(text.trim()), 'invalid_format');
}

/** Reports a value that was sent, and does not fit. */
export function checkSent<Value>(
  errors: FieldErrors,
  path: string,
  value: Value | null | undefined,
  fits: (value: Value) => boolean,
  code: FieldErrorCode,
): void {
  if (value !== undefined && value !== null && !fits(value)) errors.add(path, code);
}

/** True if a text has more than `maxLength` characters (not UTF-16 units). */
export function isLonger(text: string, maxLength: number): boolean {
  return text.length > maxLength && Array.from(text).length > maxLength;
}

/** True for an address that a browser opens: it is shown, and never called. */
export function isWebAddress(text: string): boolean {
  return !/[\s\p{Cc}]/u.test(text) && /^https?:$/.test(URL.parse(text)?.protocol ?? '');
}

/** Maximum keys of a filter that takes a map, so that its query stays cheap. */
const FILTER_KEYS = 20;

/** True for a list that exceeds the maximum number of elements of any list. */
export function isOverlong(value: unknown): boolean {
  return Array.isArray(value) && value.length > LIST_LENGTH;
}

/** Reports a list with too many elements. */
export function limitCount(
  errors: FieldErrors,
  path: string,
  list: readonly unknown[] | null | undefined,
): void {
  if (isOverlong(list)) errors.add(path, 'invalid_count');
}

/** Reports a filter with too many keys. */
export function limitKeys(
  errors: FieldErrors,
  path: string,
  filter: Readonly<Record<string, unknown>>,
): void {
  if (Object.keys(filter).length > FILTER_KEYS) errors.add(path, 'too_many_keys');
}
