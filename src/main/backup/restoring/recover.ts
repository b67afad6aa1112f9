import { open, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { makeFolder } from '../../../platform/files/make-folder.js';
import { claimDataDir } from '../../settings/data-dir.js';
import { startOwnPostgres } from '../../database/own-postgres.js';
import { StartError } from '../../settings/start-error.js';
import type { BackupTarget } from '../targets/backup-target.js';
import { listBackups, readBackup } from '../manifest.js';
import { planRecovery, type RecoveryPlan } from '../archive/plan-recovery.js';
import { readArchive } from '../archive/read-archive.js';
import {
  type ArchivedHistory,
  historyName,
  segmentName,
  SEGMENT_BYTES,
  WalArchive,
} from '../archive/wal-archive.js';

/** The longest replay of archived WAL. */
const REPLAY_MS = 24 * 3_600_000;

/** Said by Postgres when no transaction after the instant is in the WAL. Source: Postgres, xlogrecovery.c */
const NOTHING_LATER = /recovery ended before configured recovery target was reached/;

/** A restore from a target. */
export interface Restore extends RecoveryPlan {
  readonly archive: WalArchive;
  /** All timelines of the archive: a restore begins another one. */
  readonly histories: readonly ArchivedHistory[];
  /** The instant as of which the data is restored. */
  readonly restoredTo: Date;
  /** True if the target has no WAL besides that of the backup. */
  readonly isBackupOnly: boolean;
}

/**
 * Chooses a backup and the WAL after it.
 * @param name of the backup; null for the newest that fits.
 * @param to the instant to restore; null for the newest.
 * @throws StartError when there is no such backup, or the WAL does not reach to the instant.
 */
export async function planRestore(
  target: BackupTarget,
  name: string | null,
  to: Date | null,
): Promise<Restore> {
  const named = name === null ? null : await readBackup(target, name);
  const all = name === null ? await listBackups(target) : named === null ? [] : [named];
  const newest = all.at(-1);
  if (newest === undefined)
    throw new StartError(`${target.name} has no whole backup${name === null ? '' : ` ${name}`}.`);
  const { systemIdentifier } = newest.manifest;
  const backups = all.filter(({ manifest }) => manifest.systemIdentifier === systemIdentifier);
  const archive = new WalArchive(target, systemIdentifier);
  const wal = await readArchive(archive, backups);
  const plan = planRecovery(backups, wal, to);
  const iso = to?.toISOString() ?? '';
  if (plan === null) throw new StartError(`${target.name} has no backup from which ${iso} can be restored.`);
  if (to !== null && plan.reach < to) {
    const gap = plan.hasGap ? ', where the WAL has a gap' : '';
    throw new StartError(
      `${target.name} reaches to ${plan.reach.toISOString()} only${gap}. Restore that instant, or leave --to out for the newest.`,
    );
  }
  const histories = wal.timelines.flatMap(({ history }) => (history === null ? [] : [history]));
  const isBackupOnly = wal.segments.length === 0 && histories.length === 0;
  return { ...plan, archive, histories, restoredTo: to ?? plan.reach, isBackupOnly };
}

/** Puts the archived WAL into an unpacked cluster, whose next start has to be `replayWal`. */
export async function fetchWal(
  { archive, segments, histories, isBackupOnly }: Restore,
  cluster: string,
): Promise<void> {
  if (isBackupOnly) return;
  const folder = path.join(cluster, 'pg_wal');
  makeFolder(folder);
  for (const history of histories)
    await writeFile(path.join(folder, historyName(history.timeline)), await archive.read(history), {
      mode: 0o600,
    });
  for (const segment of segments)
    await writeSegment(path.join(folder, segmentName(segment)), await archive.read(segment));
  await writeFile(path.join(cluster, 'recovery.signal'), '', { mode: 0o600, flush: true });
}

/** Most segments of a server with little to do are zeros to their end, which take no space then. */
async function writeSegment(file: string, content: Buffer): Promise<void> {
  let length = content.length;
  while (length > 0 && content[length - 1] === 0) length -= 1;
  const handle = await open(file, 'w', 0o600);
  try {
    await handle.writeFile(content.subarray(0, length));
    await handle.truncate(SEGMENT_BYTES);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Starts Postgres on restored files, lets it replay the WAL up to the instant and begin a new timeline, and stops it.
 * @throws StartError when it does not get there.
 */
export async function replayWal(
  dataDir: string,
  { isBackupOnly, timeline }: Restore,
  to: Date | null,
  say: (line: string) => void,
): Promise<void> {
  if (isBackupOnly) return;
  const settings = {
    // The WAL lies in pg_wal already. Postgres wants a command, and looks there when it fails.
    restore_command: 'false',
    recovery_target_timeline: String(timeline.id),
    recovery_target_action: 'promote',
    // Nobody is let in before the end.
    hot_standby: 'off',
  };
  const replay = async (target: Record<string, string>) => {
    const folder = claimDataDir(dataDir);
    try {
      const postgres = await startOwnPostgres({
        dataDir: folder,
        log: say,
        settings: { ...settings, ...target },
        readyMs: REPLAY_MS,
      });
      await postgres.stop();
    } finally {
      folder.release();
    }
  };
  if (to === null) {
    await replay({});
    return;
  }
  try {
    // Postgres reads settings before it knows the abbreviation Z.
    await replay({ recovery_target_time: to.toISOString().replace('Z', '+00') });
  } catch (error) {
    if (!(error instanceof StartError) || !NOTHING_LATER.test(error.message)) throw error;
    // The WAL reaches beyond the instant, but no transaction does: all of it is before the instant.
    await replay({});
  }
}
