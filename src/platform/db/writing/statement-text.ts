import type { SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';

/** The text of a statement that is written once, with placeholders in the order of its parameters. */
export function statementText(statement: SQL): string {
  return new PgDialect().sqlToQuery(statement).sql;
}
