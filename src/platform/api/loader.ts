import DataLoader from 'dataloader';
import type { Context } from './context.js';

/** One kind of batched read; each request keeps its own loader of it. */
export interface LoaderDefinition<K, V> {
  create(context: Context): DataLoader<K, V>;
}

/**
 * Defines a relation read in batches: `read` is called once for all keys asked for in one tick.
 * @param read answers a map from key to value; `missing` gives the value of a key that is not in it.
 */
export function defineLoader<K extends string, V>(
  read: (context: Context, keys: readonly K[]) => Promise<ReadonlyMap<string, V>>,
  missing: (key: K) => V | Error,
): LoaderDefinition<K, V> {
  return {
    create: (context) =>
      new DataLoader<K, V>(async (keys) => {
        const found = await read(context, keys);
        return keys.map((key) => found.get(key) ?? missing(key));
      }),
  };
}

/** Groups rows by a key, for one-to-many loaders. */
export function groupBy<T>(rows: readonly T[], key: (row: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    const group = groups.get(key(row));
    if (group === undefined) groups.set(key(row), [row]);
    else group.push(row);
  }
  return groups;
}

/** Indexes rows by a unique key, for one-to-one loaders. */
export function indexBy<T>(rows: readonly T[], key: (row: T) => string): Map<string, T> {
  return new Map(rows.map((row) => [key(row), row]));
}
