// What this product asks of a connection to Postgres: the narrow middle between the query builder above (`writing/`) and the driver
// below (`postgres/`). Layers between them (`layers/`) are channels over channels. Source: docs/adr/0165.

/** A statement; its parameters are sent beside its text. */
export interface Statement {
  readonly text: string;
  readonly parameters: readonly unknown[];
}

/** A column of a result. */
export interface Column {
  /** Object id of its type. */
  readonly type: number;
  /** Converts its texts; absent if they stay texts. */
  readonly parser?: ((text: string) => unknown) & { readonly array?: boolean };
}

/** Rows as lists of values, in the order of their columns. */
export interface Rows extends Array<unknown[]> {
  /** Absent if they did not come from Postgres with this statement. */
  readonly columns?: readonly Column[];
}

/** Rows as objects, by the names of columns. */
export interface Records extends Array<Record<string, unknown>> {
  /** How many rows the statement returned or changed, where Postgres counts them. */
  readonly count?: number;
}

/**
 * Sends statements, in the order of the calls. No method throws before it returns its promise, so that statements can be sent
 * together and awaited afterwards.
 */
export interface Sender {
  rows(statement: Statement, handling?: Handling): Promise<Rows>;
  run(statement: Statement, handling?: Handling): Promise<Records>;
}

/** The inside of a transaction, or of a savepoint of it. */
export interface Transaction extends Sender {
  savepoint<Result>(work: Work<Result>): Promise<Result>;
}

/** What runs in a transaction: it is rolled back if this fails. */
export type Work<Result> = (inside: Transaction) => Promise<Result>;

/** A way to Postgres. Statements that are sent at once need not use the same connection, but in a transaction. */
export interface SqlChannel extends Sender {
  /** @returns the result of the work, after the commit. */
  begin<Result>(work: Work<Result>, handling?: Handling): Promise<Result>;
}

/** What lower layers ask of the driver for a statement or a transaction. */
export interface Handling {
  /** Executed before the statement, or before the first one of the transaction. */
  readonly preamble?: Preamble | null;
  /** Contains, while the statement or transaction runs, a function that cancels what Postgres executes of it. */
  readonly running?: Set<() => void>;
}

/**
 * A statement that is sent with another one, to be executed before it in the same transaction, and whose result is dropped: as the
 * messages of Postgres' protocol, since the same ones are sent many times.
 */
export interface Preamble {
  /** A session prepares the statement under this name. */
  readonly name: string;
  /** Prepares it. */
  readonly preparing: Buffer;
  /** Executes it once it is prepared. */
  readonly executing: Buffer;
}

/** The channel with other transactions. */
export function withTransactions(next: SqlChannel, begin: SqlChannel['begin']): SqlChannel {
  return {
    rows: (statement, handling) => next.rows(statement, handling),
    run: (statement, handling) => next.run(statement, handling),
    begin,
  };
}

/** The inside of a transaction, whose statements and those of its savepoints go through another sender. */
export function sendingThrough(inside: Transaction, senderOf: (next: Sender) => Sender): Transaction {
  const sender = senderOf(inside);
  return {
    rows: (statement) => sender.rows(statement),
    run: (statement) => sender.run(statement),
    savepoint: (work) => inside.savepoint((inner) => work(sendingThrough(inner, senderOf))),
  };
}
