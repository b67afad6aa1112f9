import { byText } from './by-text.js';
import type { Driver, Statement, StatementArguments } from '../writing/query-builder.js';

/** Sends statements, outside of transactions or in one. */
export type Sender = Pick<Driver, 'unsafe'>;

/** The rows of a statement of the query builder, as lists of values. */
export type Rows = Awaited<ReturnType<Statement['values']>>;

/** Knows the rows of some statements, so that they need not be sent. */
export interface KnownRows {
  /** @returns the rows of a statement of the query builder: known ones, or those that `send` returns. */
  rowsOf(statement: StatementArguments, send: () => PromiseLike<Rows>): PromiseLike<Rows>;
  /** Called before any other statement is sent. */
  noteSent(text: string): void;
}

/** Prepares to run a statement. When its result is awaited, it is sent unless its rows are known. */
export function statementWith(known: KnownRows, sender: Sender, statement: StatementArguments): Statement {
  const members: Pick<Statement, 'then' | 'values'> = {
    then: (onAnswer, onError) => {
      known.noteSent(statement[0]);
      return sender.unsafe(...statement).then(onAnswer, onError);
    },
    // The query builder reads the rows of its own statements as lists of values.
    values: () => {
      const send = () => sender.unsafe(...statement).values() as PromiseLike<Rows>;
      const rows: Pick<PromiseLike<Rows>, 'then'> = {
        then: (onAnswer, onError) => known.rowsOf(statement, send).then(onAnswer, onError),
      };
      return rows as never;
    },
  };
  // The query builder uses no other members of a statement.
  return members as unknown as Statement;
}

/** A text that is the same for the same statement with the same values, in this process. */
export function statementKey([text, parameters = []]: StatementArguments): string {
  const values = JSON.stringify(parameters, (_name, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  );
  return `${textNumber(text)} ${values}`;
}

/** A number that no other text has in this process. */
const textNumber = byText((_text, number) => number);
