import { and, eq, gt, inArray, isNull, lte, min, type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../../platform/actor.js';
import type { Db, Tx } from '../../platform/db/database.js';
import { DUE_WORK_KINDS, dueWork, type DueWorkKind } from '../../platform/due-work/due-work.table.js';
import { customers } from '../../modules/customers/customer.table.js';

/** What is due on one clock, up to an instant. */
export interface DueSpan {
  /** Null: what runs on the wall clock. */
  readonly testClockId: string | null;
  readonly upTo: Date;
  /** What to do about work of a customer that another transaction holds. */
  readonly heldCustomers: 'wait' | 'skip';
}

/** All work of one kind that falls due for one customer at one instant; it is done in one transaction. */
export interface DueGroup {
  readonly organizationId: string;
  readonly customerId: string;
  readonly testClockId: string | null;
  readonly kind: DueWorkKind;
  readonly dueAt: Date;
  /** Failed attempts so far. */
  readonly attempts: number;
}

/** Work that failed waits for its next attempt. */
const dueOrRetriedAt = sql`coalesce(${dueWork.retryAt}, ${dueWork.dueAt})`;

const KIND_RANK = sql`array_position(${sql.param([...DUE_WORK_KINDS])}::text[], ${dueWork.kind})`;

const onClock = (testClockId: string | null) =>
  testClockId === null ? isNull(dueWork.testClockId) : eq(dueWork.testClockId, testClockId);

const ofGroup = ({ organizationId, customerId, kind, dueAt }: DueGroup): SQL | undefined =>
  and(
    eq(dueWork.organizationId, organizationId),
    eq(dueWork.customerId, customerId),
    eq(dueWork.kind, kind),
    eq(dueWork.dueAt, dueAt),
  );

const GROUP = {
  organizationId: dueWork.organizationId,
  customerId: dueWork.customerId,
  testClockId: dueWork.testClockId,
  kind: dueWork.kind,
  dueAt: dueWork.dueAt,
  attempts: dueWork.attempts,
};

export const dueWorkRepository = {
  /**
   * The group that is due first, with its customer locked until the transaction ends. What falls due at one instant is
   * ordered by kind within a customer only: no two customers share anything that the order between them could change.
   */
  async lockFirst(tx: Tx, { testClockId, upTo, heldCustomers }: DueSpan): Promise<DueGroup | null> {
    const isDue = and(onClock(testClockId), lte(dueOrRetriedAt, sql.param(upTo, dueWork.dueAt)));
    const [first] = await tx
      .select(GROUP)
      .from(dueWork)
      .innerJoin(
        customers,
        and(eq(customers.organizationId, dueWork.organizationId), eq(customers.id, dueWork.customerId)),
      )
      .where(isDue)
      .orderBy(dueWork.dueAt, dueWork.id)
      .limit(1)
      .for('update', heldCustomers === 'skip' ? { of: customers, skipLocked: true } : { of: customers });
    if (first === undefined) return null;
    const { organizationId, customerId } = first;
    const ofCustomer = and(eq(dueWork.organizationId, organizationId), eq(dueWork.customerId, customerId));
    const [group] = await tx
      .select(GROUP)
      .from(dueWork)
      .where(and(ofCustomer, isDue))
      .orderBy(dueWork.dueAt, KIND_RANK, dueWork.id)
      .limit(1);
    // None: whoever held the customer before has done it. That the group is gone is found when it is taken.
    return group ?? first;
  },

  /** The group of work of a kind that is due by an instant and has not been done for one subject; null without. */
  async findOverdue(
    tx: Tx,
    { organizationId }: Actor,
    { kind, subjectId, by }: { kind: DueWorkKind; subjectId: string; by: Date },
  ): Promise<DueGroup | null> {
    const [group] = await tx
      .select({
        organizationId: dueWork.organizationId,
        customerId: dueWork.customerId,
        testClockId: dueWork.testClockId,
        kind: dueWork.kind,
        dueAt: dueWork.dueAt,
        attempts: dueWork.attempts,
      })
      .from(dueWork)
      .where(
        and(
          eq(dueWork.organizationId, organizationId),
          eq(dueWork.kind, kind),
          eq(dueWork.subjectId, subjectId),
          lte(dueWork.dueAt, by),
        ),
      );
    return group ?? null;
  },

  /** What work of a kind of a customer is about that falls due after an instant, and when it does. */
  findPlannedOf(
    tx: Tx,
    { organizationId }: Actor,
    { kind, customerId, after }: { kind: DueWorkKind; customerId: string; after: Date },
  ): Promise<{ subjectId: string; dueAt: Date }[]> {
    return tx
      .select({ subjectId: dueWork.subjectId, dueAt: dueWork.dueAt })
      .from(dueWork)
      .where(
        and(
          eq(dueWork.organizationId, organizationId),
          eq(dueWork.customerId, customerId),
          eq(dueWork.kind, kind),
          gt(dueWork.dueAt, after),
        ),
      )
      .orderBy(dueWork.subjectId);
  },

  /** Claims a group by deleting it. Empty when another transaction has done it in the meantime. */
  async take(tx: Tx, group: DueGroup): Promise<string[]> {
    const rows = await tx.delete(dueWork).where(ofGroup(group)).returning({ subjectId: dueWork.subjectId });
    return rows.map((row) => row.subjectId);
  },

  /** Takes the work of one subject that is due first; null without any. */
  async takeFirstOf(tx: Tx, organizationId: string, subjectId: string): Promise<DueGroup | null> {
    const first = tx
      .select({ id: dueWork.id })
      .from(dueWork)
      .where(and(eq(dueWork.organizationId, organizationId), eq(dueWork.subjectId, subjectId)))
      .orderBy(dueWork.dueAt, KIND_RANK)
      .limit(1);
    const [group] = await tx
      .delete(dueWork)
      .where(and(eq(dueWork.organizationId, organizationId), inArray(dueWork.id, first)))
      .returning({
        organizationId: dueWork.organizationId,
        customerId: dueWork.customerId,
        testClockId: dueWork.testClockId,
        kind: dueWork.kind,
        dueAt: dueWork.dueAt,
        attempts: dueWork.attempts,
      });
    return group ?? null;
  },

  async postpone(tx: Tx, group: DueGroup, retryAt: Date): Promise<void> {
    await tx
      .update(dueWork)
      .set({ attempts: sql`${dueWork.attempts} + 1`, retryAt })
      .where(ofGroup(group));
  },

  /** When the next work on a clock is to be done; null when nothing is foreseen. */
  async nextAt(db: Db, testClockId: string | null): Promise<Date | null> {
    const [row] = await db
      .select({ at: min(dueOrRetriedAt).mapWith(dueWork.dueAt) })
      .from(dueWork)
      .where(onClock(testClockId));
    return row?.at ?? null;
  },

  /** Drops all work of customers that are being removed. */
  async deleteOfClock(tx: Tx, organizationId: string, testClockId: string): Promise<void> {
    await tx
      .delete(dueWork)
      .where(and(eq(dueWork.organizationId, organizationId), eq(dueWork.testClockId, testClockId)));
  },
};
