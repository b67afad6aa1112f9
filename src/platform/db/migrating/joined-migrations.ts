/**
 * The migrations of the time before version 0.9.0, which its baseline replaced (docs/adr/0172). A database that has all of them
 * has the schema of the baseline; one that has only some needs a program that knows them.
 */
export const JOINED = {
  number: 117,
  last: '0116_document_filters',
  lastGeneratedAtMs: 1_795_939_871_041,
  /** A commit of which the program applies all of them. */
  commit: 'e1b68941e8b4959dffb7179c39169d3256af9d55',
} as const;

/** The program that made backups with these migrations. */
const PROGRAM = 'Tollgate 0.1.0';

/** A database, or the backup of one, has some of the migrations that the baseline replaced, but not all. */
export class OlderSchemaError extends Error {
  override readonly name = 'OlderSchemaError';

  /** @param advice what to do with the program of the commit. */
  constructor(what: string, schema: string, advice: string) {
    super(
      `${what} is of a commit before version 0.9.0: its schema is ${schema}, and this program continues from ${JOINED.last} only. ${advice} the program of commit ${JOINED.commit}, then start this one.`,
    );
  }
}

/** A migration that was applied to a database. */
interface Applied {
  readonly generatedAtMs: number;
  readonly tag: string | null;
}

export function isJoined({ generatedAtMs }: Applied): boolean {
  return generatedAtMs <= JOINED.lastGeneratedAtMs;
}

/**
 * @returns true if the database has the schema of the baseline from the migrations that it replaced; false if it has none of them.
 * @throws OlderSchemaError when it has some.
 */
export function hasJoinedSchema(applied: readonly Applied[]): boolean {
  const joined = applied.filter(isJoined);
  const newest = joined.at(-1);
  if (newest === undefined) return false;
  if (joined.length < JOINED.number || newest.generatedAtMs !== JOINED.lastGeneratedAtMs) {
    const schema = newest.tag ?? `of ${new Date(newest.generatedAtMs).toISOString()}`;
    throw new OlderSchemaError('The database', schema, 'Start once');
  }
  return true;
}

/**
 * @returns true for a backup with all the migrations that the baseline replaced; false for one of a version that has the baseline.
 * @throws OlderSchemaError for one with some of them.
 */
export function isBackupOfJoined(name: string, { program, schema }: BackupFacts): boolean {
  if (program !== PROGRAM || Number.parseInt(schema, 10) > Number.parseInt(JOINED.last, 10)) return false;
  if (schema !== JOINED.last)
    throw new OlderSchemaError(`Backup ${name}`, schema, 'Restore and start it with');
  return true;
}

interface BackupFacts {
  /** Name and version of the program that made it. */
  readonly program: string;
  /** The newest migration. */
  readonly schema: string;
}
