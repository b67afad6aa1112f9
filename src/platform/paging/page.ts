/** The position of a row in its list: the exact text of each sort key; null keys sort last. */
export type Position = readonly (string | null)[];

/** The requested part of a list: a numbered page, or a number of rows before or after a cursor. */
export type PageRequest =
  | { readonly kind: 'page'; readonly page: number; readonly size: number }
  | {
      readonly kind: 'cursor';
      readonly size: number;
      readonly after: Position | null;
      readonly before: Position | null;
      /** True for `last` and `before`: the rows are counted from the end. */
      readonly backward: boolean;
    };

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
