import type { Page, PageRequest } from '../../paging/page.js';
import type { Context, LoaderDefinition } from '../context.js';
import { defineQueryLoader, type QueryOf } from '../query-loader.js';

/** Reads the same page of each parent's list. @returns the pages by parent id. */
type ReadPages<Row, Query> = (
  context: Context,
  parentIds: readonly string[],
  query: Query,
) => Promise<ReadonlyMap<string, Page<Row>>>;

/**
 * A list that each object of a type has, such as the invoices of a customer. Fields that request it in the same tick
 * with the same arguments share one read, so that a page of a hundred objects takes as many SQL statements as a single
 * object (docs/adr/0040).
 */
export class NestedList<Row, Query = PageRequest> {
  private readonly pages: LoaderDefinition<QueryOf<{ readonly id: string }, Query>, Page<Row>>;

  constructor(read: ReadPages<Row, Query>) {
    this.pages = defineQueryLoader((context, parents, query) => {
      const parentIds = parents.map(({ id }) => id);
      return read(context, parentIds, query);
    });
  }

  async load(context: Context, parentId: string, query: Query): Promise<Page<Row>> {
    const page = await context.load(this.pages, { row: { id: parentId }, query });
    await context.eventLoopYield.take(page.rows.length);
    return page;
  }
}
