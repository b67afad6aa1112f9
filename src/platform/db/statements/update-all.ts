import { sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Tx } from '../database.js';
import { columnNames, jsonRows } from './json-rows.js';

/** Updates all columns of existing rows, found by organization and id, with one statement. */
export async function updateAll<
  Table extends PgTable & { readonly id: PgColumn; readonly organizationId: PgColumn },
>(tx: Tx, table: Table, rows: readonly Table['$inferSelect'][]): Promise<void> {
  if (rows.length === 0) return;
  const changes = columnNames(table).map((name) => sql`${name} = changed.${name}`);
  await tx.execute(sql`
    update ${table} set ${sql.join(changes, sql`, `)} from ${jsonRows(table, rows)} as changed
    where ${table.organizationId} = changed.organization_id and ${table.id} = changed.id`);
}
