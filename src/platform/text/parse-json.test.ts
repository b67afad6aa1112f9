import { expect, test } from '@jest/globals';
import { fc } from '../../../test/support/property.js';
import { ExactNumber } from '../../core/money/exact-number.js';
import { parseJson } from './parse-json.js';

test.each([
  ['7301450982316640017'],
  ['[7301450982316640017,7301450982316640023]'],
  ['{"a":{"b":[-0.12345678901234567]}}'],
  ['{"text":"1, 7301450982316640017","n":7301450982316640017}'],
])('%s is printed as it is written', (json) => {
  expect(JSON.stringify(parseJson(json))).toBe(json);
});

test('any JSON is what it was', () => {
  fc.assert(
    fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
      const json = JSON.stringify(value);
      expect(JSON.parse(JSON.stringify(parseJson(json)))).toEqual(JSON.parse(json));
    }),
  );
});

test('a number that a double does not hold is found wherever it is', () => {
  const long = ExactNumber.read('7301450982316640017');
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(' ', '\n', ''), (value, space) => {
      const json = JSON.stringify({ before: value, long, after: value }).replace(
        '"long":',
        `"long":${space}`,
      );
      expect((parseJson(json) as { long: unknown }).long).toEqual(long);
    }),
  );
});

test.each(['{"a":01}', '[1764360000.1234567.8]', '[12345678901234567890', ''])('%s is no JSON', (json) => {
  expect(() => parseJson(json)).toThrow(SyntaxError);
});
