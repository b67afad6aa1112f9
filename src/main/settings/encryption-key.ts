import { closeSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import { Encryption, newEncryptionKey, readEncryptionKeys } from '../../platform/encryption/encryption.js';
import { makeFolder } from '../../platform/files/make-folder.js';
import type { Config } from './config.js';
import { StartError } from './start-error.js';

const KEY_FILE = 'encryption.key';

/**
 * The keys that encrypt stored secrets: those of ENCRYPTION_KEY, or else one that the first start makes and keeps in DATA_DIR.
 * Source: extensions.md §4.
 * @throws StartError for a file that cannot be read or written, or holds no key.
 */
export function openEncryption(config: Config): Encryption {
  return new Encryption(keysOf(config));
}

/** The keys themselves, for a backup. @throws StartError like `openEncryption`. */
export function keysOf({ encryptionKeys, dataDir }: Config): readonly Uint8Array[] {
  return encryptionKeys ?? keysInFile(path.join(path.resolve(dataDir), KEY_FILE));
}

function keysInFile(file: string): Uint8Array[] {
  const keys = readEncryptionKeys(readOrCreate(file));
  if (keys === null) {
    throw new StartError(
      `${file} holds no encryption key: it has 32 bytes, in base64. Put the file back from a backup, or set ENCRYPTION_KEY. ` +
        'If the key is lost, delete the file: the next start makes another key, and says which secrets it does not open.',
    );
  }
  return keys;
}

function readOrCreate(file: string): string {
  const key = read(file);
  if (key !== '') return key;
  try {
    create(file);
  } catch (cause) {
    throw new StartError(`The encryption key cannot be kept in ${file}: ${String(cause)}`, { cause });
  }
  return read(file);
}

/** The text of the file; empty if there is none, or a crash has left an empty one, which is no key that anybody has used. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw new StartError(`The encryption key in ${file} cannot be read: ${String(cause)}`, { cause });
  }
}

/**
 * Makes a key, which is on the disk, whole, before its file has its name: what it encrypts is safe in the database, so the key must
 * not be lost by a power cut. Of several processes that do this at once, one is first: its key counts.
 */
function create(file: string): void {
  const folder = path.dirname(file);
  makeFolder(folder);
  const draft = `${file}.${process.pid}`;
  rmSync(draft, { force: true });
  const opened = openSync(draft, 'wx', 0o600);
  try {
    writeSync(opened, `${newEncryptionKey()}\n`);
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
  try {
    if (read(file) === '') rmSync(file, { force: true });
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
  syncFolder(folder);
}

/** Makes the names in a folder last. Windows cannot, and keeps them anyway. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const opened = openSync(folder, 'r');
  try {
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
}
