import { and, eq } from 'drizzle-orm';
import type { Tx } from '../db/database.js';
import { newId } from '../db/ids.js';
import { AppError } from '../errors/app-error.js';
import { idempotencyRecords } from './idempotency.table.js';

/** What names a record. */
export interface RecordName {
  readonly organizationId: string;
  readonly apiKeyId: string;
  readonly key: string;
}

export type IdempotencyRecord = typeof idempotencyRecords.$inferSelect;

/**
 * How long an attempt has its key for itself. Longer than it takes, unless its process is gone. Should one take longer all
 * the same, `markEffect` still lets only one of them have the effect.
 */
const ATTEMPT_MS = 60_000;

/** An attempt to do a request that opens several transactions. Source: docs/adr/0004. */
export class Attempt {
  private constructor(
    private readonly record: RecordName,
    readonly id: string,
    /** Whether an attempt before this one has had the effect, and was lost before it could store its answer. */
    readonly hasEffect: boolean,
  ) {}

  static first(record: RecordName): Attempt {
    return new Attempt(record, newId(), false);
  }

  /** The next attempt at a pending request. @throws AppError kind `locked` while the last one may be running. */
  static after({ organizationId, apiKeyId, key, ...pending }: IdempotencyRecord, now: Date): Attempt {
    const isRunning = pending.attemptEndsAt !== null && pending.attemptEndsAt > now;
    if (isRunning) throw tryAgain();
    return new Attempt({ organizationId, apiKeyId, key }, newId(), pending.hasEffect);
  }

  /** The columns that say who is at it. */
  claimedAt(now: Date): Pick<IdempotencyRecord, 'attemptId' | 'attemptEndsAt'> {
    return { attemptId: this.id, attemptEndsAt: new Date(now.getTime() + ATTEMPT_MS) };
  }

  /**
   * Called in the transaction that has the effect of the request: both commit, or neither does.
   * @throws AppError kind `locked` when another attempt has taken over meanwhile.
   */
  async markEffect(tx: Tx): Promise<void> {
    if (!(await this.update(tx, { hasEffect: true }))) throw tryAgain();
  }

  /** The request is answered for good, unless another attempt has taken over. */
  async settle(tx: Tx, answer: Pick<IdempotencyRecord, 'status' | 'headers' | 'body'>): Promise<void> {
    const { status, headers, body } = answer;
    await this.update(tx, { status, headers, body, attemptId: null, attemptEndsAt: null });
  }

  /** Lets a repeat try again at once. */
  async giveUp(tx: Tx): Promise<void> {
    await this.update(tx, { attemptId: null, attemptEndsAt: null });
  }

  /** @returns false when the record is another attempt's. */
  private async update(tx: Tx, changes: Partial<IdempotencyRecord>): Promise<boolean> {
    const updated = await tx
      .update(idempotencyRecords)
      .set(changes)
      .where(and(isNamed(this.record), eq(idempotencyRecords.attemptId, this.id)))
      .returning({ key: idempotencyRecords.key });
    return updated.length > 0;
  }
}

export const isNamed = ({ organizationId, apiKeyId, key }: RecordName) =>
  and(
    eq(idempotencyRecords.organizationId, organizationId),
    eq(idempotencyRecords.apiKeyId, apiKeyId),
    eq(idempotencyRecords.key, key),
  );

/** The request is being answered, or was when its process ended. */
export function tryAgain(): AppError {
  return new AppError('locked', 'lock_acquisition_failed');
}
