// Sections without a document are those of subscription-fee.md.
import { describe, expect, test } from '@jest/globals';
import { fc } from '../../../../test/support/property.js';
import { billingWindows, type BillingRun } from './billing-windows.js';
import { BILLING_TIMES, PLAN_INTERVALS } from '../../time/plan-interval.js';
import { isSubscriptionFeeDue, subscriptionFeeAmount, type SubscriptionFeeCase } from './subscription-fee.js';
import { nextBillingAt, type SubscriptionTerms } from './subscription-terms.js';
import type { ZonedWindow } from '../../time/window-dates.js';

interface Story extends Partial<Omit<SubscriptionFeeCase, 'terms' | 'at' | 'window' | 'lastFee'>> {
  readonly terms?: Partial<SubscriptionTerms>;
  readonly startedAt: string;
  /** The instant of the invoice; the start itself by default. */
  readonly at?: string;
  /** When the last fee was billed, in the zone of the terms unless another is given. */
  readonly lastFeeAt?: Date | null;
  readonly lastWindow?: ZonedWindow;
}

/** A case with the window that its invoice would have; by default recorded at its start and never billed before. */
function feeCase({
  terms: overrides,
  startedAt,
  at = startedAt,
  situation = 'periodic',
  lastFeeAt = null,
  lastWindow,
  ...rest
}: Story): SubscriptionFeeCase {
  const terms: SubscriptionTerms = {
    interval: 'monthly',
    billingTime: 'calendar',
    payInAdvance: false,
    billChargesMonthly: null,
    billFixedChargesMonthly: null,
    subscriptionAt: new Date(startedAt),
    startedAt: new Date(startedAt),
    timezone: 'UTC',
    ...overrides,
  };
  const run: BillingRun =
    situation === 'terminated'
      ? { situation, at: new Date(at), hadPeriodicRun: true }
      : { situation, at: new Date(at) };
  return {
    terms,
    situation,
    at: new Date(at),
    window: billingWindows(terms, run).subscription,
    planAmountCents: 10_000n,
    currency: 'EUR',
    recordedAt: new Date(startedAt),
    trialEndsAt: null,
    changeFromPrevious: null,
    hasOtherInvoice: false,
    lastFee:
      lastFeeAt === null
        ? null
        : {
            at: lastFeeAt,
            window: lastWindow ?? { from: lastFeeAt, to: lastFeeAt, timezone: terms.timezone },
          },
    ...rest,
  };
}

const advance = { payInAdvance: true };
const anniversary = { billingTime: 'anniversary' } as const;
const yearly = { interval: 'yearly' } as const;

describe('subscriptionFeeAmount', () => {
  test.each<[Story, bigint, bigint, string]>([
    [
      { startedAt: '2027-09-12', situation: 'starting', terms: advance },
      7500n,
      4750n,
      'first calendar period, 19 of 30 days: §8.1',
    ],
    [
      { startedAt: '2027-09-12', at: '2027-10-01', lastFeeAt: new Date('2027-09-12'), terms: advance },
      7500n,
      7500n,
      'later periods in full: §8.1',
    ],
    [
      {
        startedAt: '2027-02-10',
        at: '2027-04-03T15:20Z',
        situation: 'terminated',
        terms: { interval: 'quarterly', ...anniversary },
      },
      12_000n,
      7146n,
      'terminated in arrears, 53 of 89 days: §8.2',
    ],
    [
      { startedAt: '2027-08-05', at: '2027-08-09', terms: { interval: 'weekly' } },
      2150n,
      1229n,
      'Thursday to Sunday: §8.3',
    ],
    [
      { startedAt: '2028-11-01', situation: 'starting', terms: { ...yearly, ...advance } },
      99_000n,
      16_500n,
      '61 of 366 days of a leap year: §8.4',
    ],
    [
      {
        startedAt: '2027-04-21T09:00Z',
        situation: 'starting',
        changeFromPrevious: 'upgrade',
        terms: { ...advance, subscriptionAt: new Date('2027-01-01') },
      },
      10_500n,
      3500n,
      'the new plan of an upgrade pays its first day: §8.5',
    ],
    [
      { startedAt: '2027-01-01', at: '2027-04-21T09:00Z', situation: 'upgraded' },
      4200n,
      2800n,
      'the old plan in arrears does not: §8.5',
    ],
    [
      { startedAt: '2027-04-21T08:00Z', at: '2027-04-21T09:00Z', situation: 'upgraded' },
      4200n,
      0n,
      'upgraded on the starting day: §8.6',
    ],
    [
      {
        startedAt: '2023-09-28T05:00Z',
        situation: 'starting',
        changeFromPrevious: 'upgrade',
        terms: { ...yearly, ...anniversary, ...advance, subscriptionAt: new Date('2023-06-29T12:12Z') },
      },
      12_000n,
      9016n,
      'an upgrade to a year inherits the anchor: 275 of 366 days',
    ],
    [
      { startedAt: '2023-02-01', at: '2023-02-06', terms: { interval: 'weekly' } },
      5_000_000n,
      3_571_429n,
      '5 of 7 days',
    ],
    [
      {
        startedAt: '2027-05-05T08:00Z',
        at: '2027-05-17T08:00Z',
        situation: 'starting',
        trialEndsAt: new Date('2027-05-17T08:00Z'),
        terms: advance,
      },
      6_200n,
      3_000n,
      'from the end of a trial, 15 of 31 days: §8.7',
    ],
    [
      {
        startedAt: '2027-05-05',
        at: '2027-05-17',
        situation: 'starting',
        trialEndsAt: new Date('2027-05-17'),
        terms: { ...advance, ...anniversary },
      },
      6_200n,
      3_800n,
      'an anniversary, in full but for its 12 free days',
    ],
    [
      {
        startedAt: '2027-05-05',
        at: '2027-05-20T12:00Z',
        situation: 'terminated',
        trialEndsAt: new Date('2027-06-05'),
      },
      6_200n,
      0n,
      'an end within a trial is free',
    ],
    [
      { startedAt: '2022-02-01', at: '2022-07-01', terms: { interval: 'semiannual' } },
      5_000_000n,
      4_143_646n,
      '150 of 181 days',
    ],
    [
      { startedAt: '2023-09-05', at: '2023-09-06', situation: 'terminated', terms: anniversary },
      1000n,
      67n,
      'ended at midnight: that day counts, 2 of 30',
    ],
    [
      { startedAt: '2027-05-05', at: '2027-08-01', recordedAt: new Date('2027-07-20') },
      5000n,
      5000n,
      'backdated, started before the closed period: full (subscriptions.md §13.1)',
    ],
    [
      { startedAt: '2027-07-11', at: '2027-08-01', recordedAt: new Date('2027-07-20') },
      3100n,
      2100n,
      'backdated, started inside it: from the starting day',
    ],
    [
      { startedAt: '2027-07-11', at: '2027-08-01', recordedAt: new Date('2027-07-20'), terms: advance },
      5000n,
      5000n,
      'backdated, in advance: the coming period in full',
    ],
    [
      { startedAt: '2027-05-31T20:00Z', situation: 'starting', terms: { ...anniversary, ...advance } },
      5000n,
      5000n,
      'anniversary in advance: in full from the first day',
    ],
    [
      {
        startedAt: '2027-06-16',
        situation: 'starting',
        changeFromPrevious: 'downgrade',
        terms: { interval: 'monthly', ...advance, subscriptionAt: new Date('2027-01-01') },
      },
      3000n,
      1500n,
      'a downgrade between its own boundaries: from that day',
    ],
    ...[
      ['2027-06-30T16:00Z', 0n, 'a date that begins again is paid already: periods.md §9.5'] as const,
      ['2027-07-01T16:00Z', 97n, 'the date after it is not: periods.md §9.5'] as const,
    ].map(([at, amountCents, why]): [Story, bigint, bigint, string] => [
      {
        startedAt: '2027-05-31T15:00Z',
        at,
        situation: 'terminated',
        terms: { timezone: 'America/Denver' },
        lastFeeAt: new Date('2027-06-30T15:00Z'),
        lastWindow: {
          from: new Date('2027-05-31T15:00Z'),
          to: new Date('2027-06-30T15:00Z'),
          timezone: 'Asia/Tokyo',
        },
      },
      3000n,
      amountCents,
      why,
    ]),
  ])('%j of %s is %s: %s', (story, planAmountCents, amountCents) => {
    expect(subscriptionFeeAmount(feeCase({ ...story, planAmountCents })).amountCents).toBe(amountCents);
  });

  test.each([
    ['EUR', '12.285714285714286', 'cents: subscription-fee.md §8.3'],
    ['JPY', '1228.571428571428571', 'yen'],
  ])('the precise amount is not rounded, in currency units: %s %s (%s)', (currency, expected) => {
    const story: Story = {
      startedAt: '2027-08-05',
      at: '2027-08-09',
      terms: { interval: 'weekly' },
      currency,
    };
    const { amountCents, preciseAmount } = subscriptionFeeAmount(
      feeCase({ ...story, planAmountCents: 2150n }),
    );
    expect(amountCents).toBe(1229n);
    expect(preciseAmount.round(15).toFixed()).toBe(expected);
  });
});

describe('isSubscriptionFeeDue', () => {
  const split = { ...yearly, ...anniversary, billChargesMonthly: true };
  const billed = { lastFeeAt: new Date('2027-02-10') };

  test.each<[Story, boolean, string]>([
    [
      { startedAt: '2027-05-05', at: '2027-06-01', trialEndsAt: new Date('2027-06-19'), terms: advance },
      false,
      'in trial',
    ],
    [
      {
        startedAt: '2027-05-05',
        at: '2027-06-01',
        trialEndsAt: new Date('2027-06-01T08:00Z'),
        terms: advance,
      },
      true,
      'on the day on which the trial ends',
    ],
    [{ startedAt: '2027-09-18', at: '2027-10-01' }, true, 'a billing day in arrears'],
    [
      {
        startedAt: '2027-02-10',
        at: '2028-04-15',
        situation: 'activated',
        terms: { ...split, ...advance },
        ...billed,
      },
      true,
      'paid after a billing day of the year',
    ],
    [
      {
        startedAt: '2027-02-10',
        at: '2027-04-15',
        situation: 'activated',
        terms: { ...split, ...advance },
        ...billed,
      },
      false,
      'paid after billing days of months only',
    ],
    [
      { startedAt: '2027-02-10', at: '2027-04-15', situation: 'activated', terms: { ...split, ...advance } },
      true,
      'paid after billing days of months only, with a trial so far',
    ],
    [
      { startedAt: '2027-02-10', at: '2027-04-15', situation: 'activated', terms: split },
      false,
      'paid after billing days of months only, in arrears',
    ],
    [{ startedAt: '2027-09-18', situation: 'starting' }, false, 'a start in arrears'],
    [{ startedAt: '2027-09-18', situation: 'starting', terms: advance }, true, 'a start in advance'],
    [
      {
        startedAt: '2027-09-18',
        at: '2027-10-01T08:00Z',
        lastFeeAt: new Date('2027-10-01T00:00Z'),
        terms: advance,
      },
      false,
      'in advance, billed that day already',
    ],
    [
      {
        startedAt: '2027-09-18',
        at: '2027-10-01T08:00Z',
        lastFeeAt: new Date('2027-10-01T06:00Z'),
        terms: { ...advance, timezone: 'America/Denver' },
      },
      false,
      'in advance, billed that local day already',
    ],
    [
      {
        startedAt: '2027-09-18',
        at: '2027-10-01T08:00Z',
        lastFeeAt: new Date('2027-10-01T05:59Z'),
        terms: { ...advance, timezone: 'America/Denver' },
      },
      true,
      'in advance, billed on another local day',
    ],
    [{ startedAt: '2027-09-18', at: '2027-10-05', situation: 'terminated' }, true, 'terminated in arrears'],
    [
      { startedAt: '2027-09-18', at: '2027-10-05', situation: 'terminated', terms: advance },
      false,
      'in advance',
    ],
    [{ startedAt: '2027-09-18', at: '2027-10-05', situation: 'upgraded' }, true, 'upgraded in arrears'],
    [
      { startedAt: '2027-09-18', at: '2027-10-05', situation: 'upgraded', terms: advance },
      false,
      'in advance',
    ],
    [{ startedAt: '2027-09-18', at: '2027-11-01', situation: 'downgraded' }, true, 'downgraded in arrears'],
    [
      { startedAt: '2027-09-18', at: '2027-11-01', situation: 'downgraded', terms: advance },
      false,
      'in advance',
    ],
    [
      { startedAt: '2027-02-10', at: '2027-06-10', terms: { ...split, ...advance }, ...billed },
      false,
      'a split year, another month: periods.md §13.3',
    ],
    [
      { startedAt: '2027-02-10', at: '2028-02-10', terms: { ...split, ...advance }, ...billed },
      true,
      'a split year, its first month: periods.md §13.3',
    ],
    [{ startedAt: '2027-02-10', at: '2027-06-10', terms: split }, false, 'in arrears, another month'],
    [{ startedAt: '2027-02-10', at: '2028-02-10', terms: split }, true, 'in arrears, a first month'],
    [
      { startedAt: '2027-02-10', at: '2027-06-10', situation: 'terminated', terms: split },
      true,
      'terminated',
    ],
    [
      { startedAt: '2027-09-18', situation: 'starting', terms: { ...yearly, ...advance } },
      true,
      'a year in advance that starts in any month',
    ],
    [
      {
        startedAt: '2027-02-10',
        at: '2027-03-10',
        recordedAt: new Date('2027-02-20'),
        terms: { ...split, ...advance },
      },
      false,
      'backdated: nothing for the year in progress',
    ],
    [
      {
        startedAt: '2027-02-10',
        at: '2028-02-10',
        recordedAt: new Date('2027-02-20'),
        terms: { ...split, ...advance },
      },
      true,
      'backdated: the next year',
    ],
    [
      {
        startedAt: '2027-01-10',
        at: '2027-01-20',
        situation: 'starting',
        recordedAt: new Date('2027-01-20'),
        terms: { ...yearly, ...advance },
      },
      false,
      'backdated: nothing for the year in progress, in its first month either',
    ],
    [
      {
        startedAt: '2027-02-10',
        at: '2027-07-01',
        recordedAt: new Date('2027-02-20'),
        terms: { interval: 'semiannual', ...advance },
      },
      true,
      'backdated: the next half-year, though still the year of the anchor',
    ],
  ])('a subscription fee %j: %s (%s)', (story, due) => {
    expect(isSubscriptionFeeDue(feeCase(story))).toBe(due);
  });
});

describe('properties', () => {
  const stories = fc
    .record({
      interval: fc.constantFrom(...PLAN_INTERVALS),
      billingTime: fc.constantFrom(...BILLING_TIMES),
      payInAdvance: fc.boolean(),
      timezone: fc.constantFrom('UTC', 'America/Denver', 'Asia/Kathmandu', 'Europe/Paris'),
      startedAt: fc.date({ min: new Date('2024-01-01'), max: new Date('2028-01-01'), noInvalidDate: true }),
      planAmountCents: fc.bigInt({ min: 0n, max: 10n ** 10n }),
    })
    .map(({ startedAt, planAmountCents, ...overrides }) => ({
      startedAt: startedAt.toISOString(),
      planAmountCents,
      terms: {
        ...overrides,
        startedAt,
        subscriptionAt: startedAt,
        billChargesMonthly: null,
        billFixedChargesMonthly: null,
      },
    }));

  test('a fee is between 0 and the amount of the plan', () => {
    fc.assert(
      fc.property(
        stories,
        fc.constantFrom('starting', 'periodic', 'terminated', 'upgraded'),
        (story, situation) => {
          const at = nextBillingAt(story.terms, story.terms.startedAt).toISOString();
          const { amountCents } = subscriptionFeeAmount(feeCase({ ...story, at, situation }));
          expect(amountCents >= 0n && amountCents <= story.planAmountCents).toBe(true);
        },
      ),
    );
  });

  test('the second periodic fee is the whole amount', () => {
    fc.assert(
      fc.property(stories, (story) => {
        const first = nextBillingAt(story.terms, story.terms.startedAt);
        const second = nextBillingAt(story.terms, first).toISOString();
        const fee = feeCase({ ...story, at: second, lastFeeAt: first });
        expect(subscriptionFeeAmount(fee).amountCents).toBe(story.planAmountCents);
        // Without knowledge of the first fee, the days of the window lead to the same amount.
        expect(subscriptionFeeAmount({ ...fee, lastFee: null }).amountCents).toBe(story.planAmountCents);
      }),
    );
  });

  test('an upgrade splits the plan amount without loss', () => {
    fc.assert(
      fc.property(stories, fc.integer({ min: 1, max: 6 }), (story, days) => {
        const terms = { ...story.terms, payInAdvance: false };
        const start = nextBillingAt(terms, terms.startedAt);
        const subscription = { ...story, terms: { ...terms, startedAt: start } };
        const upgradedAt = new Date(start.getTime() + days * 86_400_000 + 43_200_000).toISOString();
        const before = feeCase({ ...subscription, at: upgradedAt, situation: 'upgraded' });
        const after = feeCase({
          ...subscription,
          terms: { ...subscription.terms, payInAdvance: true, startedAt: new Date(upgradedAt) },
          at: upgradedAt,
          situation: 'starting',
          changeFromPrevious: 'upgrade',
        });
        const parts = [before, after].map((part) => subscriptionFeeAmount(part).preciseAmount);
        expect(
          parts[0]
            ?.plus(parts[1] ?? 0)
            .times(100)
            .round(20)
            .toFixed(),
        ).toBe(String(story.planAmountCents));
      }),
    );
  });
});
