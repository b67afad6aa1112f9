/**
 * What REST accepts for a scalar beside its own JSON type: numeric text for numbers, "true" and "false" for
 * booleans. A reader answers `undefined` for a value of another kind. Source: rest-conventions.md §3.
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
