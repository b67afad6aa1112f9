import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { AppError } from '../errors/app-error.js';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;

/** No key of this process opens the text. */
export class SealedByUnknownKey extends AppError {
  constructor() {
    super('unavailable', 'secrets_unavailable');
  }
}

/**
 * Encrypts secrets before they are stored (AES-256-GCM). The first key encrypts, all of them decrypt, so that a key can be
 * replaced. Source: extensions.md §4.
 */
export class Encryption {
  private isForReadingOnly = false;

  /** @param keys of 32 bytes; none in a program that neither stores nor uses secrets. */
  constructor(private readonly keys: readonly Uint8Array[]) {}

  /** The first encrypts. */
  get keyIds(): readonly string[] {
    return this.keys.map(keyIdOf);
  }

  /** Encrypts nothing from now on: other processes could not open it. */
  stopSealing(): void {
    this.isForReadingOnly = true;
  }

  /**
   * @param context what the text belongs to: opened as something else, the text is refused.
   * @throws AppError `secrets_unavailable` if the key of this process is not that of the installation.
   */
  seal(text: string, context: string): Uint8Array {
    const [key] = this.keys;
    if (key === undefined) throw new Error('This program has no ENCRYPTION_KEY.');
    if (this.isForReadingOnly) throw new SealedByUnknownKey();
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(ALGORITHM, key, nonce);
    cipher.setAAD(Buffer.from(context));
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
  }

  /** @throws SealedByUnknownKey if no key opens it, or it was sealed in another context. */
  open(sealed: Uint8Array, context: string): string {
    const nonce = sealed.subarray(0, NONCE_BYTES);
    const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
    const text = sealed.subarray(NONCE_BYTES + TAG_BYTES);
    for (const key of this.keys) {
      try {
        const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
        decipher.setAAD(Buffer.from(context));
        decipher.setAuthTag(tag);
        return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8');
      } catch {
        // Sealed by another key, which may be among the following ones.
      }
    }
    throw new SealedByUnknownKey();
  }
}

/** A name of a key that does not reveal it: databases and backups name keys by it. */
export function keyIdOf(key: Uint8Array): string {
  return createHash('sha256').update('key id').update(key).digest('hex').slice(0, 16);
}

/** Reads keys in base64, separated by commas; null if one of them has not 32 bytes. */
export function readEncryptionKeys(text: string): Uint8Array[] | null {
  const keys = text.split(',').map((part) => Buffer.from(part.trim(), 'base64'));
  return keys.every((key) => key.length === KEY_BYTES) ? keys : null;
}

export function newEncryptionKey(): string {
  return randomBytes(KEY_BYTES).toString('base64');
}
