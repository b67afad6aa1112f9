import { and, eq, sql } from 'drizzle-orm';
import { createHash } from 'node:crypto';
import type { Actor } from '../actor.js';
import type { Clock } from '../clock.js';
import type { Db, Tx } from '../db/database.js';
import { tryLockExclusively } from '../db/locks.js';
import { AppError, type ErrorKind, invalid } from '../errors/app-error.js';
import { idempotencyRecords } from './idempotency.table.js';

/** An answer as it goes over the wire. */
export interface Answer {
  readonly status: number;
  readonly body: string;
}

/** What makes two requests the same. */
export interface IdempotentRequest {
  readonly key: string;
  /** SHA-256 over method, path and body; see `requestHash`. */
  readonly hash: string;
}

const KEPT_FOR_MS = 24 * 60 * 60 * 1000;
/** Some milliseconds of work: however many there are to forget, none of the transactions is long. */
const FORGOTTEN_AT_ONCE = 5_000;
const KEY = /^[\x20-\x7e]{1,255}$/;

export function requestHash(method: string, path: string, body: string | Buffer): string {
  return createHash('sha256').update(`${method} ${path}\n`).update(body).digest('hex');
}

/**
 * Whether a refusal is an outcome, which a repeat is answered again; the others say "try again", and a repeat does.
 * Total by type. Source: extensions.md §2.
 */
export const IS_OUTCOME: Record<ErrorKind, boolean> = {
  badRequest: true,
  unauthenticated: true,
  forbidden: true,
  notFound: true,
  notAllowed: true,
  tooLarge: true,
  validation: true,
  locked: false,
  tooManyRequests: false,
  unavailable: false,
};

/** @throws AppError `idempotency_key: value_is_invalid` for an empty, long or unprintable key. */
export function checkIdempotencyKey(key: string): void {
  if (!KEY.test(key)) throw refusedKey();
}

/** Rolls back what a refused request has done. */
class Refused extends Error {
  constructor(readonly answer: Answer) {
    super('refused');
  }
}

/**
 * Answers a writing request once. The record is written in the transaction of the effect, so a crash cannot come
 * between them; a refusal, whose transaction was rolled back, is kept in one of its own. Source: extensions.md §2.
 */
export class IdempotencyKeys {
  constructor(
    private readonly db: Db,
    private readonly clock: Clock,
  ) {}

  /**
   * Runs `write` in a transaction, or answers what was answered before. `refuse` gives the answer to a failure, null
   * for those that are no outcome (`IS_OUTCOME`, and bugs): these are thrown on.
   */
  async answer(
    actor: Actor,
    request: IdempotentRequest,
    write: (tx: Tx) => Promise<Answer>,
    refuse: (error: unknown) => Answer | null,
  ): Promise<{ answer: Answer; replayed: boolean }> {
    try {
      return await this.db.transaction(async (tx) => {
        const kept = await this.claim(tx, actor, request);
        if (kept !== null) return { answer: kept, replayed: true };
        const answer = await write(tx).catch((error: unknown) => {
          const refusal = refuse(error);
          throw refusal === null ? error : new Refused(refusal);
        });
        await this.keep(tx, actor, request, answer);
        return { answer, replayed: false };
      });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      await this.keepRefusal(actor, request, error.answer);
      return { answer: error.answer, replayed: false };
    }
  }

  /** Forgets records past their time, the oldest first; run every hour. */
  async forgetOld({ atOnce = FORGOTTEN_AT_ONCE } = {}): Promise<void> {
    const oldest = new Date(this.clock.now().getTime() - KEPT_FOR_MS);
    for (let forgotten = atOnce; forgotten === atOnce;) forgotten = await this.forgetSome(oldest, atOnce);
  }

  /** @returns how many. Records are never updated, so that each stays where it is until it is deleted. */
  private async forgetSome(oldest: Date, atOnce: number): Promise<number> {
    const { createdAt } = idempotencyRecords;
    const deleted = await this.db.execute(sql`
      delete from ${idempotencyRecords} where ctid = any(array(
        select ctid from ${idempotencyRecords}
        where ${createdAt} < ${sql.param(oldest, createdAt)} order by ${createdAt} limit ${atOnce}
      ))`);
    return (deleted as { readonly count: number }).count;
  }

  /** The kept answer, or null for a key that is new: it is this transaction's from now on. */
  private async claim(tx: Tx, actor: Actor, request: IdempotentRequest): Promise<Answer | null> {
    if (!(await this.lock(tx, actor, request))) throw new AppError('locked', 'lock_acquisition_failed');
    const [kept] = await tx
      .select()
      .from(idempotencyRecords)
      .where(
        and(
          eq(idempotencyRecords.organizationId, actor.organizationId),
          eq(idempotencyRecords.apiKeyId, credentialOf(actor)),
          eq(idempotencyRecords.key, request.key),
        ),
      );
    if (kept === undefined) return null;
    if (kept.requestHash !== request.hash) throw refusedKey();
    return { status: kept.status, body: kept.body };
  }

  private lock(tx: Tx, actor: Actor, { key }: IdempotentRequest): Promise<boolean> {
    const owner = `${actor.organizationId}:${credentialOf(actor)}`;
    return tryLockExclusively(tx, 'idempotency', `${owner}:${key}`);
  }

  /** The refused transaction is gone, and its lock: whoever repeats the request meanwhile keeps the answer instead. */
  private async keepRefusal(actor: Actor, request: IdempotentRequest, answer: Answer): Promise<void> {
    await this.db.transaction(async (tx) => {
      const free = await this.lock(tx, actor, request);
      if (free) await this.keep(tx, actor, request, answer).onConflictDoNothing();
    });
  }

  private keep(tx: Tx, actor: Actor, { key, hash }: IdempotentRequest, answer: Answer) {
    return tx.insert(idempotencyRecords).values({
      organizationId: actor.organizationId,
      apiKeyId: credentialOf(actor),
      key,
      requestHash: hash,
      status: answer.status,
      body: answer.body,
      createdAt: this.clock.now(),
    });
  }
}

function credentialOf(actor: Actor): string {
  if (actor.apiKeyId === null) throw new Error('Only callers with a credential send idempotency keys.');
  return actor.apiKeyId;
}

function refusedKey(): AppError {
  return invalid({ idempotencyKey: ['value_is_invalid'] });
}
