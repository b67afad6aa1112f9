import { PostgresJsDatabase } from 'drizzle-orm/postgres-js';
import type postgres from 'postgres';
import type { Db } from '../database.js';
import { Dialect } from './dialect.js';
import { QuerySession } from './query-session.js';

/** The part of the driver that the query builder uses. */
export type Driver = Pick<postgres.Sql, 'options' | 'unsafe' | 'begin'>;

export type Statement = ReturnType<postgres.Sql['unsafe']>;
export type StatementArguments = Parameters<postgres.Sql['unsafe']>;

/** The function that runs in a transaction. */
export type Work = (sql: postgres.TransactionSql) => unknown;

const dialect = new Dialect();

/**
 * Creates a query builder over a driver. Each request gets its own. Unlike `drizzle()`, it does not configure how the
 * driver converts dates and JSON, which `connect` does once per pool.
 */
export function queryBuilder(driver: Driver): Db {
  const session = new QuerySession(driver as postgres.Sql, dialect);
  return new PostgresJsDatabase(dialect, session as never, undefined);
}

/** Gives a `begin` function the signature of the driver's, whose options may be omitted. */
export function beginOf(begin: (options: string, work: Work) => Promise<unknown>): Driver['begin'] {
  return ((...args: readonly [Work] | readonly [options: string, Work]) =>
    args.length === 1 ? begin('', args[0]) : begin(...args)) as Driver['begin'];
}
