import type postgres from 'postgres';
import type { Session } from './session.js';

/** What one user of a session can do with it. */
export type SessionUse = Pick<Session, 'unsafe' | 'begin'>;

export type SessionWork<Result> = (session: SessionUse) => PromiseLike<Result>;

/** Gives out sessions, each to one user at a time. */
export interface SessionSource {
  /** Driver options that the query builder reads. */
  readonly options: postgres.Sql['options'];
  use<Result>(work: SessionWork<Result>): Promise<Result>;
}

/** Wraps sessions so that their transactions begin in another way; other statements are sent as before. */
export function withTransactions(
  sessions: SessionSource,
  beginOn: (session: SessionUse) => SessionUse['begin'],
): SessionSource {
  return {
    options: sessions.options,
    use: (work) =>
      sessions.use((session) =>
        work({ unsafe: (...statement) => session.unsafe(...statement), begin: beginOn(session) }),
      ),
  };
}
