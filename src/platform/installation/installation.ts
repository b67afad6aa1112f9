import type { Db, Tx } from '../db/database.js';
import type { Encryption } from '../encryption/encryption.js';
import { installations } from './installation.table.js';

/**
 * Compares the keys of this process with the one that encrypts the secrets of the installation. The first start decides which that
 * is; a process that knows it, and has another one before it, replaces it.
 * @returns false if this process does not know it: it must encrypt nothing, since the other processes could not open that.
 */
export async function agreeOnKey(tx: Tx, encryption: Encryption, now: Date): Promise<boolean> {
  const [own] = encryption.keyIds;
  if (own === undefined) return true;
  const known = await encryptionKeyIdOf(tx);
  if (known !== null && !encryption.keyIds.includes(known)) return false;
  if (known !== own) await useKey(tx, own, now);
  return true;
}

/** Makes a key the one that encrypts the secrets of the installation. */
export async function useKey(tx: Tx, encryptionKeyId: string, now: Date): Promise<void> {
  await tx
    .insert(installations)
    .values({ encryptionKeyId, updatedAt: now })
    .onConflictDoUpdate({ target: installations.isOnly, set: { encryptionKeyId, updatedAt: now } });
}

/** Remembers the address of the server, for programs that make addresses beside it. */
export async function rememberPublicUrl(tx: Tx, publicUrl: string, now: Date): Promise<void> {
  await tx.update(installations).set({ publicUrl, updatedAt: now });
}

/** The address under which others reach the server; null if none has started yet. */
export async function rememberedPublicUrl(db: Db): Promise<string | null> {
  const [installation] = await db.select({ publicUrl: installations.publicUrl }).from(installations);
  return installation?.publicUrl ?? null;
}

async function encryptionKeyIdOf(db: Db): Promise<string | null> {
  const [installation] = await db.select({ id: installations.encryptionKeyId }).from(installations);
  return installation?.id ?? null;
}
