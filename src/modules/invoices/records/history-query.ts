import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

/** Selects the billing history of a subscription. */
export interface HistoryQuery {
  readonly subscriptionId: string;
  /** Only invoices older than the one with this id; null: all. */
  readonly before: string | null;
}

/** The queries as an SQL table `requested`, to join with their results. */
export function queryTable(requested: readonly HistoryQuery[]): SQL {
  const rows = requested.map(({ subscriptionId, before }) => ({ subscription_id: subscriptionId, before }));
  return sql`json_to_recordset(${JSON.stringify(rows)}::text::json) as requested (subscription_id uuid, before uuid)`;
}

/** The condition that a row belongs to the subscription and the invoices of a row of `requested`. */
export function matchesQuery(subscriptionId: PgColumn, invoiceId: PgColumn): SQL {
  return sql`${subscriptionId} = requested.subscription_id and (requested.before is null or ${invoiceId} < requested.before)`;
}
