import { and, eq, lt, sql } from 'drizzle-orm';
import type { Db, Tx } from '../../../platform/db/database.js';
import { expectPresent } from '../../../platform/expect-present.js';
import { ifGiven } from '../../../platform/paging/filter-conditions.js';
import { comparisons } from '../../../platform/paging/comparisons.js';
import { orderingOf } from '../../../platform/paging/list-orders.js';
import type { ListQuery, Page } from '../../../platform/paging/page.js';
import { pageOfTable } from '../../../platform/paging/page-of-table.js';
import { containsText } from '../../../platform/paging/search.js';
import { type Organization, organizations } from './organization.table.js';
import { organizationOrders } from './organization.list.js';

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

  /** The slugs of all organizations that begin with this one. */
  async findSlugs(db: Db, base: string): Promise<Set<string>> {
    const rows = await db
      .select({ slug: organizations.slug })
      .from(organizations)
      .where(sql`starts_with(${organizations.slug}, ${base})`);
    return new Set(rows.flatMap(({ slug }) => slug ?? []));
  },

  async update(tx: Tx, id: string, changes: Partial<Organization>): Promise<Organization> {
    const [organization] = await tx
      .update(organizations)
      .set(changes)
      .where(eq(organizations.id, id))
      .returning();
    return expectPresent(organization, `organization ${id}`);
  },

  async retireCustomerNumbers(tx: Tx, organizationId: string, upTo: number): Promise<void> {
    await tx
      .update(organizations)
      .set({ lastCustomerNumber: upTo })
      .where(and(eq(organizations.id, organizationId), lt(organizations.lastCustomerNumber, upTo)));
  },
};
