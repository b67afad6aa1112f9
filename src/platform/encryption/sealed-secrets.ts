import { type Encryption, SealedByUnknownKey } from './encryption.js';

/** Secrets by name. */
export type Secrets = Readonly<Record<string, string>>;

/** A record with secrets, which are sealed as one text that belongs to its id. */
export interface SecretsOwner {
  readonly id: string;
  readonly secrets: Uint8Array | null;
}

/** @throws AppError `secrets_unavailable` if this process must not encrypt. */
export function sealSecrets(encryption: Encryption, id: string, secrets: Secrets): Uint8Array | null {
  return Object.keys(secrets).length === 0 ? null : encryption.seal(JSON.stringify(secrets), id);
}

/** @throws AppError `secrets_unavailable` if no key of this process opens them. */
export function openSecrets(encryption: Encryption, { id, secrets }: SecretsOwner): Secrets {
  return secrets === null ? {} : (JSON.parse(encryption.open(secrets, id)) as Secrets);
}

/** True if the record has secrets that no key of this process opens. */
export function areClosed(encryption: Encryption, owner: SecretsOwner): boolean {
  try {
    openSecrets(encryption, owner);
    return false;
  } catch (error) {
    if (error instanceof SealedByUnknownKey) return true;
    throw error;
  }
}
