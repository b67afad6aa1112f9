// What migrations make of rows that were there before them: each begins with the schema before its migration.
import { expect, test } from '@jest/globals';
import { readMigrations } from '../../src/platform/db/migrating/migrations.js';
import { OldDatabase } from '../support/old-database.js';

/** By the migration: inserts rows, migrates, and expects what they have become. */
const MOVES: Readonly<Record<string, (database: OldDatabase) => Promise<void>>> = {
  '0006_former_tax_errors': async (database) => {
    const invoice = { invoice_type: 'one_off', status: 'failed', payment_status: 'pending' };
    const tax_error = { id: 'e1', code: 'value_is_out_of_range', message: 'Too much.' };
    const failed = await database.insert('invoices', { ...invoice, tax_error: JSON.stringify(tax_error) });
    const other = await database.insert('invoices', invoice);
    await database.migrate();
    const rows = await database.sql`select id, error_details from invoices`;
    expect(Object.fromEntries(rows.map(({ id, error_details }) => [id, error_details]))).toEqual({
      [failed]: [{ id: 'e1', errorCode: 'tax_error', code: 'value_is_out_of_range', message: 'Too much.' }],
      [other]: [],
    });
  },
};

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
