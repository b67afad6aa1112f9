import DataLoader from 'dataloader';
import { isUuid } from '../db/tables/ids.js';
import { notFound } from '../errors/app-error.js';
import type { Context, LoaderDefinition } from './context.js';

/**
 * Defines a relation that is read in batches: `read` is called once for all keys that are requested in one tick.
 * @param read returns the values by key; an error as a value fails only the fields that requested its key.
 * @param missing returns the value of a key that is not in the map.
 */
export function defineLoader<K extends string, V>(
  read: (context: Context, keys: readonly K[]) => Promise<ReadonlyMap<string, V | Error>>,
  missing: (key: K) => V | Error,
): LoaderDefinition<K, V> {
  return batched((key) => key, read, missing);
}

/** As `defineLoader`, of what belongs to rows that the caller has in hand, by their ids: they are not read again. */
export function defineRowLoader<Row extends { readonly id: string }, V>(
  read: (context: Context, rows: readonly Row[]) => Promise<ReadonlyMap<string, V | Error>>,
  missing: (row: Row) => V | Error,
): LoaderDefinition<Row, V> {
  return batched(({ id }) => id, read, missing);
}

function batched<K, V>(
  nameOf: (key: K) => string,
  read: (context: Context, keys: readonly K[]) => Promise<ReadonlyMap<string, V | Error>>,
  missing: (key: K) => V | Error,
): LoaderDefinition<K, V> {
  return {
    create: (context) =>
      new DataLoader<K, V, string>(
        async (keys) => {
          const found = await read(context, keys);
          return keys.map((key) => found.get(nameOf(key)) ?? missing(key));
        },
        { cacheKeyFn: nameOf },
      ),
  };
}

/**
 * Defines a batched lookup of records by ids that callers sent, for root fields: those that run together share one
 * read.
 * @param kind resource name for the error `<kind>_not_found`.
 * @param find returns the records that the caller may see, by id.
 */
export function defineFinder<V>(
  kind: string,
  find: (context: Context, ids: readonly string[]) => Promise<ReadonlyMap<string, V>>,
): LoaderDefinition<string, V> {
  return {
    create: (context) =>
      new DataLoader<string, V>(async (ids) => {
        const found = await find(context, ids.filter(isUuid));
        // Postgres accepts ids in upper and lower case and returns them in lower case.
        return ids.map((id) => found.get(id.toLowerCase()) ?? notFound(kind));
      }),
  };
}
