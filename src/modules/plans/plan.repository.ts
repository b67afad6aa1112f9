import { and, asc, eq, isNull } from 'drizzle-orm';
import { isOneOf } from '../../platform/db/statements/is-one-of.js';
import type { Db, Tx } from '../../platform/db/database.js';
import { compiledQuery } from '../../platform/db/writing/compiled-query.js';
import { listsOf } from '../../platform/paging/lists.js';
import { type IdOrCode, keptRows, recordsOf } from '../../platform/paging/records.js';
import { type Plan, plans } from './plan.table.js';
import { planOrders } from './plan.list.js';

const kept = keptRows(plans);

/** A code identifies a sold plan: an own plan has the same code as its parent. */
const named = (by: IdOrCode) =>
  'id' in by ? eq(plans.id, by.id) : and(eq(plans.code, by.code), isNull(plans.parentId));

const findNamed = compiledQuery((db, organizationId: string, by: IdOrCode) =>
  db
    .select()
    .from(plans)
    .where(kept(organizationId, named(by))),
);

const lockSubscribable = compiledQuery((tx, organizationId: string, by: IdOrCode) =>
  tx
    .select()
    .from(plans)
    .where(kept(organizationId, named(by), isNull(plans.parentId), eq(plans.pendingDeletion, false)))
    .for('share'),
);

export const planRepository = {
  ...recordsOf(plans, { kept }),

  list: listsOf(plans, {
    kept: (organizationId, ...conditions) => kept(organizationId, isNull(plans.parentId), ...conditions),
    orders: planOrders,
    search: [plans.name, plans.code],
  }).list,

  async find(db: Db, organizationId: string, by: IdOrCode): Promise<Plan | null> {
    const [plan] = await findNamed(db, organizationId, by);
    return plan ?? null;
  },

  /** Locks a sold plan to change it. */
  async lock(tx: Tx, organizationId: string, by: IdOrCode): Promise<Plan | null> {
    const [plan] = await tx
      .select()
      .from(plans)
      .where(kept(organizationId, named(by), isNull(plans.parentId)))
      .for('no key update');
    return plan ?? null;
  },

  /** Locks a plan that accepts subscriptions against changes until the transaction ends. */
  async lockForUse(tx: Tx, organizationId: string, by: IdOrCode): Promise<Plan | null> {
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

  findByCodes(db: Db, organizationId: string, codes: readonly string[]): Promise<Plan[]> {
    return db
      .select()
      .from(plans)
      .where(kept(organizationId, isOneOf(plans.code, codes), isNull(plans.parentId)));
  },

  /** Deletes the rows of plans, after those of their charges, fixed charges, commitments and taxes. */
  async deleteForGood(tx: Tx, organizationId: string, ids: readonly string[]): Promise<void> {
    await tx.delete(plans).where(and(eq(plans.organizationId, organizationId), isOneOf(plans.id, ids)));
  },
};
