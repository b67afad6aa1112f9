import { describe, expect, test } from '@jest/globals';
import { fc } from '../../../test/support/property.js';
import { Temporal } from 'temporal-polyfill';
import { billableDays, localDate } from './calendar.js';
import { contains, lastInstant } from './period.js';
import { nextPeriod, periodAt, periodOn, previousPeriod, type PeriodRule } from './periods.js';
import { BILLING_TIMES, PLAN_INTERVALS, type BillingTime, type PlanInterval } from './plan-interval.js';

const date = (text: string) => Temporal.PlainDate.from(text);
const rule = (
  interval: PlanInterval,
  billingTime: BillingTime,
  anchor: string,
  timezone = 'UTC',
): PeriodRule => ({
  interval,
  billingTime,
  anchorOn: date(anchor),
  timezone,
});

describe('periodOn', () => {
  test.each<[PlanInterval, string, string, string, string]>([
    ['weekly', '2027-08-05', '2027-08-02', '2027-08-09', 'Monday to Sunday'],
    ['weekly', '2027-08-02', '2027-08-02', '2027-08-09', 'Monday opens its own week'],
    ['monthly', '2028-02-29', '2028-02-01', '2028-03-01', 'the month, a leap day included'],
    ['quarterly', '2027-06-30', '2027-04-01', '2027-07-01', 'April to June'],
    ['semiannual', '2027-07-01', '2027-07-01', '2028-01-01', 'July to December'],
    ['yearly', '2027-12-31', '2027-01-01', '2028-01-01', 'the civil year'],
  ])('calendar %s of %s is %s to %s: %s', (interval, on, fromOn, toOn) => {
    const period = periodOn(rule(interval, 'calendar', '2025-05-17'), date(on));
    expect([period.fromOn.toString(), period.toOn.toString()]).toEqual([fromOn, toOn]);
  });

  test.each<[PlanInterval, string, string[], string]>([
    [
      'monthly',
      '2027-01-31',
      ['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31', '2027-06-30'],
      'a short month does not drag the following ones',
    ],
    [
      'quarterly',
      '2026-11-30',
      ['2026-11-30', '2027-02-28', '2027-05-30', '2027-08-30', '2027-11-30'],
      'over February',
    ],
    [
      'semiannual',
      '2027-08-31',
      ['2027-08-31', '2028-02-29', '2028-08-31', '2029-02-28'],
      'leap and common February',
    ],
    [
      'yearly',
      '2028-02-29',
      ['2028-02-29', '2029-02-28', '2030-02-28', '2031-02-28', '2032-02-29'],
      'a leap day: the 28th in common years',
    ],
    ['weekly', '2027-08-05', ['2027-08-05', '2027-08-12', '2027-08-19'], 'on the weekday of the anchor'],
  ])('anniversary %s from %s starts on %j: %s', (interval, anchor, starts) => {
    const anniversary = rule(interval, 'anniversary', anchor);
    for (const [index, toOn] of starts.slice(1).entries()) {
      const fromOn = date(starts[index] ?? '');
      const expected = [fromOn.toString(), toOn];
      for (const on of [fromOn, date(toOn).subtract({ days: 1 })]) {
        const period = periodOn(anniversary, on);
        expect([period.fromOn.toString(), period.toOn.toString()]).toEqual(expected);
      }
    }
  });

  test.each<[PlanInterval, string, string, string]>([
    ['quarterly', '2027-04-01', '2027-05-15', 'an anchor on the first of a boundary month'],
    ['semiannual', '2027-07-01', '2027-03-03', 'an anchor on the first of a boundary month'],
    ['yearly', '2027-01-01', '2029-11-30', 'an anchor on New Year'],
  ])('anniversary %s from %s has calendar periods: %s', (interval, anchor, on) => {
    const [anniversary, calendar] = BILLING_TIMES.toReversed().map((time) =>
      periodOn(rule(interval, time, anchor), date(on)),
    );
    expect([anniversary?.fromOn, anniversary?.toOn].join()).toBe([calendar?.fromOn, calendar?.toOn].join());
  });

  test('periods before the anchor exist too, since a window may precede it', () => {
    const period = periodOn(rule('quarterly', 'anniversary', '2027-05-31'), date('2026-12-01'));
    expect([period.fromOn.toString(), period.toOn.toString()]).toEqual(['2026-11-30', '2027-02-28']);
  });
});

describe('periodAt', () => {
  const rules = {
    'weeks, Denver': rule('weekly', 'calendar', '2027-01-01', 'America/Denver'),
    'Thursdays, Tokyo': rule('weekly', 'anniversary', '2027-08-05', 'Asia/Tokyo'),
    'months, Denver': rule('monthly', 'calendar', '2027-01-01', 'America/Denver'),
    'from the 31st, Paris': rule('monthly', 'anniversary', '2027-01-31', 'Europe/Paris'),
    'from the 30th, Apia': rule('monthly', 'anniversary', '2011-11-30', 'Pacific/Apia'),
    'quarters, Paris': rule('quarterly', 'calendar', '2027-01-01', 'Europe/Paris'),
    'from 30 November, UTC': rule('quarterly', 'anniversary', '2026-11-30'),
    'half-years, Tokyo': rule('semiannual', 'calendar', '2027-01-01', 'Asia/Tokyo'),
    'from 31 August, Kathmandu': rule('semiannual', 'anniversary', '2027-08-31', 'Asia/Kathmandu'),
    'years, Kathmandu': rule('yearly', 'calendar', '2027-01-01', 'Asia/Kathmandu'),
    'from 29 February, Denver': rule('yearly', 'anniversary', '2028-02-29', 'America/Denver'),
  };

  test.each<[keyof typeof rules, string, string, string, number, string]>([
    ['weeks, Denver', '2027-11-07T12:00Z', '2027-11-01T06:00Z', '2027-11-08T07:00Z', 7, 'clocks go back'],
    ['Thursdays, Tokyo', '2027-08-06', '2027-08-04T15:00Z', '2027-08-11T15:00Z', 7, 'periods.md §13.4'],
    ['months, Denver', '2027-03-14', '2027-03-01T07:00Z', '2027-04-01T06:00Z', 31, 'periods.md §9'],
    [
      'from the 31st, Paris',
      '2027-03-30T21:59Z',
      '2027-02-27T23:00Z',
      '2027-03-30T22:00Z',
      31,
      'summer time',
    ],
    [
      'from the 30th, Apia',
      '2011-12-30T12:00Z',
      '2011-12-30T10:00Z',
      '2012-01-29T10:00Z',
      31,
      'a skipped date',
    ],
    [
      'quarters, Paris',
      '2027-03-28T01:30Z',
      '2026-12-31T23:00Z',
      '2027-03-31T22:00Z',
      90,
      'a period in which summer time begins',
    ],
    ['from 30 November, UTC', '2027-02-28', '2027-02-28', '2027-05-30', 91, 'from its first instant'],
    [
      'half-years, Tokyo',
      '2027-12-31T14:59Z',
      '2027-06-30T15:00Z',
      '2027-12-31T15:00Z',
      184,
      'the last millisecond of a half-year',
    ],
    ['from 31 August, Kathmandu', '2028-02-28T18:15Z', '2028-02-28T18:15Z', '2028-08-30T18:15Z', 184, 'leap'],
    ['years, Kathmandu', '2028-06-01', '2027-12-31T18:15Z', '2028-12-31T18:15Z', 366, 'leap, at +05:45'],
    [
      'from 29 February, Denver',
      '2029-03-01',
      '2029-02-28T07:00Z',
      '2030-02-28T07:00Z',
      365,
      'still the 28th',
    ],
  ])('%s at %s: %s to %s, %d days (%s)', (name, at, from, to, days) => {
    const period = periodAt(rules[name], new Date(at));
    expect([period.from, period.to, period.durationDays]).toEqual([new Date(from), new Date(to), days]);
  });

  test('a computed period is cached, also for another anchor with the same periods', () => {
    const at = new Date('2027-08-20T00:00:00Z');
    const first = periodAt(rule('monthly', 'anniversary', '2026-01-15', 'Asia/Tokyo'), at);
    expect(periodAt(rule('monthly', 'anniversary', '2027-03-15', 'Asia/Tokyo'), at)).toBe(first);
    expect(periodAt(rule('monthly', 'anniversary', '2027-03-16', 'Asia/Tokyo'), at)).not.toBe(first);
  });
});

describe('properties of periods', () => {
  const zones = ['UTC', 'America/Denver', 'Asia/Tokyo', 'Pacific/Apia', 'Asia/Kathmandu', 'Europe/Paris'];
  const rules = fc
    .record({
      interval: fc.constantFrom(...PLAN_INTERVALS),
      billingTime: fc.constantFrom(...BILLING_TIMES),
      anchorDays: fc.integer({ min: 0, max: 4000 }),
      timezone: fc.constantFrom(...zones),
    })
    .map(({ anchorDays, ...rest }): PeriodRule => ({
      ...rest,
      anchorOn: date('2020-01-01').add({ days: anchorDays }),
    }));
  const instants = fc.date({ min: new Date('2020-01-01'), max: new Date('2032-01-01'), noInvalidDate: true });

  test('every instant is in its own period and in no neighbouring one', () => {
    fc.assert(
      fc.property(rules, instants, (periods, at) => {
        const period = periodAt(periods, at);
        expect(contains(period, at)).toBe(true);
        expect(contains(previousPeriod(periods, period), at)).toBe(false);
        expect(contains(nextPeriod(periods, period), at)).toBe(false);
      }),
    );
  });

  test('consecutive periods are contiguous: no gap, no overlap, and next and previous are inverse', () => {
    fc.assert(
      fc.property(rules, instants, (periods, at) => {
        const period = periodAt(periods, at);
        const next = nextPeriod(periods, period);
        expect(next.from).toEqual(period.to);
        expect(next.fromOn.equals(period.toOn)).toBe(true);
        expect(previousPeriod(periods, next)).toEqual(period);
      }),
    );
  });

  test('billable days of a whole period are its duration', () => {
    fc.assert(
      fc.property(rules, instants, (periods, at) => {
        const period = periodAt(periods, at);
        expect(billableDays(period.from, lastInstant(period), periods.timezone)).toBe(period.durationDays);
      }),
    );
  });

  test('the days before and after a local midnight add up to the period', () => {
    fc.assert(
      fc.property(rules, instants, (periods, at) => {
        const { from, to, durationDays } = periodAt(periods, at);
        const middle = periodAt({ ...periods, interval: 'weekly' }, at).from;
        fc.pre(from < middle);
        const parts = [
          [from, middle],
          [middle, to],
        ] as const;
        const days = parts.map(([start, end]) =>
          billableDays(start, new Date(end.getTime() - 1), periods.timezone),
        );
        expect(days.reduce((total, part) => total + part)).toBe(durationDays);
      }),
    );
  });

  test('a start is on the day of the anchor, or on the last day of a shorter month', () => {
    fc.assert(
      fc.property(rules, instants, (periods, at) => {
        fc.pre(periods.billingTime === 'anniversary' && periods.interval !== 'weekly');
        const { fromOn } = periodAt(periods, at);
        expect(fromOn.day).toBe(Math.min(periods.anchorOn.day, fromOn.daysInMonth));
        expect(localDate(periodAt(periods, at).from, periods.timezone).equals(fromOn)).toBe(true);
      }),
    );
  });
});
