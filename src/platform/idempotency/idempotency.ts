import { sql } from 'drizzle-orm';
import { createHash } from 'node:crypto';
import type { Actor } from '../actor.js';
import type { Clock } from '../clock.js';
import type { Db, Tx } from '../db/database.js';
import type { TenantConnections } from '../db/tenant-connections.js';
import { tryLockExclusively } from '../db/locks.js';
import { type AppError, type ErrorKind, invalid } from '../errors/app-error.js';
import { idempotencyRecords } from './idempotency.table.js';
import { Attempt, isNamed, type RecordName, tryAgain, type IdempotencyRecord } from './attempt.js';

/** An answer as it goes over the wire. */
export interface Answer {
  readonly status: number;
  /** Those that belong to this answer, beside what every answer carries. */
  readonly headers: Readonly<Record<string, string>>;
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

/** Answers a writing request once. Source: extensions.md §2; docs/adr/0004. */
export class IdempotencyKeys {
  constructor(
    private readonly tenants: TenantConnections,
    private readonly clock: Clock,
  ) {}

  /**
   * Runs `write` in a transaction, or answers what was answered before. The record is written in that transaction, so a
   * crash cannot come between it and the effect; a refusal, whose transaction was rolled back, is kept in one of its own.
   * @param refuse gives the answer to a failure, null for those that are no outcome (`IS_OUTCOME`, and bugs): these are
   *   thrown on.
   */
  async answer(
    db: Db,
    actor: Actor,
    request: IdempotentRequest,
    write: (tx: Tx) => Promise<Answer>,
    refuse: (error: unknown) => Answer | null,
  ): Promise<{ answer: Answer; replayed: boolean }> {
    try {
      return await db.transaction(async (tx) => {
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

  /**
   * The same for what opens transactions of its own, one after another. Its record is there before it begins, and says
   * that it is pending until its answer is stored; no transaction is open meanwhile. Should its process end before that, a
   * repeat does it, or only answers, if the effect is there (`Attempt`).
   */
  async answerInSteps(
    actor: Actor,
    request: IdempotentRequest,
    work: (attempt: Attempt) => Promise<Answer>,
    refuse: (error: unknown) => Answer | null,
  ): Promise<{ answer: Answer; replayed: boolean }> {
    // Not the request's own: how it ended is recorded also when its caller has left.
    const db = this.tenants.forOrganization(actor.organizationId);
    const claimed = await db.transaction((tx) => this.claimAttempt(tx, actor, request));
    if (!(claimed instanceof Attempt)) return { answer: claimed, replayed: true };
    try {
      const answer = await work(claimed).catch((error: unknown) => {
        const refusal = refuse(error);
        if (refusal === null) throw error;
        return refusal;
      });
      await db.transaction((tx) => claimed.settle(tx, answer));
      return { answer, replayed: false };
    } catch (error) {
      // Without a database the attempt runs out by itself.
      await db.transaction((tx) => claimed.giveUp(tx)).catch(() => undefined);
      throw error;
    }
  }

  /** Forgets records past their time, the oldest first; run every hour. */
  async forgetOld(db: Db, { atOnce = FORGOTTEN_AT_ONCE } = {}): Promise<void> {
    const oldest = new Date(this.clock.now().getTime() - KEPT_FOR_MS);
    for (let forgotten = atOnce; forgotten === atOnce;) forgotten = await forgetSome(db, oldest, atOnce);
  }

  /** The kept answer, or null for a key that is new: it is this transaction's from now on. */
  private async claim(tx: Tx, actor: Actor, request: IdempotentRequest): Promise<Answer | null> {
    const kept = await this.lockedRecord(tx, actor, request);
    return kept === null ? null : answerOf(kept);
  }

  /** The kept answer, or an attempt to find one. @throws AppError kind `locked` while another one may be running. */
  private async claimAttempt(tx: Tx, actor: Actor, request: IdempotentRequest): Promise<Answer | Attempt> {
    const kept = await this.lockedRecord(tx, actor, request);
    const name = recordName(actor, request);
    const now = this.clock.now();
    if (kept === null) {
      const attempt = Attempt.first(name);
      const pending = { ...name, requestHash: request.hash, createdAt: now, ...attempt.claimedAt(now) };
      await tx.insert(idempotencyRecords).values(pending);
      return attempt;
    }
    if (kept.status !== null) return answerOf(kept);
    const attempt = Attempt.after(kept, now);
    await tx.update(idempotencyRecords).set(attempt.claimedAt(now)).where(isNamed(name));
    return attempt;
  }

  /** The record of the key, which nobody else looks at until the transaction ends; null: there is none. */
  private async lockedRecord(tx: Tx, actor: Actor, request: IdempotentRequest) {
    if (!(await this.lock(tx, actor, request))) throw tryAgain();
    const [kept] = await tx
      .select()
      .from(idempotencyRecords)
      .where(isNamed(recordName(actor, request)));
    if (kept === undefined) return null;
    if (kept.requestHash !== request.hash) throw refusedKey();
    return kept;
  }

  private lock(tx: Tx, actor: Actor, request: IdempotentRequest): Promise<boolean> {
    const { organizationId, apiKeyId, key } = recordName(actor, request);
    return tryLockExclusively(tx, 'idempotency', `${organizationId}:${apiKeyId}:${key}`);
  }

  /** The refused transaction is gone, and its lock: whoever repeats the request meanwhile keeps the answer instead. */
  private async keepRefusal(actor: Actor, request: IdempotentRequest, answer: Answer): Promise<void> {
    await this.tenants.forOrganization(actor.organizationId).transaction(async (tx) => {
      const free = await this.lock(tx, actor, request);
      if (free) await this.keep(tx, actor, request, answer).onConflictDoNothing();
    });
  }

  private keep(tx: Tx, actor: Actor, request: IdempotentRequest, answer: Answer) {
    const name = recordName(actor, request);
    const record = { ...name, requestHash: request.hash, ...answer, createdAt: this.clock.now() };
    return tx.insert(idempotencyRecords).values(record);
  }
}

/** @returns how many. Nobody updates records that are as old. */
async function forgetSome(db: Db, oldest: Date, atOnce: number): Promise<number> {
  const { createdAt } = idempotencyRecords;
  const deleted = await db.execute(sql`
    delete from ${idempotencyRecords} where ctid = any(array(
      select ctid from ${idempotencyRecords}
      where ${createdAt} < ${sql.param(oldest, createdAt)} order by ${createdAt} limit ${atOnce}
    ))`);
  return (deleted as { readonly count: number }).count;
}

function recordName({ organizationId, apiKeyId }: Actor, { key }: IdempotentRequest): RecordName {
  if (apiKeyId === null) throw new Error('Only callers with a credential send idempotency keys.');
  return { organizationId, apiKeyId, key };
}

/** @throws AppError kind `locked` while there is none. */
function answerOf({ status, headers, body }: Pick<IdempotencyRecord, 'status' | 'headers' | 'body'>): Answer {
  if (status === null || body === null) throw tryAgain();
  return { status, headers, body };
}

function refusedKey(): AppError {
  return invalid({ idempotencyKey: ['value_is_invalid'] });
}
