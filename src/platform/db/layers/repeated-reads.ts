import type postgres from 'postgres';
import { byText } from './by-text.js';
import { type KnownRows, type Rows, statementKey, statementWith } from './known-rows.js';
import type { StatementArguments, Work } from '../writing/query-builder.js';
import { type SessionSource, withTransactions } from '../postgres/session-source.js';
import { effectOf, type StatementEffect } from './statement-effect.js';

interface Answer {
  /** The quoted names in the read: its tables and columns. */
  readonly names: ReadonlySet<string>;
  readonly rows: Promise<Rows>;
}

/** Number of rows that a transaction remembers. Beyond it, the transaction forgets all and starts over. */
const MAX_ROWS = 5_000;

/**
 * Wraps sessions so that a transaction sends a read only once, until it changes a table that the statement reads, or
 * takes a lock. Source: docs/adr/0053.
 */
export function withoutRepeatedReads(sessions: SessionSource): SessionSource {
  return withTransactions(
    sessions,
    (session) => (options, inside) =>
      session.begin(options, (sql) => inside(remembering(sql, new RememberedReads()))),
  );
}

/** The results of the reads of one transaction. */
class RememberedReads implements KnownRows {
  private readonly answers = new Map<string, Answer>();
  private rowCount = 0;

  /** Rows are known if they cannot have changed since they were read. */
  rowsOf(statement: StatementArguments, send: () => PromiseLike<Rows>): PromiseLike<Rows> {
    const effect = knownEffectOf(statement[0]);
    const names = 'names' in effect ? effect.names : null;
    if (names === null) {
      this.forgetAfter(effect);
      return send();
    }
    const key = statementKey(statement);
    const known = this.answers.get(key);
    if (known !== undefined) return known.rows;
    this.forgetAfter(effect);
    const rows = this.receive(key, send(), effect.kind === 'lock');
    this.answers.set(key, { names, rows });
    return rows;
  }

  noteSent(text: string): void {
    this.forgetAfter(knownEffectOf(text));
  }

  forgetAll(): void {
    this.answers.clear();
    this.rowCount = 0;
  }

  /** Forgets the results that a statement may change. */
  private forgetAfter(effect: StatementEffect): void {
    if (effect.kind === 'read') return;
    if (effect.kind !== 'change') {
      this.forgetAll();
      return;
    }
    for (const [key, { names }] of this.answers)
      if (effect.tables.some((table) => names.has(table))) this.answers.delete(key);
  }

  private async receive(key: string, sent: PromiseLike<Rows>, isLock: boolean): Promise<Rows> {
    const rows = await sent;
    this.rowCount += rows.length;
    // Without rows, the transaction has locked nothing.
    if (isLock && rows.length === 0) this.answers.delete(key);
    if (this.rowCount > MAX_ROWS) this.forgetAll();
    return rows;
  }
}

/** The driver of a transaction or savepoint that sends no read twice. */
function remembering(sql: postgres.TransactionSql, reads: RememberedReads): postgres.TransactionSql {
  const members = {
    unsafe: (...statement: StatementArguments) => statementWith(reads, sql, statement),
    savepoint: async (part: Work) => {
      try {
        return await sql.savepoint((inner) => part(remembering(inner, reads)));
      } catch (error) {
        // The rollback undoes its changes and releases its locks.
        reads.forgetAll();
        throw error;
      }
    },
  };
  // The query builder uses no other members of a transaction.
  return members as unknown as postgres.TransactionSql;
}

const knownEffectOf = byText(effectOf);
