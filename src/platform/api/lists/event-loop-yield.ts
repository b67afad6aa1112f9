import { setImmediate as nextTurn } from 'node:timers/promises';

/** Number of rows that a request resolves in one turn of the event loop, during which no other request is served. */
const ROWS_PER_TURN = 300;

/**
 * Spreads the rows of a response over several turns of the event loop. Otherwise GraphQL would resolve thousands of
 * rows, read by one statement, in a single turn, while other requests wait.
 */
export class EventLoopYield {
  private rows = 0;
  private turn: Promise<void> = Promise.resolve();

  /** Waits for the turn in which this many rows may be resolved. */
  take(rows: number): Promise<void> {
    this.rows += rows;
    if (this.rows > ROWS_PER_TURN) {
      this.rows = rows;
      this.turn = this.turn.then(() => nextTurn());
    }
    return this.turn;
  }
}
