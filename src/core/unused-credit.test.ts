import { expect, test } from '@jest/globals';
import { Big } from './decimal.js';
import type { SubscriptionTerms } from './subscription-terms.js';
import { type UnusedCase, unusedCents } from './unused-credit.js';

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
  readonly month?: readonly [string, string];
  readonly paid: bigint;
  readonly plan?: bigint;
  readonly credited?: number;
  readonly trialEnd?: string;
}

function unused({ at, month = ['2027-08-01', '2027-09-01'], paid, plan = paid, ...story }: Story): string {
  return unusedCents({
    terms,
    at: new Date(at),
    isUpgraded: story.isUpgraded ?? false,
    trialEndsAt: story.trialEnd === undefined ? null : new Date(story.trialEnd),
    lastFee: {
      window: { from: new Date(month[0]), to: new Date(month[1]) },
      amountCents: paid,
      planAmountCents: plan,
      creditedCents: new Big(story.credited ?? 0),
    },
  })
    .round(5)
    .toFixed();
}

test.each<[Story, string, string]>([
  [{ at: '2027-08-10T12:00Z', paid: 9_300n }, '6300', '21 of 31 days: §8.8'],
  [
    { at: '2027-04-21T12:00Z', month: ['2027-04-01', '2027-05-01'], paid: 4_200n, isUpgraded: true },
    '1400',
    'an upgrade gives its own day back: §8.5',
  ],
  [{ at: '2027-08-31T23:59Z', paid: 9_300n }, '0', 'the last day is used'],
  [{ at: '2027-08-31T23:59Z', paid: 9_300n, isUpgraded: true }, '300', 'unless the next plan pays it'],
  [{ at: '2027-09-01T00:00Z', paid: 9_300n }, '0', 'a period that is not billed yet'],
  [{ at: '2027-08-10T12:00Z', paid: 1_000n, plan: 9_300n }, '1000', 'never more than was paid'],
  [{ at: '2027-08-10T12:00Z', paid: 9_300n, credited: 6_000 }, '300', 'less what was given back already'],
  [{ at: '2027-08-10T12:00Z', paid: 9_300n, credited: 9_000 }, '0', 'never less than nothing'],
  [
    { at: '2027-08-10T12:00Z', paid: 4_800n, plan: 9_300n, trialEnd: '2027-08-16T08:00Z' },
    '4800',
    'a trial that still runs: from its end, 16 days',
  ],
  [{ at: '2027-08-10T12:00Z', paid: 9_300n, trialEnd: '2027-09-10' }, '0', 'a trial beyond the period'],
  [{ at: '2027-08-10T12:00Z', paid: 9_300n, trialEnd: '2027-08-05' }, '6300', 'a trial that is over'],
])('%j leaves %s cents: %s', (story, cents) => {
  expect(unused(story)).toBe(cents);
});

test('without a fee nothing is left', () => {
  const story = { terms, at: new Date('2027-08-10'), isUpgraded: false, trialEndsAt: null, lastFee: null };
  expect(unusedCents(story).toFixed()).toBe('0');
});
