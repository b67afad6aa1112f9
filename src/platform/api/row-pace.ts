import { setImmediate as nextTurn } from 'node:timers/promises';

/** How many rows a request shows in one turn of the event loop: nobody else is served in it. */
const ROWS_PER_TURN = 300;

/**
 * Spreads the rows that a request shows over turns of the event loop. Rows that were read together could all be shown at
 * once, thousands of them, while others wait.
 */
export class RowPace {
  private rows = 0;
  private turn: Promise<void> = Promise.resolve();

  /** Waits for the turn that has room for so many rows. */
  take(rows: number): Promise<void> {
    this.rows += rows;
    if (this.rows > ROWS_PER_TURN) {
      this.rows = rows;
      this.turn = this.turn.then(() => nextTurn());
    }
    return this.turn;
  }
}
