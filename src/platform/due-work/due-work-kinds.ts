import { and, eq, gte, type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../actor.js';
import { isOneOf } from '../db/statements/is-one-of.js';
import { announceAfterCommit } from '../db/layers/announcements.js';
import type { Tx } from '../db/database.js';
import { newId } from '../db/tables/ids.js';
import { insertAll } from '../db/statements/insert-all.js';
import type { Distinct } from '../collections/distinct.js';
import { dueWorkRows } from './due-work-rows.js';

/** How the engine does work of a kind. */
export interface DueWorkConduct {
  /**
   * The number of customers whose work is done in one transaction. A large number saves statements where the handler
   * processes all customers together, but the transaction locks all of them, which delays their requests.
   * Source: docs/adr/0018.
   */
  readonly customersAtOnce: number;
}

/** A scheduled piece of work: its kind, subject and instant, and the clock that decides when that instant comes. */
export interface ScheduledWork<Kind extends string> {
  readonly kind: Kind;
  readonly subjectId: string;
  readonly customerId: string;
  readonly testClockId: string | null;
  readonly dueAt: Date;
}

/** The notification channel for work that is due earlier than all known work. */
export const DUE_WORK_CHANNEL = 'tollgate_due_work';

const UNTRIED = { attempts: 0, retryAt: null, failure: null } as const;

/**
 * Kinds of due work, in the order in which work that falls due at one instant is done. The module that schedules a kind
 * declares it; its handler may belong to a higher layer.
 */
export class DueWorkKinds<Kind extends string> {
  private constructor(readonly conducts: Readonly<Record<Kind, DueWorkConduct>>) {}

  static of<Kind extends string>(conducts: Readonly<Record<Kind, DueWorkConduct>>): DueWorkKinds<Kind> {
    return new DueWorkKinds(conducts);
  }

  get names(): Kind[] {
    return Object.keys(this.conducts) as Kind[];
  }

  /** Appends later kinds. The compiler refuses a name that both have. */
  before<Later extends string>(
    later: DueWorkKinds<Later> & Distinct<Record<Kind, unknown>, Record<Later, unknown>>,
  ): DueWorkKinds<Kind | Later> {
    return new DueWorkKinds({ ...this.conducts, ...later.conducts });
  }

  /** Schedules work, or reschedules the work of the same kind and subject. */
  schedule(tx: Tx, actor: Actor, works: readonly ScheduledWork<Kind>[]): Promise<void> {
    return this.insert(
      tx,
      actor,
      works,
      sql`on conflict (organization_id, kind, subject_id)
        do update set due_at = excluded.due_at, attempts = 0, retry_at = null, failure = null`,
    );
  }

  /** Schedules work, except where work of the same kind and subject is scheduled already, whenever that is due. */
  scheduleUnlessScheduled(tx: Tx, actor: Actor, works: readonly ScheduledWork<Kind>[]): Promise<void> {
    return this.insert(tx, actor, works, sql`on conflict (organization_id, kind, subject_id) do nothing`);
  }

  /**
   * Schedules work, or moves scheduled work of the same kind and subject to the given instant if that is earlier. In the order
   * of the subjects, so that two transactions which move the same work do not wait for each other.
   */
  scheduleAtLatest(tx: Tx, actor: Actor, works: readonly ScheduledWork<Kind>[]): Promise<void> {
    return this.insert(
      tx,
      actor,
      works.toSorted((one, other) => (one.subjectId < other.subjectId ? -1 : 1)),
      sql`on conflict (organization_id, kind, subject_id)
        do update set due_at = excluded.due_at where due_work.due_at > excluded.due_at`,
    );
  }

  private async insert(
    tx: Tx,
    { organizationId }: Actor,
    works: readonly ScheduledWork<Kind>[],
    onConflict: SQL,
  ): Promise<void> {
    const rows = works.map((work) => ({ id: newId(), organizationId, ...work, ...UNTRIED }));
    await insertAll(tx, dueWorkRows, rows, onConflict);
    const live = works.filter(({ testClockId }) => testClockId === null).map(({ dueAt }) => dueAt.getTime());
    if (live.length === 0) return;
    announceAfterCommit(DUE_WORK_CHANNEL, [new Date(Math.min(...live)).toISOString()]);
  }

  /** Cancels scheduled work, if any; with an instant, only work that is due then or later. */
  async cancel(
    tx: Tx,
    { organizationId }: Actor,
    kinds: Kind | readonly Kind[],
    subjectId: string,
    { from }: { readonly from?: Date } = {},
  ): Promise<void> {
    await tx
      .delete(dueWorkRows)
      .where(
        and(
          eq(dueWorkRows.organizationId, organizationId),
          isOneOf(dueWorkRows.kind, [kinds].flat()),
          eq(dueWorkRows.subjectId, subjectId),
          from === undefined ? undefined : gte(dueWorkRows.dueAt, from),
        ),
      );
  }

  /**
   * Cancels scheduled work of several subjects, whose customers the caller has locked. Skips rows that other transactions
   * have locked: these reschedule the work without a lock on the customer, and waiting for them could deadlock
   * (docs/adr/0018). The work that stays finds nothing to do.
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
