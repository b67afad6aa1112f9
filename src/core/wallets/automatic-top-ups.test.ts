import { describe, expect, test } from '@jest/globals';
import { Temporal } from 'temporal-polyfill';
import { fc } from '../../../test/support/property.js';
import { Big } from '../money/decimal.js';
import {
  intervalTopUp,
  nextTopUpOn,
  type ToppedUpWallet,
  type TopUpInterval,
  type TopUpRule,
  thresholdTopUp,
} from './automatic-top-ups.js';

const on = (text: string) => Temporal.PlainDate.from(text);

describe('nextTopUpOn', () => {
  test.each<[TopUpInterval, string, string, string]>([
    ['weekly', '2027-03-03', '2027-03-03', '2027-03-10'],
    ['weekly', '2027-03-03', '2027-03-09', '2027-03-10'],
    ['monthly', '2021-03-31', '2021-03-31', '2021-04-30'],
    ['monthly', '2021-03-31', '2021-04-30', '2021-05-31'],
    ['monthly', '2027-01-30', '2027-01-31', '2027-02-28'],
    ['quarterly', '2027-01-31', '2027-01-31', '2027-04-30'],
    ['semiannual', '2027-08-31', '2027-08-31', '2028-02-29'],
    ['yearly', '2028-02-29', '2028-03-01', '2029-02-28'],
    ['yearly', '2028-02-29', '2031-03-01', '2032-02-29'],
    ['monthly', '2027-06-15', '2027-01-01', '2027-06-15'],
  ])('%s from %s, after %s: %s', (interval, anchor, after, next) => {
    expect(nextTopUpOn(interval, on(anchor), on(after)).toString()).toBe(next);
  });

  test('the next top-up is on the first day after the given one that is a whole number of intervals from the anchor', () => {
    const day = fc.integer({ min: 0, max: 3_000 }).map((days) => on('2024-01-01').add({ days }));
    const interval = fc.constantFrom<TopUpInterval>('weekly', 'monthly', 'quarterly', 'semiannual', 'yearly');
    fc.assert(
      fc.property(interval, day, day, (of, anchor, after) => {
        const days: string[] = [];
        const steps = {
          weekly: { days: 7 },
          monthly: { months: 1 },
          quarterly: { months: 3 },
          semiannual: { months: 6 },
          yearly: { months: 12 },
        };
        for (let count = 0; count < 600; count += 1) {
          const [[unit, size] = ['days', 7]] = Object.entries(steps[of]);
          days.push(anchor.add({ [unit]: size * count }).toString());
        }
        const expected = days.find((each) => each > after.toString());
        expect(nextTopUpOn(of, anchor, after).toString()).toBe(expected);
      }),
    );
  });
});

const rule = (over: Partial<Record<keyof TopUpRule, string | boolean>> = {}): TopUpRule => ({
  method: over.targetOngoingBalance === undefined ? 'fixed' : 'target',
  paidCredits: new Big(String(over.paidCredits ?? 0)),
  grantedCredits: new Big(String(over.grantedCredits ?? 0)),
  targetOngoingBalance:
    over.targetOngoingBalance === undefined ? null : new Big(String(over.targetOngoingBalance)),
  grantsTargetTopUp: over.grantsTargetTopUp === true,
});
const wallet = (
  ongoing: number,
  over: Partial<Record<keyof ToppedUpWallet, number>> = {},
): ToppedUpWallet => ({
  ongoing: new Big(ongoing),
  pending: new Big(over.pending ?? 0),
  minimum: over.minimum === undefined ? null : new Big(over.minimum),
  maximum: over.maximum === undefined ? null : new Big(over.maximum),
});
const shown = (topUp: ReturnType<typeof thresholdTopUp>) =>
  topUp === null ? null : [topUp.paid.toNumber(), topUp.granted.toNumber()];

describe('at a threshold', () => {
  const sixty = rule({ paidCredits: '60' });

  test.each<[string, TopUpRule, ToppedUpWallet, number[] | null]>([
    ['wallets.md §8 D: a large gap', sixty, wallet(-120), [180, 0]],
    ['wallets.md §8 D: a small gap', sixty, wallet(45), [60, 0]],
    ['wallets.md §8 D: while one is pending', sixty, wallet(20, { pending: 60 }), null],
    ['exactly at the threshold', sixty, wallet(50), [60, 0]],
    ['above it', sixty, wallet(50.00001), null],
    ['a gap of as much as is paid', sixty, wallet(-10), [120, 0]],
    ['no more than the maximum', sixty, wallet(-120, { maximum: 100 }), [100, 0]],
    ['free credits, once', rule({ grantedCredits: '10' }), wallet(-500), [0, 10]],
    [
      'free credits make the gap smaller',
      rule({ paidCredits: '60', grantedCredits: '115' }),
      wallet(-120),
      [60, 115],
    ],
    ['up to a target', rule({ targetOngoingBalance: '100' }), wallet(20), [80, 0]],
    ['at least the minimum', rule({ targetOngoingBalance: '100' }), wallet(20, { minimum: 90 }), [90, 0]],
    [
      'the gap to a target for free',
      rule({ targetOngoingBalance: '100', grantsTargetTopUp: true }),
      wallet(20, { minimum: 90 }),
      [0, 80],
    ],
  ])('%s', (_, of, at, expected) => {
    expect(shown(thresholdTopUp(of, new Big(50), at))).toEqual(expected);
  });

  test('a fixed purchase without maximum ends above the threshold', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100 }), fc.integer({ min: -5_000, max: 50 }), (paid, ongoing) => {
        const topUp = thresholdTopUp(rule({ paidCredits: String(paid) }), new Big(50), wallet(ongoing));
        const after = ongoing + (topUp?.paid.toNumber() ?? 0);
        expect(after > 50 && after <= 50 + paid).toBe(true);
      }),
    );
  });
});

describe('at an interval', () => {
  test.each<[string, TopUpRule, ToppedUpWallet, number[]]>([
    [
      'fixed, whatever the balance is',
      rule({ paidCredits: '5', grantedCredits: '7' }),
      wallet(1_000),
      [5, 7],
    ],
    ['up to a target', rule({ targetOngoingBalance: '100' }), wallet(-20), [120, 0]],
    ['nothing at the target', rule({ targetOngoingBalance: '100' }), wallet(100), [0, 0]],
  ])('%s', (_, of, at, expected) => {
    expect(shown(intervalTopUp(of, at))).toEqual(expected);
  });
});
