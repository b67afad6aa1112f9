import { ExactNumber } from '../../core/money/exact-number.js';
import { parseJson } from './parse-json.js';

/**
 * Removes NUL characters, which Postgres cannot store, and replaces lone surrogates, which are invalid Unicode, by
 * U+FFFD. Source: rest-conventions.md §3.
 */
export function cleanText(text: string): string {
  return (text.includes('\0') ? text.replaceAll('\0', '') : text).toWellFormed();
}

/** Matches the JSON escapes of NUL and surrogates; JSON text can contain those characters only as escapes. */
const SUSPECT_ESCAPE = /\\u(?:0000|[dD][89a-fA-F])/;

/**
 * Parses JSON, in which numbers keep their digits (`parseJson`), and cleans every string in it, keys included (`cleanText`).
 * @param hasLongNumbers false if it is known that every number is that of a double.
 * @throws SyntaxError for invalid JSON.
 */
export function parseCleanJson(text: string, hasLongNumbers = true): unknown {
  const source = text.includes('\0') ? text.replaceAll('\0', '') : text;
  const value: unknown = hasLongNumbers ? parseJson(source) : JSON.parse(source);
  return SUSPECT_ESCAPE.test(source) ? cleanValue(value) : value;
}

function cleanValue(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value);
  if (Array.isArray(value)) return value.map(cleanValue);
  if (value === null || typeof value !== 'object' || value instanceof ExactNumber) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [cleanText(key), cleanValue(item)]));
}
