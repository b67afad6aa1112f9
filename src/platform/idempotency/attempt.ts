import { and, eq } from 'drizzle-orm';
import type { Tx } from '../db/database.js';
import { newId } from '../db/tables/ids.js';
import { AppError } from '../errors/app-error.js';
import { idempotencyRecords } from './idempotency.table.js';

/** The primary key of an idempotency record. */
export interface RecordName {
  readonly organizationId: string;
  readonly apiKeyId: string;
  readonly key: string;
}

export type IdempotencyRecord = typeof idempotencyRecords.$inferSelect;

/**
 * Time after which an attempt counts as lost and another may start; longer than any attempt should take. If one takes
 * longer nevertheless, `markEffect` ensures that only one of the two has the effect.
 */
const ATTEMPT_MS = 60_000;

/** An attempt to process a request that opens several transactions. Source: docs/adr/0004. */
export class Attempt {
  private constructor(
    private readonly record: RecordName,
    readonly id: string,
    /** True if an earlier attempt committed the effect, and was lost before it stored the response. */
    readonly hasEffect: boolean,
  ) {}

  static first(record: RecordName): Attempt {
    return new Attempt(record, newId(), false);
  }

  /** The next attempt at a pending request. @throws AppError kind `locked` while the previous one may be running. */
  static after({ organizationId, apiKeyId, key, ...pending }: IdempotencyRecord, now: Date): Attempt {
    const isRunning = pending.attemptEndsAt !== null && pending.attemptEndsAt > now;
    if (isRunning) throw tryAgain();
    return new Attempt({ organizationId, apiKeyId, key }, newId(), pending.hasEffect);
  }

  /** The columns that mark the record as being processed by this attempt. */
  claimedAt(now: Date): Pick<IdempotencyRecord, 'attemptId' | 'attemptEndsAt'> {
    return { attemptId: this.id, attemptEndsAt: new Date(now.getTime() + ATTEMPT_MS) };
  }

  /**
   * Records that the effect has happened. Call it in the transaction of the effect, so that both commit or neither
   * does.
   * @throws AppError kind `locked` when another attempt has taken over.
   */
  async markEffect(tx: Tx): Promise<void> {
    if (!(await this.update(tx, { hasEffect: true }))) throw tryAgain();
  }

  /** Stores the response, unless another attempt has taken over. */
  async settle(tx: Tx, answer: Pick<IdempotencyRecord, 'status' | 'headers' | 'body'>): Promise<void> {
    const { status, headers, body } = answer;
    await this.update(tx, { status, headers, body, attemptId: null, attemptEndsAt: null });
  }

  /** Ends the attempt without a response, so that a repeated request can start the next one at once. */
  async giveUp(tx: Tx): Promise<void> {
    await this.update(tx, { attemptId: null, attemptEndsAt: null });
  }

  /** @returns false if another attempt has taken over the record. */
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

/** The error while another attempt at the request may be running. */
export function tryAgain(): AppError {
  return new AppError('locked', 'lock_acquisition_failed');
}
