import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Ordering } from './fetch-page.js';
import type { ListOrders } from './list-orders.js';

interface Logged {
  readonly id: string;
  readonly loggedAt: Date;
}

/** The orders of a log: newest first, then by id, also descending. Source: logs.md, head. */
export function logOrders(table: { readonly id: PgColumn; readonly loggedAt: PgColumn }): ListOrders<Logged> {
  const newestFirst: Ordering<Logged> = [
    {
      column: table.loggedAt,
      direction: 'desc',
      type: 'timestamptz',
      value: (row) => row.loggedAt.toISOString(),
    },
    { column: table.id, direction: 'desc', type: 'uuid', value: (row) => row.id },
  ];
  return { standard: newestFirst, fields: { logged_at: newestFirst } };
}
