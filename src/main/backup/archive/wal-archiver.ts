import { readdir, readFile, rename, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Driver } from '../../../platform/db/postgres/driver.js';
import { endsWithin } from '../../../platform/process/ends-within.js';
import type { Logger } from '../../../platform/log.js';
import type { BackupTarget } from '../targets/backup-target.js';
import { type Backup, listBackups, MANIFEST_FILE } from '../manifest.js';
import { planRecovery } from './plan-recovery.js';
import { readArchive } from './read-archive.js';
import { readSegmentName, type Segment, SEGMENT_BYTES, sha256, WalArchive } from './wal-archive.js';

/** While the target is away, Postgres keeps at most so many segments, 4 GiB, and no more than half of the free space. */
const MOST_WAITING = 256;

/** How often the archive is looked through: for its newest backup, and for what no restore needs. */
const MAINTAIN_MS = 3_600_000;
/** After a backup or a look that failed. */
const RETRY_MS = 60_000;

const NEW_BACKUP_AFTER_MS = 24 * 3_600_000;
const KEPT_BACKUPS = 7;

/** A stop waits at most this long for the last copy. */
const LAST_COPY_MS = 5_000;

export interface WalArchiverOptions {
  readonly target: BackupTarget;
  /** The folder that Postgres calls its data directory. */
  readonly cluster: string;
  /** A driver of a superuser. */
  readonly sql: Driver;
  readonly systemIdentifier: string;
  readonly pauseMs: number;
  readonly log: Logger;
  readonly now: () => Date;
  /** Milliseconds of a clock that nobody sets. */
  readonly steadyMs: () => number;
  /** Makes a backup in the target. @throws Error when it fails. */
  readonly takeBackup: () => Promise<void>;
}

/** What another server has archived under the names of this one's WAL. */
class ForeignWal extends Error {}

/**
 * Copies the WAL of the Postgres of this process to a target. Postgres names each finished file in `pg_wal/archive_status` by
 * `NAME.ready`, and keeps the file until that is renamed to `NAME.done`, as its own archiver does. Source: ADR 0120.
 */
export class WalArchiver {
  /** Everything that was acknowledged before this instant is archived; null before the first copy of this process. */
  archivedTo: Date | null = null;
  /** How often WAL was lost since the process started. */
  gaps = 0;
  private problem: string | null = null;
  /** Set for good: going on would mix the WAL of two servers. */
  private foreignWal: ForeignWal | null = null;
  private needsBackup = false;
  /** Which transactions had ended, and which had not, at the last switch. */
  private lastSnapshot: string | null = null;
  private maintainAtMs = -Infinity;
  private maintaining: Promise<void> | null = null;
  private readonly archive: WalArchive;
  private readonly end = new AbortController();
  private running: Promise<void> = Promise.resolve();

  constructor(private readonly options: WalArchiverOptions) {
    this.archive = new WalArchive(options.target, options.systemIdentifier);
  }

  start(): void {
    this.running = this.run();
  }

  /** Copies what was written until now, if the target answers in time, and ends. */
  async stop(): Promise<void> {
    this.end.abort();
    const last = this.running.then(() => this.round());
    await endsWithin(last, LAST_COPY_MS).catch(() => false);
  }

  /** Seconds since the instant up to which everything is archived; none before the first copy. */
  ageSeconds(): number {
    return this.archivedTo === null
      ? NaN
      : (this.options.now().getTime() - this.archivedTo.getTime()) / 1_000;
  }

  /** @returns what keeps the archive from being complete; null if it is. It names no place. */
  state(): string | null {
    if (this.foreignWal !== null) return 'another server archives to the same place';
    if (this.problem !== null) return 'copies fail';
    return this.needsBackup ? 'waits for a new backup' : null;
  }

  private async run(): Promise<void> {
    const { signal } = this.end;
    while (!signal.aborted) {
      await this.round();
      if (this.problem === null) this.maintain();
      await sleep(this.options.pauseMs, undefined, { signal }).catch(() => undefined);
    }
  }

  private async round(): Promise<void> {
    try {
      await this.copyEverything();
      if (this.problem !== null) this.options.log.info('the WAL archive goes on');
      this.problem = null;
    } catch (err) {
      if (err instanceof ForeignWal) this.foreignWal = err;
      const message = String(err);
      if (message !== this.problem) this.options.log.error({ err }, 'WAL was not archived');
      this.problem = message;
      await this.boundWaiting().catch((error: unknown) => {
        this.options.log.error({ err: error }, 'waiting WAL could not be counted');
      });
    }
  }

  private async copyEverything(): Promise<void> {
    const { sql, now } = this.options;
    if (this.foreignWal !== null) throw this.foreignWal;
    // Before a switch: while the target is away, each would only waste a segment.
    await this.copyReady();
    const at = now();
    // The whole snapshot, since a transaction may end after one that began later.
    const [row] = await sql<{ snapshot: string }[]>`select pg_current_snapshot()::text as snapshot`;
    if (row !== undefined && row.snapshot !== this.lastSnapshot) {
      await sql`select pg_switch_wal()`;
      await this.copyReady();
      this.lastSnapshot = row.snapshot;
    }
    this.archivedTo = at;
  }

  private async copyReady(): Promise<void> {
    await this.copyHistories();
    for (const name of await this.waiting()) {
      const segment = readSegmentName(name);
      if (segment !== null) await this.copySegment(name, segment);
      await this.markDone(name);
    }
  }

  /** A restore makes the history of its timeline before this archiver runs: Postgres does not name it. */
  private async copyHistories(): Promise<void> {
    const names = (await readdir(this.walFolder)).filter((name) => /^[\dA-F]{8}\.history$/.test(name));
    if (names.length === 0) return;
    const archived = await this.archive.histories();
    for (const name of names) {
      const timeline = Number.parseInt(name.slice(0, 8), 16);
      const { content, writtenAt } = await this.readWal(name);
      const copies = archived.filter((copy) => copy.timeline === timeline);
      this.requireOwn(copies, content, name);
      if (copies.length === 0) await this.archive.putHistory(timeline, content, writtenAt);
    }
  }

  private async copySegment(name: string, segment: Segment): Promise<void> {
    const { content, writtenAt } = await this.readWal(name);
    const copies = await this.archive.copiesOf(segment);
    this.requireOwn(copies, content, name);
    if (copies.length === 0) await this.archive.putSegment(segment, content, writtenAt);
  }

  /** @throws ForeignWal when a file of this name was archived with another content. */
  private requireOwn(copies: readonly { sha256: string }[], content: Uint8Array, name: string): void {
    if (copies.length === 0) return;
    const own = sha256(content);
    if (copies.every((copy) => copy.sha256 === own)) return;
    throw new ForeignWal(
      `${this.options.target.name} has another ${name}: another server, restored from the same backup, archives there. Give each server its own BACKUP_URL.`,
    );
  }

  /** Names of finished files, in the order in which they were written. */
  private async waiting(): Promise<string[]> {
    const names = await readdir(path.join(this.walFolder, 'archive_status'));
    return names
      .filter((name) => name.endsWith('.ready'))
      .map((name) => name.slice(0, -'.ready'.length))
      .toSorted();
  }

  private async markDone(name: string): Promise<void> {
    const status = path.join(this.walFolder, 'archive_status', name);
    await rename(`${status}.ready`, `${status}.done`);
  }

  private async readWal(name: string): Promise<{ content: Buffer; writtenAt: Date }> {
    const file = path.join(this.walFolder, name);
    const { mtime } = await stat(file);
    return { content: await readFile(file), writtenAt: mtime };
  }

  /** Lets Postgres remove waiting segments when they become too many for the disk. */
  private async boundWaiting(): Promise<void> {
    const names = (await this.waiting()).filter((name) => readSegmentName(name) !== null);
    const { bavail, bsize } = await statfs(this.walFolder);
    if (names.length <= Math.min(MOST_WAITING, (bavail * bsize) / 2 / SEGMENT_BYTES)) return;
    for (const name of names) await this.markDone(name);
    this.options.log.error(
      { segments: names.length },
      'the WAL archive has a gap: the target was away too long',
    );
    this.gaps += 1;
    this.needsBackup = true;
    this.maintainAtMs = -Infinity;
  }

  /** Backups take long, and WAL is copied meanwhile. */
  private maintain(): void {
    const { log, steadyMs } = this.options;
    if (this.maintaining !== null || steadyMs() < this.maintainAtMs) return;
    this.maintainAtMs = steadyMs() + MAINTAIN_MS;
    this.maintaining = this.maintainArchive()
      .catch((err: unknown) => {
        this.maintainAtMs = steadyMs() + RETRY_MS;
        if (!this.end.signal.aborted) log.error({ err }, 'the backup for the WAL archive failed');
      })
      .finally(() => {
        this.maintaining = null;
      });
  }

  private async maintainArchive(): Promise<void> {
    const { now, takeBackup } = this.options;
    const backups = await this.backups();
    const newest = backups.at(-1);
    const isUnbroken = newest !== undefined && (await this.isUnbroken(newest));
    if (newest !== undefined && !isUnbroken && !this.needsBackup) {
      this.gaps += 1;
      this.options.log.error({ backup: newest.name }, 'the WAL archive has a gap since its newest backup');
    }
    const ageMs = newest === undefined ? 0 : now().getTime() - new Date(newest.manifest.startedAt).getTime();
    this.needsBackup ||= !isUnbroken;
    if (this.needsBackup || ageMs >= NEW_BACKUP_AFTER_MS) await takeBackup();
    this.needsBackup = false;
    await this.removeOld();
  }

  /** True if all archived WAL can be replayed on this backup. */
  private async isUnbroken(backup: Backup): Promise<boolean> {
    const wal = await readArchive(this.archive, [backup]);
    const plan = planRecovery([backup], wal, null);
    return plan !== null && wal.segments.at(-1)?.number === (plan.segments.at(-1)?.number ?? -1);
  }

  private async removeOld(): Promise<void> {
    const { target } = this.options;
    const backups = await this.backups();
    for (const { name } of backups.slice(0, -KEPT_BACKUPS)) await target.removeFolder(name, MANIFEST_FILE);
    const needed = backups
      .slice(-KEPT_BACKUPS)
      .map(({ manifest }) => readSegmentName(manifest.startWal)?.number ?? 0);
    if (needed.length > 0) await this.archive.removeBefore(Math.min(...needed));
  }

  private async backups(): Promise<Backup[]> {
    const { target, systemIdentifier } = this.options;
    const all = await listBackups(target);
    return all.filter(({ manifest }) => manifest.systemIdentifier === systemIdentifier);
  }

  private get walFolder(): string {
    return path.join(this.options.cluster, 'pg_wal');
  }
}
