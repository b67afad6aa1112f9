import { setImmediate as nextTurn } from 'node:timers/promises';

/** How many rows a request answers in one turn of the event loop, during which no other request is served. */
const ROWS_PER_TURN = 300;

/**
 * Spreads the rows that a request answers over several turns of the event loop. Without it, thousands of rows that one
 * statement reads would all be resolved in one turn, while other requests wait.
 */
export class RowPace {
  private rows = 0;
  private turn: Promise<void> = Promise.resolve();

  /** Resolves in the turn that has room for this many rows. */
  take(rows: number): Promise<void> {
    this.rows += rows;
    if (this.rows > ROWS_PER_TURN) {
      this.rows = rows;
      this.turn = this.turn.then(() => nextTurn());
    }
    return this.turn;
  }
}
