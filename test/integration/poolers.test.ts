// Poolers that lose what belongs to a session are noticed before anything is lost.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { isTransactionPooler } from '../../src/platform/db/postgres/detect-pooler.js';
import { createDatabase, type TestDatabase } from '../support/database.js';
import { startPooler } from '../support/pooler.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase({ empty: true });
});
afterAll(() => database.drop());

test('sessions without a pooler are kept', async () => {
  expect(await isTransactionPooler(database.connection)).toBe(false);
});

test.each([
  ['session', false],
  ['transaction', true],
] as const)('sessions behind a pooler in %s mode are shared: %s', async (mode, shared) => {
  const pooler = await startPooler(database, mode);
  expect(await isTransactionPooler(pooler.connection)).toBe(shared);
  await pooler.stop();
});
