import type { Backup } from '../manifest.js';
import { type ArchivedWal, readTimeline } from './plan-recovery.js';
import { readSegmentName, type WalArchive } from './wal-archive.js';

/** Lists the WAL that these backups need or that follows them. */
export async function readArchive(archive: WalArchive, backups: readonly Backup[]): Promise<ArchivedWal> {
  const starts = backups.map(({ manifest }) => readSegmentName(manifest.startWal)?.number ?? 0);
  const segments = await archive.segments(Math.min(...starts));
  const timelines = [];
  for (const history of await archive.histories())
    timelines.push(readTimeline(history, (await archive.read(history)).toString('utf8')));
  return { timelines, segments };
}
