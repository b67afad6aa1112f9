import { expect, test } from '@jest/globals';
import { headerList, prefersStrict } from './preferences.js';

test.each<[string | undefined, boolean]>([
  [undefined, false],
  ['', false],
  ['handling=strict', true],
  ['Handling = "Strict"', true],
  ['respond-async, handling=strict; foo=bar, wait=10', true],
  ['handling=lenient', false],
  ['handling=lenient, handling=strict', false],
  ['return=minimal;handling=strict', false],
  ['handling', false],
])('Prefer: %s prefers strict handling: %s', (prefer, isStrict) => {
  expect(prefersStrict(prefer)).toBe(isStrict);
});

test('names in a header are percent-encoded except letters, digits and punctuation of paths', () => {
  expect(headerList(['charges.0.amout', 'statuss[]', 'a, b\r\n', '😀'])).toBe(
    'charges.0.amout, statuss[], a%2C%20b%0D%0A, %F0%9F%98%80',
  );
});

test('a long list is truncated and ends with the number of omitted names', () => {
  const text = headerList(Array.from({ length: 300 }, (_, index) => `member_${index}`));
  expect(text).toMatch(/^member_0, member_1, .*, \(\d+ more\)$/);
  expect(text.length).toBeLessThan(1_020);
  expect(headerList(['x'.repeat(2_000), 'y'])).toBe('(2 more)');
});
