// Each order that callers can request is by a column with an index of the organization and that column (docs/adr/0060).
import { expect, test } from '@jest/globals';
import { Column, is } from 'drizzle-orm';
import { getTableConfig } from 'drizzle-orm/pg-core';
import { INDEXED_LISTS } from './support/list-orders.js';

const sorted = INDEXED_LISTS.flatMap(({ table, orders: { fields } }) =>
  Object.values(fields).flatMap(([first]) =>
    is(first?.column, Column) ? [{ column: first.column.name, config: getTableConfig(table) }] : [],
  ),
);

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
