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
  Float: (value) => (typeof value === 'string' && NUMBER.test(value) ? Number(value) : numberOnly(value)),
};

const INTEGER = /^[+-]?\d+$/;
const NUMBER = /^[+-]?\d+(?:\.\d+)?$/;

function readInteger(value: unknown): number | undefined {
  const number = typeof value === 'string' && INTEGER.test(value) ? Number(value) : numberOnly(value);
  return number !== undefined && Number.isInteger(number) ? number : undefined;
}

function numberOnly(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

function booleanOnly(value: unknown): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined;
}
