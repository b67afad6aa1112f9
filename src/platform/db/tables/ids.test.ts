import { expect, test } from '@jest/globals';
import { isUuid, newId } from './ids.js';

test('ids are distinct UUIDs of version 7 in the order of their creation', () => {
  const ids = Array.from({ length: 10_000 }, () => newId());
  expect(ids.every((id) => isUuid(id) && id[14] === '7' && /^[89ab]$/.test(id[19] ?? ''))).toBe(true);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.toSorted()).toEqual(ids);
});
