import { type ClassType, Field, Int, ObjectType } from 'type-graphql';
import { Of, Text } from '../members/fields.js';
import type { Page } from '../../paging/page.js';

@ObjectType({ description: 'Position of a page within a list.' })
export class PageInfo {
  constructor(private readonly page: Page<unknown>) {}

  @Field(() => Boolean, { description: 'Whether items follow the page.' })
  hasNextPage(): boolean {
    return this.page.hasNext;
  }

  @Field(() => Boolean, { description: 'Whether items precede the page.' })
  hasPreviousPage(): boolean {
    return this.page.hasPrevious;
  }

  @Field(() => String, {
    nullable: true,
    description: 'Cursor of the first item of the page; null if the page is empty.',
  })
  startCursor(): string | null {
    const [first] = this.page.rows;
    return first === undefined ? null : this.page.cursorOf(first);
  }

  @Field(() => String, {
    nullable: true,
    description: 'Cursor of the last item of the page; null if the page is empty.',
  })
  endCursor(): string | null {
    const last = this.page.rows.at(-1);
    return last === undefined ? null : this.page.cursorOf(last);
  }

  @Field(() => Int, {
    nullable: true,
    description: 'Number of the page, from 1. Null for cursor paging; 0 if nothing matches.',
  })
  async currentPage(): Promise<number | null> {
    const { request } = this.page;
    if (request.kind === 'cursor') return null;
    return (await this.page.count()) === 0 ? 0 : request.page;
  }

  @Field(() => Int, {
    nullable: true,
    description: 'Number of the next page; null on the last page and with cursors.',
  })
  async nextPage(): Promise<number | null> {
    const { request } = this.page;
    return request.kind === 'page' && request.page < (await this.totalPages()) ? request.page + 1 : null;
  }

  @Field(() => Int, {
    nullable: true,
    description: 'Number of the previous page; null on the first page and with cursors.',
  })
  async previousPage(): Promise<number | null> {
    const { request } = this.page;
    const totalPages = await this.totalPages();
    if (request.kind === 'cursor' || request.page === 1 || totalPages === 0) return null;
    return Math.min(request.page - 1, totalPages);
  }

  @Field(() => Int, {
    description: 'Number of pages of the whole list. It is counted only when it is selected.',
  })
  async totalPages(): Promise<number> {
    return Math.ceil((await this.page.count()) / this.page.request.size);
  }

  @Field(() => Int, {
    description: 'Number of items of the whole list. It is counted only when it is selected.',
  })
  totalCount(): Promise<number> {
    return this.page.count();
  }
}

/** The result of a list field. Totals are counted, and cursors computed, only when they are selected. */
export interface Connection<Row> {
  readonly page: Page<Row>;
}

/** Builds the `XConnection` and `XEdge` types of a node type. Source: graphql-surface.md §1. */
export function connectionOf<Row extends object>(
  nodeType: ClassType<Row>,
  name: string,
): new <R extends Row>(page: Page<R>) => Connection<R> {
  @ObjectType(`${name}Edge`)
  class Edge {
    @Text() cursor!: string;
    @Of(() => nodeType) node!: Row;
  }

  @ObjectType(`${name}Connection`, { description: `A slice of a list of ${name}.` })
  class NodeConnection implements Connection<Row> {
    constructor(readonly page: Page<Row>) {}

    @Field(() => [Edge])
    edges(): Edge[] {
      return this.page.rows.map((node) => ({ node, cursor: this.page.cursorOf(node) }));
    }

    @Field(() => [nodeType])
    nodes(): readonly Row[] {
      return this.page.rows;
    }

    @Field(() => PageInfo)
    pageInfo(): PageInfo {
      return new PageInfo(this.page as Page<unknown>);
    }

    @Field(() => Int)
    totalCount(): Promise<number> {
      return this.page.count();
    }
  }
  return NodeConnection as new <R extends Row>(page: Page<R>) => Connection<R>;
}
