import { Column, getTableName, is } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { globSync } from 'node:fs';
import path from 'node:path';
import type { ListOrders } from '../../src/platform/paging/list-orders.js';

const root = path.resolve(import.meta.dirname, '../..');

/** Lists with an index of their own: those of one plan, charge or webhook endpoint, and those of the operator. */
const SMALL = [
  'charges',
  'charge_filters',
  'fixed_charges',
  'plan_entitlements',
  'test_clocks',
  'organizations',
  'due_work',
  'webhooks',
];

interface SortedList {
  readonly table: PgTable;
  readonly orders: ListOrders<unknown>;
}

/** The lists whose orders need an index. */
export const INDEXED_LISTS: readonly SortedList[] = (
  await Promise.all(
    globSync('src/**/*.list.ts', { cwd: root }).map(async (file) => {
      const exported = (await import(path.join(root, file))) as Record<string, ListOrders<unknown>>;
      return Object.values(exported).filter((value) => 'standard' in value);
    }),
  )
)
  .flat()
  .flatMap((orders) => {
    const [first] = orders.standard;
    return is(first?.column, Column) ? [{ table: first.column.table, orders }] : [];
  })
  .filter(({ table }) => !SMALL.includes(getTableName(table)));
