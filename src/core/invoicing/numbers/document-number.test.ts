import { expect, test } from '@jest/globals';
import { isFromBeforeRestore, nextDocumentNumber } from './document-number.js';

test.each([
  [0, [], 1],
  [7, [], 8],
  [0, [1_000], 1_001],
  [3, [1_003], 1_004],
  [1_004, [1_003], 1_005],
  [1_004, [1_003, 2_004], 2_005],
])('after %d, with numbers lost up to %j, comes %d', (last, lost, next) => {
  expect(nextDocumentNumber(last, lost)).toBe(next);
});

test.each([
  [null, [1_003], false],
  [3, [], false],
  [3, [1_003], true],
  [1_003, [1_003], true],
  [1_004, [1_003], false],
  [1_004, [1_003, 2_004], true],
])('a document with number %p is from before restores with numbers lost up to %j: %p', (number, lost, is) => {
  expect(isFromBeforeRestore(number, lost)).toBe(is);
});
