import { and, asc, eq, isNull, type SQL } from 'drizzle-orm';
import { isOneOf } from '../../platform/db/statements/is-one-of.js';
import type { Db, Tx } from '../../platform/db/database.js';
import { question } from '../../platform/db/writing/question.js';
import { ifGiven } from '../../platform/paging/filter-conditions.js';
import { comparisons } from '../../platform/paging/comparisons.js';
import { orderingOf } from '../../platform/paging/list-orders.js';
import type { ListQuery, Page } from '../../platform/paging/page.js';
import { pageOfTable } from '../../platform/paging/page-of-table.js';
import { containsText } from '../../platform/paging/search.js';
import { type Plan, plans } from './plan.table.js';
import { planOrders } from './plan.list.js';

type Identity = { readonly id: string } | { readonly code: string };

const kept = (organizationId: string, ...conditions: (SQL | undefined)[]) =>
  and(eq(plans.organizationId, organizationId), isNull(plans.deletedAt), ...conditions);

/** A code identifies a sold plan: an own plan has the same code as its parent. */
const named = (by: Identity) =>
  'id' in by ? eq(plans.id, by.id) : and(eq(plans.code, by.code), isNull(plans.parentId));

const findNamed = question((db, organizationId: string, by: Identity) =>
  db
    .select()
    .from(plans)
    .where(kept(organizationId, named(by))),
);

const lockSubscribable = question((tx, organizationId: string, by: Identity) =>
  tx
    .select()
    .from(plans)
    .where(kept(organizationId, named(by), isNull(plans.parentId), eq(plans.pendingDeletion, false)))
    .for('share'),
);

export const planRepository = {
  async find(db: Db, organizationId: string, by: Identity): Promise<Plan | null> {
    const [plan] = await findNamed(db, organizationId, by);
    return plan ?? null;
  },

  /** Locks a sold plan to change it. */
  async lock(tx: Tx, organizationId: string, by: Identity): Promise<Plan | null> {
    const [plan] = await tx
      .select()
      .from(plans)
      .where(kept(organizationId, named(by), isNull(plans.parentId)))
      .for('no key update');
    return plan ?? null;
  },

  /** Locks a plan that accepts subscriptions against changes until the transaction ends. */
  async lockForUse(tx: Tx, organizationId: string, by: Identity): Promise<Plan | null> {
    const [plan] = await lockSubscribable(tx, organizationId, by);
    return plan ?? null;
  },

  /** Locks a plan, deleted or not, against changes until the transaction ends. */
  async lockShared(tx: Tx, organizationId: string, id: string): Promise<void> {
    await tx
      .select({ id: plans.id })
      .from(plans)
      .where(and(eq(plans.organizationId, organizationId), eq(plans.id, id)))
      .for('share');
  },

  /** Locks plans to change them, in the order of their ids. */
  lockMany(tx: Tx, organizationId: string, ids: readonly string[]): Promise<Plan[]> {
    return tx
      .select()
      .from(plans)
      .where(kept(organizationId, isOneOf(plans.id, ids)))
      .orderBy(asc(plans.id))
      .for('no key update');
  },

  /** Plans of all organizations that will be deleted once their subscriptions have ended. */
  findPendingDeletion(db: Db): Promise<Pick<Plan, 'id' | 'organizationId'>[]> {
    return db
      .select({ id: plans.id, organizationId: plans.organizationId })
      .from(plans)
      .where(and(isNull(plans.deletedAt), eq(plans.pendingDeletion, true)));
  },

  /** Includes deleted plans. */
  findMany: question((db, organizationId: string, ids: readonly string[]) =>
    db
      .select()
      .from(plans)
      .where(and(eq(plans.organizationId, organizationId), isOneOf(plans.id, ids))),
  ),

  findByCodes(db: Db, organizationId: string, codes: readonly string[]): Promise<Plan[]> {
    return db
      .select()
      .from(plans)
      .where(kept(organizationId, isOneOf(plans.code, codes), isNull(plans.parentId)));
  },

  list(db: Db, organizationId: string, { filter, search, page }: ListQuery): Promise<Page<Plan>> {
    return pageOfTable(db, plans, {
      page,
      ordering: orderingOf(planOrders, page),
      where: kept(
        organizationId,
        isNull(plans.parentId),
        ...comparisons(planOrders, filter),
        ifGiven(search, (term) => containsText([plans.name, plans.code], term)),
      ),
    });
  },

  async insert(tx: Tx, plan: Plan): Promise<void> {
    await tx.insert(plans).values(plan);
  },

  /** Deletes the rows of plans, after those of their charges, fixed charges, commitments and taxes. */
  async deleteForGood(tx: Tx, organizationId: string, ids: readonly string[]): Promise<void> {
    await tx.delete(plans).where(and(eq(plans.organizationId, organizationId), isOneOf(plans.id, ids)));
  },

  async update(tx: Tx, organizationId: string, id: string, changes: Partial<Plan>): Promise<void> {
    await tx
      .update(plans)
      .set(changes)
      .where(kept(organizationId, eq(plans.id, id)));
  },
};
