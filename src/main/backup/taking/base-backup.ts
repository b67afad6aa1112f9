import type { Dirent } from 'node:fs';
import { open, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Driver } from '../../../platform/db/postgres/driver.js';
import { TAR_END, tarHeader, tarPadding } from '../tar.js';

/** Folders of the cluster whose content Postgres makes again at each start. Source: Postgres manual, 25.3.4.3. */
const EMPTY_FOLDERS = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
]);

/** Files that belong to the running server and not to its data. */
const OMITTED =
  /^(?:postmaster\.(?:pid|opts)|backup_label|tablespace_map|.*pg_internal\.init.*|pgsql_tmp.*)$/;

const READ_BYTES = 1024 * 1024;
const CONTROL_FILE = 'global/pg_control';

/** The name under which Postgres keeps the WAL that a running backup needs. */
const SLOT = 'tollgate_backup';

/** What a base backup says about itself once its archive has been read. */
export interface BaseBackup {
  /** The instant as of which the backup shows the database. */
  readonly finishedAt: Date;
  readonly startWal: string;
  readonly stopWal: string;
  readonly unpackedBytes: number;
}

export interface BaseBackupOptions {
  /** A driver with one connection: Postgres ends a backup with the session that began it. */
  readonly session: Driver;
  /** The folder that Postgres calls its data directory. */
  readonly cluster: string;
  readonly now: () => Date;
  /** Further files of the archive, with their paths. They are asked for when the database has been copied. */
  readonly otherFiles: () => AsyncIterable<{ readonly path: string; readonly content: Uint8Array }>;
}

/**
 * Copies a running cluster by Postgres' low-level calls. The archive has the cluster below `cluster/`, with all WAL that
 * makes it consistent.
 * @returns the description of the backup, once the archive has been read to its end.
 * @throws Error when Postgres or a file fails, or another backup of the cluster runs.
 */
export async function* baseBackup({
  session,
  cluster,
  now,
  otherFiles,
}: BaseBackupOptions): AsyncGenerator<Buffer, BaseBackup> {
  const archive = new ArchiveBytes(now());
  let isEnded = false;
  let times: { startWal: string; stopWal: string; finishedAt: Date };
  await keepWal(session);
  try {
    const startWal = await beginBackup(session);
    yield* copyCluster(archive, cluster);
    const { label, stopWal, finishedAt } = await endBackup(session);
    isEnded = true;
    yield* archive.file('cluster/backup_label', Buffer.from(label));
    for (const name of await walBetween(cluster, startWal, stopWal))
      yield* archive.copy(`cluster/pg_wal/${name}`, path.join(cluster, 'pg_wal', name));
    times = { startWal, stopWal, finishedAt };
  } finally {
    if (!isEnded) await endBackup(session).catch(() => undefined);
    await session`select pg_drop_replication_slot(${SLOT})`.catch(() => undefined);
  }
  for await (const { path: name, content } of otherFiles()) yield* archive.file(name, content);
  yield archive.end();
  return { ...times, unpackedBytes: archive.bytes };
}

/** Keeps WAL from now on, as long as the session lives. */
async function keepWal(session: Driver): Promise<void> {
  await session`select pg_create_physical_replication_slot(${SLOT}, true, true)`;
}

/** @returns the name of the first WAL file that the backup needs. */
async function beginBackup(session: Driver): Promise<string> {
  const [row] = await session<{ wal: string }[]>`
    select pg_walfile_name(pg_backup_start('tollgate', true)) as wal`;
  if (row === undefined) throw new Error('Postgres did not begin a backup.');
  return row.wal;
}

async function endBackup(session: Driver): Promise<{ label: string; stopWal: string; finishedAt: Date }> {
  const [row] = await session<{ label: string; stopWal: string; finishedMs: number }[]>`
    select labelfile as label, pg_walfile_name(lsn) as "stopWal",
      (extract(epoch from clock_timestamp()) * 1000)::float8 as "finishedMs"
    from pg_backup_stop(false)`;
  if (row === undefined) throw new Error('Postgres did not end the backup.');
  const { label, stopWal, finishedMs } = row;
  return { label, stopWal, finishedAt: new Date(finishedMs) };
}

async function* copyCluster(archive: ArchiveBytes, cluster: string): AsyncGenerator<Buffer> {
  yield archive.folder('cluster/');
  yield* copyFolder(archive, cluster, '');
  yield* archive.file(`cluster/${CONTROL_FILE}`, await readControlFile(path.join(cluster, CONTROL_FILE)));
}

async function* copyFolder(archive: ArchiveBytes, cluster: string, folder: string): AsyncGenerator<Buffer> {
  for (const entry of await entriesOf(path.join(cluster, folder))) {
    const name = `${folder}${entry.name}`;
    if (OMITTED.test(entry.name) || name === CONTROL_FILE) continue;
    if (entry.isDirectory()) {
      yield archive.folder(`cluster/${name}/`);
      if (!EMPTY_FOLDERS.has(name)) yield* copyFolder(archive, cluster, `${name}/`);
      // Postgres expects this folder, and creates the others.
      if (name === 'pg_wal') yield archive.folder('cluster/pg_wal/archive_status/');
    } else if (entry.isFile()) {
      yield* archive.copy(`cluster/${name}`, path.join(cluster, name));
    } else {
      throw new Error(`${path.join(cluster, name)} is neither a file nor a folder.`);
    }
  }
}

/** Tables are dropped while a backup runs, and databases with their folders. */
async function entriesOf(folder: string): Promise<Dirent[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(ignoreMissing);
  return (entries ?? []).toSorted((first, second) => (first.name < second.name ? -1 : 1));
}

/** Postgres may write the file while it is read: it is whole when two reads agree. */
async function readControlFile(file: string): Promise<Buffer> {
  let last = await readFile(file);
  for (;;) {
    const content = await readFile(file);
    if (content.equals(last)) return content;
    last = content;
  }
}

/** WAL files that the backup needs: the segments, and the histories of timelines. */
async function walBetween(cluster: string, startWal: string, stopWal: string): Promise<string[]> {
  const names = (await readdir(path.join(cluster, 'pg_wal'))).toSorted();
  const segments = names.filter((name) => /^[\dA-F]{24}$/.test(name) && name >= startWal && name <= stopWal);
  if (segments[0] !== startWal || segments.at(-1) !== stopWal)
    throw new Error('Postgres has removed WAL that the backup needs.');
  return [...names.filter((name) => name.endsWith('.history')), ...segments];
}

/** Makes the bytes of an archive and counts them. */
class ArchiveBytes {
  bytes = 0;

  constructor(private readonly at: Date) {}

  folder(name: string): Buffer {
    return this.count(tarHeader({ path: name, size: 0 }, this.at));
  }

  *file(name: string, content: Uint8Array): Generator<Buffer> {
    yield this.count(tarHeader({ path: name, size: content.length }, this.at));
    yield this.count(Buffer.from(content));
    yield this.count(tarPadding(content.length));
  }

  /**
   * Copies as many bytes as the file has now, filled up with zeros if it becomes shorter meanwhile: replaying the WAL brings
   * both right. A file that is gone is skipped.
   */
  async *copy(name: string, file: string): AsyncGenerator<Buffer> {
    const handle = await open(file, 'r').catch(ignoreMissing);
    if (handle === null) return;
    try {
      const { size } = await handle.stat();
      yield this.count(tarHeader({ path: name, size }, this.at));
      for (let left = size; left > 0;) {
        const length = Math.min(left, READ_BYTES);
        const { bytesRead, buffer } = await handle.read(Buffer.alloc(length), 0, length);
        const chunk = bytesRead === 0 ? Buffer.alloc(length) : buffer.subarray(0, bytesRead);
        left -= chunk.length;
        yield this.count(chunk);
      }
      yield this.count(tarPadding(size));
    } finally {
      await handle.close();
    }
  }

  end(): Buffer {
    return this.count(TAR_END);
  }

  private count(chunk: Buffer): Buffer {
    this.bytes += chunk.length;
    return chunk;
  }
}

function ignoreMissing(error: unknown): null {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
  throw error;
}
