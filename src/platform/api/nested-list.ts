import DataLoader from 'dataloader';
import { outcomeOf } from '../errors/outcome.js';
import { existing } from '../existing.js';
import type { Page, PageRequest } from '../paging/page.js';
import type { Context } from './context.js';
import type { LoaderDefinition } from './loader.js';

/** Whose list a field asks for, and which rows of it. */
interface NestedListKey<Query> {
  readonly parentId: string;
  readonly query: Query;
}

type Pages<Row> = ReadonlyMap<string, Page<Row>>;

/**
 * Defines a list that each object of a type has. `read` is called once in one tick for all the objects whose lists are asked
 * for with the same arguments, so that a page of a hundred objects takes as many statements as a single object
 * (docs/adr/0040).
 * @param read answers a page for each parent.
 */
export function defineNestedList<Row, Query = PageRequest>(
  read: (context: Context, parentIds: readonly string[], query: Query) => Promise<Pages<Row>>,
): LoaderDefinition<NestedListKey<Query>, Page<Row>> {
  return {
    create: (context) =>
      new DataLoader(
        async (keys: readonly NestedListKey<Query>[]) => {
          const found = new Map<string, Pages<Row> | Error>();
          for (const [text, batch] of Map.groupBy(keys, textOfQuery)) {
            const parentIds = batch.map(({ parentId }) => parentId);
            // What is wrong with the arguments is answered to those fields alone that have them.
            found.set(text, await outcomeOf(() => read(context, parentIds, existing(batch[0]).query)));
          }
          return keys.map((key) => {
            const pages = existing(found.get(textOfQuery(key)));
            return pages instanceof Error ? pages : existing(pages.get(key.parentId));
          });
        },
        { cacheKeyFn: (key) => `${key.parentId} ${textOfQuery(key)}` },
      ),
  };
}

function textOfQuery({ query }: NestedListKey<unknown>): string {
  return JSON.stringify(query);
}
