/**
 * Some rows of a list that is read to its end, without a long transaction: those after a row, in the order of ids, which no
 * change of a row moves.
 */
export interface Step {
  /** Null: from the start. */
  readonly afterId: string | null;
  readonly limit: number;
}
