/**
 * Removes NUL characters, which Postgres cannot store, and replaces lone surrogates, which are no text, by U+FFFD.
 * Source: rest-conventions.md §3.
 */
export function cleanText(text: string): string {
  return (text.includes('\0') ? text.replaceAll('\0', '') : text).toWellFormed();
}

/** Only an escape can put such characters into JSON. */
const SUSPECT_ESCAPE = /\\u(?:0000|[dD][89a-fA-F])/;

/** Parses JSON with every string, keys included, cleaned. @throws SyntaxError when the text is no JSON. */
export function parseCleanJson(text: string): unknown {
  const source = text.includes('\0') ? text.replaceAll('\0', '') : text;
  const value: unknown = JSON.parse(source);
  return SUSPECT_ESCAPE.test(source) ? cleanValue(value) : value;
}

function cleanValue(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value);
  if (Array.isArray(value)) return value.map(cleanValue);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [cleanText(key), cleanValue(item)]));
}
