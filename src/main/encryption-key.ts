import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Encryption, newEncryptionKey, readEncryptionKeys } from '../platform/encryption/encryption.js';
import type { Config } from './config.js';
import { StartError } from './start-error.js';

const KEY_FILE = 'encryption.key';

/**
 * The keys that encrypt stored secrets: those of ENCRYPTION_KEY, or else one that the first start makes and keeps in DATA_DIR.
 * Source: extensions.md §4.
 * @throws StartError for a file that cannot be read or written, or holds no key.
 */
export function openEncryption({ encryptionKeys, dataDir }: Config): Encryption {
  return new Encryption(encryptionKeys ?? keysInFile(path.join(path.resolve(dataDir), KEY_FILE)));
}

function keysInFile(file: string): Uint8Array[] {
  const keys = readEncryptionKeys(readOrCreate(file));
  if (keys === null) throw new StartError(`${file} holds no encryption key: it has 32 bytes, in base64.`);
  return keys;
}

function readOrCreate(file: string): string {
  try {
    if (!existsSync(file)) {
      mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
      // Another process that starts at the same time may have been faster: its key counts.
      writeFileSync(file, `${newEncryptionKey()}\n`, { mode: 0o600, flag: 'wx' });
    }
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST')
      throw new StartError(`The encryption key cannot be kept in ${file}: ${String(cause)}`, { cause });
  }
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (cause) {
    throw new StartError(`The encryption key in ${file} cannot be read: ${String(cause)}`, { cause });
  }
}
