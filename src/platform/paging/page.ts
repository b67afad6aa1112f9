/** The position of a row in its list: the name of the order, then the exact text of each sort key. */
export type Position = readonly (string | null)[];

/** The order that a caller requests: by which field of the list, and in which direction. */
export interface RequestedOrder {
  readonly field: string;
  readonly direction: 'asc' | 'desc';
}

/**
 * The requested part of a list: a numbered page, or a number of rows before or after a cursor, in the list's default
 * order unless `order` is present.
 */
export type PageRequest = { readonly order?: RequestedOrder } & (NumberedPage | Span);

/** The items that a caller requests of a list: conditions on their fields, a text to search for, and the page. */
export interface ListQuery<Filter = object> {
  readonly filter: Filter;
  /** Null: any item. */
  readonly search: string | null;
  readonly page: PageRequest;
}

interface NumberedPage {
  readonly kind: 'page';
  readonly page: number;
  readonly size: number;
}

interface Span {
  readonly kind: 'cursor';
  readonly size: number;
  readonly after: Position | null;
  readonly before: Position | null;
  /** True for `last` and `before`: the rows are counted from the end. */
  readonly backward: boolean;
}

/** A page of a list. The total is counted only when it is first requested. */
export class Page<Row> {
  private total: Promise<number> | null = null;

  constructor(
    readonly request: PageRequest,
    readonly rows: readonly Row[],
    readonly hasNext: boolean,
    readonly hasPrevious: boolean,
    readonly cursorOf: (row: Row) => string,
    private readonly countRows: () => PromiseLike<number>,
  ) {}

  /**
   * Counts the rows of the whole list, once. (A drizzle query would run again at each `then`, so a promise stores it.)
   */
  count(): Promise<number> {
    return (this.total ??= Promise.resolve(this.countRows()));
  }

  /** The same page with each row replaced, for services that return more than the stored row. */
  map<Other>(replace: (row: Row) => Other): Page<Other> {
    const original = new Map<Other, Row>();
    const rows = this.rows.map((row) => {
      const other = replace(row);
      original.set(other, row);
      return other;
    });
    const cursorOf = (row: Other) => this.cursorOf(original.get(row) as Row);
    return new Page(this.request, rows, this.hasNext, this.hasPrevious, cursorOf, () => this.count());
  }
}
