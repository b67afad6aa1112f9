import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Ordering } from './fetch-page.js';

interface Dated {
  readonly id: string;
  readonly createdAt: Date;
}

/** The default order of lists: by creation, newest first, then by id. Source: rest-conventions.md §7. */
export function newestFirst(table: { readonly id: PgColumn; readonly createdAt: PgColumn }): Ordering<Dated> {
  return [
    {
      column: table.createdAt,
      direction: 'desc',
      type: 'timestamptz',
      value: (row) => row.createdAt.toISOString(),
    },
    { column: table.id, direction: 'asc', type: 'uuid', value: (row) => row.id },
  ];
}
