import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

/** Selects the billing history of a subscription. */
export interface HistoryQuery {
  readonly subscriptionId: string;
  /** Only invoices older than the one with this id; null: all. */
  readonly before: string | null;
}

/** The queries as JSON, for `queryTable`. */
export function rowsOfQueries(requested: readonly HistoryQuery[]): string {
  return JSON.stringify(
    requested.map(({ subscriptionId, before }) => ({ subscription_id: subscriptionId, before })),
  );
}

/** Queries as an SQL table `requested`, to join with their results. @param rows their JSON. */
export function queryTable(rows: string): SQL {
  return sql`json_to_recordset(${rows}::text::json) as requested (subscription_id uuid, before uuid)`;
}

/** The condition that a row belongs to the subscription and the invoices of a row of `requested`. */
export function matchesQuery(subscriptionId: PgColumn, invoiceId: PgColumn): SQL {
  return sql`${subscriptionId} = requested.subscription_id and (requested.before is null or ${invoiceId} < requested.before)`;
}
