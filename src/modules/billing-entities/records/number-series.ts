/** The sequences of a billing entity: that of its books, and that of customers on test clocks. */
export type NumberSeries = 'books' | 'test';

/** Numbers to take from a sequence. */
export interface NumberBlock {
  readonly series: NumberSeries;
  readonly count: number;
}
