import type { Handling, Records, Rows, SqlChannel, Statement, Work } from '../sql-channel.js';
import { AppError, noConnectionFree } from '../../errors/app-error.js';
import type { Driver } from './driver.js';
import { SentStatements } from './prepared-statements.js';
import { Session } from './postgres-session.js';

interface SessionsOptions {
  readonly max: number;
  /** Time limit for each response of Postgres; undefined for no limit. */
  readonly answerMs: number | undefined;
  /** How long a user waits for a session while others use them all; undefined for no limit. */
  readonly patienceMs: number | undefined;
}

/** The age at which a session is replaced, because its Postgres process caches everything it ever read of the schema. */
const LIFETIME_MS = 30 * 60_000;

interface Kept {
  readonly session: Session;
  oldAtMs: number;
}

/** A pool of sessions, opened when they are needed: each statement and each transaction takes one. */
export class Sessions implements SqlChannel {
  /** The most recently used session is last. */
  private readonly idle: Kept[] = [];
  private readonly all = new Set<Kept>();
  private readonly sent = new SentStatements();
  private readonly waiting = new Set<(kept: Kept) => void>();
  private isClosed = false;

  /** @param like a driver whose configuration the sessions copy. */
  constructor(
    private readonly like: Driver,
    private readonly bounds: SessionsOptions,
  ) {}

  rows(statement: Statement, handling?: Handling): Promise<Rows> {
    return this.use((session) => session.rows(statement, handling));
  }

  run(statement: Statement, handling?: Handling): Promise<Records> {
    return this.use((session) => session.run(statement, handling));
  }

  begin<Result>(work: Work<Result>, handling?: Handling): Promise<Result> {
    return this.use((session) => session.begin(work, handling));
  }

  /** Runs work on a session. @throws AppError kind `unavailable`, before any work, if no session is free in time. */
  async use<Result>(work: (session: SqlChannel) => Promise<Result>): Promise<Result> {
    const kept = this.takeIdle() ?? this.open() ?? (await this.wait());
    try {
      return await work(kept.session);
    } finally {
      if (kept.session.isDoubtful) void this.checkAndGiveBack(kept);
      else this.giveBack(kept);
    }
  }

  async close(): Promise<void> {
    this.isClosed = true;
    this.idle.length = 0;
    await Promise.all([...this.all].map(({ session }) => session.close()));
  }

  private takeIdle(): Kept | undefined {
    for (let kept = this.idle.pop(); kept !== undefined; kept = this.idle.pop()) {
      if (!isSpent(kept)) return kept;
      this.drop(kept);
    }
    return undefined;
  }

  private open(): Kept | undefined {
    if (this.isClosed) {
      const cause = new Error('The connections to the database are closed.');
      throw new AppError('unavailable', 'service_unavailable', null, { cause });
    }
    if (this.all.size >= this.bounds.max) return undefined;
    const { like, sent } = this;
    const kept = {
      session: new Session({ like, sent, answerMs: this.bounds.answerMs }),
      oldAtMs: performance.now() + LIFETIME_MS * (1 + Math.random()),
    };
    this.all.add(kept);
    return kept;
  }

  private wait(): Promise<Kept> {
    const { patienceMs } = this.bounds;
    return new Promise((resolve, reject) => {
      const enter = (kept: Kept) => {
        clearTimeout(impatience);
        resolve(kept);
      };
      const refuse = (waitedMs: number) => {
        this.waiting.delete(enter);
        reject(noConnectionFree(waitedMs));
      };
      const impatience = patienceMs === undefined ? undefined : setTimeout(refuse, patienceMs, patienceMs);
      this.waiting.add(enter);
    });
  }

  /** Nobody uses a session after a failure before it is known to be as good as new. */
  private async checkAndGiveBack(kept: Kept): Promise<void> {
    if (!isSpent(kept)) await kept.session.check();
    this.giveBack(kept);
  }

  private giveBack(given: Kept): void {
    // The prepared statements of the other sessions are for the same outdated schema.
    if (given.session.isOutdated) for (const kept of this.all) kept.oldAtMs = 0;
    const kept = isSpent(given) ? this.replace(given) : given;
    if (kept === undefined) return;
    const [next] = this.waiting;
    if (next === undefined) {
      this.idle.push(kept);
      return;
    }
    this.waiting.delete(next);
    next(kept);
  }

  private replace(spent: Kept): Kept | undefined {
    this.drop(spent);
    // After `close`, the driver fails the statements of waiting users.
    if (this.isClosed) return spent;
    return this.waiting.size === 0 ? undefined : this.open();
  }

  private drop(kept: Kept): void {
    this.all.delete(kept);
    kept.session.close().catch(() => undefined);
  }
}

function isSpent({ session, oldAtMs }: Kept): boolean {
  return session.isLost || session.isOutgrown || performance.now() > oldAtMs;
}
