// What migrations make of rows that were there before them: each begins with the schema before its migration.
import { expect, test } from '@jest/globals';
import { readMigrations } from '../../src/platform/db/migrating/migrations.js';
import { OldDatabase } from '../support/old-database.js';

/** By the migration: inserts rows, migrates, and expects what they have become. */
const MOVES: Readonly<Record<string, (database: OldDatabase) => Promise<void>>> = {};

for (const [tag, move] of Object.entries(MOVES)) {
  test(`${tag} changes rows as it should`, async () => {
    const database = await OldDatabase.before(tag);
    try {
      await move(database);
    } finally {
      await database.drop();
    }
  });
}

test('every migration after the baseline that reads or changes rows is above', () => {
  const [, ...later] = readMigrations();
  const moving = later.filter(({ statements }) =>
    statements.some((statement) => /^\s*(?:--.*\n\s*)*(?:update|insert|delete|with|do)\b/i.test(statement)),
  );
  expect(moving.map(({ tag }) => tag)).toEqual(Object.keys(MOVES));
});
