// Each order that callers can request is by a column with an index of the organization and that column (docs/adr/0060).
import { expect, test } from '@jest/globals';
import { Column, is } from 'drizzle-orm';
import { getTableConfig } from 'drizzle-orm/pg-core';
import { globSync } from 'node:fs';
import path from 'node:path';
import type { ListOrders } from '../src/platform/paging/list-orders.js';

const root = path.resolve(import.meta.dirname, '..');

/** Lists of few rows, which are found by an index of their own: those of one plan or charge, and those of the operator. */
const SMALL = ['charges', 'charge_filters', 'fixed_charges', 'test_clocks', 'organizations', 'due_work'];

const files = globSync('src/**/*.list.ts', { cwd: root });
const orders = await Promise.all(
  files.map(async (file) => {
    const exported = (await import(path.join(root, file))) as Record<string, ListOrders<unknown>>;
    return Object.values(exported).filter((value) => 'standard' in value);
  }),
);
const sorted = orders
  .flat()
  .flatMap(({ fields }) => Object.entries(fields))
  .flatMap(([field, [first]]) =>
    is(first?.column, Column) ? [{ field, column: first.column.name, table: first.column.table }] : [],
  )
  .map(({ field, column, table }) => ({ field, column, config: getTableConfig(table) }))
  .filter(({ config }) => !SMALL.includes(config.name));

test.each(sorted.map((order) => [order.config.name, order] as const))(
  '%s: $column has an index',
  (_, { column, config }) => {
    const indexed = config.indexes.map(({ config: { columns, where } }) =>
      where === undefined ? columns.slice(0, 2).map((part) => ('name' in part ? part.name : '')) : [],
    );
    expect(indexed).toContainEqual(['organization_id', column]);
  },
);

test('the lists are found', () => {
  expect(sorted.length).toBeGreaterThan(15);
});
