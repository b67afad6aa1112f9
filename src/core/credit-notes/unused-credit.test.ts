import { describe, expect, test } from '@jest/globals';
import { Big } from '../money/decimal.js';
import type { SubscriptionTerms } from '../invoicing/subscriptions/subscription-terms.js';
import {
  splitUnused,
  type UnusedCase,
  unusedCents,
  type UnusedMode,
  type UnusedWorth,
  usedCents,
} from './unused-credit.js';

const terms: SubscriptionTerms = {
  interval: 'monthly',
  billingTime: 'calendar',
  payInAdvance: true,
  billChargesMonthly: null,
  billFixedChargesMonthly: null,
  subscriptionAt: new Date('2027-01-01'),
  startedAt: new Date('2027-01-01'),
  timezone: 'UTC',
};

interface Story extends Partial<Pick<UnusedCase, 'isUpgraded'>> {
  readonly at: string;
  readonly window?: readonly [from: string, to: string];
  readonly paid: bigint;
  readonly plan?: bigint;
  readonly credited?: bigint;
  readonly trialEnd?: string;
  readonly timezone?: string;
  /** The time zone of the fee's invoice. */
  readonly feeZone?: string;
}

function caseOf({
  at,
  window = ['2027-08-01', '2027-09-01'],
  paid,
  plan = paid,
  ...story
}: Story): UnusedCase {
  return {
    terms: { ...terms, timezone: story.timezone ?? 'UTC' },
    at: new Date(at),
    isUpgraded: story.isUpgraded ?? false,
    trialEndsAt: story.trialEnd === undefined ? null : new Date(story.trialEnd),
    lastFee: {
      window: { from: new Date(window[0]), to: new Date(window[1]), timezone: story.feeZone ?? 'UTC' },
      amountCents: paid,
      planAmountCents: plan,
      creditedCents: story.credited ?? 0n,
    },
  };
}

test.each<[Story, string, string]>([
  [{ at: '2027-08-10T12:00Z', paid: 9_300n }, '6300', '21 of 31 days: subscription-fee.md §8.8'],
  [
    { at: '2027-04-21T12:00Z', window: ['2027-04-01', '2027-05-01'], paid: 4_200n, isUpgraded: true },
    '1400',
    'an upgrade gives its own day back: §8.5',
  ],
  [
    {
      at: '2027-08-12T10:00Z',
      window: ['2027-08-12', '2027-09-01'],
      paid: 6_000n,
      plan: 9_300n,
      isUpgraded: true,
    },
    '6000',
    'all of it on the day of the start: §8.6',
  ],
  [{ at: '2027-08-22T12:00Z', paid: 4_700n }, '1364.51612', 'cut, not rounded: credit-notes.md §7 B'],
  [{ at: '2027-08-27T12:00Z', paid: 4_700n }, '606.45161', '§7 B'],
  [{ at: '2027-08-31T23:59Z', paid: 9_300n }, '0', 'the last day is used'],
  [{ at: '2027-08-31T23:59Z', paid: 9_300n, isUpgraded: true }, '300', 'the next plan pays the last day'],
  [{ at: '2027-09-01T00:00Z', paid: 9_300n }, '0', 'a period that is not billed yet'],
  [{ at: '2027-08-10T12:00Z', paid: 1_000n, plan: 9_300n }, '1000', 'never more than was paid'],
  [{ at: '2027-08-10T12:00Z', paid: 9_300n, credited: 6_000n }, '300', 'less the amount credited already'],
  [{ at: '2027-08-10T12:00Z', paid: 9_300n, credited: 9_000n }, '0', 'never less than nothing'],
  [
    { at: '2027-08-10T12:00Z', paid: 4_800n, plan: 9_300n, trialEnd: '2027-08-16T08:00Z' },
    '4800',
    'a trial that still runs: from its end, 16 days',
  ],
  [
    { at: '2027-08-16T20:00Z', paid: 4_800n, plan: 9_300n, trialEnd: '2027-08-16T08:00Z' },
    '4800',
    'a trial that ends on the day of the end',
  ],
  [{ at: '2027-08-10T12:00Z', paid: 9_300n, trialEnd: '2027-09-10' }, '0', 'a trial beyond the period'],
  [{ at: '2027-08-10T12:00Z', paid: 9_300n, trialEnd: '2027-08-05' }, '6300', 'a trial that is over'],
  [
    { at: '2027-08-10T12:00Z', paid: 9_300n, timezone: 'America/Bogota' },
    '6300',
    'the dates of the fee are those in the zone of its invoice',
  ],
  [
    {
      at: '2027-06-30T16:00Z',
      window: ['2027-06-30T15:00Z', '2027-07-31T15:00Z'],
      paid: 3_000n,
      timezone: 'America/Denver',
      feeZone: 'Asia/Tokyo',
    },
    '3000',
    'all of July on a 30 June that has begun again: periods.md §9.5',
  ],
  [
    {
      at: '2027-06-30T16:00Z',
      window: ['2027-05-31T15:00Z', '2027-06-30T15:00Z'],
      paid: 3_000n,
      isUpgraded: true,
      timezone: 'America/Denver',
      feeZone: 'Asia/Tokyo',
    },
    '100',
    'one day of June, which the next plan pays',
  ],
])('%j has %s unused cents: %s', (story, cents) => {
  expect(unusedCents(caseOf(story)).toFixed()).toBe(cents);
});

test.each(['2027-08-05T12:00Z', '2027-08-16T12:00Z', '2027-08-17T12:00Z', '2027-08-31T12:00Z'])(
  'the used and the remaining part at %s add up to the fee',
  (at) => {
    for (const isUpgraded of [false, true]) {
      for (const [trialEnd, paid] of [
        [undefined, 9_300n],
        ['2027-08-16T08:00Z', 4_800n],
      ] as const) {
        const story = { at, isUpgraded, paid, plan: 9_300n, ...(trialEnd === undefined ? {} : { trialEnd }) };
        const unused = caseOf(story);
        expect(usedCents(unused).plus(unusedCents(unused)).toFixed()).toBe(paid.toString());
      }
    }
  },
);

test.each<[Story, string, string]>([
  [{ at: '2027-08-10T12:00Z', paid: 9_300n }, '3000', '10 days: subscriptions.md §13.4'],
  [
    { at: '2027-08-12T20:00Z', window: ['2027-08-12', '2027-09-01'], paid: 6_000n, plan: 9_300n },
    '300',
    'the day of a start inside the period alone',
  ],
  [
    { at: '2027-08-20T12:00Z', paid: 4_800n, plan: 9_300n, trialEnd: '2027-08-16T08:00Z' },
    '1500',
    'from the end of the trial, its day included',
  ],
  [{ at: '2027-08-10T12:00Z', paid: 9_300n, trialEnd: '2027-08-16' }, '0', 'trial days are not used days'],
  [
    {
      at: '2027-05-17T15:00Z',
      window: ['2027-05-05', '2027-06-01'],
      paid: 3_000n,
      plan: 6_200n,
      trialEnd: '2027-05-17T08:00Z',
    },
    '0',
    'an end on the day on which the trial ends: all of it remains, subscription-fee.md §8.9',
  ],
  [{ at: '2027-08-31T23:59Z', paid: 9_300n }, '9300', 'the whole period'],
])('%j has %s used cents: %s', (story, cents) => {
  expect(usedCents(caseOf(story)).toFixed()).toBe(cents);
});

describe('splitting the unused part', () => {
  interface Worth {
    readonly total: bigint;
    readonly paid: string;
    readonly used: bigint;
  }

  /** 300.00 a month, 10 of 30 days used, 120.00 paid: credit-notes.md §7 C. */
  const partly: Worth = { total: 20_000n, paid: '12000', used: 10_000n };
  const unpaid: Worth = { total: 6_300n, paid: '0', used: 3_000n };

  test.each<[UnusedMode, Worth, readonly [credit: bigint, refund: bigint, offset: bigint], string]>([
    ['credit', partly, [20_000n, 0n, 0n], 'all of it, regardless of payments'],
    ['refund', partly, [18_000n, 2_000n, 0n], 'what was paid and not used: §7 C'],
    ['offset', partly, [0n, 2_000n, 18_000n], 'the rest settles the invoice: §7 C'],
    ['refund', { total: 6_300n, paid: '9300', used: 3_000n }, [0n, 6_300n, 0n], 'subscriptions.md §13.4'],
    ['refund', { total: 6_300n, paid: '5000', used: 3_000n }, [4_300n, 2_000n, 0n], '§13.4'],
    ['offset', { total: 6_300n, paid: '5000', used: 3_000n }, [0n, 2_000n, 4_300n], '§13.4'],
    ['refund', unpaid, [6_300n, 0n, 0n], 'nothing paid, nothing refunded: §13.4'],
    ['offset', unpaid, [0n, 0n, 6_300n], '§13.4'],
    ['refund', { ...unpaid, paid: '2000' }, [6_300n, 0n, 0n], 'less paid than used'],
    ['refund', { ...unpaid, paid: '4000.5' }, [5_299n, 1_001n, 0n], 'a part of a payment is rounded'],
  ])('the unused part %s of %j: %j (%s)', (mode, { total, paid, used }, [credit, refund, offset]) => {
    const worth: UnusedWorth = { totalCents: total, paidCents: new Big(paid), usedCents: used };
    expect(splitUnused(mode, worth)).toEqual({
      creditAmountCents: credit,
      refundAmountCents: refund,
      offsetAmountCents: offset,
    });
  });
});
