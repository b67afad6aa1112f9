import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';

/**
 * Where a table keeps copies of what identifies customers, such as representations in a log. The erasure of a customer
 * replaces its values in them (docs/adr/0112).
 */
export interface PersonalCopies {
  readonly table: PgTable & { readonly organizationId: PgColumn };
  /** Columns of texts, or of JSON. */
  readonly columns: readonly PgColumn[];
  /** Other columns that name the customer whose copies a row holds. */
  readonly names?: readonly PgColumn[];
  /** When rows were written, the second column of an index by organization; null: its rows are few, and are read at once. */
  readonly writtenAt: PgColumn | null;
}
