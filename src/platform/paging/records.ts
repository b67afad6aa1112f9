import { and, eq, isNull, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Db, Tx } from '../db/database.js';
import { insertAll } from '../db/statements/insert-all.js';
import { isOneOf } from '../db/statements/is-one-of.js';
import { updateAll } from '../db/statements/update-all.js';
import { compiledQuery } from '../db/writing/compiled-query.js';
import type { ListOrders } from './list-orders.js';
import { listsOf } from './lists.js';
import type { ListQuery, Page } from './page.js';

/** A table whose rows belong to organizations. */
export type TenantTable = PgTable & { readonly id: PgColumn; readonly organizationId: PgColumn };

/** Builds the condition for rows of an organization that meet further conditions. */
export type RowCondition = (organizationId: string, ...conditions: (SQL | undefined)[]) => SQL | undefined;

/** The condition for rows of an organization. */
export function tenantRows({ organizationId: column }: Pick<TenantTable, 'organizationId'>): RowCondition {
  return (organizationId, ...conditions) => and(eq(column, organizationId), ...conditions);
}

/** The condition for rows of an organization that are not deleted. */
export function keptRows(
  table: Pick<TenantTable, 'organizationId'> & { readonly deletedAt: PgColumn },
): RowCondition {
  const within = tenantRows(table);
  return (organizationId, ...conditions) => within(organizationId, isNull(table.deletedAt), ...conditions);
}

/** What `recordsOf` needs to know of a table. */
interface RecordsOptions<Row> {
  /** The rows that the functions see: those of the organization, without deleted ones where rows are kept after their deletion. */
  readonly kept: RowCondition;
  /** The column of a code that identifies one of these rows, as the id does. */
  readonly code?: PgColumn;
  /** With orders, the rows are also listed (`listsOf`). */
  readonly orders?: ListOrders<Row>;
  readonly search?: readonly PgColumn[];
}

interface Records<Row, Key> {
  find: (db: Db, organizationId: string, by: Key) => Promise<Row | null>;
  findMany: (db: Db, organizationId: string, ids: readonly string[]) => Promise<Row[]>;
  insert: (tx: Tx, row: Row) => Promise<void>;
  /** Inserts rows with one statement. */
  insertAll: (tx: Tx, rows: readonly Row[]) => Promise<void>;
  update: (tx: Tx, organizationId: string, id: string, changes: Partial<Row>) => Promise<void>;
  /** Updates all columns of a row but its id and organization, which identify it. */
  updateRow: (tx: Tx, row: Row) => Promise<void>;
  /** Updates all columns of rows with one statement. */
  updateAll: (tx: Tx, rows: readonly Row[]) => Promise<void>;
}

type Id = { readonly id: string };

/** An id, or a code. */
export type IdOrCode = Id | { readonly code: string };

interface CodedRecords<Row> {
  findByCodes: (db: Db, organizationId: string, codes: readonly string[]) => Promise<Row[]>;
}

interface ListedRecords<Row> {
  list: (db: Db, organizationId: string, query: ListQuery) => Promise<Page<Row>>;
}

interface SoftDeletedRecords<Row> {
  /** Finds rows by their ids, including deleted ones, which other records still refer to. */
  findWithDeleted: (db: Db, organizationId: string, ids: readonly string[]) => Promise<Row[]>;
}

interface DeletableRecords {
  delete: (tx: Tx, organizationId: string, id: string) => Promise<void>;
}

/** The functions that a table and its options allow. */
type RecordsOf<Table extends TenantTable, Options, Row = Table['$inferSelect']> = Records<
  Row,
  Options extends { readonly code: PgColumn } ? IdOrCode : Id
> &
  (Options extends { readonly code: PgColumn } ? CodedRecords<Row> : unknown) &
  (Options extends { readonly orders: object } ? ListedRecords<Row> : unknown) &
  (Table extends { readonly deletedAt: PgColumn } ? SoftDeletedRecords<Row> : DeletableRecords);

/**
 * The functions of a repository that follow from its table. Spread them into the repository, and write those beside them that
 * do not. Reads are compiled queries (docs/adr/0055).
 */
export function recordsOf<Table extends TenantTable, Options extends RecordsOptions<Table['$inferSelect']>>(
  table: Table,
  options: Options,
): RecordsOf<Table, Options> {
  const { kept, code, orders, search } = options;
  const records: object = {
    ...reading(table, kept),
    ...(code === undefined ? {} : readingByCode(table, kept, code)),
    ...(orders === undefined ? {} : { list: listsOf(table, { kept, orders, search: search ?? [] }).list }),
    ...writing(table, kept),
  };
  return records as RecordsOf<Table, Options>;
}

type Row = TenantTable['$inferSelect'];

/** Declares a read of whole rows. */
function rowsWhere<Value>(
  table: PgTable,
  condition: (organizationId: string, value: Value) => SQL | undefined,
) {
  return compiledQuery((db, organizationId: string, value: Value) =>
    db.select().from(table).where(condition(organizationId, value)),
  );
}

function reading(table: TenantTable, kept: RowCondition) {
  const { id } = table;
  const within = tenantRows(table);
  const findById = rowsWhere<string>(table, (organizationId, value) => kept(organizationId, eq(id, value)));
  return {
    find: async (db: Db, organizationId: string, by: Id) =>
      (await findById(db, organizationId, by.id))[0] ?? null,
    findMany: rowsWhere<readonly string[]>(table, (organizationId, ids) =>
      kept(organizationId, isOneOf(id, ids)),
    ),
    findWithDeleted: rowsWhere<readonly string[]>(table, (organizationId, ids) =>
      within(organizationId, isOneOf(id, ids)),
    ),
  };
}

function readingByCode(table: TenantTable, kept: RowCondition, code: PgColumn) {
  const { find: findById } = reading(table, kept);
  const findByCode = rowsWhere<string>(table, (organizationId, value) =>
    kept(organizationId, eq(code, value)),
  );
  return {
    find: async (db: Db, organizationId: string, by: IdOrCode) =>
      'id' in by
        ? findById(db, organizationId, by)
        : ((await findByCode(db, organizationId, by.code))[0] ?? null),
    findByCodes: rowsWhere<readonly string[]>(table, (organizationId, codes) =>
      kept(organizationId, isOneOf(code, codes)),
    ),
  };
}

function writing(table: TenantTable, kept: RowCondition) {
  const update = async (tx: Tx, organizationId: string, id: string, changes: Partial<Row>) => {
    await tx
      .update(table)
      .set(changes)
      .where(kept(organizationId, eq(table.id, id)));
  };
  return {
    update,
    updateRow: (tx: Tx, { id, organizationId, ...changes }: Row & { id: string; organizationId: string }) =>
      update(tx, organizationId, id, changes),
    updateAll: (tx: Tx, rows: readonly Row[]) => updateAll(tx, table, rows),
    insert: async (tx: Tx, row: Row) => {
      await tx.insert(table).values(row);
    },
    insertAll: (tx: Tx, rows: readonly Row[]) => insertAll(tx, table, rows),
    delete: async (tx: Tx, organizationId: string, id: string) => {
      await tx.delete(table).where(kept(organizationId, eq(table.id, id)));
    },
  };
}
