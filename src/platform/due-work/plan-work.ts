import { and, eq, gte, sql } from 'drizzle-orm';
import type { Actor } from '../actor.js';
import { among } from '../db/among.js';
import { announceAfterCommit } from '../db/announcements.js';
import type { Tx } from '../db/database.js';
import { newId } from '../db/ids.js';
import { insertAll } from '../db/insert-all.js';
import { dueWork, type DueWorkKind } from './due-work.table.js';

/** Something scheduled: what, to what, when, and on whose time. */
export interface ScheduledWork {
  readonly kind: DueWorkKind;
  readonly subjectId: string;
  readonly customerId: string;
  readonly testClockId: string | null;
  readonly dueAt: Date;
}

/** The channel on which workers hear that something is due sooner than they thought. */
export const DUE_WORK_CHANNEL = 'tollgate_due_work';

const UNTRIED = { attempts: 0, retryAt: null, failure: null } as const;

/** Plans work, or moves it when that kind is planned for the subject already. */
export async function planWork(tx: Tx, actor: Actor, work: ScheduledWork): Promise<void> {
  await planWorks(tx, actor, [work]);
}

/** The same for many at once. */
export async function planWorks(tx: Tx, actor: Actor, works: readonly ScheduledWork[]): Promise<void> {
  const { organizationId } = actor;
  const rows = works.map((work) => ({ id: newId(), organizationId, ...work, ...UNTRIED }));
  await insertAll(
    tx,
    dueWork,
    rows,
    sql`on conflict (organization_id, kind, subject_id)
      do update set due_at = excluded.due_at, attempts = 0, retry_at = null, failure = null`,
  );
  const live = works.filter(({ testClockId }) => testClockId === null).map(({ dueAt }) => dueAt.getTime());
  if (live.length === 0) return;
  announceAfterCommit(DUE_WORK_CHANNEL, [new Date(Math.min(...live)).toISOString()]);
}

/** Drops planned work, if there is any that is due from an instant on; whenever, when none is given. */
export async function cancelWork(
  tx: Tx,
  actor: Actor,
  kind: DueWorkKind,
  subjectId: string,
  { from }: { readonly from?: Date } = {},
): Promise<void> {
  await tx
    .delete(dueWork)
    .where(
      and(
        eq(dueWork.organizationId, actor.organizationId),
        eq(dueWork.kind, kind),
        eq(dueWork.subjectId, subjectId),
        from === undefined ? undefined : gte(dueWork.dueAt, from),
      ),
    );
}

/**
 * Drops planned work of several kinds of many subjects, whose customers are held: what others hold of it they are
 * scheduling anew without the customers, for whom they may wait (docs/adr/0018). It stays, and finds nothing to do.
 */
export async function cancelWorks(
  tx: Tx,
  { organizationId }: Actor,
  kinds: readonly DueWorkKind[],
  subjectIds: readonly string[],
): Promise<void> {
  const free = tx
    .select({ id: dueWork.id })
    .from(dueWork)
    .where(
      and(
        eq(dueWork.organizationId, organizationId),
        among(dueWork.kind, kinds),
        among(dueWork.subjectId, subjectIds),
      ),
    )
    .for('update', { skipLocked: true });
  await tx.delete(dueWork).where(and(eq(dueWork.organizationId, organizationId), among(dueWork.id, free)));
}
