import { and, asc, count, eq, isNull, sql } from 'drizzle-orm';
import { groupBy } from '../../platform/collections/grouping.js';
import { isOneOf } from '../../platform/db/statements/is-one-of.js';
import type { Db, Tx } from '../../platform/db/database.js';
import { compiledQuery } from '../../platform/db/writing/compiled-query.js';
import { refersTo } from '../../platform/db/tables/tenant-keys.js';
import { type Tax, type TaxList, taxes } from './tax.table.js';

const taxesIn = ({ table, ownerId }: TaxList) =>
  compiledQuery((db, organizationId: string, ownerIds: readonly string[]) =>
    db
      .select({ ownerId: sql<string>`${ownerId}`, tax: taxes })
      .from(table)
      .innerJoin(taxes, refersTo(table.taxId, taxes))
      .where(
        and(eq(table.organizationId, organizationId), isOneOf(ownerId, ownerIds), isNull(taxes.deletedAt)),
      )
      .orderBy(asc(taxes.name), asc(taxes.id)),
  );

const queries = new Map<TaxList, ReturnType<typeof taxesIn>>();

/** The query for the taxes of owners in a list. */
function questionOf(list: TaxList): ReturnType<typeof taxesIn> {
  const known = queries.get(list) ?? taxesIn(list);
  queries.set(list, known);
  return known;
}

export const taxListRepository = {
  /** The taxes of owners, without deleted ones, by owner id and sorted by name; owners without taxes are omitted. */
  async find(
    db: Db,
    organizationId: string,
    list: TaxList,
    ownerIds: readonly string[],
  ): Promise<Map<string, Tax[]>> {
    const rows = await questionOf(list)(db, organizationId, ownerIds);
    const groups = groupBy(rows, (row) => row.ownerId);
    return new Map([...groups].map(([owner, group]) => [owner, group.map(({ tax }) => tax)]));
  },

  /** How many owners in use have each of the taxes; taxes without any are omitted. */
  async countOwners(
    db: Db,
    organizationId: string,
    { table, isInUse }: TaxList,
    taxIds: readonly string[],
  ): Promise<Map<string, number>> {
    const rows = await db
      .select({ taxId: sql<string>`${table.taxId}`, owners: count() })
      .from(table)
      .where(and(eq(table.organizationId, organizationId), isOneOf(table.taxId, taxIds), isInUse))
      .groupBy(table.taxId);
    return new Map(rows.map(({ taxId, owners }) => [taxId, owners]));
  },

  /** Replaces all taxes of owners. */
  async replace(
    tx: Tx,
    organizationId: string,
    { table, ownerId }: TaxList,
    lists: ReadonlyMap<string, readonly Tax[]>,
  ): Promise<void> {
    if (lists.size === 0) return;
    await tx
      .delete(table)
      .where(and(eq(table.organizationId, organizationId), isOneOf(ownerId, [...lists.keys()])));
    const rows = [...lists].flatMap(([owner, list]) =>
      list.map(({ id }) => ({ owner_id: owner, tax_id: id })),
    );
    if (rows.length === 0) return;
    const columns = [table.organizationId, ownerId, table.taxId].map(({ name }) => sql.identifier(name));
    await tx.execute(sql`
      insert into ${table} (${sql.join(columns, sql`, `)})
      select ${organizationId}::uuid, owner_id, tax_id
      from json_to_recordset(${JSON.stringify(rows)}::text::json) as held (owner_id uuid, tax_id uuid)`);
  },
};
