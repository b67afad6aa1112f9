import { expect, test } from '@jest/globals';
import { isWorthReleasing } from './release-memory.js';

const MB = 1024 * 1024;

test.each([
  [0.01, 700, 140, true, 'idle after a load'],
  [0.2, 700, 140, false, 'at work'],
  [0.01, 240, 140, false, 'small'],
  [0.01, 310, 300, false, 'as large as after the last release'],
])(
  'a share of %s at work, %s MB, %s MB after the last release: %s, %s',
  (utilization, size, kept, expected) => {
    expect(isWorthReleasing({ utilization, bytes: size * MB, keptBytes: kept * MB })).toBe(expected);
  },
);
