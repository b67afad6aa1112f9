import DataLoader from 'dataloader';
import { catchAppError } from '../errors/catch-app-error.js';
import { expectPresent } from '../expect-present.js';
import type { Page, PageRequest } from '../paging/page.js';
import type { Context } from './context.js';
import type { LoaderDefinition } from './loader.js';

/** Reads the same page of each parent's list. @returns the pages by parent id. */
type ReadPages<Row, Query> = (
  context: Context,
  parentIds: readonly string[],
  query: Query,
) => Promise<ReadonlyMap<string, Page<Row>>>;

/** The parent whose list a field requests, and the rows that it requests. */
interface Key<Query> {
  readonly parentId: string;
  readonly query: Query;
}

/**
 * A list that each object of a type has, such as the invoices of a customer. Fields that request it in the same tick
 * with the same arguments share one read, so that a page of a hundred objects takes as many SQL statements as a single
 * object (docs/adr/0040).
 */
export class NestedList<Row, Query = PageRequest> {
  private readonly pages: LoaderDefinition<Key<Query>, Page<Row>>;

  constructor(read: ReadPages<Row, Query>) {
    this.pages = {
      create: (context) =>
        new DataLoader<Key<Query>, Page<Row>, string>((keys) => readTogether(context, keys, read), {
          cacheKeyFn: (key) => `${key.parentId} ${textOfQuery(key)}`,
        }),
    };
  }

  async load(context: Context, parentId: string, query: Query): Promise<Page<Row>> {
    const page = await context.load(this.pages, { parentId, query });
    await context.rowPace.take(page.rows.length);
    return page;
  }
}

async function readTogether<Row, Query>(
  context: Context,
  keys: readonly Key<Query>[],
  read: ReadPages<Row, Query>,
): Promise<(Page<Row> | Error)[]> {
  const found = new Map<string, Awaited<ReturnType<typeof read>> | Error>();
  for (const [text, batch] of Map.groupBy(keys, textOfQuery)) {
    const parentIds = batch.map(({ parentId }) => parentId);
    // Invalid arguments fail only the fields that have them.
    found.set(
      text,
      await catchAppError(() =>
        read(context, parentIds, expectPresent(batch[0], 'a key of the batch').query),
      ),
    );
  }
  return keys.map((key) => {
    const pages = expectPresent(found.get(textOfQuery(key)), 'the pages of the query');
    return pages instanceof Error
      ? pages
      : expectPresent(pages.get(key.parentId), `the page of ${key.parentId}`);
  });
}

function textOfQuery({ query }: Key<unknown>): string {
  return JSON.stringify(query, (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value));
}
