import { and, eq, gte, sql } from 'drizzle-orm';
import type { Actor } from '../actor.js';
import { isOneOf } from '../db/is-one-of.js';
import { announceAfterCommit } from '../db/announcements.js';
import type { Tx } from '../db/database.js';
import { newId } from '../db/ids.js';
import { insertAll } from '../db/insert-all.js';
import type { Distinct } from '../distinct.js';
import { dueWorkRows } from './due-work-rows.js';

/** How work of a kind is done. */
export interface DueWorkConduct {
  /**
   * Of how many customers it is done in one transaction. Many share what a billing day reads and writes; all of them are held
   * meanwhile, and a request for one of them must hardly notice. What is done for one after the other gains nothing.
   * Source: docs/adr/0018.
   */
  readonly customersAtOnce: number;
}

/** Something scheduled: what, to what, when, and on whose time. */
export interface ScheduledWork<Kind extends string> {
  readonly kind: Kind;
  readonly subjectId: string;
  readonly customerId: string;
  readonly testClockId: string | null;
  readonly dueAt: Date;
}

/** The channel on which workers hear that something is due sooner than they thought. */
export const DUE_WORK_CHANNEL = 'tollgate_due_work';

const UNTRIED = { attempts: 0, retryAt: null, failure: null } as const;

/**
 * Kinds of due work, in the order in which they happen that fall due at one instant. They are declared in the module that
 * schedules them; whoever does them may lie in a higher layer.
 */
export class DueWorkKinds<Kind extends string> {
  private constructor(readonly conducts: Readonly<Record<Kind, DueWorkConduct>>) {}

  static of<Kind extends string>(conducts: Readonly<Record<Kind, DueWorkConduct>>): DueWorkKinds<Kind> {
    return new DueWorkKinds(conducts);
  }

  get names(): Kind[] {
    return Object.keys(this.conducts) as Kind[];
  }

  /** These kinds, and later ones. The compiler refuses a name that both have. */
  before<Later extends string>(
    later: DueWorkKinds<Later> & Distinct<Record<Kind, unknown>, Record<Later, unknown>>,
  ): DueWorkKinds<Kind | Later> {
    return new DueWorkKinds({ ...this.conducts, ...later.conducts });
  }

  /** Schedules work, or reschedules what is scheduled already of that kind for the subject. */
  async schedule(tx: Tx, actor: Actor, works: readonly ScheduledWork<Kind>[]): Promise<void> {
    const { organizationId } = actor;
    const rows = works.map((work) => ({ id: newId(), organizationId, ...work, ...UNTRIED }));
    await insertAll(
      tx,
      dueWorkRows,
      rows,
      sql`on conflict (organization_id, kind, subject_id)
        do update set due_at = excluded.due_at, attempts = 0, retry_at = null, failure = null`,
    );
    const live = works.filter(({ testClockId }) => testClockId === null).map(({ dueAt }) => dueAt.getTime());
    if (live.length === 0) return;
    announceAfterCommit(DUE_WORK_CHANNEL, [new Date(Math.min(...live)).toISOString()]);
  }

  /** Cancels scheduled work, if there is any that is due from an instant on; whenever, when none is given. */
  async cancel(
    tx: Tx,
    { organizationId }: Actor,
    kind: Kind,
    subjectId: string,
    { from }: { readonly from?: Date } = {},
  ): Promise<void> {
    await tx
      .delete(dueWorkRows)
      .where(
        and(
          eq(dueWorkRows.organizationId, organizationId),
          eq(dueWorkRows.kind, kind),
          eq(dueWorkRows.subjectId, subjectId),
          from === undefined ? undefined : gte(dueWorkRows.dueAt, from),
        ),
      );
  }

  /**
   * Cancels scheduled work of many subjects, whose customers are held. Rows that others hold stay: those others are
   * rescheduling them without the customers, for whom they may wait (docs/adr/0018), and the work will find nothing to do.
   */
  async cancelAll(
    tx: Tx,
    { organizationId }: Actor,
    kinds: readonly Kind[],
    subjectIds: readonly string[],
  ): Promise<void> {
    const free = tx
      .select({ id: dueWorkRows.id })
      .from(dueWorkRows)
      .where(
        and(
          eq(dueWorkRows.organizationId, organizationId),
          isOneOf(dueWorkRows.kind, kinds),
          isOneOf(dueWorkRows.subjectId, subjectIds),
        ),
      )
      .for('update', { skipLocked: true });
    await tx
      .delete(dueWorkRows)
      .where(and(eq(dueWorkRows.organizationId, organizationId), isOneOf(dueWorkRows.id, free)));
  }
}

/** The kinds of a `DueWorkKinds`. */
export type KindOf<Declared extends { readonly names: readonly string[] }> = Declared['names'][number];
