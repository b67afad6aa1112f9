import { describe, expect, test } from '@jest/globals';
import type { BillingSituation } from './billing-windows.js';
import { commitmentTrueUp, reconciliation } from './commitment.js';
import { Big } from '../../money/decimal.js';
import type { Period } from '../../time/period.js';
import { periodAt } from '../../time/periods.js';
import type { BillingTime, PlanInterval } from '../../time/plan-interval.js';
import { periodRules, type SubscriptionTerms } from './subscription-terms.js';

interface Plan {
  interval?: PlanInterval;
  billingTime?: BillingTime;
  payInAdvance?: boolean;
  billChargesMonthly?: boolean | null;
  startedAt?: string;
}

function termsOf({ startedAt = '2027-04-13', ...plan }: Plan): SubscriptionTerms {
  return {
    interval: 'monthly',
    billingTime: 'calendar',
    payInAdvance: false,
    billChargesMonthly: null,
    billFixedChargesMonthly: null,
    subscriptionAt: new Date(startedAt),
    startedAt: new Date(startedAt),
    timezone: 'UTC',
    ...plan,
  };
}

const period = (from: string, to: string) => ({ from: new Date(from), to: new Date(to) });
const inUtc = (window: Period | null) => (window === null ? null : { ...window, timezone: 'UTC' });

type Situation = Exclude<BillingSituation, 'current'>;

describe('reconciled period', () => {
  const APRIL = period('2027-04-13', '2027-05-01');
  const MAY = period('2027-05-01', '2027-06-01');

  test.each<[Situation, Plan, string, Period, Period | null, string | null, string]>([
    ['starting', {}, '2027-04-13', APRIL, null, null, 'nothing has been billed'],
    ['periodic', {}, '2027-05-01', APRIL, null, '2027-04-01', 'in arrears: the period it closes, whole'],
    [
      'terminated',
      {},
      '2027-05-10',
      period('2027-05-01', '2027-05-10'),
      APRIL,
      '2027-05-01',
      'the one that ends early',
    ],
    [
      'upgraded',
      {},
      '2027-05-10',
      period('2027-05-01', '2027-05-10'),
      APRIL,
      '2027-05-01',
      'the one that ends early',
    ],
    ['downgraded', {}, '2027-06-01', MAY, APRIL, '2027-05-01', 'the one that has ended'],
    ['starting', { payInAdvance: true }, '2027-04-13', APRIL, null, null, 'in advance: reconciled later'],
    [
      'periodic',
      { payInAdvance: true },
      '2027-05-01',
      MAY,
      APRIL,
      '2027-04-01',
      'the one before the one it bills',
    ],
    ['periodic', { payInAdvance: true }, '2027-05-01', MAY, null, null, 'a trial: it was not billed'],
    [
      'terminated',
      { payInAdvance: true },
      '2027-05-10',
      period('2027-05-01', '2027-05-10'),
      MAY,
      '2027-05-01',
      'the one in progress',
    ],
    [
      'upgraded',
      { payInAdvance: true },
      '2027-05-10',
      period('2027-05-01', '2027-05-10'),
      MAY,
      '2027-05-01',
      'the one in progress',
    ],
    [
      'downgraded',
      { payInAdvance: true },
      '2027-06-01',
      period('2027-06-01', '2027-07-01'),
      MAY,
      '2027-05-01',
      'the one that has ended',
    ],
    [
      'activated',
      { interval: 'yearly', billChargesMonthly: true },
      '2027-06-05',
      period('2026-01-01', '2027-01-01'),
      null,
      null,
      'paid for late: the year has not closed',
    ],
    [
      'activated',
      { interval: 'yearly', billChargesMonthly: true },
      '2028-02-05',
      period('2027-04-13', '2028-01-01'),
      null,
      '2027-01-01',
      'paid for late: the year that has closed since',
    ],
    [
      'periodic',
      { interval: 'weekly' },
      '2027-04-19',
      period('2027-04-13', '2027-04-19'),
      null,
      '2027-04-12',
      'weeks hold no months',
    ],
    [
      'periodic',
      { interval: 'yearly', billChargesMonthly: true },
      '2027-05-01',
      period('2026-01-01', '2027-01-01'),
      null,
      null,
      'a split by months: not within the year',
    ],
    [
      'periodic',
      { interval: 'yearly', billChargesMonthly: true },
      '2028-01-01',
      period('2027-04-13', '2028-01-01'),
      null,
      '2027-01-01',
      'a split by months: when the year is over',
    ],
  ])('%s of %j at %s: %s', (situation, plan, at, window, lastFee, expected) => {
    const run = { terms: termsOf(plan), situation, at: new Date(at), window, lastFeeWindow: inUtc(lastFee) };
    expect(reconciliation(run)?.period.fromOn.toString() ?? null).toBe(expected);
  });
});

describe('committed part of the period', () => {
  const APRIL = period('2027-04-13', '2027-05-01');
  const MAY = period('2027-05-01', '2027-06-01');
  const ended = (at: string) => period('2027-05-01', at);

  test.each<[Situation, boolean, string, Period, Period | null, Period, string]>([
    ['periodic', false, '2027-05-01', APRIL, null, APRIL, 'in arrears: the days billed now'],
    [
      'periodic',
      true,
      '2027-05-01',
      MAY,
      APRIL,
      APRIL,
      'in advance: the days billed at the start of the period',
    ],
    ['terminated', false, '2027-05-10', ended('2027-05-10'), APRIL, ended('2027-05-10'), 'up to the end'],
    ['terminated', true, '2027-05-10', ended('2027-05-10'), MAY, ended('2027-05-10'), 'up to the end'],
    [
      'downgraded',
      true,
      '2027-06-01',
      period('2027-06-01', '2027-06-02'),
      MAY,
      MAY,
      'ended just after: all of it',
    ],
  ])('%s, in advance %s, at %s: %j', (situation, payInAdvance, at, window, lastFee, expected) => {
    const terms = termsOf({ payInAdvance });
    const run = { terms, situation, at: new Date(at), window, lastFeeWindow: inUtc(lastFee) };
    expect(reconciliation(run)?.committed).toEqual(expected);
  });
});

describe('commitmentTrueUp', () => {
  const trueUp = (plan: Plan, amountCents: bigint, committed: [string, string], fees: [bigint, string][]) =>
    commitmentTrueUp({
      amountCents,
      currency: 'EUR',
      period: periodAt(periodRules(termsOf(plan)).plan, new Date(committed[0])),
      committed: period(...committed),
      timezone: 'UTC',
      fees: fees.map(([cents, precise]) => ({ amountCents: cents, preciseAmount: new Big(precise) })),
    });

  const APRIL: [string, string] = ['2027-04-13', '2027-05-01'];

  test.each<
    [Plan, bigint, [string, string], [bigint, string][], bigint | undefined, string | undefined, string]
  >([
    [{}, 25000n, APRIL, [[3600n, '36'], [4150n, '41.5']], 7250n, '72.5', 'fixed-charges-and-commitments.md §9.4: 18 of 30 days'], // prettier-ignore
    [{}, 25000n, APRIL, [[15000n, '150']], undefined, undefined, 'just reached'],
    [{}, 25000n, APRIL, [[20000n, '200']], undefined, undefined, 'exceeded'],
    [{}, 25000n, APRIL, [[33n, '0.334']], 14967n, '149.666', 'precise amounts are taken off precisely'],
    [{}, 25000n, ['2027-05-01', '2027-06-01'], [], 25000n, '250', 'a whole period without fees'],
    [
      {},
      25000n,
      ['2027-05-01', '2027-05-10T12:00:00.001Z'],
      [],
      8065n,
      '80.65',
      'ended on the 10th: 10 of 31 days',
    ],
    [
      { interval: 'weekly' },
      1000000n,
      ['2023-02-01', '2023-02-06'],
      [[71429n, '714.29']],
      642857n,
      '6428.57',
      '5 of 7 days',
    ],
    [
      { interval: 'quarterly' },
      1000000n,
      ['2023-02-04', '2023-04-01'],
      [[62222n, '622.22']],
      560000n,
      '5600',
      '56 of 90 days',
    ],
    [
      { interval: 'yearly' },
      1000000n,
      ['2022-02-01', '2023-01-01'],
      [[91507n, '915.07']],
      823561n,
      '8235.61',
      '334 of 365 days',
    ],
  ])('%j of %s over %j after %j: %s, precisely %s: %s', (plan, cents, committed, fees, expected, precise) => {
    const result = trueUp(plan, cents, committed, fees);
    expect([result?.amountCents, result?.preciseAmount.toFixed()]).toEqual([expected, precise]);
  });
});
