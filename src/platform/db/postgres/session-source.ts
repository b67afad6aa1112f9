import type postgres from 'postgres';
import type { Preamble } from './preamble.js';
import type { Session } from './session.js';

/** What one user of a session can do with it. */
export type SessionUse = Pick<Session, 'unsafe' | 'begin'>;

export type SessionWork<Result> = (session: SessionUse) => PromiseLike<Result>;

/** Gives out sessions, each to one user at a time. */
export interface SessionSource {
  /** Driver options that the query builder reads. */
  readonly options: postgres.Sql['options'];
  /** @param preamble begins each statement and each transaction of the work. */
  use<Result>(work: SessionWork<Result>, preamble?: Preamble): Promise<Result>;
}

/** Wraps sessions so that a preamble begins each statement and each transaction. */
export function withPreamble(sessions: SessionSource, preamble: Preamble): SessionSource {
  return {
    options: sessions.options,
    use: (work) => sessions.use(work, preamble),
  };
}

/** Wraps sessions so that their transactions begin in another way; other statements are sent as before. */
export function withTransactions(
  sessions: SessionSource,
  beginOn: (session: SessionUse) => SessionUse['begin'],
): SessionSource {
  return {
    options: sessions.options,
    use: (work, preamble) =>
      sessions.use(
        (session) =>
          work({ unsafe: (...statement) => session.unsafe(...statement), begin: beginOn(session) }),
        preamble,
      ),
  };
}
