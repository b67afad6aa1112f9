import { expect, test } from '@jest/globals';
import { risksOf } from './database.js';

const safe = { version: 18, fsync: 'on', synchronousCommit: 'on' };

test.each([
  [{}, '', []],
  [{}, '?sslmode=verify-full', []],
  [{ synchronousCommit: 'remote_apply' }, '', []],
  [{ fsync: 'off' }, '', [/fsync=off/]],
  [{ synchronousCommit: 'off' }, '?sslmode=require', [/synchronous_commit=off/, /sslmode=require/]],
])('a given Postgres with %j and %s', (settings, search, expected) => {
  const risks = risksOf({ ...safe, ...settings }, { url: `postgres://db/prod${search}` });
  expect(risks).toEqual(expected.map((pattern) => expect.stringMatching(pattern)));
});
