import { type Actor, systemActor } from '../../platform/actor.js';
import type { Changes } from '../../platform/changes/changes.js';
import { indexBy } from '../../platform/collections/grouping.js';
import type { Db, Tx } from '../../platform/db/database.js';
import { chunkOf, type DueChunk, type DueCustomer, type DueGroup, type DueSpan } from './due-chunk.js';
import { DUE_WORK, type DueWorkKind } from './due-work-kinds.js';
import type { DueWorkChange } from './due-work.changes.js';
import { dueWorkRepository } from './due-work.repository.js';
import { FAILING_AFTER } from './failing-after.js';

/** A chunk with the subjects of its work: the ids of subscriptions or of invoices, depending on its kind. */
export interface DueBatch extends DueChunk {
  readonly subjectIds: readonly string[];
}

/**
 * Does a batch, and schedules the work that follows from it, in the transaction that claimed it. Each customer is
 * left as if it were the only one. `actor.at` is the due instant.
 */
export type DueWorkHandler = (tx: Tx, actor: Actor, batch: DueBatch) => Promise<void>;

/** One handler for each kind: the compiler refuses a kind that nobody does. */
export type DueWorkHandlers<Kind extends DueWorkKind = DueWorkKind> = Readonly<Record<Kind, DueWorkHandler>>;

/** A chunk failed. Its transaction is rolled back, so that the chunk is still due. */
export class DueWorkFailure extends Error {
  constructor(
    readonly chunk: DueChunk,
    cause: unknown,
  ) {
    super(`${chunk.kind} due at ${chunk.dueAt.toISOString()} failed`, { cause });
    this.name = 'DueWorkFailure';
  }
}

/**
 * Claims and does work that falls due, in order: the live worker calls it for the wall clock, the advance of a test
 * clock for that clock. Nobody else reads or takes due work. Source: docs/adr/0003, 0018.
 */
export class DueWorkEngine {
  /** @param handlers called at each use, since the services that handle the work are built after the engine. */
  constructor(
    private readonly handlers: () => DueWorkHandlers,
    private readonly changes: Changes<DueWorkChange>,
  ) {}

  /**
   * Claims the first due work of one customer, and locks the customer until the transaction ends: every write to the
   * customer takes that lock too.
   * @param of claims work of this customer only; null: of the customer whose work is due first.
   * @returns null when nothing is due.
   */
  async claimOne(tx: Tx, span: DueSpan, of: DueCustomer | null = null): Promise<DueChunk | null> {
    const first = await dueWorkRepository.lockFirst(tx, span, of);
    if (first === null) return null;
    const { organizationId, customerId } = first;
    const [group] = await dueWorkRepository.findFirst(tx, span, {
      organizationId,
      customerIds: [customerId],
    });
    // Without a group, whoever had locked the customer before has done the work: `perform` then finds nothing to take.
    return chunkOf(group ?? first);
  }

  /**
   * Claims work on the wall clock for as many customers as may be done together, without waiting for customers whom
   * other transactions have locked. A customer whose first work is of another kind or instant, or has failed before, is
   * left for its own turn.
   * @returns null when nothing is due.
   */
  async claimMany(tx: Tx, upTo: Date): Promise<DueChunk | null> {
    const span = { testClockId: null, upTo, lockedCustomers: 'skip' } as const;
    const first = await dueWorkRepository.lockFirst(tx, span, null);
    if (first === null) return null;
    const { organizationId, customerId } = first;
    const alike = isDoneTogether(first)
      ? await dueWorkRepository.lockAlike(tx, span, first, customersAtOnce(first))
      : [];
    const customerIds = [...new Set([customerId, ...alike])];
    const groups = await dueWorkRepository.findFirst(tx, span, { organizationId, customerIds });
    const leading = groups.find((group) => group.customerId === customerId);
    if (leading === undefined) return chunkOf(first);
    if (!isDoneTogether(leading)) return chunkOf(leading);
    const together = groups.filter((group) => isAlike(group, leading));
    return { ...chunkOf(leading), customerIds: together.map((group) => group.customerId) };
  }

  /**
   * Claims the next work on a test clock, for as many customers as come next one after the other: their work happens
   * in the same order as if each were claimed alone. Waits for the lock of the first customer only.
   * @returns null when nothing is due.
   */
  async claimInOrder(
    tx: Tx,
    { testClockId, upTo }: { readonly testClockId: string; readonly upTo: Date },
  ): Promise<DueChunk | null> {
    const span = { testClockId, upTo, lockedCustomers: 'wait' } as const;
    const first = await dueWorkRepository.lockFirst(tx, span, null);
    if (first === null) return null;
    const { organizationId, customerId, dueAt } = first;
    const rows = isDoneTogether(first)
      ? await dueWorkRepository.lockInOrder(tx, { testClockId, dueAt }, customersAtOnce(first))
      : [];
    const customerIds = [...new Set([customerId, ...rows.map((row) => row.customerId)])];
    const groups = await dueWorkRepository.findFirst(tx, span, { organizationId, customerIds });
    const firstOf = indexBy(groups, (group) => group.customerId);
    const leading = firstOf.get(customerId) ?? first;
    if (!isDoneTogether(leading)) return chunkOf(leading);
    const together = new Set([customerId]);
    for (const row of rows) {
      const group = firstOf.get(row.customerId);
      if (group === undefined || !isAlike(group, leading)) break;
      together.add(row.customerId);
      // Other work of this customer comes before the next customer's turn.
      if (row.kind !== leading.kind) break;
    }
    return { ...chunkOf(leading), customerIds: [...together] };
  }

  /**
   * Does a claimed chunk. Its rows are gone when its effects are there: both commit together. Does nothing when they
   * are gone already, because whoever had locked the customer before has done it.
   * @throws DueWorkFailure
   */
  async perform(tx: Tx, chunk: DueChunk): Promise<void> {
    try {
      await this.takeAndDo(tx, chunk);
    } catch (cause) {
      throw new DueWorkFailure(chunk, cause);
    }
  }

  /**
   * Does the overdue work of one kind for one subject, at the instant it fell due, before the caller changes the
   * subject in the same transaction. The caller has locked the customer, whose other work of that kind and instant is
   * done with it.
   * @returns true if something was done; later work of the subject may then be overdue as well.
   */
  async performOverdue(
    tx: Tx,
    actor: Actor,
    overdue: { readonly kind: DueWorkKind; readonly subjectId: string; readonly by: Date },
  ): Promise<boolean> {
    const chunk = await dueWorkRepository.findOverdue(tx, actor, overdue);
    return chunk !== null && this.takeAndDo(tx, chunk);
  }

  /**
   * Does the first scheduled work of one subject at its instant, for this subject alone, although it is not due yet: a
   * preview shows what will be billed.
   * @returns false when nothing is scheduled.
   */
  async performNextOf(tx: Tx, organizationId: string, subjectId: string): Promise<boolean> {
    const chunk = await dueWorkRepository.takeFirstOf(tx, organizationId, subjectId);
    if (chunk === null) return false;
    await this.handle(tx, { ...chunk, subjectIds: [subjectId] });
    return true;
  }

  /**
   * Postpones a chunk that failed to its next attempt, and records why it failed. Announces it when it begins to count
   * as failing.
   */
  async postpone(
    tx: Tx,
    chunk: DueChunk,
    failed: { readonly retryAt: Date; readonly failure: string },
  ): Promise<void> {
    const postponed = await dueWorkRepository.postpone(tx, chunk, failed);
    const works = postponed.filter(({ attempts }) => attempts === FAILING_AFTER);
    if (works.length === 0) return;
    const actor = systemActor(chunk.organizationId, chunk.dueAt);
    await this.changes.announce(tx, actor, { type: 'billing.failed', works });
  }

  /**
   * The instant of the next work on a clock; null when nothing is scheduled. @param testClockId null: the wall clock.
   */
  nextAt(db: Db, testClockId: string | null): Promise<Date | null> {
    return dueWorkRepository.nextAt(db, testClockId);
  }

  /** @returns false when the work is gone already. */
  private async takeAndDo(tx: Tx, chunk: DueChunk): Promise<boolean> {
    const subjectIds = await dueWorkRepository.take(tx, chunk);
    if (subjectIds.length === 0) return false;
    await this.handle(tx, { ...chunk, subjectIds });
    return true;
  }

  private handle(tx: Tx, batch: DueBatch): Promise<void> {
    const actor = systemActor(batch.organizationId, batch.dueAt);
    return this.handlers()[batch.kind](tx, actor, batch);
  }
}

function customersAtOnce({ kind }: Pick<DueChunk, 'kind'>): number {
  return DUE_WORK.conducts[kind].customersAtOnce;
}

/**
 * True if the work may be done together with other customers'. Failed work is tried alone: it would undo the others'.
 */
function isDoneTogether(group: Pick<DueChunk, 'kind' | 'attempts'>): boolean {
  return group.attempts === 0 && customersAtOnce(group) > 1;
}

/** True if a customer's work may be done in one chunk with the leading customer's. */
function isAlike({ kind, dueAt, attempts }: DueGroup, leading: DueGroup): boolean {
  return kind === leading.kind && dueAt.getTime() === leading.dueAt.getTime() && attempts === 0;
}
