import { comparedColumns } from '../../platform/paging/comparisons.js';
import type { ListOrders } from '../../platform/paging/list-orders.js';

/** Which records of a list are exported, as JSON. */
export interface StoredQuery {
  readonly filter: Readonly<Record<string, unknown>>;
  readonly search: string | null;
}

/** Writes a filter as JSON: amounts as numbers, which are within 2^53 (`SafeInt`), instants as text. */
export function storedFilter(filter: object): Record<string, unknown> {
  const text = JSON.stringify(filter, (_, value: unknown) =>
    typeof value === 'bigint' ? Number(value) : value,
  );
  return JSON.parse(text) as Record<string, unknown>;
}

type Restore = (value: unknown) => unknown;

/** What JSON has changed, by the SQL type of the column that a value is compared with. */
const RESTORED: Readonly<Record<string, Restore>> = {
  bigint: (value) => BigInt(value as number),
  'timestamp with time zone': (value) => new Date(value as string),
};

/** The amounts of a filter of documents that are no comparisons. */
const AMOUNTS = ['amountFrom', 'amountTo'];

/** Reads the filter of a list as callers have sent it. @param orders those of the list. */
export function restoredFilter<Row>(
  filter: StoredQuery['filter'],
  orders: ListOrders<Row>,
): Record<string, unknown> {
  const amounts = AMOUNTS.map((name) => [name, restored(filter[name], BigInt as Restore)] as const);
  const compared = comparedColumns(orders).flatMap(([name, column]) => {
    const restore = RESTORED[column.getSQLType()];
    const comparison = filter[name];
    if (restore === undefined || typeof comparison !== 'object' || comparison === null) return [];
    const conditions = Object.entries(comparison).map(([key, value]) => [key, restored(value, restore)]);
    return [[name, Object.fromEntries(conditions)] as const];
  });
  return { ...filter, ...Object.fromEntries([...amounts, ...compared]) };
}

function restored(value: unknown, restore: Restore): unknown {
  if (value === undefined || value === null) return value;
  return Array.isArray(value) ? value.map(restore) : restore(value);
}
