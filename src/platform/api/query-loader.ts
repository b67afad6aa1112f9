import DataLoader from 'dataloader';
import { catchAppError } from '../errors/catch-app-error.js';
import { expectPresent } from '../expect-present.js';
import type { Context, LoaderDefinition } from './context.js';

/** A row, and the arguments of a field of it. */
export interface QueryOf<Row, Query> {
  readonly row: Row;
  readonly query: Query;
}

/**
 * Defines what rows answer to a field with arguments. Fields that are requested in the same tick with the same arguments share
 * one read; invalid arguments fail only the fields that have them.
 * @param read returns the value of each row, by its id.
 */
export function defineQueryLoader<Row extends { readonly id: string }, Query, Value>(
  read: (context: Context, rows: readonly Row[], query: Query) => Promise<ReadonlyMap<string, Value>>,
): LoaderDefinition<QueryOf<Row, Query>, Value> {
  return {
    create: (context) =>
      new DataLoader<QueryOf<Row, Query>, Value, string>(
        async (keys) => {
          const found = new Map<string, ReadonlyMap<string, Value> | Error>();
          for (const [text, batch] of Map.groupBy(keys, textOfQuery)) {
            const { query } = expectPresent(batch[0], 'a key of the batch');
            const rows = batch.map(({ row }) => row);
            found.set(text, await catchAppError(() => read(context, rows, query)));
          }
          return keys.map((key) => {
            const values = expectPresent(found.get(textOfQuery(key)), 'the values of the query');
            if (values instanceof Error) return values;
            return expectPresent(values.get(key.row.id), `the value of ${key.row.id}`);
          });
        },
        { cacheKeyFn: (key) => `${key.row.id} ${textOfQuery(key)}` },
      ),
  };
}

function textOfQuery({ query }: QueryOf<unknown, unknown>): string {
  return JSON.stringify(query, (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value));
}
