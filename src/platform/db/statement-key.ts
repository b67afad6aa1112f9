import type { Statement, StatementArguments } from './query-builder.js';

/** The rows of a statement of the query builder, as lists of values. */
export type Rows = Awaited<ReturnType<Statement['values']>>;

/** A text that is the same for the same statement with the same values. */
export function statementKey([text, parameters = []]: StatementArguments): string {
  return JSON.stringify([text, parameters], (_name, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  );
}
