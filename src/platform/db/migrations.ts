import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Where the migrations of this program lie. */
export const MIGRATIONS_FOLDER = path.resolve(import.meta.dirname, '../../../schema/migrations');

/** One file of `schema/migrations`. */
export interface Migration {
  /** The file's name without its ending: `0026_customer_names`. */
  readonly tag: string;
  /** When it was generated, in milliseconds since 1970: what a database remembers it by. */
  readonly generatedAtMs: number;
  readonly hash: string;
  readonly statements: readonly string[];
  /** False for statements that Postgres runs in no transaction, such as `CREATE INDEX CONCURRENTLY`. */
  readonly isTransactional: boolean;
  /** The oldest migration whose programs can run on the schema that this one leaves; null: it takes nothing away. */
  readonly needsProgramsSince: string | null;
}

interface Journal {
  readonly entries: readonly { readonly tag: string; readonly when: number }[];
}

/** In the order in which they are applied. The first lines of a file may hold the two comments that are read here. */
export function readMigrations(folder = MIGRATIONS_FOLDER): Migration[] {
  const journal = JSON.parse(readFileSync(path.join(folder, 'meta/_journal.json'), 'utf8')) as Journal;
  return journal.entries.map(({ tag, when }) => {
    const text = readFileSync(path.join(folder, `${tag}.sql`), 'utf8');
    return {
      tag,
      generatedAtMs: when,
      hash: createHash('sha256').update(text).digest('hex'),
      statements: text.split('--> statement-breakpoint'),
      isTransactional: !/^-- not in a transaction$/m.test(text),
      needsProgramsSince: /^-- needs programs since (\S+)$/m.exec(text)?.[1] ?? null,
    };
  });
}
