import { LRUCache } from 'lru-cache';
import {
  type Column,
  type Records,
  type Rows,
  type Sender,
  type Statement,
  type Transaction,
  type Work,
} from '../sql-channel.js';
import { expectPresent } from '../../expect-present.js';
import { onlyRow } from '../only-row.js';
import { postgresError } from '../postgres/postgres-error.js';
import { memoizeByText } from './memoize-by-text.js';
import type { Layer } from './layer.js';
import { effectOf } from './statement-effect.js';
import { textNumber } from './statement-key.js';

/** A read that waits to be sent. */
interface WaitingRead extends PromiseWithResolvers<Rows> {
  readonly statement: Statement;
}

/** A statement that sends several reads. */
interface Combination {
  readonly text: string;
  /** The columns of each read. They stay known here when `KnownReads` evicts those of single reads. */
  readonly columns: readonly (readonly Column[])[];
}

/** The most reads in one statement. */
const MAX_READS = 16;
/** Number of combinations that a process sends as one statement, those used last: each session prepares them. */
const MAX_COMBINATIONS = 100;
/** Number of texts, and of combinations sent apart, that a process remembers. */
const MAX_REMEMBERED = 1_000;

/** Object id of the type boolean, whose texts in a result differ from those of a cast. */
const BOOLEAN = 16;

/**
 * Sends the reads that a request asks for at the same moment as one statement, in which each is a subselect that returns
 * its rows as JSON. A combination of reads is merged from its second use on, so that it is worth preparing. Reads with
 * the same text are sent separately: one read for each item of a list stays visible as what it is. Source:
 * docs/adr/0056.
 */
export function mergingReads(): Layer {
  const known = new KnownReads();
  return (next) => {
    const reads = new MergingSender(known, next, 'statements alone');
    return {
      rows: (statement) => reads.rows(statement),
      run: (statement) => reads.run(statement),
      begin: (work) => next.begin((inside) => merging(known, inside, work)),
    };
  };
}

/** Runs the work of a transaction or savepoint. */
async function merging<Result>(known: KnownReads, inside: Transaction, work: Work<Result>): Promise<Result> {
  const reads = new MergingSender(known, inside, 'a transaction');
  try {
    return await work({
      rows: (statement) => reads.rows(statement),
      run: (statement) => reads.run(statement),
      savepoint: (part) => {
        reads.sendWaiting();
        return inside.savepoint((inner) => merging(known, inner, part));
      },
    });
  } finally {
    reads.end();
  }
}

/** What a process knows of the reads that it has sent, at least of those sent last. */
class KnownReads {
  /** By the texts of reads that can be merged; known once a read has been answered. */
  private readonly columns = new LRUCache<string, readonly Column[]>({ max: MAX_REMEMBERED });
  /** Combinations that were sent apart. */
  private readonly used = new LRUCache<string, true>({ max: MAX_REMEMBERED });
  private readonly combinations = new LRUCache<string, Combination>({ max: MAX_COMBINATIONS });

  /** Remembers the columns of a read. */
  learn({ text }: Statement, { columns }: Rows): void {
    if (columns !== undefined && !this.columns.has(text)) this.columns.set(text, columns);
  }

  /** @returns a statement for all of these reads; null to send each by itself. */
  combinationOf(texts: readonly string[]): Combination | null {
    const key = texts.map(textNumber).join(' ');
    const known = this.combinations.get(key);
    if (known !== undefined) return known;
    if (!this.used.has(key)) {
      this.used.set(key, true);
      return null;
    }
    const columns = texts.flatMap((text) => {
      const known = this.columns.get(text);
      return known === undefined ? [] : [known];
    });
    if (columns.length < texts.length) return null;
    const combination = { text: mergedText(texts, columns), columns };
    this.combinations.set(key, combination);
    return combination;
  }
}

/** The reads that go through one sender: those of a request outside of transactions, or those of a transaction. */
class MergingSender implements Sender {
  private waiting: WaitingRead[] = [];
  private isEnded = false;

  constructor(
    private readonly known: KnownReads,
    private readonly next: Sender,
    private readonly within: 'statements alone' | 'a transaction',
  ) {}

  /** Sends what waits, and everything later at once. */
  end(): void {
    this.isEnded = true;
    this.sendWaiting();
  }

  run(statement: Statement): Promise<Records> {
    this.sendWaiting();
    return this.next.run(statement);
  }

  rows(statement: Statement): Promise<Rows> {
    if (this.isEnded || !canBeMerged(statement.text)) {
      this.sendWaiting();
      return this.send(statement);
    }
    if (this.waiting.length === 0) {
      setImmediate(() => {
        this.sendWaiting();
      });
    }
    const read = { statement, ...Promise.withResolvers<Rows>() };
    this.waiting.push(read);
    return read.promise;
  }

  private async send(statement: Statement): Promise<Rows> {
    const rows = await this.next.rows(statement);
    this.known.learn(statement, rows);
    return rows;
  }

  sendWaiting(): void {
    if (this.waiting.length === 0) return;
    const { together, apart } = sorted(this.waiting);
    this.waiting = [];
    const combination = together.length < 2 ? null : this.known.combinationOf(together.map(textOf));
    if (combination === null) this.sendApart([...together, ...apart]);
    else {
      void this.sendTogether(combination, together);
      this.sendApart(apart);
    }
  }

  private sendApart(reads: readonly WaitingRead[]): void {
    for (const { statement, resolve, reject } of reads) this.send(statement).then(resolve, reject);
  }

  private async sendTogether({ text, columns }: Combination, reads: readonly WaitingRead[]): Promise<void> {
    const parameters = reads.flatMap(({ statement }) => statement.parameters);
    try {
      const row = onlyRow(await this.next.rows({ text, parameters }));
      const answers = reads.map((_read, index) =>
        rowsIn(row[index], expectPresent(columns[index], 'the columns of a read')),
      );
      reads.forEach(({ resolve }, index) => {
        resolve(answers[index] as Rows);
      });
    } catch (error) {
      // A value of one read must not fail the others, unless they are in a transaction, which has failed as a whole.
      if (this.within === 'statements alone' && isOfValue(error)) this.sendApart(reads);
      else for (const { reject } of reads) reject(error);
    }
  }
}

const textOf = ({ statement }: WaitingRead): string => statement.text;

/** Chooses the reads to be merged, in an order that does not depend on which was asked for first. */
function sorted(reads: readonly WaitingRead[]): { together: WaitingRead[]; apart: WaitingRead[] } {
  const byText = Map.groupBy(reads, textOf);
  const single = [...byText.values()].filter((alike) => alike.length === 1).flat();
  single.sort((one, other) => (textOf(one) < textOf(other) ? -1 : 1));
  return {
    together: single.slice(0, MAX_READS),
    apart: [...[...byText.values()].filter((alike) => alike.length > 1).flat(), ...single.slice(MAX_READS)],
  };
}

const QUOTED = /'(?:[^']|'')*'/g;

/** True for reads without anything in quotes that looks like a placeholder. */
const canBeMerged = memoizeByText(
  (text) => effectOf(text).kind === 'read' && !text.match(QUOTED)?.some((quoted) => /\$\d/.test(quoted)),
);

/** A statement that returns the rows of each text as a JSON list of lists of texts. */
function mergedText(texts: readonly string[], columns: Combination['columns']): string {
  let parameters = 0;
  const parts = texts.map((text, place) => {
    const before = parameters;
    const renumbered = text.replaceAll(/\$(\d+)/g, (_placeholder, number: string) => {
      parameters = Math.max(parameters, before + Number(number));
      return `$${before + Number(number)}`;
    });
    const names = (columns[place] ?? []).map((_column, index) => `c${index}`);
    const cells = names.map((name) => `${name}::text`).join(', ');
    return `(select json_agg(array[${cells}]) from (${renumbered}) as part (${names.join(', ')}))`;
  });
  return `select ${parts.join(', ')}`;
}

/**
 * The rows of one read, of which Postgres makes one value; null if it has none.
 * @throws Error when they have other columns than the read.
 */
function rowsIn(value: unknown, columns: readonly Column[]): Rows {
  if (value === null) return [];
  return (value as readonly (readonly (string | null)[])[]).map((row) => {
    if (row.length !== columns.length)
      throw new Error(`A row has ${row.length} values, and its read ${columns.length} columns.`);
    return row.map((text, index) => (text === null ? null : valueOf(text, columns[index])));
  });
}

/** Converts the text of a value as the driver does. */
function valueOf(text: string, column: Column | undefined): unknown {
  if (column?.type === BOOLEAN) return text === 'true';
  if (column?.parser === undefined) return text;
  return column.parser(column.parser.array === true ? text.slice(1) : text);
}

/** True for an error that a value in a read may have caused: Postgres's data exceptions. */
function isOfValue(error: unknown): boolean {
  return postgresError(error)?.code.startsWith('22') === true;
}
