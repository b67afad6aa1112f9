import { connect, type Pool } from '../../../platform/db/pool.js';
import type { Config } from '../../settings/config.js';
import { claimOwnDatabase, type DatabaseEvents } from '../../database/database.js';
import { migrateSchema } from '../../database/migrate-schema.js';
import { StartError } from '../../settings/start-error.js';
import { continueNumbers, WrongNumbers } from './continue-numbers.js';
import {
  readRestoreRecord,
  requireFinished,
  type RestoreRecord,
  writeRestoreRecord,
} from '../../database/restore-record.js';

type Unfinished = NonNullable<RestoreRecord['unfinished']>;

/** Said when the files are restored, but not the numbers. */
const WAY_OUT = 'Run `tollgate restore finish [--numbers-from ENTITY=NUMBER]...`.';

/**
 * Does what is left to do after the files were restored, if a restore of this folder is unfinished: starts Postgres, which replays the
 * WAL, checks that it is the cluster of the backup, brings it to the schema of this program, and lets numbers continue after a gap.
 * @throws StartError when files are missing, it is another cluster, or the chosen numbers are wrong.
 */
export async function finishRestore(
  config: Pick<Config, 'dataDir' | 'backupUrl'>,
  events: DatabaseEvents,
): Promise<void> {
  const { dataDir } = config;
  if ((readRestoreRecord(dataDir)?.unfinished ?? null) === null) return;
  const database = claimOwnDatabase(config, events);
  try {
    // Another process may have gone on meanwhile.
    const record = readRestoreRecord(dataDir);
    if (record === null || record.unfinished === null) return;
    const { step, numbersFrom } = record.unfinished;
    if (step === 'files') requireFinished(dataDir);
    if (numbersFrom === null)
      throw new StartError(`A restore of ${dataDir} was given wrong numbers. ${WAY_OUT}`);
    const connection = await database.start();
    const pool = connect(connection, { max: 1 });
    try {
      await requireCluster(pool, record, record.unfinished);
      // A backup of an older version has no columns for the numbers.
      await migrateSchema(connection, events);
      await pool.db.transaction((tx) =>
        continueNumbers(tx, new Map(Object.entries(numbersFrom)), events.say),
      );
      writeRestoreRecord(dataDir, { ...record, unfinished: null });
    } catch (error) {
      if (!(error instanceof WrongNumbers)) throw error;
      writeRestoreRecord(dataDir, { ...record, unfinished: { ...record.unfinished, numbersFrom: null } });
      throw new StartError(`${error.message} ${WAY_OUT}`, { cause: error });
    } finally {
      await pool.close();
    }
  } finally {
    await database.stop();
  }
}

async function requireCluster(
  { sql }: Pool,
  { backup }: RestoreRecord,
  { systemIdentifier }: Unfinished,
): Promise<void> {
  const [cluster] = await sql<{ id: string }[]>`
    select system_identifier::text as id from pg_control_system()`;
  if (cluster?.id !== systemIdentifier)
    throw new StartError(`Postgres did not start on the files of backup ${backup}.`);
}

/** Notes that the files of a restore are there, so that only `finishRestore` is left to do. */
export function noteFilesRestored(dataDir: string): void {
  changeUnfinished(dataDir, (unfinished) => ({ ...unfinished, step: 'numbers' }));
}

/** Notes other next numbers for a restore that is not finished, if any are given. */
export function noteNumbers(dataDir: string, numbersFrom: Readonly<Record<string, number>>): void {
  changeUnfinished(dataDir, (unfinished) => ({
    ...unfinished,
    numbersFrom: Object.keys(numbersFrom).length > 0 ? numbersFrom : (unfinished.numbersFrom ?? {}),
  }));
}

function changeUnfinished(dataDir: string, change: (unfinished: Unfinished) => Unfinished): void {
  const record = readRestoreRecord(dataDir);
  if (record === null || record.unfinished === null)
    throw new StartError(`No restore of ${dataDir} is to be finished.`);
  writeRestoreRecord(dataDir, { ...record, unfinished: change(record.unfinished) });
}
