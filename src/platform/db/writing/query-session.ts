import { DrizzleQueryError, fillPlaceholders, type Query } from 'drizzle-orm';
import {
  type PgDialect,
  PgPreparedQuery,
  type PgTransactionConfig,
  type PreparedQueryConfig,
} from 'drizzle-orm/pg-core';
import { PostgresJsSession, PostgresJsTransaction } from 'drizzle-orm/postgres-js';
import type postgres from 'postgres';
import { type PresentTables, type RowReader, rowReader, type SelectedField } from './row-reader.js';

/** The part of a driver, or of a transaction of it, that sends the statements of the query builder. */
type Client = Pick<postgres.Sql, 'unsafe'>;

type Schema = Record<string, never>;
type Session = PostgresJsSession<postgres.Sql, Schema, Schema>;
type Transaction = PostgresJsTransaction<Schema, Schema>;

/** Runs the statements of the query builder, and reads their rows faster than drizzle does (`rowReader`). */
export class QuerySession extends PostgresJsSession<postgres.Sql, Schema, Schema> {
  constructor(
    override readonly client: postgres.Sql,
    private readonly ownDialect: PgDialect,
  ) {
    super(client, ownDialect, undefined);
  }

  override prepareQuery<Config extends PreparedQueryConfig>(
    ...[query, fields, , , mapRows]: Parameters<Session['prepareQuery']>
  ): PgPreparedQuery<Config> {
    return new PreparedQuery<Config>(this.client, query, { fields, mapRows });
  }

  override transaction<Result>(
    work: (tx: Transaction) => Promise<Result>,
    config?: PgTransactionConfig,
  ): Promise<Result> {
    const inside = async (sql: postgres.TransactionSql) => {
      const tx = transactionOn(sql, this.ownDialect);
      if (config !== undefined) await tx.setTransaction(config);
      return work(tx);
    };
    return this.client.begin(inside) as Promise<Result>;
  }
}

class QueryTransaction extends PostgresJsTransaction<Schema, Schema> {
  constructor(
    private readonly ownDialect: PgDialect,
    private readonly sql: postgres.TransactionSql,
    session: Session,
  ) {
    super(ownDialect, session as never, undefined);
  }

  override transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    return this.sql.savepoint((inner) => work(transactionOn(inner, this.ownDialect))) as Promise<Result>;
  }
}

function transactionOn(sql: postgres.TransactionSql, dialect: PgDialect): Transaction {
  return new QueryTransaction(dialect, sql, new QuerySession(sql as unknown as postgres.Sql, dialect));
}

interface Reading {
  /** Undefined for a statement whose rows stay as the driver returns them. */
  readonly fields: readonly SelectedField[] | undefined;
  /** A way to read all rows at once that the query builder provides. */
  readonly mapRows?: ((rows: unknown[][]) => unknown) | undefined;
}

/** A statement of the query builder that is ready to be sent. */
export class PreparedQuery<Config extends PreparedQueryConfig> extends PgPreparedQuery<Config> {
  /** Set by the query builder. */
  private readonly joinsNotNullableMap: PresentTables | undefined;

  constructor(
    private readonly client: Client,
    readonly written: Query,
    private readonly reading: Reading,
  ) {
    super(written, undefined, undefined);
  }

  override async execute(values?: Record<string, unknown>): Promise<Config['execute']> {
    const { sql, params } = this.written;
    const sent = values === undefined ? params : fillPlaceholders(params, values);
    const { fields, mapRows } = this.reading;
    if (fields === undefined && mapRows === undefined) {
      return explained(sql, sent, this.client.unsafe(sql, sent as never[]));
    }
    const rows = await rowsOf(this.client, sql, sent);
    return mapRows === undefined ? rows.map(this.reader()) : mapRows(rows);
  }

  reader(): RowReader {
    return rowReader(this.reading.fields ?? [], this.joinsNotNullableMap);
  }
}

/** Sends a statement. @returns its rows as lists of values. @throws DrizzleQueryError which names the statement. */
export function rowsOf(client: Client, text: string, parameters: readonly unknown[]): Promise<unknown[][]> {
  const sent = client.unsafe(text, parameters as never[]).values();
  return explained(text, parameters, sent as PromiseLike<unknown[][]>);
}

async function explained<Answer>(
  text: string,
  parameters: readonly unknown[],
  answer: PromiseLike<Answer>,
): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    throw new DrizzleQueryError(text, parameters as unknown[], error as Error);
  }
}
