import { describe, expect, test } from '@jest/globals';
import { fc } from '../../../test/support/property.js';
import { Temporal } from 'temporal-polyfill';
import { billableDays, billedDays, daysToEnd, localDate, startOfLocalDay } from './calendar.js';

const date = (text: string) => Temporal.PlainDate.from(text);

test.each([
  ['2027-04-01T05:59:59.999Z', 'America/Denver', '2027-03-31', 'the last millisecond of March'],
  ['2027-04-01T06:00:00.000Z', 'America/Denver', '2027-04-01', 'midnight belongs to the new day'],
  ['2027-08-04T16:00:00.000Z', 'Asia/Tokyo', '2027-08-05', 'ahead of UTC'],
  ['2027-08-04T18:14:59.999Z', 'Asia/Kathmandu', '2027-08-04', 'an offset of +05:45'],
  ['2027-08-04T18:15:00.000Z', 'Asia/Kathmandu', '2027-08-05', 'an offset of +05:45'],
])('%s in %s is %s: %s', (at, zone, expected) => {
  expect(localDate(new Date(at), zone).toString()).toBe(expected);
});

test.each([
  ['2027-03-01', 'America/Denver', '2027-03-01T07:00:00.000Z', 'winter time, periods.md §9'],
  ['2027-04-01', 'America/Denver', '2027-04-01T06:00:00.000Z', 'summer time, periods.md §9'],
  [
    '2027-09-05',
    'America/Santiago',
    '2027-09-05T04:00:00.000Z',
    'clocks skip midnight: the day starts at 01:00',
  ],
  [
    '2011-12-30',
    'Pacific/Apia',
    '2011-12-30T10:00:00.000Z',
    'the date the zone skipped starts with the next',
  ],
  ['2011-12-31', 'Pacific/Apia', '2011-12-30T10:00:00.000Z', 'across the date line, now UTC+14'],
])('%s in %s starts at %s: %s', (day, zone, expected) => {
  expect(startOfLocalDay(date(day), zone).toISOString()).toBe(expected);
});

describe('billableDays', () => {
  test.each([
    [
      '2027-03-01T07:00:00Z',
      '2027-04-01T05:59:59.999Z',
      'America/Denver',
      31,
      'March with its spring shift: §9',
    ],
    [
      '2027-11-01T06:00:00Z',
      '2027-12-01T06:59:59.999Z',
      'America/Denver',
      30,
      'November with its autumn shift',
    ],
    ['2027-09-18T00:00:00Z', '2027-09-30T23:59:59.999Z', 'UTC', 13, 'from a starting day: §13.1'],
    ['2027-03-01T00:00:00Z', '2027-03-01T00:00:00Z', 'UTC', 1, 'ended at midnight: that day counts'],
    ['2027-03-01T00:00:00Z', '2027-03-02T00:00:00Z', 'UTC', 2, 'ended at the next midnight: both days count'],
    ['2027-03-01T18:00:00Z', '2027-03-05T09:00:00Z', 'UTC', 4, 'slices of 24 hours, not dates: §8'],
    [
      '2027-05-17T08:00:00Z',
      '2027-05-31T23:59:59.999Z',
      'UTC',
      15,
      'from the end of a trial: subscription-fee.md §8.7',
    ],
    ['2027-03-27T23:00:00Z', '2027-03-28T21:59:59.999Z', 'Europe/Paris', 1, 'a day of 23 hours'],
    ['2027-10-30T22:00:00Z', '2027-10-31T22:59:59.999Z', 'Europe/Paris', 1, 'a day of 25 hours'],
    ['2027-03-01T00:00:00Z', '2027-02-28T23:59:59.999Z', 'UTC', 0, 'an empty period'],
  ])('%s to %s in %s is %d: %s', (from, last, zone, days) => {
    expect(billableDays(new Date(from), new Date(last), zone)).toBe(days);
  });

  test('between local midnights, in every zone, billable days are the number of dates', () => {
    const zones = ['UTC', 'America/Denver', 'Asia/Tokyo', 'Asia/Kathmandu', 'Europe/Paris', 'Pacific/Apia'];
    const first = date('2020-01-01');
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.integer({ min: 0, max: 4000 }),
        fc.integer({ min: 1, max: 400 }),
        (zone, offset, days) => {
          const from = first.add({ days: offset });
          const to = startOfLocalDay(from.add({ days }), zone);
          const last = new Date(to.getTime() - 1);
          expect(billableDays(startOfLocalDay(from, zone), last, zone)).toBe(days);
        },
      ),
    );
  });
});

describe('days of a window', () => {
  const june = { from: new Date('2027-06-01'), to: new Date('2027-07-01') };

  test.each([
    ['2027-07-01T00:00:00.000Z', false, 30, 'a whole period'],
    ['2027-06-11T00:00:00.001Z', false, 11, 'cut at midnight: that day counts'],
    ['2027-06-11T00:00:00.001Z', true, 10, 'the day of an upgrade does not count: periods.md §8'],
    ['2027-06-01T09:00:00.001Z', true, 0, 'upgraded on the first day'],
  ])('a window to %s, upgraded %s: %d billed: %s', (to, isUpgraded, days) => {
    expect(billedDays({ ...june, to: new Date(to) }, 'UTC', isUpgraded)).toBe(days);
  });

  test('days to the end are local days, counted from the day of each instant', () => {
    const days = daysToEnd(june, 'America/Denver'); // ends on 30 June at 18:00 there
    const instants = [
      '2027-06-01T05:59:59Z',
      '2027-06-01T06:00:00Z',
      '2027-06-02T05:59:59Z',
      '2027-06-30T12:00:00Z',
    ];
    expect(instants.map((at) => days(new Date(at)))).toEqual([31, 30, 30, 1]);
  });
});
