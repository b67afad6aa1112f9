import { describe, expect, test } from '@jest/globals';
import { fc } from '../../../test/support/property.js';
import {
  Big,
  ceilAt,
  decimalText,
  divideAt,
  floorAt,
  numericProperty,
  parseDecimal,
  percentOf,
  roundAt,
} from './decimal.js';

describe('parseDecimal', () => {
  test.each([
    ['0', '0', 'an integer'],
    ['-12.50', '-12.5', 'a sign and trailing zeros'],
    ['007', '7', 'leading zeros'],
    ['9'.repeat(30), '9'.repeat(30), 'thirty digits before the point'],
    [`0.${'3'.repeat(15)}`, `0.${'3'.repeat(15)}`, 'fifteen digits after it'],
  ])('parseDecimal reads %s as %s: %s', (text, value) => {
    expect(parseDecimal(text)?.toFixed()).toBe(value);
  });

  test.each([
    ['', 'nothing'],
    ['+1', 'a plus sign'],
    ['1e3', 'an exponent'],
    ['.5', 'no digit before the point'],
    ['5.', 'no digit after it'],
    ['1,000', 'a thousands separator'],
    [' 1', 'a space'],
    ['1\n', 'a line end'],
    ['NaN', 'no number'],
    ['Infinity', 'no number'],
    ['1234567890123456789012345678901', 'thirty-one digits before the point'],
    ['0.1234567890123456', 'sixteen digits after it'],
  ])('parseDecimal refuses %j: %s', (text) => {
    expect(parseDecimal(text)).toBeNull();
  });
});

describe('numericProperty', () => {
  test.each<[unknown, string, string]>([
    ['12.5', '12.5', 'decimal text'],
    [12.5, '12.5', 'a JSON number'],
    [1e-7, '0.0000001', 'a JSON number that JavaScript would print with an exponent'],
    [-3, '-3', 'a negative number'],
  ])('the property %j is %s: %s', (value, text) => {
    expect(numericProperty(value)?.toFixed()).toBe(text);
  });

  test.each<[unknown, string]>([
    ['1e3', 'text with an exponent'],
    ['12 ', 'text with a space'],
    [1e31, 'a number of more than thirty digits'],
    [true, 'a boolean'],
    [null, 'null'],
    [undefined, 'an absent property'],
    [['1'], 'a list'],
    [{ value: '1' }, 'an object'],
  ])('%j is not numeric: %s', (value) => {
    expect(numericProperty(value)).toBeNull();
  });
});

test.each([
  ['12', '12.0', 'a whole number shows one fractional digit'],
  ['0.333', '0.333', 'a fraction stays as it is'],
  ['1e-20', '0.0', 'below the scale nothing is left'],
  ['-1e-20', '0.0', 'a trace below zero is not minus zero'],
  ['0.0000000000000005', '0.000000000000001', 'half a unit of the last place is rounded away from zero'],
  ['-0.0000000000000005', '-0.000000000000001', 'half a unit below zero is rounded away from zero'],
  ['1e30', '1000000000000000000000000000000.0', 'never an exponent'],
])('decimalText of %s is %s: %s', (value, text) => {
  expect(decimalText(new Big(value))).toBe(text);
});

test('decimal text parses to the same number', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }), (scaled) => {
      const value = new Big(scaled).div(new Big(10).pow(15));
      expect(parseDecimal(decimalText(value))?.eq(value)).toBe(true);
    }),
  );
});

test.each([
  [roundAt, '2.5', 0, '3', 'half goes away from zero'],
  [roundAt, '-2.5', 0, '-3', 'a negative half is rounded away from zero'],
  [roundAt, '249', -2, '200', 'a negative scale rounds to hundreds'],
  [ceilAt, '1.00001', 0, '2', 'a trace goes up'],
  [ceilAt, '-1.9', 0, '-1', 'up is towards zero below it'],
  [ceilAt, '335.5', -2, '400', 'a negative scale rounds up to the next hundred'],
  [floorAt, '1.99', 0, '1', 'down'],
  [floorAt, '-1.1', 0, '-2', 'down is away from zero below it'],
])('%p of %s at %d is %s: %s', (rounding, value, scale, expected) => {
  expect(rounding(new Big(value), scale).toFixed()).toBe(expected);
});

test('divideAt is the rounded quotient, whose own quotients have all their places', () => {
  const integer = fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n });
  const divisor = fc.bigInt({ min: 1n, max: 10n ** 12n }).map((cents) => new Big(cents));
  fc.assert(
    fc.property(integer, divisor, fc.integer({ min: 0, max: 5 }), (cents, by, scale) => {
      const quotient = divideAt(new Big(cents).times('0.001'), by, scale);
      expect(quotient.eq(roundAt(new Big(cents).times('0.001').div(by), scale))).toBe(true);
      expect(quotient.div(3).eq(new Big(quotient.toFixed()).div(3))).toBe(true);
    }),
  );
});

test('percentOf is exact', () => {
  expect(percentOf(new Big('-12.345')).toFixed()).toBe('-0.12345');
});
