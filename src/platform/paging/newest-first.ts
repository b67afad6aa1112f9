import type { PgColumn } from 'drizzle-orm/pg-core';
import type { OrderKey, Ordering } from './fetch-page.js';

interface Dated {
  readonly id: string;
  readonly createdAt: Date;
}

/**
 * The default order of lists: by creation, newest first, then by id. Source: rest-conventions.md §7.
 * @param nulls as the index of the list has it, if it is not a plain one.
 */
export function newestFirst(
  table: { readonly id: PgColumn; readonly createdAt: PgColumn },
  nulls: Pick<OrderKey<Dated>, 'nulls'> = {},
): Ordering<Dated> {
  return [
    {
      ...nulls,
      column: table.createdAt,
      direction: 'desc',
      type: 'timestamptz',
      value: (row) => row.createdAt.toISOString(),
    },
    { column: table.id, direction: 'asc', type: 'uuid', value: (row) => row.id },
  ];
}
