import { expect, test } from '@jest/globals';
import { batchesOfOnePerOwner } from './batches-of-one-per-owner.js';

test.each([
  ['', [], 'nothing takes no round'],
  ['a1 b1 c1', ['a1 b1 c1'], 'all of different owners are done at once'],
  [
    'a1 a2 b1 a3 b2',
    ['a1 b1', 'a2 b2', 'a3'],
    'each of an owner waits for the one before it, and for nobody else',
  ],
])('%s becomes %j: %s', (all, rounds) => {
  const things = all.split(' ').filter(Boolean);
  const found = batchesOfOnePerOwner(things, (thing) => thing.slice(0, 1));
  expect(found.map((round) => round.join(' '))).toEqual(rounds);
});
