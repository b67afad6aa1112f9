import type { Pool } from '../../src/platform/db/pool.js';

/** An id of an organization's records in each table that has one, by the name that other records give it: `invoice_id`. */
export async function oneIdOfEachTable(
  { sql }: Pool,
  organizationId: string,
): Promise<Readonly<Record<string, string>>> {
  const tables = await sql<{ name: string }[]>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name in ('id', 'organization_id') and data_type = 'uuid'
    group by 1 having count(*) = 2`;
  const ids: Record<string, string> = {};
  for (const { name } of tables) {
    const [row] = await sql<{ id: string }[]>`
      select id from ${sql(name)} where organization_id = ${organizationId} order by id limit 1`;
    if (row !== undefined) ids[`${singularOf(name)}_id`] = row.id;
  }
  return ids;
}

function singularOf(table: string): string {
  return table.replace(/ies$/, 'y').replace(/(?<=x)es$|s$/, '');
}
