import { ExactNumber } from '../core/money/exact-number.js';

/**
 * Readers of scalars. In addition to a scalar's own JSON type, REST accepts numeric text for numbers, and "true" and
 * "false" for booleans. A reader returns `undefined` for a value that it does not accept.
 * Source: rest-conventions.md §3.
 */
export const SCALAR_READERS: Record<string, (value: unknown) => unknown> = {
  String: (value) => (typeof value === 'string' ? value : undefined),
  ID: (value) => (typeof value === 'string' ? value : undefined),
  Boolean: (value) => (value === 'true' ? true : value === 'false' ? false : booleanOnly(value)),
  Int: readInteger,
  SafeInt: readInteger,
  Float: (value) =>
    numberOnly(typeof value === 'string' && NUMBER.test(value) ? ExactNumber.read(unsigned(value)) : value),
};

const INTEGER = /^[+-]?\d+$/;
const NUMBER = /^[+-]?\d+(?:\.\d+)?$/;

/** An integer beyond 2^53 becomes an unsafe one, which no scalar accepts. */
function readInteger(value: unknown): number | undefined {
  const sent = value instanceof ExactNumber ? value.text : value;
  const number = typeof sent === 'string' && INTEGER.test(sent) ? Number(sent) : numberOnly(sent);
  return number !== undefined && Number.isInteger(number) ? number : undefined;
}

/** JSON writes no plus. */
function unsigned(text: string): string {
  return text.startsWith('+') ? text.slice(1) : text;
}

function numberOnly(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

function booleanOnly(value: unknown): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined;
}
