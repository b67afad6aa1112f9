import { PostgresJsDatabase, PostgresJsSession } from 'drizzle-orm/postgres-js';
import type postgres from 'postgres';
import type { Db } from './database.js';
import { Dialect } from './dialect.js';

/** What the query builder uses of the driver. */
export type Driver = Pick<postgres.Sql, 'options' | 'unsafe' | 'begin'>;

export type Statement = ReturnType<postgres.Sql['unsafe']>;
export type StatementArguments = Parameters<postgres.Sql['unsafe']>;

/** What is done in a transaction. */
export type Work = (sql: postgres.TransactionSql) => unknown;

const dialect = new Dialect();

/**
 * The query builder over part of a driver. One is made for each request, so it does not set the driver up for dates and
 * JSON as `drizzle()` does; `connect` has done that.
 */
export function queryBuilder(driver: Driver): Db {
  const session = new PostgresJsSession(driver as postgres.Sql, dialect, undefined);
  return new PostgresJsDatabase(dialect, session as never, undefined);
}

/** The driver's `begin`, which takes options or leaves them out. */
export function beginOf(begin: (options: string, work: Work) => Promise<unknown>): Driver['begin'] {
  return ((...args: readonly [Work] | readonly [options: string, Work]) =>
    args.length === 1 ? begin('', args[0]) : begin(...args)) as Driver['begin'];
}
