import DataLoader from 'dataloader';
import { isUuid } from '../db/ids.js';
import { notFound } from '../errors/app-error.js';
import type { Context } from './context.js';

/** One kind of batched read; each request keeps its own loader of it. */
export interface LoaderDefinition<K, V> {
  create(context: Context): DataLoader<K, V, unknown>;
}

/**
 * Defines a relation read in batches: `read` is called once for all keys asked for in one tick.
 * @param read answers a map from key to value, or to the error that only this key meets.
 * @param missing gives the value of a key that is not in the map.
 */
export function defineLoader<K extends string, V>(
  read: (context: Context, keys: readonly K[]) => Promise<ReadonlyMap<string, V | Error>>,
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

/**
 * Defines how records are found by ids as callers write them: operations that run together find theirs together.
 * @param kind what is not found, as `notFound` takes it.
 * @param find answers those that the caller may see, by id.
 */
export function defineFinder<V>(
  kind: string,
  find: (context: Context, ids: readonly string[]) => Promise<ReadonlyMap<string, V>>,
): LoaderDefinition<string, V> {
  return {
    create: (context) =>
      new DataLoader<string, V>(async (ids) => {
        const found = await find(context, ids.filter(isUuid));
        // Postgres reads ids in either case and writes them in one.
        return ids.map((id) => found.get(id.toLowerCase()) ?? notFound(kind));
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
