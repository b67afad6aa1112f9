import { setTimeout as sleep } from 'node:timers/promises';
import { sql as query } from 'drizzle-orm';
import type { Pool } from '../../../platform/db/pool.js';
import { onlyRow } from '../../../platform/db/only-row.js';
import { queryRows } from '../../../platform/db/statements/query-rows.js';
import { appliedMigrations } from '../../../platform/db/migrating/schema-version.js';
import { keyIdOf } from '../../../platform/encryption/encryption.js';
import type { FileStore } from '../../../platform/files/file-store.js';
import { VERSION } from '../../../platform/process/version.js';
import { StartError } from '../../settings/start-error.js';
import type { BackupTarget } from '../targets/backup-target.js';
import { baseBackup, type BaseBackup } from './base-backup.js';
import {
  type Backup,
  backupFolders,
  backupName,
  FORMAT,
  type Manifest,
  MANIFEST_FILE,
  sequenceOf,
} from '../manifest.js';
import { writeParts } from '../archive-parts.js';
import { sealKeys } from '../sealed-keys.js';

export interface BackupSource {
  /** Of one connection: Postgres ends a backup with the session that began it. */
  readonly pool: Pool;
  /** The folder that Postgres calls its data directory. */
  readonly cluster: string;
  /** Password of the superuser, which a restored server needs. */
  readonly password: string;
  /** Keys of the stored secrets; empty if they are not known. */
  readonly encryptionKeys: readonly Uint8Array[];
  /** Null if the keys are named only. */
  readonly passphrase: string | null;
  /** Storage of FILES_URL; null if all files are in the database. */
  readonly fileStore: FileStore | null;
  readonly now: () => Date;
}

/**
 * Makes a backup of a running server.
 * @throws StartError when another backup runs, or the target fails or loses files meanwhile. What was written until then is no
 *   backup; it is removed as far as the target lets it, and the next backup removes the rest.
 */
export async function takeBackup(source: BackupSource, target: BackupTarget): Promise<Backup> {
  await refuseAnother(source.pool);
  const cluster = await describeCluster(source.pool);
  const folders = await openTarget(target);
  const sequence = Math.max(0, ...folders.map(sequenceOf)) + 1;
  const startedAt = source.now();
  const name = backupName(sequence, startedAt, cluster.systemIdentifier);
  await usingTarget(target, () => target.prepare(name));
  try {
    const manifest = await writeBackup(source, target, { name, sequence, startedAt, cluster });
    return { name, manifest };
  } catch (error) {
    await target.removeFolder(name, MANIFEST_FILE).catch(() => undefined);
    throw error;
  }
}

/** A lock of the session, which Postgres releases with it: two backups would write into the same folder. */
async function refuseAnother({ db }: Pool): Promise<void> {
  const rows = await queryRows<{ isFree: boolean }>(
    db,
    query`select pg_try_advisory_lock(hashtextextended('tollgate backup', 0)) as "isFree"`,
  );
  if (!onlyRow(rows).isFree)
    throw new StartError('Another backup of this server is running. Try again later.');
}

async function writeBackup(
  source: BackupSource,
  target: BackupTarget,
  begun: {
    readonly name: string;
    readonly sequence: number;
    readonly startedAt: Date;
    readonly cluster: Awaited<ReturnType<typeof describeCluster>>;
  },
): Promise<Manifest> {
  const { pool } = source;
  const { name, sequence, startedAt, cluster } = begun;
  const described: BaseBackup[] = [];
  const archive = (async function* () {
    described.push(yield* baseBackup({ ...source, session: pool.sql, otherFiles: () => otherFiles(source) }));
  })();
  const parts = await usingTarget(target, () => writeParts(target, name, archive));
  await requireParts(target, name, parts.length);
  const [base] = described;
  if (base === undefined) throw new Error('The archive of the backup was not read to its end.');
  const manifest: Manifest = {
    format: FORMAT,
    sequence,
    program: `Tollgate ${VERSION}`,
    startedAt: startedAt.toISOString(),
    ...cluster,
    ...base,
    finishedAt: base.finishedAt.toISOString(),
    encryptionKeys: source.encryptionKeys.map(keyIdOf),
    sealedKeys: source.passphrase === null ? null : sealKeys(source.encryptionKeys, source.passphrase),
    parts,
  };
  const content = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`);
  await usingTarget(target, () => target.put(`${name}/${MANIFEST_FILE}`, content));
  return manifest;
}

async function openTarget(target: BackupTarget): Promise<string[]> {
  return usingTarget(target, async () => {
    await target.prepare('');
    return backupFolders(target);
  });
}

/** @throws StartError that names the target when it is full, away or refuses. */
async function usingTarget<Result>(target: BackupTarget, use: () => Promise<Result>): Promise<Result> {
  try {
    return await use();
  } catch (cause) {
    if (cause instanceof StartError) throw cause;
    throw new StartError(`The backup to ${target.name} failed: ${String(cause)}`, { cause });
  }
}

/** Somebody may have removed files of the target while the backup ran. */
async function requireParts(target: BackupTarget, name: string, count: number): Promise<void> {
  const found = await target.list(name);
  if (found.length !== count)
    throw new StartError(`The backup to ${target.name} failed: ${name} was changed while it was written.`);
}

async function describeCluster({ db }: Pool) {
  const rows = await queryRows<{ postgresMajor: number; systemIdentifier: string }>(
    db,
    query`select current_setting('server_version_num')::int / 10000 as "postgresMajor",
      system_identifier::text as "systemIdentifier" from pg_control_system()`,
  );
  const schema = (await appliedMigrations(db)).at(-1)?.tag ?? 'unknown';
  return { ...onlyRow(rows), schema };
}

/** The password of the superuser, and the files of documents and exports that are kept outside of the database. */
async function* otherFiles({ pool: { db }, password, fileStore }: BackupSource) {
  yield { path: 'password', content: Buffer.from(password) };
  if (fileStore === null) return;
  const tables = await queryRows<{ table: string }>(
    db,
    query`select table_name as "table" from information_schema.columns
      where column_name = 'storage_key' and table_schema = 'public' order by 1`,
  );
  for (const { table } of tables) {
    const keys = await queryRows<{ key: string }>(
      db,
      query`select storage_key as key from ${query.identifier(table)} where storage_key is not null order by 1`,
    );
    for (const { key } of keys) {
      const content = await readPatiently(fileStore, key);
      // Deleted since the rows were read, or lost before.
      if (content !== null) yield { path: `files/${key}`, content };
    }
  }
}

const TRIES = 3;
const PAUSE_MS = 1_000;

/** One request among thousands may fail. */
async function readPatiently(store: FileStore, key: string): Promise<Uint8Array | null> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await store.get(key);
    } catch (error) {
      if (attempt === TRIES) throw error;
      await sleep(PAUSE_MS);
    }
  }
}
