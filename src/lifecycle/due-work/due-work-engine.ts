import { type Actor, systemActor } from '../../platform/actor.js';
import type { Tx } from '../../platform/db/database.js';
import type { DueWorkKind } from '../../platform/due-work/due-work.table.js';
import { type DueGroup, type DueSpan, dueWorkRepository } from './due-work.repository.js';

/** A group and what its work is about: the ids of subscriptions, invoices, ... by kind. */
export interface DueBatch extends DueGroup {
  readonly subjectIds: readonly string[];
}

/** Does a batch, and plans what follows from it, in the transaction that claimed it. `actor.at` is the due instant. */
export type DueWorkHandler = (tx: Tx, actor: Actor, batch: DueBatch) => Promise<void>;

/** Total by type: a kind of work that nobody does would not compile. */
export type DueWorkHandlers = Readonly<Record<DueWorkKind, DueWorkHandler>>;

/** A group that could not be done; the transaction, rolled back, has left it as it was. */
export class DueWorkFailure extends Error {
  constructor(
    readonly group: DueGroup,
    cause: unknown,
  ) {
    super(`${group.kind} due at ${group.dueAt.toISOString()} failed`, { cause });
    this.name = 'DueWorkFailure';
  }
}

/**
 * Does what falls due, in order, whoever's time it is: the worker calls it for the wall clock, the advance of a test
 * clock for that clock. Source: design.md §6; docs/adr/0003.
 */
export class DueWorkEngine {
  constructor(private readonly handlers: DueWorkHandlers) {}

  /**
   * The group that is due first, with its customer locked until the transaction ends: every write to the customer
   * takes that lock too. Null when nothing is due.
   */
  claim(tx: Tx, span: DueSpan): Promise<DueGroup | null> {
    return dueWorkRepository.lockFirst(tx, span);
  }

  /**
   * Does what is foreseen first of one subject, for it alone, at its instant: what a preview lets happen. Others that it
   * would be done with wait.
   * @returns false when nothing is foreseen.
   */
  async performNextOf(tx: Tx, organizationId: string, subjectId: string): Promise<boolean> {
    const group = await dueWorkRepository.takeFirstOf(tx, organizationId, subjectId);
    if (group === null) return false;
    const actor = systemActor(organizationId, group.dueAt);
    await this.handlers[group.kind](tx, actor, { ...group, subjectIds: [subjectId] });
    return true;
  }

  /**
   * Does a claimed group. Its rows are gone when its effects are there: both commit together. Nothing happens when
   * they are gone already, done by whoever held the customer before.
   * @throws DueWorkFailure
   */
  async perform(tx: Tx, group: DueGroup): Promise<void> {
    try {
      const subjectIds = await dueWorkRepository.take(tx, group);
      if (subjectIds.length === 0) return;
      const actor = systemActor(group.organizationId, group.dueAt);
      await this.handlers[group.kind](tx, actor, { ...group, subjectIds });
    } catch (cause) {
      throw new DueWorkFailure(group, cause);
    }
  }
}
