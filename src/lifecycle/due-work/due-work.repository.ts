import { and, eq, isNotNull, isNull, lte, min, or, type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../../platform/actor.js';
import { isOneOf } from '../../platform/db/statements/is-one-of.js';
import type { Db, Tx } from '../../platform/db/database.js';
import { customers } from '../../modules/customers/records/customer.table.js';
import { chunkOf, type DueChunk, type DueCustomer, type DueGroup, type DueSpan } from './due-chunk.js';
import { DUE_WORK, type DueWorkKind } from './due-work-kinds.js';
import { type DueWork, dueWork } from './due-work.table.js';

const KIND_RANK = sql`array_position(${sql.param(DUE_WORK.names)}::text[], ${dueWork.kind})`;

const onClock = (testClockId: string | null) =>
  testClockId === null ? isNull(dueWork.testClockId) : eq(dueWork.testClockId, testClockId);

/** Failed work is due again at its next attempt. */
const isDue = ({ testClockId, upTo }: DueSpan): SQL | undefined => {
  // Looked up, so that nobody plans for how few there were when statistics were taken, and sorts the many there are.
  const until = sql`(select ${sql.param(upTo, dueWork.dueAt)}::timestamptz)`;
  return and(
    onClock(testClockId),
    lte(dueWork.dueAt, until),
    or(isNull(dueWork.retryAt), lte(dueWork.retryAt, until)),
  );
};

/**
 * Work of the given customers that meets a condition; looked up by customer, so that the work of others costs nothing.
 */
const ofCustomers = (
  { organizationId, customerIds }: Pick<DueChunk, 'organizationId' | 'customerIds'>,
  condition: SQL | undefined,
): SQL => sql`${dueWork.id} = any(array(
    select due_work.id
    from unnest(${sql.param([...customerIds])}::uuid[]) as customer (id)
    cross join lateral (
      select * from due_work as own
      where own.organization_id = ${organizationId} and own.customer_id = customer.id
      offset 0
    ) as due_work
    where ${condition}
  ))`;

const ofChunk = (chunk: DueChunk): SQL =>
  ofCustomers(chunk, and(eq(dueWork.kind, chunk.kind), eq(dueWork.dueAt, chunk.dueAt)));

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
   * Locks the customer whose work is due first until the transaction ends. Work that falls due at one instant is
   * ordered by kind within a customer only: no two customers share anything that the order between them could change.
   * @param of considers work of this customer only.
   * @returns the work by which the customer was found, which need not be the customer's first.
   */
  async lockFirst(tx: Tx, span: DueSpan, of: DueCustomer | null): Promise<DueGroup | null> {
    const condition =
      of === null
        ? isDue(span)
        : ofCustomers({ organizationId: of.organizationId, customerIds: [of.customerId] }, isDue(span));
    const [first] = await lockCustomers(tx, span, condition, 1);
    return first ?? null;
  },

  /**
   * Locks the customers of the first work that is due with another, of the same kind and organization, without waiting
   * for any that others hold; of work that has never failed.
   * @returns their ids, some of them several times.
   */
  async lockAlike(
    tx: Tx,
    span: DueSpan & { readonly lockedCustomers: 'skip' },
    { organizationId, kind, dueAt }: DueGroup,
    limit: number,
  ): Promise<string[]> {
    const alike = and(
      onClock(span.testClockId),
      eq(dueWork.dueAt, dueAt),
      eq(dueWork.organizationId, organizationId),
      eq(dueWork.kind, kind),
      eq(dueWork.attempts, 0),
    );
    return (await lockCustomers(tx, span, alike, limit)).map(({ customerId }) => customerId);
  },

  /**
   * The work on a test clock that is due at an instant, in the order in which it is done one by one. Locks its
   * customers without waiting, and stops before the first of one whom others hold.
   */
  async lockInOrder(
    tx: Tx,
    { testClockId, dueAt }: { readonly testClockId: string; readonly dueAt: Date },
    limit: number,
  ): Promise<DueGroup[]> {
    const condition = and(onClock(testClockId), eq(dueWork.dueAt, dueAt));
    const span = { testClockId, upTo: dueAt, lockedCustomers: 'skip' } as const;
    const locked = new Set(
      (await lockCustomers(tx, span, condition, limit)).map(({ customerId }) => customerId),
    );
    const inOrder = await tx.select(GROUP).from(dueWork).where(condition).orderBy(dueWork.id).limit(limit);
    const held = inOrder.findIndex(({ customerId }) => !locked.has(customerId));
    return held === -1 ? inOrder : inOrder.slice(0, held);
  },

  /** The first due work of each customer; none of a customer whose work other transactions have done. */
  findFirst(
    tx: Tx,
    span: DueSpan,
    of: Pick<DueChunk, 'organizationId' | 'customerIds'>,
  ): Promise<DueGroup[]> {
    return tx
      .selectDistinctOn([dueWork.customerId], GROUP)
      .from(dueWork)
      .where(ofCustomers(of, isDue(span)))
      .orderBy(dueWork.customerId, dueWork.dueAt, KIND_RANK, dueWork.id);
  },

  /**
   * The work of one kind that is overdue for one subject at an instant, with all that is done together with it; null
   * without.
   */
  async findOverdue(
    tx: Tx,
    { organizationId }: Actor,
    { kind, subjectId, by }: { kind: DueWorkKind; subjectId: string; by: Date },
  ): Promise<DueChunk | null> {
    const [group] = await tx
      .select(GROUP)
      .from(dueWork)
      .where(
        and(
          eq(dueWork.organizationId, organizationId),
          eq(dueWork.kind, kind),
          eq(dueWork.subjectId, subjectId),
          lte(dueWork.dueAt, by),
        ),
      );
    return group === undefined ? null : chunkOf(group);
  },

  /** The scheduled work of some kinds of customers, in the order of its subjects. */
  findOfCustomers(
    db: Db,
    organizationId: string,
    customerIds: readonly string[],
    kinds: readonly DueWorkKind[],
  ): Promise<Pick<DueWork, 'kind' | 'subjectId' | 'customerId' | 'dueAt'>[]> {
    return db
      .select({
        kind: dueWork.kind,
        subjectId: dueWork.subjectId,
        customerId: dueWork.customerId,
        dueAt: dueWork.dueAt,
      })
      .from(dueWork)
      .where(ofCustomers({ organizationId, customerIds }, isOneOf(dueWork.kind, kinds)))
      .orderBy(dueWork.subjectId);
  },

  /**
   * Deletes the rows of a chunk. Skips work that other transactions are just rescheduling, as happens to refreshes of
   * drafts: they may wait for the customers that are locked here. It is claimed again later.
   * @returns the ids of the subjects; empty when another transaction has done the work in the meantime.
   */
  async take(tx: Tx, chunk: DueChunk): Promise<string[]> {
    const free = tx
      .select({ id: dueWork.id })
      .from(dueWork)
      .where(ofChunk(chunk))
      .for('update', { skipLocked: true });
    const rows = await tx
      .delete(dueWork)
      .where(and(eq(dueWork.organizationId, chunk.organizationId), isOneOf(dueWork.id, free)))
      .returning({ subjectId: dueWork.subjectId });
    return rows.map((row) => row.subjectId);
  },

  /** Deletes the first scheduled work of one subject, and returns it; null without any. */
  async takeFirstOf(tx: Tx, organizationId: string, subjectId: string): Promise<DueChunk | null> {
    const first = tx
      .select({ id: dueWork.id })
      .from(dueWork)
      .where(and(eq(dueWork.organizationId, organizationId), eq(dueWork.subjectId, subjectId)))
      .orderBy(dueWork.dueAt, KIND_RANK)
      .limit(1);
    const [group] = await tx
      .delete(dueWork)
      .where(and(eq(dueWork.organizationId, organizationId), isOneOf(dueWork.id, first)))
      .returning(GROUP);
    return group === undefined ? null : chunkOf(group);
  },

  postpone(
    tx: Tx,
    chunk: DueChunk,
    { retryAt, failure }: { readonly retryAt: Date; readonly failure: string },
  ): Promise<DueWork[]> {
    return tx
      .update(dueWork)
      .set({ attempts: sql`${dueWork.attempts} + 1`, retryAt, failure })
      .where(ofChunk(chunk))
      .returning();
  },

  /** The instant of the next work on a clock; null when nothing is scheduled. */
  async nextAt(db: Db, testClockId: string | null): Promise<Date | null> {
    // Work that never failed and work that did, each by its own index.
    const due = db
      .select({ at: min(dueWork.dueAt) })
      .from(dueWork)
      .where(and(onClock(testClockId), isNull(dueWork.retryAt)));
    const retried = db
      .select({ at: min(dueWork.retryAt) })
      .from(dueWork)
      .where(and(onClock(testClockId), isNotNull(dueWork.retryAt)));
    const found = (await due.unionAll(retried)).flatMap(({ at }) => at?.getTime() ?? []);
    return found.length === 0 ? null : new Date(Math.min(...found));
  },

  /** Drops all work of customers that are being removed. */
  async deleteOfClock(tx: Tx, organizationId: string, testClockId: string): Promise<void> {
    await tx
      .delete(dueWork)
      .where(and(eq(dueWork.organizationId, organizationId), eq(dueWork.testClockId, testClockId)));
  },
};

/**
 * Locks the customers of the first work for which a condition holds. If locked customers are skipped, so are locked rows of
 * work, which other transactions reschedule. Otherwise only customers are locked: waiting for a customer must not lock its work.
 */
function lockCustomers(
  tx: Tx,
  { testClockId, lockedCustomers }: DueSpan,
  condition: SQL | undefined,
  limit: number,
): Promise<DueGroup[]> {
  // In the order of the clock's index, so that Postgres reads it only up to the last requested row.
  const alike = testClockId === null ? [dueWork.organizationId, dueWork.kind] : [];
  return (
    tx
      .select(GROUP)
      .from(dueWork)
      // By id alone: that the organization agrees as well would let the planner expect next to nothing, and sort it all.
      .innerJoin(customers, eq(customers.id, dueWork.customerId))
      .where(condition)
      .orderBy(dueWork.dueAt, ...alike, dueWork.id)
      .limit(limit)
      .for(
        // The foreign keys of work that others plan for the same customer do not wait.
        'no key update',
        // In this order: the work of a customer whom another transaction holds stays free for that one.
        lockedCustomers === 'skip' ? { of: [customers, dueWork], skipLocked: true } : { of: customers },
      )
  );
}
