import { describe, expect, test } from '@jest/globals';
import {
  firstDate,
  isSameBillingDay,
  isSamePeriod,
  lastDate,
  middleDate,
  unpaidFrom,
  type ZonedWindow,
} from './window-dates.js';

const window = (from: string, to: string, timezone: string): ZonedWindow => ({
  from: new Date(from),
  to: new Date(to),
  timezone,
});

/** July 2027. */
const TOKYO = window('2027-06-30T15:00Z', '2027-07-31T15:00Z', 'Asia/Tokyo');
const DENVER = window('2027-07-01T06:00Z', '2027-08-01T06:00Z', 'America/Denver');
const JUNE = window('2027-05-31T15:00Z', '2027-06-30T15:00Z', 'Asia/Tokyo');

test.each<[ZonedWindow, string[], string]>([
  [TOKYO, ['2027-07-01', '2027-07-16', '2027-07-31'], 'a whole month'],
  [DENVER, ['2027-07-01', '2027-07-16', '2027-07-31'], 'in another zone'],
  [{ ...DENVER, from: TOKYO.from }, ['2027-06-30', '2027-07-16', '2027-07-31'], 'continued after a move'],
  [
    window('2027-06-30T15:00Z', '2027-07-01T16:00Z', 'America/Denver'),
    ['2027-06-30', '2027-07-01', '2027-07-01'],
    'the later one of two',
  ],
])('%j: first, middle and last date %j (%s)', (given, expected) => {
  expect([firstDate, middleDate, lastDate].map((date) => date(given).toString())).toEqual(expected);
});

test.each<[ZonedWindow, ZonedWindow, boolean, string]>([
  [TOKYO, DENVER, true, 'the same dates'],
  [TOKYO, { ...TOKYO, from: new Date('2027-07-10T00:00Z') }, true, 'whenever they begin'],
  [TOKYO, JUNE, false, 'another month'],
  [
    TOKYO,
    window('2027-06-30T06:00Z', '2027-07-31T06:00Z', 'America/Denver'),
    true,
    'an anchor at midnight in Tokyo is a day earlier in Denver',
  ],
  [TOKYO, { ...TOKYO, to: new Date('2027-08-01T15:00Z') }, false, 'in one zone dates are exact'],
])('%j and %j: the same period %s (%s)', (one, other, expected) => {
  expect([isSamePeriod(one, other), isSamePeriod(other, one)]).toEqual([expected, expected]);
});

test.each([
  ['2027-07-01T16:00Z', 'America/Denver', true, 'the 1st in Denver'],
  ['2027-07-03T16:00Z', 'America/Denver', true, 'two days later'],
  ['2027-07-04T16:00Z', 'America/Denver', false, 'three days later'],
  ['2027-07-02T00:00Z', 'Asia/Tokyo', false, 'the 2nd in the same zone'],
])('the 1st in Tokyo and %s in %s: the same billing day %s (%s)', (at, timezone, expected) => {
  const first = { at: new Date('2027-06-30T15:00Z'), timezone: 'Asia/Tokyo' };
  expect(isSameBillingDay(first, { at: new Date(at), timezone })).toBe(expected);
});

describe('the instant from which days of a window count', () => {
  test.each<[ZonedWindow, ZonedWindow | null, string, string]>([
    [DENVER, null, '2027-07-01T06:00:00.000Z', 'from its start when nothing was billed'],
    [TOKYO, JUNE, '2027-06-30T15:00:00.000Z', 'from its start in one zone'],
    [{ ...DENVER, from: TOKYO.from }, JUNE, '2027-07-01T06:00:00.000Z', 'from the first unpaid date'],
    [DENVER, TOKYO, '2027-08-01T06:00:00.000Z', 'no date counts when the window is paid'],
    [
      window('2027-06-30T15:00Z', '2027-06-30T16:00Z', 'America/Denver'),
      JUNE,
      '2027-07-01T06:00:00.000Z',
      'a date that begins again does not count',
    ],
    [
      window('2027-07-01T06:00Z', '2027-07-31T15:00Z', 'Asia/Tokyo'),
      window('2027-06-01T06:00Z', '2027-07-01T06:00Z', 'America/Denver'),
      '2027-07-01T06:00:00.000Z',
      'after a move to the east, from its start',
    ],
  ])('days from %j after %j: %s (%s)', (given, last, expected) => {
    expect(unpaidFrom(given, last).toISOString()).toBe(expected);
  });
});
