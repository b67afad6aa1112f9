import { describe, expect, test } from '@jest/globals';
import {
  currenciesOverThreshold,
  dueCurrencies,
  type DunningState,
  type DunningTerms,
  isFinished,
  nextAttemptAt,
} from './dunning.js';

const TERMS: DunningTerms = {
  daysBetweenAttempts: 4,
  maxAttempts: 3,
  thresholds: new Map([
    ['EUR', 5_000n],
    ['USD', 0n],
  ]),
};
const NONE: DunningState = { attempts: {}, lastAttemptAt: null };
const at = (day: string) => new Date(`2027-05-${day}Z`);
const after = (eur: number, day: string): DunningState => ({
  attempts: { EUR: eur },
  lastAttemptAt: at(day),
});
const eur = (cents: bigint) => new Map([['EUR', cents]]);

describe('attempts (payments.md §13, example C)', () => {
  test.each<[bigint, DunningState, string, string[], string]>([
    [4_999n, NONE, '02T10:00', [], 'below the threshold'],
    [5_000n, NONE, '02T10:00', ['EUR'], 'at the threshold'],
    [5_100n, NONE, '02T10:00', ['EUR'], 'the first attempt'],
    [5_100n, after(1, '02T10:00'), '06T09:00', [], 'too early'],
    [5_100n, after(1, '02T10:00'), '06T10:00', [], 'at the same hour: strictly later'],
    [5_100n, after(1, '02T10:00'), '06T11:00', ['EUR'], 'the second attempt'],
    [5_100n, after(2, '06T11:00'), '10T12:00', ['EUR'], 'the third attempt'],
    [5_100n, after(3, '10T12:00'), '20T12:00', [], 'no fourth attempt'],
  ])('%d after %j on %s: %j (%s)', (balance, state, now, expected) => {
    expect(dueCurrencies(TERMS, state, eur(balance), at(now))).toEqual(expected);
  });

  test('each currency counts by itself; one without a threshold never', () => {
    const balances = new Map([
      ['USD', 1n],
      ['GBP', 900_000n],
      ['EUR', 6_000n],
    ]);
    expect(currenciesOverThreshold(TERMS, balances)).toEqual(['EUR', 'USD']);
    expect(dueCurrencies(TERMS, after(3, '02T10:00'), balances, at('09T00:00'))).toEqual(['USD']);
    expect(currenciesOverThreshold(TERMS, new Map([['USD', 0n]]))).toEqual([]);
  });

  test('the next attempt is at a full hour, strictly later than the pause', () => {
    expect(nextAttemptAt(TERMS, at('02T10:00'))).toEqual(at('06T11:00'));
    expect(nextAttemptAt(TERMS, at('02T10:30'))).toEqual(at('06T11:00'));
  });

  test.each<[Record<string, number>, boolean]>([
    [{}, false],
    [{ EUR: 2 }, false],
    [{ EUR: 3 }, true],
    [{ EUR: 3, USD: 1 }, false],
    [{ EUR: 3, USD: 4 }, true],
  ])('a campaign is finished with attempts %j: %s', (attempts, expected) => {
    expect(isFinished(TERMS, { attempts, lastAttemptAt: null })).toBe(expected);
  });
});
