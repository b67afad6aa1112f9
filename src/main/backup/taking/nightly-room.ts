import { setTimeout as sleep } from 'node:timers/promises';
import { StartError } from '../../settings/start-error.js';
import type { BackupTarget } from '../targets/backup-target.js';
import { type Backup, bytesOf } from '../manifest.js';

/** How many nightly backups are kept at most. */
const MOST_KEPT = 7;

/** Nightly backups take up a quarter of the space that is free without them. */
const SHARE = 4;

/** A backup is compressed: of a database, an eighth of its size is left at best. */
const BEST_COMPRESSION = 8;

/** A nightly backup has no room, or space runs low while it is written. */
export class NoRoomError extends StartError {}

/** The space of the disk that nightly backups lie on. */
export interface Room {
  readonly freeBytes: number;
  /** Oldest first. */
  readonly backups: readonly Backup[];
}

/** @returns how many bytes all nightly backups may take up together. */
export function allowedBytes({ freeBytes, backups }: Room): number {
  return Math.floor((freeBytes + sumOf(backups)) / SHARE);
}

/**
 * Computes beforehand whether the next backup fits, as far as that is known.
 * @throws NoRoomError if it surely does not.
 */
export function requireRoom(room: Room, databaseBytes: number): void {
  const newest = room.backups.at(-1);
  const expected = newest === undefined ? Math.floor(databaseBytes / BEST_COMPRESSION) : bytesOf(newest);
  const allowed = allowedBytes(room);
  if (expected <= allowed) return;
  throw new NoRoomError(
    `There is no room for nightly backups: one takes up ${inMegabytes(expected)}, and all together may take up a quarter of the free space, ${inMegabytes(allowed)}. Back up to another place (docs/operating.md, "Backup and restore").`,
  );
}

/** @returns the names of backups that make way for newer ones: as many of the newest stay as fit, and always the newest. */
export function superseded(room: Room): string[] {
  const allowed = allowedBytes(room);
  const newestFirst = room.backups.toReversed();
  let bytes = 0;
  const stay = newestFirst.findIndex((backup, index) => {
    bytes += bytesOf(backup);
    return index === MOST_KEPT || (index > 0 && bytes > allowed);
  });
  return stay === -1 ? [] : newestFirst.slice(stay).map(({ name }) => name);
}

/**
 * A target that takes no more than a backup may take up, and nothing once half of the free space is gone, whoever took it. It
 * pauses after each part as long as that part took, so that others have at least half of the disk's and processor's time.
 */
export class BoundedTarget implements BackupTarget {
  private bytes = 0;
  private lastPutMs = performance.now();

  constructor(
    private readonly target: BackupTarget,
    private readonly room: Room,
    private readonly longestPauseMs = LONGEST_PAUSE_MS,
  ) {}

  get name(): string {
    return this.target.name;
  }

  async put(key: string, content: Uint8Array): Promise<void> {
    this.bytes += content.length;
    const allowed = allowedBytes(this.room);
    if (this.bytes > allowed)
      throw new NoRoomError(
        `The nightly backup was ended: it takes up more than the ${inMegabytes(allowed)} that backups may.`,
      );
    const free = await this.target.freeBytes();
    if (free !== null && free - content.length < this.room.freeBytes / 2)
      throw new NoRoomError(
        `The nightly backup was ended: ${inMegabytes(free)} are free, less than half of before.`,
      );
    await this.target.put(key, content);
    await sleep(Math.min(performance.now() - this.lastPutMs, this.longestPauseMs));
    this.lastPutMs = performance.now();
  }

  prepare(folder: string): Promise<void> {
    return this.target.prepare(folder);
  }

  get(key: string): Promise<Uint8Array | null> {
    return this.target.get(key);
  }

  list(folder: string): Promise<string[]> {
    return this.target.list(folder);
  }

  removeFolder(folder: string, first: string): Promise<void> {
    return this.target.removeFolder(folder, first);
  }

  freeBytes(): Promise<number | null> {
    return this.target.freeBytes();
  }
}

const LONGEST_PAUSE_MS = 2_000;

function sumOf(backups: readonly Backup[]): number {
  return backups.reduce((sum, backup) => sum + bytesOf(backup), 0);
}

function inMegabytes(bytes: number): string {
  return `${Math.ceil(bytes / 1e6)} MB`;
}
