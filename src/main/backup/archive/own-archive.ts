import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { findClusterFiles } from '../../../embedded-postgres/running-postgres.js';
import { systemClock } from '../../../platform/clock.js';
import { connect, type Connection } from '../../../platform/db/pool.js';
import { onlyRow } from '../../../platform/db/only-row.js';
import type { Logger } from '../../../platform/log.js';
import type { Config } from '../../settings/config.js';
import { StartError } from '../../settings/start-error.js';
import { openTarget } from '../targets/open-target.js';
import { WalArchiver } from './wal-archiver.js';

/** The archiver of the embedded Postgres that this process has started. */
export interface OwnArchive {
  readonly archiver: WalArchiver;
  stop(): Promise<void>;
}

/** Begins to archive the WAL. @returns null where BACKUP_URL is not set, or the Postgres is not ours. */
export async function startArchive(
  { databaseUrl, backupUrl, dataDir, limits }: Config,
  connection: Connection,
  log: Logger,
): Promise<OwnArchive | null> {
  if (databaseUrl !== null || backupUrl === null) return null;
  const files = findClusterFiles(path.resolve(dataDir));
  if (files === null) throw new StartError(`${dataDir} has no embedded Postgres.`);
  const pool = connect(connection, { max: 1 });
  const rows = await pool.sql<
    { id: string }[]
  >`select system_identifier::text as id from pg_control_system()`;
  const end = new AbortController();
  const archiver = new WalArchiver({
    target: openTarget(backupUrl),
    cluster: files.folder,
    sql: pool.sql,
    systemIdentifier: onlyRow(rows).id,
    pauseMs: limits.walArchiveMs,
    log,
    now: () => systemClock.now(),
    steadyMs: () => performance.now(),
    takeBackup: () => backUp(dataDir, end.signal),
  });
  archiver.start();
  return {
    archiver,
    stop: async () => {
      end.abort();
      await archiver.stop();
      await pool.close();
    },
  };
}

/** Another process, whose memory and end are its own. It reads BACKUP_URL from the environment, where nobody lists it. */
async function backUp(dataDir: string, signal: AbortSignal): Promise<void> {
  const program = fileURLToPath(new URL('../../backup.js', import.meta.url));
  const child = spawn(process.execPath, [program, 'backup'], {
    env: { ...process.env, DATA_DIR: path.resolve(dataDir) },
    stdio: ['ignore', 'ignore', 'pipe'],
    signal,
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said = `${said}${chunk.toString()}`.slice(-2_000);
  });
  await once(child, 'close');
  if (child.exitCode !== 0) throw new Error(`The backup failed: ${said}`);
}
