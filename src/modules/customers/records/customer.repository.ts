import { and, eq, isNotNull, isNull, max, type SQL, sql } from 'drizzle-orm';
import { isOneOf } from '../../../platform/db/statements/is-one-of.js';
import type { Db, Tx } from '../../../platform/db/database.js';
import { compiledQuery } from '../../../platform/db/writing/compiled-query.js';
import { lockName } from '../../../platform/db/statements/locks.js';
import { queryRows } from '../../../platform/db/statements/query-rows.js';
import { orderingOf } from '../../../platform/paging/list-orders.js';
import type { Page } from '../../../platform/paging/page.js';
import { pageOfTable } from '../../../platform/paging/page-of-table.js';
import { organizations } from '../../organizations/records/organization.table.js';
import { type CustomerQuery, matching } from './customer.filter.js';
import { type Customer, type CustomerColumns, customers, customerTaxes } from './customer.table.js';
import { customerOrders } from './customer.list.js';

/** Identifies one customer. */
export type CustomerKey = { readonly id: string } | { readonly externalId: string };

/**
 * The lock that is taken to change a customer or anything it owns. Others can meanwhile write rows that refer to the
 * customer, such as due work: the check of their foreign keys conflicts only with the deletion of a customer.
 */
const CHANGED = 'no key update';

const named = (organizationId: string, key: CustomerKey) =>
  and(
    eq(customers.organizationId, organizationId),
    isNull(customers.deletedAt),
    'id' in key ? eq(customers.id, key.id) : eq(customers.externalId, key.externalId),
  );

const findNamed = compiledQuery((db, organizationId: string, key: CustomerKey) =>
  db.select().from(customers).where(named(organizationId, key)),
);

const lockNamed = compiledQuery((tx, organizationId: string, key: CustomerKey) =>
  tx.select().from(customers).where(named(organizationId, key)).for(CHANGED),
);

const lockByIds = compiledQuery((tx, organizationId: string, ids: readonly string[]) =>
  tx
    .select()
    .from(customers)
    .where(and(eq(customers.organizationId, organizationId), isOneOf(customers.id, ids)))
    .orderBy(customers.id)
    .for(CHANGED),
);

export const customerRepository = {
  async find(db: Db, organizationId: string, key: CustomerKey): Promise<Customer | null> {
    const [customer] = await findNamed(db, organizationId, key);
    return customer ?? null;
  },

  async lock(tx: Tx, organizationId: string, key: CustomerKey): Promise<Customer | null> {
    const [customer] = await lockNamed(tx, organizationId, key);
    return customer ?? null;
  },

  /** Includes deleted customers, since documents refer to them. */
  findByIds: compiledQuery((db, organizationId: string, ids: readonly string[]) =>
    db
      .select()
      .from(customers)
      .where(and(eq(customers.organizationId, organizationId), isOneOf(customers.id, ids))),
  ),

  findOfProvider(
    db: Db,
    organizationId: string,
    paymentProvider: string,
    providerCustomerId: string,
  ): Promise<Customer[]> {
    return db
      .select()
      .from(customers)
      .where(
        and(
          eq(customers.organizationId, organizationId),
          isNull(customers.deletedAt),
          eq(customers.paymentProvider, paymentProvider),
          eq(customers.providerCustomerId, providerCustomerId),
        ),
      )
      .orderBy(customers.id);
  },

  list(db: Db, organizationId: string, { page, ...query }: CustomerQuery): Promise<Page<Customer>> {
    return pageOfTable(db, customers, {
      page,
      ordering: orderingOf(customerOrders, page),
      where: matching(organizationId, query),
    });
  },

  /**
   * Reserves the first free number until the transaction ends, which gives it back when it is rolled back. Nobody waits:
   * a number that another transaction has reserved is passed over. Whoever had it reserved may have stored it just now; the
   * insert then finds it taken. Source: docs/adr/0038.
   * @param isNumberedApart true for a number of those that customers on test clocks have of their own.
   * @returns null if a customer has the external id.
   */
  async takeNumber(
    tx: Tx,
    organizationId: string,
    { externalId, isNumberedApart }: Pick<Customer, 'externalId' | 'isNumberedApart'>,
  ): Promise<number | null> {
    const prefix = lockName(
      isNumberedApart ? 'customer-test-number' : 'customer-number',
      `${organizationId}:`,
    );
    const last = isNumberedApart ? lastTestNumberOf(tx, organizationId) : lastNumberOf(tx, organizationId);
    const known = tx
      .select({ id: customers.id })
      .from(customers)
      .where(named(organizationId, { externalId }));
    const [row] = await queryRows<{ number: number | null }>(
      tx,
      sql`
      select (
        select number from generate_series(last.number + 1, last.number + ${MOST_RESERVED}::int) as candidates (number)
        where pg_try_advisory_xact_lock(hashtextextended(${prefix} || candidates.number, 0))
        limit 1
      ) as number
      from ${last} as last
      where not exists ${known}`,
    );
    if (row === undefined) return null;
    if (row.number === null) throw new Error('No free number for a customer.');
    return row.number;
  },

  /** The highest number of the books among customers; null if none of them has one. */
  async lastNumberAmong(db: Db, organizationId: string, ids: readonly string[]): Promise<number | null> {
    const [row] = await db
      .select({ number: max(customers.sequentialId) })
      .from(customers)
      .where(
        and(
          eq(customers.organizationId, organizationId),
          isOneOf(customers.id, ids),
          sql`not ${customers.isNumberedApart}`,
        ),
      );
    return row?.number ?? null;
  },

  /**
   * Inserts a customer; omitted columns get the table's defaults.
   * @returns null if another customer has the external id or the number.
   */
  async insertUnlessTaken(tx: Tx, row: typeof customers.$inferInsert): Promise<Customer | null> {
    const [customer] = await tx.insert(customers).values(row).onConflictDoNothing().returning();
    return customer ?? null;
  },

  async update(tx: Tx, organizationId: string, id: string, columns: CustomerColumns): Promise<Customer> {
    const [customer] = await tx
      .update(customers)
      .set(columns)
      .where(named(organizationId, { id }))
      .returning();
    if (customer === undefined) throw new Error(`No customer ${id}.`);
    return customer;
  },

  /** Stores the check of a customer's VAT number that has no answer yet, also of a deleted customer. */
  async setVatCheck(
    tx: Tx,
    organizationId: string,
    id: string,
    vatCheckId: string | null,
  ): Promise<Customer> {
    const [customer] = await tx
      .update(customers)
      .set({ vatCheckId })
      .where(and(eq(customers.organizationId, organizationId), eq(customers.id, id)))
      .returning();
    if (customer === undefined) throw new Error(`No customer ${id}.`);
    return customer;
  },

  /** The ids of customers whose taxes a connection computes, deleted ones included. */
  async idsOfTaxConnection(
    db: Db,
    organizationId: string,
    integrationId: string,
    limit: number,
  ): Promise<string[]> {
    const rows = await db
      .select({ id: customers.id })
      .from(customers)
      .where(and(eq(customers.organizationId, organizationId), eq(customers.taxIntegrationId, integrationId)))
      .orderBy(customers.id)
      .limit(limit);
    return rows.map(({ id }) => id);
  },

  /** Gives locked customers local taxes. @returns them. */
  leaveTaxConnection(tx: Tx, organizationId: string, ids: readonly string[]): Promise<Customer[]> {
    return tx
      .update(customers)
      .set({ taxIntegrationId: null })
      .where(and(eq(customers.organizationId, organizationId), isOneOf(customers.id, ids)))
      .returning();
  },

  /** Locks customers in the order of their ids, as every lock of several customers does. */
  lockMany(tx: Tx, organizationId: string, ids: readonly string[]): Promise<Customer[]> {
    return lockByIds(tx, organizationId, ids);
  },

  /** Locks those of the customers that nobody else has locked, in the order of their ids. */
  lockFree(tx: Tx, organizationId: string, ids: readonly string[]): Promise<Customer[]> {
    return tx
      .select()
      .from(customers)
      .where(and(eq(customers.organizationId, organizationId), isOneOf(customers.id, ids)))
      .orderBy(customers.id)
      .for(CHANGED, { skipLocked: true });
  },

  /** Prevents the deletion of customers' rows until the transaction ends. Does not wait for transactions that change them. */
  keepMany(tx: Tx, organizationId: string, ids: readonly string[]): Promise<Customer[]> {
    return tx
      .select()
      .from(customers)
      .where(and(eq(customers.organizationId, organizationId), isOneOf(customers.id, ids)))
      .orderBy(customers.id)
      .for('key share');
  },

  /** Locks the customers of a test clock, in the order of their ids to avoid deadlocks. @returns their ids. */
  async lockOfTestClock(tx: Tx, organizationId: string, testClockId: string): Promise<string[]> {
    const rows = await tx
      .select({ id: customers.id })
      .from(customers)
      .where(and(eq(customers.organizationId, organizationId), eq(customers.testClockId, testClockId)))
      .orderBy(customers.id)
      .for(CHANGED);
    return rows.map((row) => row.id);
  },

  async delete(tx: Tx, organizationId: string, ids: readonly string[]): Promise<void> {
    await tx
      .delete(customerTaxes)
      .where(and(eq(customerTaxes.organizationId, organizationId), isOneOf(customerTaxes.customerId, ids)));
    const deleted = and(eq(customers.organizationId, organizationId), isOneOf(customers.id, ids));
    // Locks in the order in which `keepMany` does.
    await tx.select({ id: customers.id }).from(customers).where(deleted).orderBy(customers.id).for('update');
    await tx.delete(customers).where(deleted);
  },
};

/** So many customers are surely not being created at once. */
const MOST_RESERVED = 10_000;

/** A row with the highest number of the books that any customer has or had; 0 before the first one. */
function lastNumberOf(db: Db, organizationId: string) {
  const highest = db
    .select({ number: max(customers.sequentialId) })
    .from(customers)
    .where(and(eq(customers.organizationId, organizationId), sql`not ${customers.isNumberedApart}`));
  return db
    .select({
      number: sql<number>`greatest(${organizations.lastCustomerNumber}, (${highest}))`.as('number'),
    })
    .from(organizations)
    .where(eq(organizations.id, organizationId));
}

/**
 * A row with the highest number of customers on test clocks, those included that have one of the books: the numbers of documents
 * of both begin with the same mark.
 */
function lastTestNumberOf(db: Db, organizationId: string) {
  // Each by an index of its own.
  const highest = (condition: SQL | undefined) =>
    sql`(${db
      .select({ number: max(customers.sequentialId) })
      .from(customers)
      .where(and(eq(customers.organizationId, organizationId), condition))})`;
  return sql`(
    select coalesce(greatest(${highest(sql`${customers.isNumberedApart}`)}, ${highest(isNotNull(customers.testClockId))}), 0)
      as number
  )`;
}
