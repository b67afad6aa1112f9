import { and, eq, lt, sql } from 'drizzle-orm';
import { isOneOf } from '../../platform/db/is-one-of.js';
import type { Db, Tx } from '../../platform/db/database.js';
import { question } from '../../platform/db/question.js';
import { expectPresent } from '../../platform/expect-present.js';
import { ifGiven } from '../../platform/paging/filter-conditions.js';
import { comparisons } from '../../platform/paging/comparisons.js';
import { orderingOf } from '../../platform/paging/list-orders.js';
import type { ListQuery, Page } from '../../platform/paging/page.js';
import { pageOfTable } from '../../platform/paging/page-of-table.js';
import { containsText } from '../../platform/paging/search.js';
import { billingEntities, type BillingEntity } from './billing-entity.table.js';
import { type Organization, organizations } from './organization.table.js';
import { organizationOrders } from './organization.list.js';

const defaultBillingEntity = question((db, organizationId: string) =>
  db
    .select()
    .from(billingEntities)
    .where(and(eq(billingEntities.organizationId, organizationId), eq(billingEntities.isDefault, true))),
);

export const organizationRepository = {
  async findOperator(db: Db): Promise<Organization | null> {
    const [operator] = await db.select().from(organizations).where(eq(organizations.isOperator, true));
    return operator ?? null;
  },

  async find(db: Db, id: string): Promise<Organization | null> {
    const [organization] = await db.select().from(organizations).where(eq(organizations.id, id));
    return organization ?? null;
  },

  /** Locks an organization against changes of its own row, not against those of what belongs to it. */
  async lock(tx: Tx, id: string): Promise<Organization> {
    const [row] = await tx.select().from(organizations).where(eq(organizations.id, id)).for('no key update');
    return expectPresent(row, `organization ${id}`);
  },

  async update(tx: Tx, id: string, changes: Partial<Organization>): Promise<void> {
    await tx.update(organizations).set(changes).where(eq(organizations.id, id));
  },

  async allIds(db: Db): Promise<string[]> {
    const rows = await db.select({ id: organizations.id }).from(organizations);
    return rows.map(({ id }) => id);
  },

  /** A page of all organizations, for the operator. */
  list(db: Db, { filter, search, page }: ListQuery): Promise<Page<Organization>> {
    return pageOfTable(db, organizations, {
      page,
      ordering: orderingOf(organizationOrders, page),
      where: and(
        ...comparisons(organizationOrders, filter),
        ifGiven(search, (term) => containsText([organizations.name], term)),
      ),
    });
  },

  async insert(tx: Tx, organization: Organization): Promise<void> {
    await tx.insert(organizations).values(organization);
  },

  async insertBillingEntity(tx: Tx, entity: typeof billingEntities.$inferInsert): Promise<void> {
    await tx.insert(billingEntities).values(entity);
  },

  async findDefaultBillingEntity(db: Db, organizationId: string): Promise<BillingEntity | null> {
    const [entity] = await defaultBillingEntity(db, organizationId);
    return entity ?? null;
  },

  /** Matches codes case-insensitively. */
  findBillingEntitiesByCodes(
    db: Db,
    organizationId: string,
    codes: readonly string[],
  ): Promise<BillingEntity[]> {
    const lowered = codes.map((code) => code.toLowerCase());
    return db
      .select()
      .from(billingEntities)
      .where(
        and(
          eq(billingEntities.organizationId, organizationId),
          isOneOf(sql<string>`lower(${billingEntities.code})`, lowered),
        ),
      );
  },

  findBillingEntities: question((db, organizationId: string, ids: readonly string[]) =>
    db
      .select()
      .from(billingEntities)
      .where(and(eq(billingEntities.organizationId, organizationId), isOneOf(billingEntities.id, ids))),
  ),

  /** Takes the next invoice numbers of a billing entity. @returns the last of them. */
  async takeInvoiceNumbers(
    tx: Tx,
    organizationId: string,
    billingEntityId: string,
    count: number,
  ): Promise<number> {
    const [row] = await tx
      .update(billingEntities)
      .set({ lastInvoiceNumber: sql`${billingEntities.lastInvoiceNumber} + ${count}` })
      .where(and(eq(billingEntities.organizationId, organizationId), eq(billingEntities.id, billingEntityId)))
      .returning({ number: billingEntities.lastInvoiceNumber });
    if (row === undefined) throw new Error(`No billing entity ${billingEntityId}.`);
    return row.number;
  },

  async retireCustomerNumbers(tx: Tx, organizationId: string, upTo: number): Promise<void> {
    await tx
      .update(organizations)
      .set({ lastCustomerNumber: upTo })
      .where(and(eq(organizations.id, organizationId), lt(organizations.lastCustomerNumber, upTo)));
  },
};
