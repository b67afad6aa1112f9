/** Where a row stands: the exact text of each key of its list's order; null keys sort last. */
export type Position = readonly (string | null)[];

/** Which slice of a list is asked for: a numbered page, or a span before or after a cursor. */
export type PageRequest =
  | { readonly kind: 'page'; readonly page: number; readonly size: number }
  | {
      readonly kind: 'cursor';
      readonly size: number;
      readonly after: Position | null;
      readonly before: Position | null;
      /** True for `last`/`before`: the slice is taken from the end. */
      readonly backward: boolean;
    };

/** A slice of a list. The total is counted only when somebody asks for it. */
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

  /** Counts at the first call. A query of drizzle runs again at each `then`: only a promise keeps its result. */
  count(): Promise<number> {
    return (this.total ??= Promise.resolve(this.countRows()));
  }

  /** The same slice with each row replaced, for services that answer more than the stored row. */
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
