import { expect, test } from '@jest/globals';
import { fc } from '../../../test/support/property.js';
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
  expect(measure(json)).toEqual({ nodes, depth });
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
