import { describe, expect, test } from '@jest/globals';
import { hasExpired, isValidFor, usageEndOf } from './validity.js';

const instant = (text: string): Date => new Date(text);
const EXPIRATION = instant('2026-10-31T23:59:59Z');

describe('isValidFor', () => {
  test.each<[string, string, string | null, boolean]>([
    ['any invoice before it expires', '2026-10-31T23:59:58Z', '2026-12-01T00:00:00Z', true],
    ['a draft of its time, days later', '2026-11-05T00:00:00Z', '2026-11-01T00:00:00Z', true],
    ['a draft of a period long before', '2026-12-05T00:00:00Z', '2026-09-01T00:00:00Z', true],
    ['a period that ends an hour later', '2026-11-01T01:00:00Z', '2026-11-01T00:59:59Z', true],
    ['a period that ends more than an hour later', '2026-11-01T02:00:00Z', '2026-11-01T01:00:00Z', false],
    ['usage of the next period', '2026-11-02T00:00:00Z', '2026-12-01T00:00:00Z', false],
    ['an invoice without usage', '2026-11-02T00:00:00Z', null, false],
  ])('%s', (_, at, usageEnd, expected) => {
    const usage = { at: instant(at), usageEnd: usageEnd === null ? null : instant(usageEnd) };
    expect(isValidFor({ expirationAt: EXPIRATION }, usage)).toBe(expected);
    expect(isValidFor({ expirationAt: null }, usage)).toBe(true);
  });
});

test('a wallet has expired from its expiration on', () => {
  const wallet = { expirationAt: EXPIRATION };
  expect(hasExpired(wallet, instant('2026-10-31T23:59:58.999Z'))).toBe(false);
  expect(hasExpired(wallet, EXPIRATION)).toBe(true);
  expect(hasExpired({ expirationAt: null }, EXPIRATION)).toBe(false);
});

test('usage ends with the latest window; the empty one of a start has none', () => {
  const from = instant('2026-10-01T00:00:00Z');
  const [first, last] = [instant('2026-10-15T00:00:00Z'), instant('2026-11-01T00:00:00Z')];
  expect(usageEndOf([{ from, to: last }, null, { from, to: first }])).toEqual(last);
  expect(usageEndOf([{ from: last, to: last }, null])).toBeNull();
});
