import { describe, expect, test } from '@jest/globals';
import { Temporal } from 'temporal-polyfill';
import { startOfLocalDay } from '../time/calendar.js';
import { type MonthlyInterval, monthsOfFee } from './mrr.js';

const UTC = 'UTC';
const day = (text: string, timezone = UTC) => startOfLocalDay(Temporal.PlainDate.from(text), timezone);

interface Case {
  readonly why: string;
  readonly interval: MonthlyInterval;
  readonly billing?: 'calendar' | 'anniversary';
  readonly inAdvance?: boolean;
  /** First day of the window, and the first day after it. */
  readonly window: readonly [string, string];
  readonly issued?: string;
  readonly timezone?: string;
  readonly months: readonly string[];
}

/** Source: analytics.md §3, §8 B. */
const CASES: readonly Case[] = [
  {
    why: 'a yearly fee in advance, from its first month on',
    interval: 'yearly',
    billing: 'anniversary',
    inAdvance: true,
    window: ['2027-03-15', '2028-03-15'],
    months: [
      '2027-03',
      '2027-04',
      '2027-05',
      '2027-06',
      '2027-07',
      '2027-08',
      '2027-09',
      '2027-10',
      '2027-11',
      '2027-12',
      '2028-01',
      '2028-02',
    ],
  },
  {
    why: 'a quarter of which 40 of 90 days are billed: two months, the last one that of its end',
    interval: 'quarterly',
    window: ['2027-02-20', '2027-04-01'],
    months: ['2027-02', '2027-03'],
  },
  {
    why: 'a whole quarter in arrears',
    interval: 'quarterly',
    window: ['2027-04-01', '2027-07-01'],
    months: ['2027-04', '2027-05', '2027-06'],
  },
  {
    why: 'one day of a year is one month',
    interval: 'yearly',
    window: ['2027-12-31', '2028-01-01'],
    months: ['2027-12'],
  },
  {
    why: 'half a year in advance that begins late',
    interval: 'semiannual',
    inAdvance: true,
    window: ['2027-05-02', '2027-07-01'],
    months: ['2027-05', '2027-06'],
  },
  {
    why: 'a monthly fee counts in the month of its invoice',
    interval: 'monthly',
    window: ['2027-04-01', '2027-05-01'],
    issued: '2027-05-01',
    months: ['2027-05'],
  },
  {
    why: 'dates are those of the zone of the invoice',
    interval: 'quarterly',
    window: ['2027-04-01', '2027-07-01'],
    timezone: 'Pacific/Auckland',
    months: ['2027-04', '2027-05', '2027-06'],
  },
];

describe('the months of a fee', () => {
  test.each(CASES)(
    '$why',
    ({
      interval,
      billing = 'calendar',
      inAdvance = false,
      window,
      issued = '2027-01-01',
      timezone = UTC,
      months,
    }) => {
      const [from, to] = [day(window[0], timezone), day(window[1], timezone)];
      const rule = { interval, billingTime: billing, anchorOn: Temporal.PlainDate.from(window[0]), timezone };
      const found = monthsOfFee({
        rule,
        window: { from, to },
        payInAdvance: inAdvance,
        issuingOn: Temporal.PlainDate.from(issued),
      });
      expect(found.map((month) => month.toString())).toEqual(months.map((month) => `${month}-01`));
    },
  );
});
