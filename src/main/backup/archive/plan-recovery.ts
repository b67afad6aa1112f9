import { StartError } from '../../settings/start-error.js';
import type { Backup } from '../manifest.js';
import { type ArchivedHistory, type ArchivedSegment, readSegmentName, SEGMENT_BYTES } from './wal-archive.js';

/** A timeline, and where it left the ones before it. */
export interface Timeline {
  readonly id: number;
  readonly history: ArchivedHistory | null;
  /** Earlier timelines, newest first, with the segment in which the next one began. */
  readonly ancestors: readonly { readonly id: number; readonly lastNumber: number }[];
}

/** How to restore: the backup, and the WAL after it. */
export interface RecoveryPlan {
  readonly backup: Backup;
  readonly timeline: Timeline;
  readonly segments: readonly ArchivedSegment[];
  /** Everything that was acknowledged before this instant is restored. */
  readonly reach: Date;
  /** True if later WAL follows behind a gap. */
  readonly hasGap: boolean;
}

export interface ArchivedWal {
  readonly timelines: readonly Timeline[];
  readonly segments: readonly ArchivedSegment[];
}

/** Reads what Postgres has written about a timeline. @throws StartError for another text. */
export function readTimeline(history: ArchivedHistory, text: string): Timeline {
  const lines = text.split('\n').filter((line) => /^\s*[^\s#]/.test(line));
  const ancestors = lines.map((line) => {
    const found = /^\s*(\d+)\s+([\dA-F]+)\/([\dA-F]+)/i.exec(line);
    if (found === null) throw new StartError(`${history.key} does not describe a timeline.`);
    const [, id = '', high = '', low = ''] = found;
    const position = BigInt(`0x${high}`) * 2n ** 32n + BigInt(`0x${low}`);
    return { id: Number(id), lastNumber: Number(position / BigInt(SEGMENT_BYTES)) };
  });
  return { id: history.timeline, history, ancestors: ancestors.toReversed() };
}

/**
 * Plans the restore of the newest backup with all WAL after it, or of an instant: of the newest backup before it, with the WAL
 * of the timeline that the server was on at that instant.
 * @param backups of one server, oldest first.
 * @returns null if no backup is old enough.
 */
export function planRecovery(
  backups: readonly Backup[],
  { timelines, segments }: ArchivedWal,
  to: Date | null,
): RecoveryPlan | null {
  const used = new Set([
    ...segments.map(({ timeline }) => timeline),
    ...backups.map(({ manifest }) => segmentOf(manifest.startWal).timeline),
  ]);
  const candidates = [...used]
    .map((id) => timelines.find((timeline) => timeline.id === id) ?? { id, history: null, ancestors: [] })
    .filter(({ history }) => to === null || history === null || history.writtenAt <= to)
    .toSorted((first, second) => second.id - first.id);
  for (const timeline of candidates) {
    const backup = backups.findLast(
      ({ manifest }) =>
        leadsTo(timeline, segmentOf(manifest.stopWal)) &&
        (to === null || new Date(manifest.finishedAt) <= to),
    );
    if (backup !== undefined) return followWal(backup, timeline, segments, to);
  }
  return null;
}

/** True if the timeline goes on from this segment. Where the next one began in it, that is not certain. */
function leadsTo({ id, ancestors }: Timeline, segment: { timeline: number; number: number }): boolean {
  if (segment.timeline === id) return true;
  return ancestors.some(
    (ancestor) => ancestor.id === segment.timeline && segment.number < ancestor.lastNumber,
  );
}

function followWal(
  backup: Backup,
  timeline: Timeline,
  archived: readonly ArchivedSegment[],
  to: Date | null,
): RecoveryPlan {
  const { manifest } = backup;
  const start = segmentOf(manifest.startWal).number;
  const stop = segmentOf(manifest.stopWal).number;
  const byNumber = Map.groupBy(archived, ({ number }) => number);
  const newest = archived.reduce((most, { number }) => Math.max(most, number), 0);
  const segments: ArchivedSegment[] = [];
  let reach = new Date(manifest.finishedAt);
  let number = start;
  for (; number <= newest; number += 1) {
    const segment = segmentOn(timeline, byNumber.get(number) ?? []);
    // The WAL between start and stop of a backup lies in the backup.
    if (segment === undefined && number > stop) break;
    if (segment === undefined) continue;
    segments.push(segment);
    if (segment.writtenAt > reach) reach = segment.writtenAt;
    if (to !== null && segment.writtenAt >= to && number > stop)
      return { backup, timeline, segments, reach, hasGap: false };
  }
  const hasGap = archived.some(
    (segment) => segment.number > number && segmentOn(timeline, [segment]) !== undefined,
  );
  return { backup, timeline, segments, reach, hasGap };
}

/** Where timelines overlap in a segment, Postgres reads that of the newest. */
function segmentOn(
  { id, ancestors }: Timeline,
  copies: readonly ArchivedSegment[],
): ArchivedSegment | undefined {
  const own = copies.find(({ timeline }) => timeline === id);
  if (own !== undefined) return own;
  for (const ancestor of ancestors) {
    const copy = copies.find(({ timeline }) => timeline === ancestor.id);
    if (copy !== undefined && copy.number <= ancestor.lastNumber) return copy;
  }
  return undefined;
}

function segmentOf(name: string): { timeline: number; number: number } {
  const segment = readSegmentName(name);
  if (segment === null) throw new StartError(`${name} is no name of a WAL file.`);
  return segment;
}
