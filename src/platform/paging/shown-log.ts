import { and, eq, gte, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { ifGiven } from './filter-conditions.js';

/** The organization whose entries are read, and the start of the time that the log shows; null: all. */
export interface ShownLog {
  readonly organizationId: string;
  readonly since: Date | null;
}

interface LogColumns {
  readonly organizationId: PgColumn;
  readonly loggedAt: PgColumn;
}

/** Selects the entries of a log that are shown. */
export function shownIn(columns: LogColumns, { organizationId, since }: ShownLog): SQL | undefined {
  return and(
    eq(columns.organizationId, organizationId),
    ifGiven(since, (first) => gte(columns.loggedAt, first)),
  );
}
