import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { Db, Tx } from '../../../platform/db/database.js';
import { isOneOf } from '../../../platform/db/statements/is-one-of.js';
import { compiledQuery } from '../../../platform/db/writing/compiled-query.js';
import { listsOf } from '../../../platform/paging/lists.js';
import { billingEntityOrders } from './billing-entity.list.js';
import {
  billingEntities,
  type BillingEntity,
  type BillingEntityColumns,
  type BillingEntityLogo,
  billingEntityLogos,
  retiredInvoiceNumbers,
} from './billing-entity.table.js';
import type { NumberBlock, NumberSeries } from './number-series.js';

/** Identifies one billing entity; codes are matched case-insensitively. */
export type BillingEntityKey = { readonly id: string } | { readonly code: string };

/** Where a billing entity keeps the last number of each sequence. */
const COUNTERS = {
  books: 'lastInvoiceNumber',
  test: 'lastTestInvoiceNumber',
} as const satisfies Record<NumberSeries, keyof BillingEntity>;

const kept = (organizationId: string, ...conditions: (SQL | undefined)[]) =>
  and(eq(billingEntities.organizationId, organizationId), isNull(billingEntities.archivedAt), ...conditions);

const withId = (organizationId: string, id: string) =>
  and(eq(billingEntities.organizationId, organizationId), eq(billingEntities.id, id));

const defaultEntity = compiledQuery((db, organizationId: string) =>
  db
    .select()
    .from(billingEntities)
    .where(and(eq(billingEntities.organizationId, organizationId), eq(billingEntities.isDefault, true))),
);

export const billingEntityRepository = {
  list: listsOf(billingEntities, {
    kept,
    orders: billingEntityOrders,
    search: [billingEntities.name, billingEntities.code],
  }).list,

  async findDefault(db: Db, organizationId: string): Promise<BillingEntity | null> {
    const [entity] = await defaultEntity(db, organizationId);
    return entity ?? null;
  },

  /** Without archived entities. */
  async find(db: Db, organizationId: string, key: BillingEntityKey): Promise<BillingEntity | null> {
    if ('code' in key) {
      const found = await this.findByCodes(db, organizationId, [key.code]);
      return found[0] ?? null;
    }
    const [entity] = await db
      .select()
      .from(billingEntities)
      .where(kept(organizationId, eq(billingEntities.id, key.id)));
    return entity ?? null;
  },

  /** Without archived entities. The database lowers both sides, so that they agree on the letters of every alphabet. */
  findByCodes(db: Db, organizationId: string, codes: readonly string[]): Promise<BillingEntity[]> {
    const lowered = sql`(select lower(code) from unnest(${sql.param([...codes])}::text[]) as sent (code))`;
    return db
      .select()
      .from(billingEntities)
      .where(kept(organizationId, isOneOf(sql<string>`lower(${billingEntities.code})`, lowered)));
  },

  /** Includes archived entities, since documents refer to them. */
  findMany: compiledQuery((db, organizationId: string, ids: readonly string[]) =>
    db
      .select()
      .from(billingEntities)
      .where(and(eq(billingEntities.organizationId, organizationId), isOneOf(billingEntities.id, ids))),
  ),

  /** Locks an entity until the transaction ends. Others can meanwhile write rows that refer to it. */
  async lock(tx: Tx, organizationId: string, id: string): Promise<BillingEntity | null> {
    const [entity] = await tx
      .select()
      .from(billingEntities)
      .where(kept(organizationId, eq(billingEntities.id, id)))
      .for('no key update');
    return entity ?? null;
  },

  async insert(tx: Tx, row: typeof billingEntities.$inferInsert): Promise<BillingEntity> {
    const [entity] = await tx.insert(billingEntities).values(row).returning();
    if (entity === undefined) throw new Error(`Billing entity ${row.id} was not stored.`);
    return entity;
  },

  async update(
    tx: Tx,
    organizationId: string,
    id: string,
    columns: BillingEntityColumns,
  ): Promise<BillingEntity> {
    const [entity] = await tx
      .update(billingEntities)
      .set(columns)
      .where(withId(organizationId, id))
      .returning();
    if (entity === undefined) throw new Error(`No billing entity ${id}.`);
    return entity;
  },

  /** Takes the next invoice numbers of a billing entity. @returns the last of them. */
  async takeInvoiceNumbers(
    tx: Tx,
    organizationId: string,
    id: string,
    { series, count }: NumberBlock,
  ): Promise<number> {
    const counter = COUNTERS[series];
    const [row] = await tx
      .update(billingEntities)
      .set({ [counter]: sql`${billingEntities[counter]} + ${count}` })
      .where(withId(organizationId, id))
      .returning({ number: billingEntities[counter] });
    if (row === undefined) throw new Error(`No billing entity ${id}.`);
    return row.number;
  },

  /** Lets the numbers of a billing entity continue after this one. Numbers that were taken are not taken again. */
  async retireInvoiceNumbers(tx: Tx, organizationId: string, id: string, upTo: number): Promise<void> {
    // The caller has locked the entity.
    await tx.execute(sql`
      insert into ${retiredInvoiceNumbers} (organization_id, billing_entity_id, first_number, last_number)
      select ${organizationId}, ${id}, ${billingEntities.lastInvoiceNumber} + 1, ${upTo}::int from ${billingEntities}
      where ${withId(organizationId, id)} and ${billingEntities.lastInvoiceNumber} < ${upTo}::int`);
    await tx
      .update(billingEntities)
      .set({ lastInvoiceNumber: sql`greatest(${billingEntities.lastInvoiceNumber}, ${upTo}::int)` })
      .where(withId(organizationId, id));
  },

  /** Lets the numbers of customers on test clocks continue after this one. Numbers that were taken are not taken again. */
  async skipTestInvoiceNumbers(tx: Tx, organizationId: string, id: string, upTo: number): Promise<void> {
    await tx
      .update(billingEntities)
      .set({ lastTestInvoiceNumber: sql`greatest(${billingEntities.lastTestInvoiceNumber}, ${upTo}::int)` })
      .where(withId(organizationId, id));
  },

  async deleteLogo(tx: Tx, organizationId: string, billingEntityId: string): Promise<void> {
    await tx
      .delete(billingEntityLogos)
      .where(
        and(
          eq(billingEntityLogos.organizationId, organizationId),
          eq(billingEntityLogos.billingEntityId, billingEntityId),
        ),
      );
  },

  async insertLogo(tx: Tx, logo: BillingEntityLogo): Promise<void> {
    await tx.insert(billingEntityLogos).values(logo);
  },

  async findLogo(db: Db, organizationId: string, id: string): Promise<BillingEntityLogo | null> {
    const [logo] = await db
      .select()
      .from(billingEntityLogos)
      .where(and(eq(billingEntityLogos.organizationId, organizationId), eq(billingEntityLogos.id, id)));
    return logo ?? null;
  },
};
