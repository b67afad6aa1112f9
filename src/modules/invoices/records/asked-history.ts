import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

/** A subscription, and how far back what was billed of it is looked for. */
export interface AskedHistory {
  readonly subscriptionId: string;
  /** Only what invoices older than the one with this id billed; null: all. */
  readonly before: string | null;
}

/** Those that are asked for as a table `asked`, which queries join with what they find of each. */
export function askedTable(asked: readonly AskedHistory[]): SQL {
  const rows = asked.map(({ subscriptionId, before }) => ({ subscription_id: subscriptionId, before }));
  return sql`json_to_recordset(${JSON.stringify(rows)}::text::json) as asked (subscription_id uuid, before uuid)`;
}

/** Whether something is of the subscription of a row of `asked`, on an invoice that counts for it. */
export function isAskedFor(subscriptionId: PgColumn, invoiceId: PgColumn): SQL {
  return sql`${subscriptionId} = asked.subscription_id and (asked.before is null or ${invoiceId} < asked.before)`;
}
