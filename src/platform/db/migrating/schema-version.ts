import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { Db } from '../database.js';
import type { Pool } from '../pool.js';
import { isJoined } from './joined-migrations.js';
import { type Migration, readMigrations } from './migrations.js';
import { queryRows } from '../statements/query-rows.js';

/** A migration that was applied to a database. Rows of early versions have no tag and no program. */
interface AppliedMigration {
  readonly generatedAtMs: number;
  readonly tag: string | null;
  /** Name and version of the program that applied it. */
  readonly program: string | null;
  readonly needsProgramsSince: string | null;
}

/** The database has migrations that this program does not have. */
export class NewerSchemaError extends Error {
  override readonly name = 'NewerSchemaError';

  constructor(newest: AppliedMigration, own: Migration | undefined, program: string) {
    const theirs = newest.tag ?? `of ${new Date(newest.generatedAtMs).toISOString()}`;
    const createdBy = newest.program === null ? '' : `, which ${newest.program} has made`;
    super(
      `The database is of a newer version than this program: its schema is ${theirs}${createdBy}; ${program} knows schemas up to ${own?.tag ?? 'none'}. Start the newer program, or restore a backup from before the upgrade.`,
    );
  }
}

/** The schema of a database compared with that of this program. */
export type SchemaAge = 'missing' | 'older' | 'current' | 'newer';

/** Compares the schema of a database with that of this program. */
export async function schemaAge({ db }: Pool): Promise<SchemaAge> {
  const applied = await appliedMigrations(db);
  const own = readMigrations();
  if (applied.length === 0) return 'missing';
  if (unknownMigrations(applied, own).length > 0) return 'newer';
  const known = new Set(applied.map(({ generatedAtMs }) => generatedAtMs));
  return own.every(({ generatedAtMs }) => known.has(generatedAtMs)) ? 'current' : 'older';
}

/** @throws NewerSchemaError when the database has migrations that are not in `own`. */
export function refuseNewer(
  applied: readonly AppliedMigration[],
  own: readonly Migration[],
  program: string,
): void {
  const newest = unknownMigrations(applied, own).at(-1);
  if (newest !== undefined) throw new NewerSchemaError(newest, own.at(-1), program);
}

/** The migrations that were applied to a database, oldest first; none without the migrations table. */
export async function appliedMigrations(db: Db): Promise<AppliedMigration[]> {
  const [table] = await queryRows<{ exists: boolean }>(
    db,
    sql`select to_regclass('drizzle.__drizzle_migrations') is not null as exists`,
  );
  if (table?.exists !== true) return [];
  // Read as JSON, since tables created by early versions lack columns.
  return queryRows(
    db,
    sql`
    select created_at::float8 as "generatedAtMs", row ->> 'tag' as tag, row ->> 'program' as program,
      row ->> 'needs_programs_since' as "needsProgramsSince"
    from drizzle.__drizzle_migrations, to_jsonb(__drizzle_migrations) as row
    order by created_at, id`,
  );
}

/** Those of newer programs: neither own ones, nor ones that the baseline replaced. */
function unknownMigrations(
  applied: readonly AppliedMigration[],
  own: readonly Migration[],
): AppliedMigration[] {
  const known = new Set(own.map(({ generatedAtMs }) => generatedAtMs));
  return applied.filter((each) => !known.has(each.generatedAtMs) && !isJoined(each));
}

/** Interval at which a running program checks whether another one has migrated its database. */
const WATCH_MS = 2_000;

interface Watch {
  readonly program: string;
  /** Called once, after a migration that removes something this program may use. */
  readonly onIncompatible: (error: NewerSchemaError) => void;
  readonly intervalMs?: number;
}

/**
 * Watches for migrations by newer programs while this one runs. It may continue after migrations that only add things.
 * It must stop after one that requires newer programs, or of which that is unknown (ADR 0029).
 * @returns a function that ends the watch.
 */
export function watchSchema(
  db: Db,
  { program, onIncompatible, intervalMs = WATCH_MS }: Watch,
): () => Promise<void> {
  const own = readMigrations();
  const end = new AbortController();
  const watching = (async () => {
    while (!end.signal.aborted) {
      // A failure is ignored here: the readiness check reports an unreachable database.
      const applied = await appliedMigrations(db).catch(() => []);
      const incompatible = unknownMigrations(applied, own).find((each) => !runsOn(own.at(-1), each));
      if (incompatible !== undefined) {
        onIncompatible(new NewerSchemaError(incompatible, own.at(-1), program));
        return;
      }
      await sleep(intervalMs, undefined, { signal: end.signal }).catch(() => undefined);
    }
  })();
  return async () => {
    end.abort();
    await watching;
  };
}

/** True if a program whose newest migration is `own` can run after an unknown migration. */
function runsOn(own: Migration | undefined, { tag, needsProgramsSince }: AppliedMigration): boolean {
  if (tag === null || own === undefined) return false;
  return needsProgramsSince === null || numberOf(needsProgramsSince) <= numberOf(own.tag);
}

/** The number at the start of a tag: 26 for `0026_customer_names`. */
function numberOf(tag: string): number {
  return Number.parseInt(tag, 10);
}
