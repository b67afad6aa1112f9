import { spawn } from 'node:child_process';
import { once } from 'node:events';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { type Clock, systemClock } from '../../platform/clock.js';
import type { Db } from '../../platform/db/database.js';
import { onlyRow } from '../../platform/db/only-row.js';
import { queryRows } from '../../platform/db/statements/query-rows.js';
import type { Logger } from '../../platform/log.js';
import type { Config } from '../settings/config.js';
import { FolderTarget } from './targets/backup-target.js';
import { type Backup, listBackups } from './manifest.js';
import { backupAgeSeconds, readBackupNote } from './newest-backup.js';
import { NoRoomError, requireRoom } from './taking/nightly-room.js';
import { type NightlyOutcome, NightlySchedule } from './taking/nightly-schedule.js';

/** An older newest backup is worth a warning. */
const OLD_SECONDS = 2 * 86_400;

const CHECKED_EVERY_MS = 60_000;

/** Lowest priority for the processor; systems that rank disk accesses derive their priority from it. */
const LOWEST_PRIORITY = 19;

/** How the process of a nightly backup says that it has no room. */
export const NO_ROOM_CODE = 3;

/** What `/ready` shows of the backups. Nobody has to sign in to read it, so it names no folder. */
export interface BackupState {
  readonly newest_at: string | null;
  readonly problem: Exclude<NightlyOutcome, 'done'> | 'old' | null;
}

/** The folder of nightly backups. */
export function nightlyTarget(dataDir: string): FolderTarget {
  return new FolderTarget(path.join(path.resolve(dataDir), 'backups'));
}

/** Nightly backups of a server, in the order in which they were made. */
export async function backupsOf(target: FolderTarget, systemIdentifier: string): Promise<Backup[]> {
  const all = await listBackups(target);
  return all.filter(({ manifest }) => manifest.systemIdentifier === systemIdentifier);
}

/** When nightly backups are made, and by what. */
export interface NightlyRuns {
  readonly clock: Clock;
  /** Milliseconds of a clock that nobody sets. */
  readonly steadyMs: () => number;
  /** Calls the function from time to time. @returns a function that ends it. */
  readonly repeat: (check: () => Promise<void>) => () => void;
  /** The program `backup`. */
  readonly program: URL;
  /** That of its process. */
  readonly priority: number;
}

const EVERY_MINUTE: NightlyRuns = {
  clock: systemClock,
  steadyMs: () => performance.now(),
  repeat: (check) => {
    const timer = setInterval(() => void check(), CHECKED_EVERY_MS);
    return () => {
      clearInterval(timer);
    };
  },
  program: new URL('../backup.js', import.meta.url),
  priority: LOWEST_PRIORITY,
};

/** The backups of the server of this process, which has started the embedded Postgres of `dataDir`. */
export class OwnBackups {
  /** What came of the last attempt, or of the look at the folder at the start. */
  private outcome: NightlyOutcome = 'done';

  constructor(
    private readonly config: Pick<Config, 'dataDir' | 'backupHour'>,
    private readonly log: Logger,
    private readonly runs = EVERY_MINUTE,
  ) {}

  ageSeconds(): number {
    return backupAgeSeconds(this.config.dataDir, this.runs.clock.now());
  }

  state(): BackupState {
    return { newest_at: readBackupNote(this.config.dataDir)?.at ?? null, problem: this.problem() };
  }

  /** @returns what the operator should know at a start. */
  async warnings(db: Db): Promise<string[]> {
    const warnings = this.config.backupHour === null ? [] : await this.nightlyWarnings(db);
    if (this.isOld()) {
      const at = readBackupNote(this.config.dataDir)?.at;
      warnings.push(
        `Warning: ${at === undefined ? 'this server has no backup' : `the newest backup of this server is of ${at}`} (docs/operating.md, "Backup and restore").`,
      );
    }
    return warnings;
  }

  /** Begins to make nightly backups. @returns a function that ends it. */
  async start(db: Db): Promise<() => Promise<void>> {
    const { backupHour: hour, dataDir } = this.config;
    if (hour === null) return () => Promise.resolve();
    const { systemIdentifier } = await clusterFacts(db);
    const end = new AbortController();
    const schedule = new NightlySchedule({
      hour,
      now: () => this.runs.clock.now(),
      steadyMs: this.runs.steadyMs,
      newestAt: async () => {
        const newest = (await backupsOf(nightlyTarget(dataDir), systemIdentifier)).at(-1);
        return newest === undefined ? null : new Date(newest.manifest.startedAt);
      },
      take: () => this.take(end.signal),
    });
    let running = Promise.resolve();
    const endRepetition = this.runs.repeat(() => {
      const check = schedule.check().catch((err: unknown) => {
        if (end.signal.aborted) return;
        this.outcome = 'failed';
        this.log.warn({ err }, 'the nightly backup failed');
      });
      // A check that finds a backup under way ends before that backup.
      running = Promise.all([running, check]).then(() => undefined);
      return check;
    });
    return async () => {
      endRepetition();
      end.abort();
      await running;
    };
  }

  /** Another process, which has less priority than this one and Postgres, and whose end takes nothing with it. */
  private async take(signal: AbortSignal): Promise<NightlyOutcome> {
    const program = fileURLToPath(this.runs.program);
    const child = spawn(process.execPath, [program, 'backup', 'nightly'], {
      env: { ...process.env, DATA_DIR: path.resolve(this.config.dataDir) },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const kill = () => child.kill();
    signal.addEventListener('abort', kill);
    try {
      if (child.pid !== undefined) os.setPriority(child.pid, this.runs.priority);
      let said = '';
      child.stderr.on('data', (chunk: Buffer) => {
        said = `${said}${chunk.toString()}`.slice(-2_000);
      });
      await once(child, 'close');
      if (signal.aborted) return 'failed';
      const outcome = outcomeOf(child.exitCode);
      if (outcome === 'done') this.log.info('a nightly backup was made');
      else this.log.warn({ said }, 'the nightly backup failed');
      this.outcome = outcome;
      return outcome;
    } finally {
      signal.removeEventListener('abort', kill);
    }
  }

  private problem(): BackupState['problem'] {
    if (this.outcome !== 'done') return this.outcome;
    return this.isOld() ? 'old' : null;
  }

  private isOld(): boolean {
    return this.ageSeconds() > OLD_SECONDS;
  }

  /** Looks whether the next nightly backup can be made, as far as that is known beforehand. */
  private async nightlyWarnings(db: Db): Promise<string[]> {
    const target = nightlyTarget(this.config.dataDir);
    const { systemIdentifier, databaseBytes } = await clusterFacts(db);
    try {
      await target.prepare('');
      const backups = await backupsOf(target, systemIdentifier);
      requireRoom({ freeBytes: await target.freeBytes(), backups }, databaseBytes);
      return [];
    } catch (error) {
      const isFull = error instanceof NoRoomError;
      this.outcome = isFull ? 'no_room' : 'failed';
      return [`Warning: ${isFull ? error.message : `nightly backups cannot be made: ${String(error)}`}`];
    }
  }
}

/** Postgres' own id of the cluster, and the size of its databases. */
export async function clusterFacts(db: Db): Promise<{ systemIdentifier: string; databaseBytes: number }> {
  const rows = await queryRows<{ systemIdentifier: string; databaseBytes: number }>(
    db,
    sql`select system_identifier::text as "systemIdentifier",
      (select sum(pg_database_size(oid))::float8 from pg_database) as "databaseBytes" from pg_control_system()`,
  );
  return onlyRow(rows);
}

function outcomeOf(code: number | null): NightlyOutcome {
  if (code === 0) return 'done';
  return code === NO_ROOM_CODE ? 'no_room' : 'failed';
}
