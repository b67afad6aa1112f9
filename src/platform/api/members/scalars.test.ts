import { describe, expect, test } from '@jest/globals';
import { parseValue } from 'graphql';
import {
  CalendarDate,
  DateTime,
  DateTimeMillis,
  Decimal,
  JsonObject,
  parseAhead,
  SafeInt,
} from './scalars.js';
import { parseInstant } from '../../text/parse-instant.js';

describe('instants', () => {
  test.each([
    ['2027-03-01T07:00:00Z', '2027-03-01T07:00:00.000Z', 'UTC'],
    ['2027-03-01T07:00:00z', '2027-03-01T07:00:00.000Z', 'a small z'],
    ['2027-03-01 07:00:00Z', '2027-03-01T07:00:00.000Z', 'a blank for the T'],
    ['2027-03-01T07:00', '2027-03-01T07:00:00.000Z', 'without zone and seconds'],
    ['2027-03-01', '2027-03-01T00:00:00.000Z', 'a bare date'],
    ['2027-03-01T07:00:00+05:30', '2027-03-01T01:30:00.000Z', 'an offset'],
    ['2027-03-01T07:00:00+0530', '2027-03-01T01:30:00.000Z', 'an offset without colon'],
    ['2027-03-01T07:00:00.123456789Z', '2027-03-01T07:00:00.123Z', 'cut to milliseconds'],
    ['2028-02-29T00:00:00Z', '2028-02-29T00:00:00.000Z', 'a leap day'],
    ['0001-01-01', '0001-01-01T00:00:00.000Z', 'the first there is'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z', 'the last there is'],
  ])('the instant %s is %s: %s', (text, instant) => {
    expect(parseInstant(text)?.toISOString()).toBe(instant);
  });

  test.each<[unknown, string]>([
    ['2027-02-29', 'no leap year'],
    ['2027-04-31T00:00:00Z', 'no such day'],
    ['2027-13-01', 'no such month'],
    ['2027-03-01T24:00:00Z', 'no such hour'],
    ['2027-03-01T07:60:00Z', 'no such minute'],
    ['2027-03-01T07:00:60Z', 'no such second'],
    ['2027-03-01T07:00:00+24:00', 'no such offset'],
    ['0000-12-31', 'a year that Postgres does not know'],
    ['0001-01-01T00:00:00+01:00', 'one by its offset'],
    ['9999-12-31T23:00:00-02:00', 'a year of five digits by its offset'],
    ['2027-3-1', 'no padding'],
    ['01.03.2027', 'another order'],
    ['1803888000', 'a number as text'],
    [1803888000, 'a number'],
    [null, 'nothing'],
    ['', 'empty'],
  ])('%j is not an instant: %s', (value) => {
    expect(parseInstant(value)).toBeNull();
  });

  test('instants are serialized in whole seconds, truncated, or with milliseconds', () => {
    const instant = new Date('2027-03-01T07:00:00.999Z');
    expect(DateTime.serialize(instant)).toBe('2027-03-01T07:00:00Z');
    expect(DateTimeMillis.serialize(instant)).toBe('2027-03-01T07:00:00.999Z');
  });
});

test('a map literal in a GraphQL document becomes an ordinary object', () => {
  const map: unknown = JsonObject.parseLiteral(parseValue('{ a: 1, __proto__: { b: 2 } }'), {});
  expect([Object.getPrototypeOf(map), Object.keys(map as object)]).toEqual([
    Object.prototype,
    ['a', '__proto__'],
  ]);
});

describe('parseAhead', () => {
  test.each([
    [SafeInt, 5, 5n],
    [Decimal, '1.50', '1.5'],
    [DateTime, '2027-03-01', new Date('2027-03-01')],
    [JsonObject, { a: 1 }, { a: 1 }],
  ])(
    '%s: gives the value that parseValue gives, and serializes to JSON as it was sent',
    (type, sent, internal) => {
      const parsed = parseAhead(type, sent);
      expect(type.parseValue(parsed)).toEqual(internal);
      expect(JSON.stringify(parsed)).toBe(JSON.stringify(sent));
    },
  );

  test('parseAhead refuses invalid values, and objects that only look like a parsed value', () => {
    expect(() => parseAhead(SafeInt, '5')).toThrow();
    expect(() => SafeInt.parseValue({ sent: 5, internal: 5n })).toThrow();
  });
});

test.each(['2027-03-01T00:00:00Z', '2027-02-30', '20270301', 5])('%j is not a calendar date', (value) => {
  expect(() => CalendarDate.parseValue(value)).toThrow();
});

describe('cents', () => {
  test('cents are exact within 2^53 and refused beyond it', () => {
    expect(SafeInt.parseValue(9007199254740991)).toBe(9007199254740991n);
    expect(SafeInt.serialize(-9007199254740991n)).toBe(-9007199254740991);
    for (const value of [9007199254740992, 1.5, '5', null]) expect(() => SafeInt.parseValue(value)).toThrow();
    expect(() => SafeInt.serialize(9007199254740992n)).toThrow();
  });
});

describe('decimals', () => {
  test.each([
    ['12', '12.0'],
    ['0.333', '0.333'],
    ['-0.50', '-0.5'],
    ['0.70228485289725209085', '0.702284852897252'],
    ['1000000000000000000000000000000', null],
  ])('%s is serialized as %s', (text, printed) => {
    if (printed === null) expect(() => Decimal.serialize(text)).toThrow();
    else expect(Decimal.serialize(text)).toBe(printed);
  });

  test.each(['', 'x', '1e3', '1,5', ' 1', '.5', true, Number.NaN, Infinity, 1e31])(
    '%j is not a decimal',
    (value) => {
      expect(() => Decimal.parseValue(value)).toThrow();
    },
  );

  test('decimals may be sent as a number', () => {
    expect(Decimal.parseValue(0.1)).toBe('0.1');
    expect(Decimal.parseValue(0.0000001)).toBe('0.0000001');
  });
});
