import { randomBytes, scryptSync } from 'node:crypto';
import { Encryption, SealedByUnknownKey } from '../../platform/encryption/encryption.js';
import { StartError } from '../settings/start-error.js';
import type { Manifest } from './manifest.js';

const CONTEXT = 'encryption keys in a backup';
const SCRYPT = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 };

/** Encrypts keys with a passphrase. */
export function sealKeys(keys: readonly Uint8Array[], passphrase: string): Manifest['sealedKeys'] {
  const salt = randomBytes(16);
  const text = keys.map((key) => Buffer.from(key).toString('base64')).join(',');
  const sealed = Buffer.from(encryptionOf(passphrase, salt).seal(text, CONTEXT));
  return { salt: salt.toString('base64'), sealed: sealed.toString('base64') };
}

/** @returns the keys as in ENCRYPTION_KEY. @throws StartError for another passphrase. */
export function openKeys(sealedKeys: NonNullable<Manifest['sealedKeys']>, passphrase: string): string {
  try {
    const encryption = encryptionOf(passphrase, Buffer.from(sealedKeys.salt, 'base64'));
    return encryption.open(Buffer.from(sealedKeys.sealed, 'base64'), CONTEXT);
  } catch (error) {
    if (!(error instanceof SealedByUnknownKey)) throw error;
    throw new StartError('BACKUP_PASSPHRASE is not the one with which the keys were sealed.', {
      cause: error,
    });
  }
}

function encryptionOf(passphrase: string, salt: Uint8Array): Encryption {
  return new Encryption([scryptSync(passphrase, salt, 32, SCRYPT)]);
}
