import { Big } from '../money/decimal.js';

/**
 * True if two prices are the same: decimal texts and numbers are compared by value (`"1.0"` equals `"1"`), an absent member
 * equals null, and the order of members is ignored. Source: subscriptions.md §10.
 */
export function sameProperties(one: unknown, other: unknown): boolean {
  if (isList(one) && isList(other)) {
    return one.length === other.length && one.every((item, index) => sameProperties(item, other[index]));
  }
  if (isObject(one) && isObject(other)) {
    const names = new Set([...Object.keys(one), ...Object.keys(other)]);
    return [...names].every((name) => sameProperties(one[name] ?? null, other[name] ?? null));
  }
  if (isDecimal(one) && isDecimal(other)) return new Big(one).eq(new Big(other));
  return one === other;
}

const DECIMAL = /^-?\d+(\.\d+)?$/;

function isDecimal(value: unknown): value is string | number {
  return typeof value === 'number' || (typeof value === 'string' && DECIMAL.test(value));
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
