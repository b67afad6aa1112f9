import { type Rows, type Statement, type Transaction, withTransactions } from '../sql-channel.js';
import { memoizeByText } from './memoize-by-text.js';
import type { Layer } from './layer.js';
import { effectOf, type StatementEffect } from './statement-effect.js';
import { statementKey } from './statement-key.js';

interface Answer {
  /** The quoted names in the read: its tables and columns. */
  readonly names: ReadonlySet<string>;
  readonly rows: Promise<Rows>;
}

/** Number of rows that a transaction remembers. Beyond it, the transaction evicts all and starts over. */
const MAX_ROWS = 5_000;

/**
 * Has a transaction send a read only once, until it changes a table that the statement reads, or takes a lock.
 * Source: docs/adr/0053.
 */
export const withoutRepeatedReads: Layer = (next) =>
  withTransactions(next, (work) => next.begin((inside) => work(remembering(inside, new RememberedReads()))));

/** The results of the reads of one transaction. */
class RememberedReads {
  private readonly answers = new Map<string, Answer>();
  private rowCount = 0;

  /** Rows are known if they cannot have changed since they were read. */
  rowsOf(statement: Statement, send: () => Promise<Rows>): Promise<Rows> {
    const effect = knownEffectOf(statement.text);
    const names = 'names' in effect ? effect.names : null;
    if (names === null) {
      this.evictAfter(effect);
      return send();
    }
    const key = statementKey(statement);
    const known = this.answers.get(key);
    if (known !== undefined) return known.rows;
    this.evictAfter(effect);
    const rows = this.receive(key, send(), effect.kind === 'lock');
    this.answers.set(key, { names, rows });
    return rows;
  }

  /** Called before any other statement is sent. */
  noteSent({ text }: Statement): void {
    this.evictAfter(knownEffectOf(text));
  }

  evictAll(): void {
    this.answers.clear();
    this.rowCount = 0;
  }

  /** Evicts the results that a statement may change. */
  private evictAfter(effect: StatementEffect): void {
    if (effect.kind === 'read') return;
    if (effect.kind !== 'change') {
      this.evictAll();
      return;
    }
    for (const [key, { names }] of this.answers)
      if (effect.tables.some((table) => names.has(table))) this.answers.delete(key);
  }

  private async receive(key: string, sent: Promise<Rows>, isLock: boolean): Promise<Rows> {
    const rows = await sent;
    this.rowCount += rows.length;
    // Without rows, the transaction has locked nothing.
    if (isLock && rows.length === 0) this.answers.delete(key);
    if (this.rowCount > MAX_ROWS) this.evictAll();
    return rows;
  }
}

/** The inside of a transaction or savepoint that sends no read twice. */
function remembering(inside: Transaction, reads: RememberedReads): Transaction {
  return {
    rows: (statement) => reads.rowsOf(statement, () => inside.rows(statement)),
    run: (statement) => {
      reads.noteSent(statement);
      return inside.run(statement);
    },
    savepoint: async (work) => {
      try {
        return await inside.savepoint((inner) => work(remembering(inner, reads)));
      } catch (error) {
        // The rollback undoes its changes and releases its locks.
        reads.evictAll();
        throw error;
      }
    },
  };
}

const knownEffectOf = memoizeByText(effectOf);
