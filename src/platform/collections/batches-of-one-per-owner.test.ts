import { expect, test } from '@jest/globals';
import { batchesOfOnePerOwner } from './batches-of-one-per-owner.js';

test.each([
  ['', [], 'no items make no batches'],
  ['a1 b1 c1', ['a1 b1 c1'], 'items of different owners share a batch'],
  [
    'a1 a2 b1 a3 b2',
    ['a1 b1', 'a2 b2', 'a3'],
    'an item comes one batch after the previous item of its owner',
  ],
])('the list %s becomes %j: %s', (all, batches) => {
  const items = all.split(' ').filter(Boolean);
  const found = batchesOfOnePerOwner(items, (item) => item.slice(0, 1));
  expect(found.map((batch) => batch.join(' '))).toEqual(batches);
});
