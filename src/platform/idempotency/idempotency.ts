import { sql } from 'drizzle-orm';
import { createHash } from 'node:crypto';
import type { Actor } from '../actor.js';
import type { Clock } from '../clock.js';
import type { Db, Tx } from '../db/database.js';
import type { TenantConnections } from '../db/layers/tenant-connections.js';
import { tryLockExclusively } from '../db/statements/locks.js';
import { type AppError, type ErrorKind, invalid } from '../errors/app-error.js';
import { idempotencyRecords } from './idempotency.table.js';
import { Attempt, isNamed, type RecordName, tryAgain, type IdempotencyRecord } from './attempt.js';

/** A response as it is sent. */
export interface Answer {
  readonly status: number;
  /** The headers that are specific to this response; headers of every response are not stored. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The key of a request, and the hash by which a repetition of it is recognized. */
export interface IdempotentRequest {
  readonly key: string;
  /** SHA-256 over method, path and body; see `requestHash`. */
  readonly hash: string;
}

const KEPT_FOR_MS = 24 * 60 * 60 * 1000;
/** Records deleted per transaction: a few milliseconds of work, so that no transaction is long. */
const DELETED_AT_ONCE = 5_000;
const KEY = /^[\x20-\x7e]{1,255}$/;

export function requestHash(method: string, path: string, body: string | Buffer): string {
  return createHash('sha256').update(`${method} ${path}\n`).update(body).digest('hex');
}

/**
 * True for kinds of errors that are stored and replayed to a repeated request. The others mean "try again", so a
 * repeated request runs again. Source: extensions.md §2.
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
  rolledBack: true,
  tooManyRequests: false,
  unavailable: false,
};

/** @throws AppError `idempotency_key: value_is_invalid` for an empty, long or unprintable key. */
export function checkIdempotencyKey(key: string): void {
  if (!KEY.test(key)) throw refusedKey();
}

/** Thrown to roll back the transaction of a refused request; carries its response. */
class Refused extends Error {
  constructor(readonly answer: Answer) {
    super('refused');
  }
}

/**
 * Runs a writing request once per `Idempotency-Key` and replays its response. Source: extensions.md §2; docs/adr/0004.
 */
export class IdempotencyKeys {
  constructor(
    private readonly tenants: TenantConnections,
    private readonly clock: Clock,
  ) {}

  /**
   * Runs `write` in a transaction, or returns the stored response of an earlier request with the same key. The response
   * is stored in the same transaction, so that a crash cannot separate it from the effect. The response to a refused
   * request, whose transaction is rolled back, is stored in a second transaction.
   * @param refuse returns the response to an error, or null for errors that are not stored (see `IS_OUTCOME`, and
   *   bugs); those are rethrown.
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
   * Runs a request that opens several transactions, or returns its stored response. A pending record is stored first,
   * and the response when `work` has ended; no transaction is open in between. If the process ends before that, a
   * repeated request runs `work` again, which skips the effect if that is committed already (`Attempt`).
   */
  async answerInSteps(
    actor: Actor,
    request: IdempotentRequest,
    work: (attempt: Attempt) => Promise<Answer>,
    refuse: (error: unknown) => Answer | null,
  ): Promise<{ answer: Answer; replayed: boolean }> {
    // Not the connection of the request: the response is stored even if the caller has disconnected.
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
      // If the database is unreachable, the attempt expires by itself.
      await db.transaction((tx) => claimed.giveUp(tx)).catch(() => undefined);
      throw error;
    }
  }

  /** Deletes expired records in batches, the oldest first; runs every hour. */
  async deleteOld(db: Db, { atOnce = DELETED_AT_ONCE } = {}): Promise<void> {
    const expiry = new Date(this.clock.now().getTime() - KEPT_FOR_MS);
    for (let deleted = atOnce; deleted === atOnce;) deleted = await deleteBatch(db, expiry, atOnce);
  }

  /** Locks the key for this transaction. @returns the stored response, or null if the key is new. */
  private async claim(tx: Tx, actor: Actor, request: IdempotentRequest): Promise<Answer | null> {
    const kept = await this.lockRecord(tx, actor, request);
    return kept === null ? null : answerOf(kept);
  }

  /**
   * @returns the stored response, or a new attempt at the request.
   * @throws AppError kind `locked` while another attempt may be running.
   */
  private async claimAttempt(tx: Tx, actor: Actor, request: IdempotentRequest): Promise<Answer | Attempt> {
    const kept = await this.lockRecord(tx, actor, request);
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

  /** Locks the key until the transaction ends. @returns its record, or null if there is none. */
  private async lockRecord(tx: Tx, actor: Actor, request: IdempotentRequest) {
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

  /**
   * Stores the response to a refused request. The rollback has released the lock of the key, so a repeated request may
   * run at the same time; then that one stores its response and this one is dropped.
   */
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

/** Deletes the oldest expired records, which nothing updates any more. @returns the number of deleted records. */
async function deleteBatch(db: Db, expiry: Date, atOnce: number): Promise<number> {
  const { createdAt } = idempotencyRecords;
  const deleted = await db.execute(sql`
    delete from ${idempotencyRecords} where ctid = any(array(
      select ctid from ${idempotencyRecords}
      where ${createdAt} < ${sql.param(expiry, createdAt)} order by ${createdAt} limit ${atOnce}
    ))`);
  return (deleted as { readonly count: number }).count;
}

function recordName(
  { organizationId, apiKeyId: ofKey, member }: Actor,
  { key }: IdempotentRequest,
): RecordName {
  const apiKeyId = ofKey ?? member?.userId ?? null;
  if (apiKeyId === null) throw new Error('Only callers with a credential send idempotency keys.');
  return { organizationId, apiKeyId, key };
}

/** @returns the stored response. @throws AppError kind `locked` while the request is pending. */
function answerOf({ status, headers, body }: Pick<IdempotencyRecord, 'status' | 'headers' | 'body'>): Answer {
  if (status === null || body === null) throw tryAgain();
  return { status, headers, body };
}

function refusedKey(): AppError {
  return invalid({ idempotencyKey: ['value_is_invalid'] });
}
