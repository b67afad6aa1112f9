import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Folder of the migrations of this program. */
export const MIGRATIONS_FOLDER = path.resolve(import.meta.dirname, '../../../../schema/migrations');

/** One file of `schema/migrations`. */
export interface Migration {
  /** The name of the file without its extension: `0026_customer_names`. */
  readonly tag: string;
  /** When it was generated, in milliseconds since 1970; identifies the migration in the database. */
  readonly generatedAtMs: number;
  readonly hash: string;
  readonly statements: readonly string[];
  /** False for statements that Postgres cannot run in a transaction, such as `CREATE INDEX CONCURRENTLY`. */
  readonly isTransactional: boolean;
  /**
   * Oldest migration whose programs can still run after this one; null if it removes nothing that older programs use.
   */
  readonly needsProgramsSince: string | null;
}

interface Journal {
  readonly entries: readonly { readonly tag: string; readonly when: number }[];
}

/**
 * Reads the migrations, in the order in which they are applied. A file can declare in its first lines
 * `-- not in a transaction` and `-- needs programs since TAG`.
 */
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
