import { expect, test } from '@jest/globals';
import { fc } from '../../../test/support/property.js';
import { ExactNumber } from '../../core/money/exact-number.js';
import { measureJson } from './json-structure.js';

const measure = (json: string) => measureJson(Buffer.from(json));

test.each([
  ['', 0, 0, 'nothing'],
  ['1', 0, 0, 'a single value'],
  ['{}', 1, 1, 'an object'],
  ['[{},{},{}]', 6, 2, 'a list of three objects, and two commas'],
  ['{"a":1,"b":[1,2]}', 4, 2, 'members and elements'],
  ['[[[]],[[[]]],[]]', 9, 4, 'the deepest branch counts'],
  [String.raw`{"a,[{":"\",[{\\"}`, 1, 1, 'characters in strings are not counted, even after escapes'],
  ['"[,', 0, 0, 'an unterminated string'],
  [']]]][', 1, 0, 'brackets that close before they open'],
])('%s: %i values, %i levels (%s)', (json, nodes, depth) => {
  expect(measure(json)).toEqual({ nodes, depth, hasLongNumbers: false });
});

test.each([
  ['[1764360000.12345]', false, 'few digits'],
  ['[1764360000.123456]', false, 'a time in microseconds'],
  ['[9007199254740993]', true, 'sixteen'],
  ['9007199254740993', true, 'a single number'],
  ['{"a":-0.1234567890123456}', true, 'sixteen behind the point'],
  ['[3999999999999999]', false, 'sixteen, but below 2^52'],
  ['[1e400]', true, 'an exponent'],
  ['{"a":"9007199254740993","b1e5":"1e5"}', false, 'digits in strings'],
  ['{"a":1234567890,"b":123456789}', false, 'two numbers'],
])('%s has long numbers: %s (%s)', (json, expected) => {
  expect(measure(json).hasLongNumbers).toBe(expected);
});

test('a number of sixteen digits that is not long is that of a double', () => {
  const digits = fc.tuple(fc.bigInt(10n ** 15n, 4n * 10n ** 15n - 1n), fc.nat(15)).map(([number, place]) => {
    const text = String(number);
    return place === 0 ? text : `${text.slice(0, place)}.${text.slice(place)}`;
  });
  fc.assert(
    fc.property(digits, (number) => {
      expect(measure(`[${number}]`).hasLongNumbers).toBe(false);
      expect(ExactNumber.read(number)).toBe(Number(number));
    }),
  );
});

test('a number that a double changes is long', () => {
  const digits = fc.stringMatching(/^-?(0|[1-9][0-9]{0,24})([.][0-9]{1,24})?([eE][-+]?[0-9]{1,2})?$/);
  fc.assert(
    fc.property(digits, (number) => {
      if (ExactNumber.read(number) instanceof ExactNumber)
        expect(measure(`[${number}]`).hasLongNumbers).toBe(true);
    }),
  );
});

test('the number of nodes and the number of values differ by at most a factor of two', () => {
  fc.assert(
    fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
      const { nodes } = measure(JSON.stringify(value));
      const values = valuesIn(value);
      expect(values).toBeLessThanOrEqual(2 * nodes + 1);
      expect(nodes).toBeLessThanOrEqual(2 * values);
    }),
  );
});

test('the depth of a text is the depth of its value', () => {
  fc.assert(
    fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
      expect(measure(JSON.stringify(value)).depth).toBe(depthOf(value));
    }),
  );
});

function valuesIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce((sum: number, inner) => sum + valuesIn(inner), 1);
}

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}
