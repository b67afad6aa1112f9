import { expect, test } from '@jest/globals';
import { fc } from '../../../test/support/property.js';
import { countNodes } from './json-nodes.js';

const count = (json: string) => countNodes(Buffer.from(json));

test.each([
  ['', 0, 'nothing'],
  ['1', 0, 'a value alone costs nothing'],
  ['{}', 1, 'an object'],
  ['[{},{},{}]', 6, 'a list of three objects, and two commas'],
  ['{"a":1,"b":[1,2]}', 4, 'members and elements'],
  [String.raw`{"a,[{":"\",[{\\"}`, 1, 'nothing inside of strings, whatever is escaped'],
  ['"[,', 0, 'a string without end'],
])('%s: %i (%s)', (json, nodes) => {
  expect(count(json)).toBe(nodes);
});

test('a text holds no more values than are counted, and at least half as many', () => {
  fc.assert(
    fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
      const nodes = count(JSON.stringify(value));
      const values = valuesIn(value);
      expect(values).toBeLessThanOrEqual(2 * nodes + 1);
      expect(nodes).toBeLessThanOrEqual(2 * values);
    }),
  );
});

function valuesIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce((sum: number, inner) => sum + valuesIn(inner), 1);
}
