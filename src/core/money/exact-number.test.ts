import { expect, test } from '@jest/globals';
import { fc } from '../../../test/support/property.js';
import { Big, isNumericOutOfRange, numericProperty } from './decimal.js';
import { ExactNumber } from './exact-number.js';
import { textProperty } from '../metering/usage-event.js';

test.each<[string, string | number, string]>([
  ['12', 12, 'a short number'],
  ['9007199254740992', 9007199254740992, 'the last integer that follows from the one before it'],
  ['9007199254740993', '9007199254740993', 'the next one'],
  ['7301450982316640017', '7301450982316640017', 'an id of nineteen digits'],
  ['0.1', 0.1, 'a decimal as programs print it'],
  ['1764360000.1234567', 1764360000.1234567, 'a time as programs print it'],
  [
    '0.12345678901234567890',
    '0.1234567890123456789',
    'more decimals than a double has, without the last zero',
  ],
  ['-0.30000000000000004', -0.30000000000000004, 'a sum as programs print it'],
  ['1e30', 1e30, 'an exponent'],
  ['123456789012345678e3', '123456789012345678000', 'a long number with an exponent'],
])('%s is read as %j: %s', (source, expected) => {
  const read = ExactNumber.read(source);
  expect(read instanceof ExactNumber ? read.text : read).toBe(expected);
});

test.each([
  ['1'.repeat(40), false],
  ['1'.repeat(41), true],
  [`-${'1'.repeat(20)}.${'1'.repeat(20)}`, false],
  [`-${'1'.repeat(20)}.${'1'.repeat(21)}`, true],
  ['1e39', false],
  ['1e40', true],
  ['1e-39', false],
  ['1e-40', true],
  ['1e999999999', true],
])('%s is too long: %s', (source, expected) => {
  const read = ExactNumber.read(source);
  expect(read instanceof ExactNumber && read.isTooLong).toBe(expected);
});

const numbers = fc.stringMatching(/^-?(0|[1-9][0-9]{0,19})([.][0-9]{1,15})?$/);

test('every number keeps its value: as JSON, as text of filters, groups and items, and in sums', () => {
  fc.assert(
    fc.property(numbers, (source) => {
      const read = ExactNumber.read(source);
      const value = new Big(source);
      expect(new Big(JSON.stringify(read)).eq(value)).toBe(true);
      expect(new Big(textProperty(read) ?? '').eq(value)).toBe(true);
      expect(numericProperty(read)?.eq(value)).toBe(true);
    }),
  );
});

test.each([
  ['1'.repeat(30), false],
  ['1'.repeat(31), true],
  [`0.${'1'.repeat(39)}`, false],
  [`0.${'1'.repeat(40)}`, true],
  ['no number', false],
])('%s, as an aggregated property, is out of range: %s', (text, expected) => {
  expect(isNumericOutOfRange(text)).toBe(expected);
});
