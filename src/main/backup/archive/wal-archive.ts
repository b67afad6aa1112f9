// The names of archived WAL in a target, and the reading and writing of its files.
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';
import { StartError } from '../../settings/start-error.js';
import type { BackupTarget } from '../targets/backup-target.js';
import { serverSuffix } from '../manifest.js';

/** Size of a WAL file, a segment. `initdb` is called without another one. */
export const SEGMENT_BYTES = 16 * 1024 * 1024;

/** Segments of one folder of the archive: those whose names begin with the same 16 digits. */
const SEGMENTS_PER_FOLDER = 256;

/** A segment of the WAL: Postgres begins a new timeline at the end of each restore. */
export interface Segment {
  readonly timeline: number;
  /** Counts the segments since the cluster was created, on all timelines. */
  readonly number: number;
}

interface ArchivedFile {
  readonly key: string;
  /** When Postgres last wrote to the file: whatever it acknowledged before is in this file or in earlier ones. */
  readonly writtenAt: Date;
  readonly sha256: string;
}

export type ArchivedSegment = Segment & ArchivedFile;
/** The file in which Postgres describes from where a timeline went on. */
export type ArchivedHistory = Pick<Segment, 'timeline'> & ArchivedFile;

/** Reads Postgres' name of a WAL file. @returns null for another file. */
export function readSegmentName(name: string): Segment | null {
  const found = /^([\dA-F]{8})([\dA-F]{8})([\dA-F]{8})$/.exec(name);
  if (found === null) return null;
  const [timeline = 0, log = 0, low = 0] = found.slice(1).map((digits) => Number.parseInt(digits, 16));
  return { timeline, number: log * SEGMENTS_PER_FOLDER + low };
}

/** Postgres' name of a segment. */
export function segmentName({ timeline, number }: Segment): string {
  return [timeline, Math.floor(number / SEGMENTS_PER_FOLDER), number % SEGMENTS_PER_FOLDER].map(hex).join('');
}

/** Postgres' name of the file that describes a timeline. */
export function historyName(timeline: number): string {
  return `${hex(timeline)}.history`;
}

function hex(number: number): string {
  return number.toString(16).toUpperCase().padStart(8, '0');
}

const FILE = /^([\dA-F]{8}|[\dA-F]{24})-(\d{8}T\d{9}Z)-([\da-f]{64})\.zst$/;
const HISTORIES = 'history';

/** The archived WAL of one server in a target. Files are never changed: the name of each has its checksum. */
export class WalArchive {
  private readonly folder: string;

  constructor(
    readonly target: BackupTarget,
    systemIdentifier: string,
  ) {
    this.folder = `wal-${serverSuffix(systemIdentifier)}`;
  }

  /** @returns archived segments in order, from the number `from` on. */
  async segments(from = 0): Promise<ArchivedSegment[]> {
    const found: ArchivedSegment[] = [];
    for (const name of await this.segmentFolders())
      if (lastNumberOf(name) >= from) found.push(...(await this.segmentsIn(name)));
    return found
      .filter(({ number }) => number >= from)
      .toSorted((first, second) => first.number - second.number || first.timeline - second.timeline);
  }

  /** @returns the copies of a segment: more than one if two servers have written different ones. */
  async copiesOf({ timeline, number }: Segment): Promise<ArchivedSegment[]> {
    const copies = await this.segmentsIn(folderOf({ timeline, number }));
    return copies.filter((copy) => copy.number === number);
  }

  async histories(): Promise<ArchivedHistory[]> {
    const names = await this.target.list(`${this.folder}/${HISTORIES}`);
    return names.flatMap((name) => {
      const file = readFileName(`${this.folder}/${HISTORIES}`, name);
      return file === null ? [] : [{ ...file, timeline: Number.parseInt(name.slice(0, 8), 16) }];
    });
  }

  async putSegment(segment: Segment, content: Uint8Array, writtenAt: Date): Promise<void> {
    await this.put(folderOf(segment), segmentName(segment), content, writtenAt);
  }

  async putHistory(timeline: number, content: Uint8Array, writtenAt: Date): Promise<void> {
    await this.put(HISTORIES, hex(timeline), content, writtenAt);
  }

  /** @throws StartError when the file is missing or damaged. */
  async read({ key, sha256: expected }: ArchivedFile): Promise<Buffer> {
    const packed = await this.target.get(key);
    if (packed === null) throw new StartError(`${key} is missing in ${this.target.name}.`);
    const content = await unpack(packed).catch(() => null);
    if (content === null || sha256(content) !== expected)
      throw new StartError(
        `${key} in ${this.target.name} is damaged: it has another checksum than its name.`,
      );
    return content;
  }

  /** Removes whole folders of segments that lie before the segment with this number. */
  async removeBefore(number: number): Promise<void> {
    for (const name of await this.segmentFolders())
      if (lastNumberOf(name) < number) await this.target.removeFolder(`${this.folder}/${name}`);
  }

  private async segmentFolders(): Promise<string[]> {
    return (await this.target.list(this.folder)).filter((name) => /^[\dA-F]{16}$/.test(name));
  }

  private async segmentsIn(folder: string): Promise<ArchivedSegment[]> {
    const names = await this.target.list(`${this.folder}/${folder}`);
    return names.flatMap((name) => {
      const segment = readSegmentName(name.slice(0, 24));
      const file = readFileName(`${this.folder}/${folder}`, name);
      return segment === null || file === null ? [] : [{ ...segment, ...file }];
    });
  }

  private async put(folder: string, name: string, content: Uint8Array, writtenAt: Date): Promise<void> {
    const instant = writtenAt.toISOString().replaceAll(/[-:.]/g, '');
    await this.target.prepare(`${this.folder}/${folder}`);
    const key = `${this.folder}/${folder}/${name}-${instant}-${sha256(content)}.zst`;
    await this.target.put(key, await pack(content));
  }
}

const pack = promisify(zstdCompress);

function unpack(packed: Uint8Array): Promise<Buffer> {
  return promisify(zstdDecompress)(packed, { maxOutputLength: SEGMENT_BYTES });
}

function folderOf(segment: Segment): string {
  return segmentName(segment).slice(0, 16);
}

function lastNumberOf(folder: string): number {
  return (Number.parseInt(folder.slice(8), 16) + 1) * SEGMENTS_PER_FOLDER - 1;
}

function readFileName(folder: string, name: string): ArchivedFile | null {
  const [, , instant = '', sum = ''] = FILE.exec(name) ?? [];
  if (sum === '') return null;
  const iso = instant.replace(/^(....)(..)(..T..)(..)(..)(...Z)$/, '$1-$2-$3:$4:$5.$6');
  return { key: `${folder}/${name}`, writtenAt: new Date(iso), sha256: sum };
}

export function sha256(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}
