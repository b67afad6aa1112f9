import {
  DrizzleQueryError,
  type ExtractTablesWithRelations,
  fillPlaceholders,
  type Query,
} from 'drizzle-orm';
import {
  PgDatabase,
  type PgDialect,
  PgPreparedQuery,
  type PgQueryResultHKT,
  PgSession,
  PgTransaction,
  type PgTransactionConfig,
  type PreparedQueryConfig,
} from 'drizzle-orm/pg-core';
import type { Rows, Sender, Work } from '../sql-channel.js';
import type { Db, Tx } from '../database.js';
import { type PresentTables, type RowReader, rowReader, type SelectedField } from './row-reader.js';

/** Drizzle's relations, which this product does not use. */
type NoSchema = Record<string, never>;
type NoRelations = ExtractTablesWithRelations<NoSchema>;

/** Runs the statements of the query builder, and reads their rows faster than drizzle does (`rowReader`). */
export class QuerySession extends PgSession<PgQueryResultHKT, NoSchema, NoRelations> {
  /** @param open opens a transaction, or a savepoint of one. */
  constructor(
    private readonly ownDialect: PgDialect,
    readonly sender: Sender,
    private readonly open: <Result>(work: Work<Result>) => Promise<Result>,
  ) {
    super(ownDialect);
  }

  override prepareQuery<Config extends PreparedQueryConfig>(
    ...[query, fields, , , mapRows]: Parameters<PgSession['prepareQuery']>
  ): PgPreparedQuery<Config> {
    return new PreparedQuery<Config>(this.sender, query, { fields, mapRows });
  }

  override transaction<Result>(
    work: (tx: Tx) => Promise<Result>,
    config?: PgTransactionConfig,
  ): Promise<Result> {
    const { ownDialect } = this;
    return this.open(async (inside) => {
      const session = new QuerySession(ownDialect, inside, (part) => inside.savepoint(part));
      const tx = new QueryTransaction(ownDialect, session);
      if (config !== undefined) await tx.setTransaction(config);
      return work(tx);
    });
  }
}

/** A query builder over a channel. */
export class QueryDatabase extends PgDatabase<PgQueryResultHKT> {
  constructor(
    dialect: PgDialect,
    readonly own: QuerySession,
  ) {
    super(dialect, own, undefined);
  }
}

class QueryTransaction extends PgTransaction<PgQueryResultHKT, NoSchema, NoRelations> {
  constructor(
    dialect: PgDialect,
    readonly own: QuerySession,
  ) {
    super(dialect, own, undefined);
  }

  override transaction<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> {
    return this.own.transaction(work);
  }
}

/** What sends the statements of a query builder. */
export function senderOf(db: Db): Sender {
  if (db instanceof QueryDatabase || db instanceof QueryTransaction) return db.own.sender;
  throw new Error('Not a query builder that `queryBuilder` has made.');
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
    private readonly sender: Sender,
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
      return explained(sql, sent, this.sender.run({ text: sql, parameters: sent }));
    }
    const rows = await rowsOf(this.sender, sql, sent);
    return mapRows === undefined ? rows.map(this.reader()) : mapRows(rows);
  }

  reader(): RowReader {
    return rowReader(this.reading.fields ?? [], this.joinsNotNullableMap);
  }
}

/** Sends a statement. @throws DrizzleQueryError which names the statement. */
export function rowsOf(sender: Sender, text: string, parameters: readonly unknown[]): Promise<Rows> {
  return explained(text, parameters, sender.rows({ text, parameters }));
}

async function explained<Answer>(
  text: string,
  parameters: readonly unknown[],
  answer: Promise<Answer>,
): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    throw new DrizzleQueryError(text, parameters as unknown[], error as Error);
  }
}
