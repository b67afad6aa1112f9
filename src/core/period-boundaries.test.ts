// Start, end and number of days of periods by interval, anchor and zone, one case per row. Every date is
// written by hand from the rules of the zone. Source: periods.md §2–9.
import { describe, expect, test } from '@jest/globals';
import { fc, tries } from '../../test/support/property.js';
import { Temporal } from 'temporal-polyfill';
import { billingWindows, continueFrom } from './invoicing/subscriptions/billing-windows.js';
import { billableDays } from './time/calendar.js';
import { contains, lastInstant, shownEnd, type Period } from './time/period.js';
import { nextPeriod, periodAt, type PeriodRule } from './time/periods.js';
import { BILLING_TIMES, type BillingTime, PLAN_INTERVALS, type PlanInterval } from './time/plan-interval.js';
import { periodRules, type SubscriptionTerms } from './invoicing/subscriptions/subscription-terms.js';
import { ianaZone, isTimezone } from './time/timezones.js';

type Row = [
  zone: string,
  interval: PlanInterval,
  /** Null: calendar periods. */
  anchor: string | null,
  at: string,
  from: string,
  to: string,
  days: number,
  why: string,
];

const DAYS: Row[] = [
  // Months of every length, and anchors on days that some of them lack.
  ['UTC', 'monthly', null, '2027-02-14', '2027-02-01', '2027-03-01', 28, 'February'],
  ['UTC', 'monthly', null, '2028-02-29', '2028-02-01', '2028-03-01', 29, 'February of a leap year'],
  ['UTC', 'monthly', null, '2100-02-14', '2100-02-01', '2100-03-01', 28, 'February of a century that is not a leap year'],
  ['UTC', 'monthly', '2027-01-29', '2027-02-28', '2027-02-28', '2027-03-29', 29, 'the 29th: the last day stands in'],
  ['UTC', 'monthly', '2027-01-29', '2028-02-29', '2028-02-29', '2028-03-29', 29, 'the 29th: there is one'],
  ['UTC', 'monthly', '2027-01-30', '2027-02-27', '2027-01-30', '2027-02-28', 29, 'the 30th: up to the stand-in'],
  ['UTC', 'monthly', '2027-01-31', '2027-03-30', '2027-02-28', '2027-03-31', 31, 'the 31st: from the stand-in'],
  ['UTC', 'monthly', '2027-01-31', '2027-04-30', '2027-04-30', '2027-05-31', 31, 'the 31st, in a month of 30'],
  ['UTC', 'monthly', '2027-01-01', '2027-06-30', '2027-06-01', '2027-07-01', 30, 'the 1st: calendar months'],
  // Intervals of several months.
  ['UTC', 'quarterly', null, '2027-01-01', '2027-01-01', '2027-04-01', 90, 'the shortest quarter'],
  ['UTC', 'quarterly', null, '2028-03-31', '2028-01-01', '2028-04-01', 91, 'the first quarter of a leap year'],
  ['UTC', 'quarterly', '2027-11-30', '2028-02-28', '2027-11-30', '2028-02-29', 91, 'over a leap February'],
  ['UTC', 'quarterly', '2027-11-29', '2027-02-27', '2026-11-29', '2027-02-28', 91, 'before its own anchor'],
  ['UTC', 'quarterly', '2027-12-01', '2028-01-01', '2027-12-01', '2028-03-01', 91, 'months that no calendar quarter has'],
  ['UTC', 'semiannual', null, '2027-06-30', '2027-01-01', '2027-07-01', 181, 'the short half of a common year'],
  ['UTC', 'semiannual', null, '2028-06-30', '2028-01-01', '2028-07-01', 182, 'the first half of a leap year'],
  ['UTC', 'semiannual', '2027-08-31', '2028-02-29', '2028-02-29', '2028-08-31', 184, 'a stand-in that is the 29th'],
  ['UTC', 'semiannual', '2027-05-31', '2027-11-29', '2027-05-31', '2027-11-30', 183, 'the last day before the stand-in'],
  ['UTC', 'yearly', null, '2028-12-31', '2028-01-01', '2029-01-01', 366, 'the last day of a leap year'],
  ['UTC', 'yearly', '2028-02-29', '2029-02-27', '2028-02-29', '2029-02-28', 365, 'a leap day: 365 days later'],
  ['UTC', 'yearly', '2028-02-29', '2032-02-28', '2031-02-28', '2032-02-29', 366, 'from 28 February to the next leap day'],
  ['UTC', 'yearly', '2027-03-01', '2028-02-29', '2027-03-01', '2028-03-01', 366, 'a leap day inside'],
  ['UTC', 'weekly', null, '2028-02-29', '2028-02-28', '2028-03-06', 7, 'a week over a leap day'],
  ['UTC', 'weekly', '2027-08-08', '2028-01-01', '2027-12-26', '2028-01-02', 7, 'Sundays, over New Year'],
  // Clocks are set forward, and back.
  ['Europe/Paris', 'monthly', null, '2027-03-28T00:59:59Z', '2027-02-28T23:00Z', '2027-03-31T22:00Z', 31, 'forward on the 28th'],
  ['Europe/Paris', 'monthly', null, '2027-10-31T22:59:59Z', '2027-09-30T22:00Z', '2027-10-31T23:00Z', 31, 'back on the last day'],
  ['Europe/Paris', 'weekly', '2027-03-28', '2027-03-27T23:00Z', '2027-03-27T23:00Z', '2027-04-03T22:00Z', 7, 'a first day of 23 hours'],
  ['Europe/Paris', 'weekly', '2027-10-31', '2027-11-06T22:59Z', '2027-10-30T22:00Z', '2027-11-06T23:00Z', 7, 'a first day of 25 hours'],
  ['America/New_York', 'quarterly', null, '2027-11-07T06:00Z', '2027-10-01T04:00Z', '2028-01-01T05:00Z', 92, 'back in November'],
  ['America/New_York', 'semiannual', '2027-03-14', '2027-09-14T03:59Z', '2027-03-14T05:00Z', '2027-09-14T04:00Z', 184, 'forward on the anchor itself'],
  ['America/New_York', 'yearly', null, '2027-07-01', '2027-01-01T05:00Z', '2028-01-01T05:00Z', 365, 'forward and back'],
  ['Australia/Sydney', 'monthly', null, '2027-04-04', '2027-03-31T13:00Z', '2027-04-30T14:00Z', 30, 'back in April, in the south'],
  // Midnights that do not exist: the day begins an hour later.
  ['America/Sao_Paulo', 'monthly', '2018-10-04', '2018-11-04T03:00Z', '2018-11-04T03:00Z', '2018-12-04T02:00Z', 30, 'from 01:00 in summer time'],
  ['America/Sao_Paulo', 'monthly', '2018-10-04', '2018-11-04T02:59:59Z', '2018-10-04T03:00Z', '2018-11-04T03:00Z', 31, 'the second before'],
  ['Africa/Cairo', 'monthly', '2027-01-30', '2027-04-29T22:00Z', '2027-04-29T22:00Z', '2027-05-29T21:00Z', 30, 'the last Friday of April'],
  ['Asia/Beirut', 'weekly', '2027-03-28', '2027-03-28', '2027-03-27T22:00Z', '2027-04-03T21:00Z', 7, 'the last Sunday of March'],
  ['America/Havana', 'weekly', '2027-03-14', '2027-03-14T05:00Z', '2027-03-14T05:00Z', '2027-03-21T04:00Z', 7, 'the second Sunday of March'],
  ['America/Santiago', 'weekly', '2027-09-05', '2027-09-05T04:00Z', '2027-09-05T04:00Z', '2027-09-12T03:00Z', 7, 'the first Sunday of September'],
  // Midnights that occur twice, or from which clocks are set back.
  ['America/Havana', 'weekly', '2027-11-07', '2027-11-07T04:30Z', '2027-11-07T04:00Z', '2027-11-14T05:00Z', 7, 'from the first of two'],
  ['Asia/Beirut', 'weekly', '2027-10-31', '2027-10-30T21:59:59Z', '2027-10-23T21:00Z', '2027-10-30T22:00Z', 7, 'eleven at night, a second time'],
  ['America/St_Johns', 'monthly', '2010-10-07', '2010-11-07T03:00Z', '2010-11-07T02:30Z', '2010-12-07T03:30Z', 30, 'the evening before again, after a minute'],
  // Offsets that are not whole hours.
  ['Asia/Kolkata', 'monthly', null, '2027-10-31T18:29:59Z', '2027-09-30T18:30Z', '2027-10-31T18:30Z', 31, '+05:30'],
  ['Asia/Kathmandu', 'weekly', null, '2027-08-01T18:14:59Z', '2027-07-25T18:15Z', '2027-08-01T18:15Z', 7, '+05:45'],
  ['America/St_Johns', 'monthly', null, '2027-03-14', '2027-03-01T03:30Z', '2027-04-01T02:30Z', 31, '-03:30, and forward'],
  ['Australia/Lord_Howe', 'monthly', null, '2027-10-03', '2027-09-30T13:30Z', '2027-10-31T13:00Z', 31, 'forward by half an hour'],
  ['Pacific/Chatham', 'monthly', null, '2027-04-04', '2027-03-31T10:15Z', '2027-04-30T11:15Z', 30, '+13:45, and back to +12:45'],
  // East and west of the date line.
  ['Pacific/Kiritimati', 'monthly', null, '2027-09-30T10:00Z', '2027-09-30T10:00Z', '2027-10-31T10:00Z', 31, 'October comes first here'],
  ['Pacific/Pago_Pago', 'monthly', null, '2027-10-01T10:59:59Z', '2027-09-01T11:00Z', '2027-10-01T11:00Z', 30, 'while it is still September here'],
  ['Pacific/Kiritimati', 'yearly', null, '2027-12-31T10:00Z', '2027-12-31T10:00Z', '2028-12-31T10:00Z', 366, 'a leap year'],
  ['Pacific/Apia', 'monthly', null, '2011-12-30T12:00Z', '2011-12-01T10:00Z', '2011-12-31T10:00Z', 31, 'a date was skipped, and is counted'],
  ['Pacific/Apia', 'weekly', null, '2011-12-30T10:00Z', '2011-12-26T10:00Z', '2012-01-01T10:00Z', 7, 'six days by the sun'],
  ['Pacific/Apia', 'monthly', '2011-10-30', '2011-12-30T09:59:59Z', '2011-11-30T10:00Z', '2011-12-30T10:00Z', 30, 'to the date that was skipped'],
]; // prettier-ignore

const ruleOf = (zone: string, interval: PlanInterval, anchor: string | null): PeriodRule => ({
  interval,
  billingTime: anchor === null ? 'calendar' : 'anniversary',
  anchorOn: Temporal.PlainDate.from(anchor ?? '2027-05-17'),
  timezone: zone,
});

describe('a period', () => {
  test.each(DAYS)('%s, %s, anchor %s, at %s: %s to %s, %d days (%s)', (...row) => {
    const [zone, interval, anchor, at, from, to, days] = row;
    const period = periodAt(ruleOf(zone, interval, anchor), new Date(at));
    expect([period.from, period.to, period.durationDays]).toEqual([new Date(from), new Date(to), days]);
    expect(contains(period, new Date(at))).toBe(true);
    expect(billableDays(period.from, lastInstant(period), zone)).toBe(days);
  });
});

type EndRow = [
  zone: string,
  interval: PlanInterval,
  billingTime: BillingTime,
  start: string,
  end: string,
  days: number,
  of: number,
  why: string,
];

/** Subscriptions that end: the days counted of the last period, and the days of the whole period. */
const LAST_DAYS: EndRow[] = [
  ['UTC', 'weekly', 'calendar', '2027-08-05T08:00Z', '2027-08-07T10:00Z', 3, 7, 'Thursday to Saturday'],
  ['UTC', 'weekly', 'anniversary', '2027-08-05T08:00Z', '2027-08-12T00:00Z', 1, 7, 'at the first instant of a week: that day counts'],
  ['UTC', 'monthly', 'calendar', '2028-02-10T00:00Z', '2028-02-29T23:59Z', 20, 29, 'to a leap day'],
  ['UTC', 'monthly', 'anniversary', '2027-01-31T12:00Z', '2027-02-28T12:00Z', 1, 31, 'the day that stands in for the 31st'],
  ['UTC', 'quarterly', 'calendar', '2027-02-15T12:00Z', '2027-03-31T12:00Z', 45, 90, 'half of the shortest quarter'],
  ['UTC', 'quarterly', 'anniversary', '2026-11-30T00:00Z', '2027-02-27T12:00Z', 90, 90, 'all of it, to the day before the 28th'],
  ['UTC', 'semiannual', 'calendar', '2027-05-01T00:00Z', '2027-07-01T00:00Z', 1, 184, 'a first day in the other half'],
  ['UTC', 'semiannual', 'anniversary', '2027-08-31T00:00Z', '2028-02-29T00:00Z', 1, 184, 'the leap day that stands in for the 31st'],
  ['UTC', 'yearly', 'calendar', '2028-02-29T18:00Z', '2028-03-01T06:00Z', 2, 366, 'two days within twelve hours'],
  ['UTC', 'yearly', 'anniversary', '2028-02-29T00:00Z', '2029-02-27T23:00Z', 365, 365, 'all of the year of a leap day'],
  ['Europe/Paris', 'monthly', 'calendar', '2027-03-27T23:30Z', '2027-03-28T21:59Z', 1, 31, 'within a day of 23 hours'],
  ['Europe/Paris', 'monthly', 'calendar', '2027-10-30T22:00Z', '2027-10-31T22:59:59Z', 1, 31, 'all of a day of 25 hours'],
  ['America/New_York', 'quarterly', 'calendar', '2027-11-07T03:59Z', '2027-11-07T05:30Z', 2, 92, 'over the midnight before clocks go back'],
  ['America/Sao_Paulo', 'weekly', 'anniversary', '2018-11-03T12:00Z', '2018-11-04T03:00Z', 2, 7, 'to the first instant of a day without midnight'],
  ['Australia/Lord_Howe', 'monthly', 'calendar', '2027-10-02T14:00Z', '2027-10-03T12:59:59Z', 1, 31, 'a day that is half an hour shorter'],
  ['Asia/Kathmandu', 'weekly', 'anniversary', '2027-08-01T18:15Z', '2027-08-02T18:14:59Z', 1, 7, 'the last second of a day'],
  ['Asia/Kathmandu', 'weekly', 'anniversary', '2027-08-01T18:15Z', '2027-08-02T18:15Z', 2, 7, 'the midnight after it'],
  ['Pacific/Kiritimati', 'monthly', 'calendar', '2027-09-30T09:30Z', '2027-09-30T10:30Z', 1, 31, 'October has begun here'],
  ['Pacific/Pago_Pago', 'monthly', 'calendar', '2027-09-30T09:30Z', '2027-09-30T10:30Z', 1, 30, 'late on 29 September here'],
  ['Pacific/Apia', 'monthly', 'calendar', '2011-12-29T22:00Z', '2011-12-30T12:00Z', 3, 31, 'over a date that was skipped, and is counted'],
]; // prettier-ignore

test.each(LAST_DAYS)('%s, %s, %s, from %s to %s: %d of %d days (%s)', (...row) => {
  const [timezone, interval, billingTime, start, end, days, of] = row;
  const startedAt = new Date(start);
  const terms: SubscriptionTerms = { interval, billingTime, timezone, startedAt, subscriptionAt: startedAt, payInAdvance: false, billChargesMonthly: null, billFixedChargesMonthly: null }; // prettier-ignore
  const run = { situation: 'terminated', at: new Date(end), hadPeriodicRun: true } as const;
  const { subscription } = billingWindows(terms, run);
  const { durationDays } = periodAt(periodRules(terms).plan, subscription.from);
  expect([billableDays(subscription.from, lastInstant(subscription), timezone), durationDays]).toEqual([
    days,
    of,
  ]);
});

describe('windows of a subscription', () => {
  const text = (at: Date) => `${at.toISOString().slice(0, 19)}Z`;
  const shown = (period: Period | null) =>
    period === null ? null : `${text(period.from)} ${text(shownEnd(period))}`;
  const split = (charges: boolean, fixedCharges: boolean) => ({
    billChargesMonthly: charges,
    billFixedChargesMonthly: fixedCharges,
  });

  test.each<[Partial<SubscriptionTerms> & { startedAt: Date }, string, (string | null)[], string]>([
    [
      { startedAt: new Date('2027-09-18T09:30Z'), timezone: 'Pacific/Kiritimati' },
      '2027-09-30T10:00Z',
      ['2027-09-17T10:00:00Z 2027-09-30T09:59:59Z', '2027-09-18T09:30:00Z 2027-09-30T09:59:59Z', '2027-09-18T09:30:00Z 2027-09-30T09:59:59Z'],
      'begun in the last half hour of the 18th',
    ],
    [
      { startedAt: new Date('2027-09-18T09:30Z'), timezone: 'Pacific/Pago_Pago' },
      '2027-10-01T11:00Z',
      ['2027-09-17T11:00:00Z 2027-10-01T10:59:59Z', '2027-09-18T09:30:00Z 2027-10-01T10:59:59Z', '2027-09-18T09:30:00Z 2027-10-01T10:59:59Z'],
      'begun on the 17th there',
    ],
    [
      { startedAt: new Date('2027-01-31T12:00Z'), billingTime: 'anniversary', interval: 'semiannual', ...split(true, false) },
      '2027-02-28',
      ['2027-01-31T00:00:00Z 2027-01-31T12:00:00Z', '2027-01-31T12:00:00Z 2027-02-27T23:59:59Z', null],
      'usage of a month that ends with the stand-in of the 31st',
    ],
    [
      { startedAt: new Date('2027-01-31T12:00Z'), billingTime: 'anniversary', interval: 'semiannual', ...split(true, false) },
      '2027-07-31',
      ['2027-01-31T00:00:00Z 2027-07-30T23:59:59Z', '2027-06-30T00:00:00Z 2027-07-30T23:59:59Z', '2027-01-31T12:00:00Z 2027-07-30T23:59:59Z'],
      'the half-year, its last month, and what is fixed for all of it',
    ],
    [
      { startedAt: new Date('2028-02-29T00:00Z'), billingTime: 'anniversary', interval: 'yearly', ...split(false, true) },
      '2029-01-29',
      ['2028-02-29T00:00:00Z 2028-02-29T00:00:00Z', null, '2028-12-29T00:00:00Z 2029-01-28T23:59:59Z'],
      'what is fixed, month by month from a leap day',
    ],
    [
      { startedAt: new Date('2028-02-29T00:00Z'), billingTime: 'anniversary', interval: 'yearly', ...split(false, true), payInAdvance: true },
      '2029-02-28',
      ['2029-02-28T00:00:00Z 2030-02-27T23:59:59Z', '2028-02-29T00:00:00Z 2029-02-27T23:59:59Z', '2029-01-29T00:00:00Z 2029-02-27T23:59:59Z'],
      'the first month of the second year, on the stand-in',
    ],
    [
      { startedAt: new Date('2026-11-01T00:00Z'), interval: 'yearly', ...split(true, true), timezone: 'America/New_York' },
      '2027-04-01T04:00Z',
      ['2026-10-31T04:00:00Z 2027-01-01T04:59:59Z', '2027-03-01T05:00:00Z 2027-04-01T03:59:59Z', '2027-03-01T05:00:00Z 2027-04-01T03:59:59Z'],
      'March, in which clocks go forward; begun on the last of October there',
    ],
  ])('a window of %j at %s: %j (%s)', (over, at, expected) => {
    const terms: SubscriptionTerms = {
      interval: 'monthly',
      billingTime: 'calendar',
      payInAdvance: false,
      billChargesMonthly: null,
      billFixedChargesMonthly: null,
      subscriptionAt: over.startedAt,
      timezone: 'UTC',
      ...over,
    };
    const { subscription, charges, fixedCharges } = billingWindows(terms, { situation: 'periodic', at: new Date(at) });
    expect([subscription, charges, fixedCharges].map(shown)).toEqual(expected);
  }); // prettier-ignore
});

describe('a zone that changes within a period', () => {
  const october = (zone: string) => periodAt(ruleOf(zone, 'monthly', null), new Date('2027-10-15'));

  test.each([
    ['Pacific/Kiritimati', 'GMT+12', '2027-09-30T10:00Z', '2027-11-01T12:00Z', '26 hours longer'],
    ['GMT+12', 'Pacific/Kiritimati', '2027-10-01T12:00Z', '2027-10-31T10:00Z', '26 hours shorter'],
    ['Pacific/Kiritimati', 'Pacific/Pago_Pago', '2027-09-30T10:00Z', '2027-11-01T11:00Z', '25 hours longer'],
    ['Pacific/Pago_Pago', 'Pacific/Kiritimati', '2027-10-01T11:00Z', '2027-10-31T10:00Z', '25 hours shorter'],
    ['Asia/Kolkata', 'Asia/Kathmandu', '2027-09-30T18:30Z', '2027-10-31T18:15Z', 'a quarter of an hour'],
    ['Europe/Paris', 'UTC', '2027-09-30T22:00Z', '2027-11-01', 'from summer time to none'],
    ['UTC', 'UTC', '2027-10-01', '2027-11-01', 'no change'],
  ])('a period with a change of zone from %s to %s: %s to %s (%s)', (former, zone, from, to) => {
    const billedTo = october(former).from;
    expect(continueFrom(billedTo, october(zone))).toEqual({ from: new Date(from), to: new Date(to) });
  });
});

describe('in every zone of the world', () => {
  const rules = fc.record({
    interval: fc.constantFrom(...PLAN_INTERVALS),
    billingTime: fc.constantFrom<BillingTime[]>(...BILLING_TIMES),
    anchorOn: fc
      .integer({ min: 0, max: 4_000 })
      .map((days) => Temporal.PlainDate.from('2020-01-01').add({ days })),
  });
  const instants = fc.date({ min: new Date('2005-01-01'), max: new Date('2037-01-01'), noInvalidDate: true });

  /** Local dates as computed by another library. */
  const dateIn = (zone: string) => {
    const format = new Intl.DateTimeFormat('sv-SE', { timeZone: ianaZone(zone), dateStyle: 'short' });
    return (ms: number) => format.format(ms);
  };

  /** Every zone of the runtime, and the one that the contract spells differently. */
  const zones = [...Intl.supportedValuesOf('timeZone'), 'UTC', 'GMT+12'];

  test('periods touch, contain their instants, and begin at the start of a local day', () => {
    expect(zones.filter((zone) => !isTimezone(zone))).toEqual([]);
    for (const timezone of zones) {
      const dateOf = dateIn(timezone);
      fc.assert(
        fc.property(rules, instants, (rest, at) => {
          const rule = { ...rest, timezone };
          const period = periodAt(rule, at);
          const next = nextPeriod(rule, period);
          expect(contains(period, at)).toBe(true);
          expect([next.from, next.fromOn.toString()]).toEqual([period.to, period.toOn.toString()]);
          expect(period.from < period.to).toBe(true);
          const from = period.from.getTime();
          // The first instant is on that day (on a later one when the zone skipped it), and the instant before is not.
          expect(dateOf(from) >= period.fromOn.toString()).toBe(true);
          expect(dateOf(from - 1) < period.fromOn.toString()).toBe(true);
        }),
        tries(10),
      );
    }
  });
});
