import {
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { adoptCluster, newClusterFolder } from '../../../embedded-postgres/running-postgres.js';
import { isBackupOfJoined, OlderSchemaError } from '../../../platform/db/migrating/joined-migrations.js';
import { readMigrations } from '../../../platform/db/migrating/migrations.js';
import { keyIdOf } from '../../../platform/encryption/encryption.js';
import type { FileStore } from '../../../platform/files/file-store.js';
import { makeFolder } from '../../../platform/files/make-folder.js';
import { StartError } from '../../settings/start-error.js';
import type { BackupTarget } from '../targets/backup-target.js';
import type { Backup } from '../manifest.js';
import { readParts } from '../archive-parts.js';
import {
  readRestoreRecord,
  requireFinished,
  type RestoreRecord,
  writeRestoreRecord,
} from '../../database/restore-record.js';
import { openKeys } from '../sealed-keys.js';
import { readTar } from '../tar.js';

export interface RestoreOptions {
  readonly target: BackupTarget;
  readonly backup: Backup;
  /** The instant as of which the data will be restored. */
  readonly restoredTo: Date;
  /** The next invoice number of billing entities, by id or code, as an operator chose them. */
  readonly numbersFrom: Readonly<Record<string, number>>;
  /** Adds archived WAL to the unpacked cluster. */
  readonly addWal: (cluster: string) => Promise<void>;
  /** An empty folder, or none yet. */
  readonly dataDir: string;
  /** Keys that the operator has set; null if they are kept in the data folder. */
  readonly encryptionKeys: readonly Uint8Array[] | null;
  /** Opens the keys in the backup; null if it is not known. */
  readonly passphrase: string | null;
  /** Storage into which missing files of documents are put back; null if there is none. */
  readonly fileStore: FileStore | null;
  /** Major version of the embedded Postgres. */
  readonly postgresMajor: number;
  readonly now: Date;
  /** Prints a line for people. */
  readonly say: (line: string) => void;
}

const DRAFT = 'restore.draft';
const KEY_FILE = 'encryption.key';

/**
 * Puts the files of a backup into an empty data folder. The next start of Postgres there replays the WAL of the backup.
 * No server starts there before `finishRestore`.
 * @throws StartError when the folder is used, the backup cannot be read by this program, or it is damaged.
 */
export async function restoreFiles(options: RestoreOptions): Promise<void> {
  const { backup, dataDir, now } = options;
  refuseOther(backup, options.postgresMajor);
  refuseUsed(dataDir);
  const keyFile = keysToKeep(options);
  makeFolder(dataDir);
  const record: RestoreRecord = {
    backup: backup.name,
    restoredTo: options.restoredTo.toISOString(),
    restoredAt: now.toISOString(),
    releasedAt: null,
    unfinished: {
      step: 'files',
      systemIdentifier: backup.manifest.systemIdentifier,
      numbersFrom: options.numbersFrom,
    },
  };
  // First: no program uses a folder of which this says that files are missing.
  writeRestoreRecord(dataDir, record);
  const draft = path.join(dataDir, DRAFT);
  const cluster = path.join(draft, 'cluster');
  makeFolder(cluster);
  const password = await unpack(options, cluster);
  await options.addWal(cluster);
  if (keyFile !== null)
    writeFileSync(path.join(dataDir, KEY_FILE), `${keyFile}\n`, { mode: 0o600, flush: true });
  const place = newClusterFolder(dataDir);
  mkdirSync(path.dirname(place), { mode: 0o700 });
  renameSync(cluster, place);
  rmSync(draft, { recursive: true });
  adoptCluster(dataDir, password);
}

/** The backups of a server are nobody's data: they may lie in the folder. */
const MAY_BE_THERE = new Set(['backups']);

/** @throws StartError when the folder has files. */
export function refuseUsed(dataDir: string): void {
  if (!existsSync(dataDir)) return;
  requireFinished(dataDir);
  const used = readdirSync(dataDir).filter((name) => !MAY_BE_THERE.has(name));
  if (used.length === 0) return;
  throw new StartError(
    `${dataDir} is not empty: it has ${used[0] ?? ''}. Restore into an empty DATA_DIR, or move the old files away.`,
  );
}

/** @throws StartError for a backup of another Postgres, of a newer version of the program, or of one that is too old for it. */
function refuseOther({ name, manifest }: Backup, postgresMajor: number): void {
  if (manifest.postgresMajor !== postgresMajor) {
    throw new StartError(
      `Backup ${name} is of Postgres ${manifest.postgresMajor}, and this program brings Postgres ${postgresMajor}. Restore it with the version that made it: ${manifest.program}.`,
    );
  }
  const known = readMigrations().map(({ tag }) => tag);
  if (known.includes(manifest.schema) || isJoinedBackup(name, manifest)) return;
  const own = known.at(-1) ?? '';
  if (Number.parseInt(manifest.schema, 10) > Number.parseInt(own, 10)) {
    throw new StartError(
      `Backup ${name} was made by a newer version, ${manifest.program}: its schema is ${manifest.schema}, and this program knows schemas up to ${own}.`,
    );
  }
}

function isJoinedBackup(name: string, manifest: Backup['manifest']): boolean {
  try {
    return isBackupOfJoined(name, manifest);
  } catch (error) {
    throw error instanceof OlderSchemaError ? new StartError(error.message, { cause: error }) : error;
  }
}

/** @returns the keys that belong into the data folder; null if there are none, or the operator has set them. */
function keysToKeep({ backup, encryptionKeys, passphrase, say }: RestoreOptions): string | null {
  const { encryptionKeys: used, sealedKeys } = backup.manifest;
  if (encryptionKeys !== null) {
    const known = encryptionKeys.map(keyIdOf);
    if (!used.some((each) => known.includes(each)))
      say(`Warning: ENCRYPTION_KEY is not the key of this backup, which is ${used.join(', ')}.`);
    return null;
  }
  if (sealedKeys !== null && passphrase !== null) return openKeys(sealedKeys, passphrase);
  say(
    `The key of stored secrets is not restored. Put the encryption.key with the id ${used.join(', ')} into DATA_DIR, or set ENCRYPTION_KEY, before you start the server.`,
  );
  if (sealedKeys !== null) say('The backup contains it: set BACKUP_PASSPHRASE and restore again.');
  return null;
}

/** @returns the password of the superuser. */
async function unpack({ target, backup, fileStore, say }: RestoreOptions, cluster: string): Promise<string> {
  let password: string | null = null;
  let withoutPlace = 0;
  for await (const { path: name, content } of readTar(readParts(target, backup))) {
    if (name === 'password') {
      password = (await collect(content)).toString('utf8');
    } else if (name.startsWith('files/')) {
      const file = await collect(content);
      if (fileStore === null) withoutPlace += 1;
      else await putBack(fileStore, name.slice('files/'.length), file);
    } else if (name.startsWith('cluster/')) {
      const file = path.join(cluster, name.slice('cluster/'.length));
      if (name.endsWith('/')) makeFolder(file);
      else await pipeline(Readable.from(content), createWriteStream(file, { mode: 0o600, flush: true }));
    }
  }
  if (withoutPlace > 0)
    say(`Warning: ${withoutPlace} files of documents are not restored, since FILES_URL is not set.`);
  if (password === null) throw new StartError(`Backup ${backup.name} is not whole: its password is missing.`);
  return password;
}

async function putBack(store: FileStore, key: string, content: Uint8Array): Promise<void> {
  if ((await store.get(key)) !== null) return;
  await store.put(key, { content, contentType: contentTypeOf(key) });
}

function contentTypeOf(key: string): string {
  if (key.endsWith('.pdf')) return 'application/pdf';
  return key.endsWith('.xml') ? 'application/xml' : 'text/csv; charset=utf-8';
}

async function collect(content: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of content) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Lets due work, jobs, webhooks and e-mails go on. @throws StartError when none of them waits. */
export function releaseAfterRestore(dataDir: string, now: Date): void {
  const record = readRestoreRecord(dataDir);
  requireFinished(dataDir);
  if (record === null) throw new StartError(`${dataDir} was not restored from a backup: nothing waits.`);
  if (record.releasedAt !== null) throw new StartError(`Work has gone on since ${record.releasedAt}.`);
  writeRestoreRecord(dataDir, { ...record, releasedAt: now.toISOString() });
}
