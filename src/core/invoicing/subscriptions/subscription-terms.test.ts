// Sections without a document are those of periods.md.
import { describe, expect, test } from '@jest/globals';
import { fc, tries } from '../../../../test/support/property.js';
import { localDate } from '../../time/calendar.js';
import { allowsMonthlySplit, BILLING_TIMES, PLAN_INTERVALS } from '../../time/plan-interval.js';
import {
  firstBillingAt,
  isBillingDay,
  isFirstMonth,
  movedBillingAt,
  nextBillingAt,
  periodRules,
  type SubscriptionTerms,
} from './subscription-terms.js';

function terms(overrides: Partial<SubscriptionTerms> & { startedAt: Date }): SubscriptionTerms {
  return {
    interval: 'monthly',
    billingTime: 'calendar',
    payInAdvance: false,
    billChargesMonthly: null,
    billFixedChargesMonthly: null,
    subscriptionAt: overrides.startedAt,
    timezone: 'UTC',
    ...overrides,
  };
}

describe('isBillingDay', () => {
  test.each<[Partial<SubscriptionTerms>, string, string, boolean, string]>([
    [{}, '2027-09-18', '2027-10-01', true, 'its first instant'],
    [{}, '2027-09-18', '2027-10-01T23:59:59.999Z', true, 'its last instant, for a late run'],
    [{}, '2027-09-18', '2027-10-02', false, 'the day after'],
    [{}, '2027-09-18', '2027-09-30T23:59:59.999Z', false, 'the day before'],
    [{}, '2027-10-01', '2027-10-01T12:00Z', false, 'never the starting day'],
    [{}, '2027-09-30T23:59Z', '2027-10-01', true, 'the day after the start'],
    [{ timezone: 'America/Denver' }, '2027-09-18', '2027-10-01T05:00Z', false, 'still September there'],
    [{ timezone: 'Asia/Tokyo' }, '2027-09-18', '2027-10-01T00:00Z', true, 'October since nine hours there'],
    [{ timezone: 'Asia/Tokyo' }, '2027-09-30T16:00Z', '2027-10-01T00:00Z', false, 'started on it there'],
    [
      { interval: 'yearly', billingTime: 'anniversary', billChargesMonthly: true },
      '2027-02-10',
      '2027-06-10',
      true,
      'the first of a month within a year',
    ],
  ])('%j, started %s, at %s: %s (%s)', (over, startedAt, at, expected) => {
    expect(isBillingDay(terms({ startedAt: new Date(startedAt), ...over }), new Date(at))).toBe(expected);
  });
});

describe('movedBillingAt', () => {
  const anniversary = { billingTime: 'anniversary', startedAt: new Date('2027-01-31T20:00Z') } as const;
  test.each<[Partial<SubscriptionTerms>, string, string, string]>([
    [{}, '2027-10-01', '2027-10-01', 'in the same zone, the day itself'],
    [{ timezone: 'Asia/Tokyo' }, '2027-10-01', '2027-09-30T15:00Z', 'from UTC to the east'],
    [{ timezone: 'America/Denver' }, '2027-10-01', '2027-10-01T06:00Z', 'from UTC to the west'],
    [{ timezone: 'Pacific/Apia' }, '2027-10-01T11:00Z', '2027-09-30T11:00Z', 'over the date line'],
    [
      { ...anniversary, timezone: 'Asia/Tokyo' },
      '2027-02-28',
      '2027-02-28T15:00Z',
      'its day is the 1st there',
    ],
    [{ interval: 'weekly', timezone: 'Asia/Tokyo' }, '2027-10-04', '2027-10-03T15:00Z', 'a Monday'],
  ])('%j, a billing day that begins at %s in the old zone: %s (%s)', (over, to, expected) => {
    const there = terms({ startedAt: new Date('2027-01-10'), ...over });
    const now = new Date('2027-01-20');
    expect(movedBillingAt({ ...there, subscriptionAt: there.startedAt }, new Date(to), now)).toEqual(
      new Date(expected),
    );
  });

  test.each([
    ['Asia/Tokyo', '2027-10-01T06:00Z', '2027-09-30T14:59Z', '2027-09-30T15:00Z', 'begins only later'],
    ['Asia/Tokyo', '2027-10-01T06:00Z', '2027-09-30T15:01Z', '2027-09-30T15:01Z', 'has begun: now'],
    ['Asia/Tokyo', '2027-10-01T06:00Z', '2027-10-01T09:00Z', '2027-10-01T06:00Z', 'was due before: as then'],
    [
      'America/Denver',
      '2027-09-30T15:00Z',
      '2027-10-01T03:00Z',
      '2027-10-01T06:00Z',
      'was due, and comes again',
    ],
    [
      'Pacific/Fakaofo',
      '2027-10-01T12:00Z',
      '2027-10-01T10:59:59Z',
      '2027-10-01T10:59:59Z',
      'its last second',
    ],
    ['Pacific/Fakaofo', '2027-10-01T12:00Z', '2027-10-01T11:30Z', '2027-10-01T10:59:59.999Z', 'over'],
  ])(
    'a billing day that moves to %s, scheduled at %s, moved at %s: %s (%s)',
    (timezone, scheduledAt, now, expected) => {
      const there = terms({ startedAt: new Date('2027-01-10'), timezone });
      expect(movedBillingAt(there, new Date(scheduledAt), new Date(now))).toEqual(new Date(expected));
    },
  );

  const ZONES = [
    'GMT+12',
    'Pacific/Pago_Pago',
    'America/Denver',
    'UTC',
    'Asia/Tokyo',
    'Pacific/Chatham',
    'Pacific/Kiritimati',
  ];
  const HOUR_MS = 3_600_000;

  test('through any changes of zone, each billing day is billed as that day, and none is skipped', () => {
    const moves = fc.array(
      fc.record({ timezone: fc.constantFrom(...ZONES), hours: fc.double({ min: 0, max: 14, noNaN: true }) }),
      { minLength: 1, maxLength: 4 },
    );
    const subscription = fc.record({
      interval: fc.constantFrom(...PLAN_INTERVALS),
      billingTime: fc.constantFrom(...BILLING_TIMES),
      startedAt: fc.date({ min: new Date('2026-01-01'), max: new Date('2027-01-01'), noInvalidDate: true }),
      timezone: fc.constantFrom(...ZONES),
    });
    fc.assert(
      fc.property(
        subscription,
        moves,
        fc.double({ min: -50, max: 0, noNaN: true }),
        (over, ways, hoursBefore) => {
          const first = terms(over);
          const scheduledAt = nextBillingAt(first, new Date('2027-06-15T05:00Z'));
          let now = new Date(scheduledAt.getTime() + hoursBefore * HOUR_MS);
          let dueAt = scheduledAt;
          for (const { timezone, hours } of ways) {
            const there = { ...first, timezone };
            dueAt = movedBillingAt(there, dueAt, now);
            expect(isBillingDay(there, dueAt)).toBe(true);
            expect(Math.abs(dueAt.getTime() - scheduledAt.getTime())).toBeLessThanOrEqual(50 * HOUR_MS);
            now = new Date(now.getTime() + hours * HOUR_MS);
          }
        },
      ),
      tries(1_000),
    );
  });
});

describe('firstBillingAt', () => {
  test.each([
    ['2027-10-01T10:00Z', '2027-10-01T10:00Z', '2027-11-01', 'started on a billing day: the next one'],
    ['2027-09-21', '2027-10-01T10:00Z', '2027-10-01T10:00Z', 'backdated, recorded on a billing day: at once'],
    ['2027-09-21', '2027-10-02T10:00Z', '2027-11-01', 'backdated, recorded a day later'],
    ['2027-09-30T23:00Z', '2027-09-30T08:00Z', '2027-10-01', 'starting later today'],
  ])(
    'the first billing day of a subscription started %s, recorded %s: %s (%s)',
    (startedAt, recordedAt, expected) => {
      expect(firstBillingAt(terms({ startedAt: new Date(startedAt) }), new Date(recordedAt))).toEqual(
        new Date(expected),
      );
    },
  );
});

describe('nextBillingAt', () => {
  const at = (text: string) => new Date(text);

  test.each<[Partial<SubscriptionTerms>, string, string, string, string]>([
    [{}, '2027-09-18T09:30Z', '2027-09-18T09:30Z', '2027-10-01', 'the first of the month: §13.1'],
    [{}, '2027-10-01', '2027-10-01', '2027-11-01', 'never on the starting day'],
    [{}, '2027-10-01T12:00Z', '2027-09-01', '2027-11-01', 'never before the start'],
    [{}, '2027-01-05', '2027-10-01', '2027-11-01', 'strictly after'],
    [{}, '2027-01-05', '2027-09-30T23:59:59.999Z', '2027-10-01', 'the last millisecond before'],
    [{ interval: 'weekly' }, '2023-02-01', '2023-02-01', '2023-02-06', 'a Monday'],
    [
      { interval: 'weekly', billingTime: 'anniversary', timezone: 'America/Bogota' },
      '2023-02-01T06:10Z',
      '2023-02-01T06:10Z',
      '2023-02-08T05:00Z',
      'local midnight',
    ],
    [
      { interval: 'quarterly', billingTime: 'anniversary' },
      '2022-12-31',
      '2023-03-31',
      '2023-06-30',
      'the 31st, in June the 30th',
    ],
    [
      { timezone: 'America/Los_Angeles' },
      '2024-03-01T08:00Z',
      '2024-03-20',
      '2024-04-01T07:00Z',
      'already summer time',
    ],
    [
      { interval: 'yearly', billingTime: 'anniversary' },
      '2024-02-29',
      '2024-02-29',
      '2025-02-28',
      'a leap day',
    ],
    [
      { interval: 'yearly', billingTime: 'anniversary', billChargesMonthly: true },
      '2027-02-10',
      '2027-05-10',
      '2027-06-10',
      'charges by month',
    ],
    [
      { interval: 'semiannual', billFixedChargesMonthly: true },
      '2027-02-10',
      '2027-02-10',
      '2027-03-01',
      'fixed charges by month',
    ],
    [
      { interval: 'quarterly', billChargesMonthly: true },
      '2027-02-10',
      '2027-02-10',
      '2027-04-01',
      'a quarter is never split',
    ],
  ])('%j started %s, after %s: %s (%s)', (overrides, startedAt, after, expected) => {
    expect(nextBillingAt(terms({ ...overrides, startedAt: at(startedAt) }), at(after))).toEqual(at(expected));
  });

  test('the next billing day is a local midnight after the reference and after the starting day', () => {
    const instants = fc.date({ min: at('2020-01-01'), max: at('2032-01-01'), noInvalidDate: true });
    const anyTerms = fc.record({
      interval: fc.constantFrom(...PLAN_INTERVALS),
      billingTime: fc.constantFrom(...BILLING_TIMES),
      billChargesMonthly: fc.constantFrom(true, null),
      subscriptionAt: instants,
      startedAt: instants,
      timezone: fc.constantFrom('UTC', 'America/Denver', 'Asia/Kathmandu', 'Europe/Paris'),
    });
    fc.assert(
      fc.property(anyTerms, instants, (overrides, after) => {
        const subscription = terms(overrides);
        const billedAt = nextBillingAt(subscription, after);
        const [before, day, startDay] = [
          new Date(billedAt.getTime() - 1),
          billedAt,
          subscription.startedAt,
        ].map((instant) => localDate(instant, subscription.timezone).toString());
        expect(billedAt > after).toBe(true);
        expect(before).not.toBe(day);
        expect((startDay ?? '') < (day ?? '')).toBe(true);
      }),
    );
  });
});

describe('isFirstMonth', () => {
  test.each<[Partial<SubscriptionTerms>, string, boolean, string]>([
    [{ interval: 'yearly' }, '2028-01-01', true, 'January of a calendar year'],
    [{ interval: 'yearly' }, '2028-02-01', false, 'another month'],
    [{ interval: 'semiannual' }, '2028-07-01', true, 'July opens a half-year'],
    [{ interval: 'semiannual' }, '2028-04-01', false, 'April does not'],
    [{ interval: 'yearly', billingTime: 'anniversary' }, '2028-02-10', true, 'the month of the anchor'],
    [
      { interval: 'yearly', billingTime: 'anniversary' },
      '2028-03-09',
      true,
      'the last day of the month of the anchor',
    ],
    [
      { interval: 'yearly', billingTime: 'anniversary' },
      '2028-03-10',
      false,
      'the day after the month of the anchor',
    ],
    [{ interval: 'semiannual', billingTime: 'anniversary' }, '2027-08-10', true, 'six months on'],
    [{ interval: 'semiannual', billingTime: 'anniversary' }, '2027-06-10', false, 'four months on'],
  ])('%j anchored on 10 February 2027: on %s %s (%s)', (overrides, on, expected) => {
    const { plan } = periodRules(terms({ ...overrides, startedAt: new Date('2027-02-10') }));
    expect(isFirstMonth(plan, new Date(on))).toBe(expected);
  });
});

test.each([
  ['weekly', false],
  ['monthly', false],
  ['quarterly', false],
  ['semiannual', true],
  ['yearly', true],
] as const)('charges of a %s plan may be billed monthly: %s', (interval, allowed) => {
  expect(allowsMonthlySplit(interval)).toBe(allowed);
});
