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

/** How long after a restore payments may turn up that the database does not know, such as slow ones. */
const MATTERS_MS = 90 * 86_400_000;

/**
 * Notes that the database was restored, or, where it was restored before and that still matters, that it was so again.
 * @param releasedAt when its work has gone on, or now if it waits.
 */
export async function noteRestore(tx: Tx, restoredTo: Date, releasedAt: Date, now: Date): Promise<void> {
  const until = new Date(releasedAt.getTime() + MATTERS_MS);
  if (until <= now) return;
  const earlier = await restoreThatMatters(tx, now);
  await tx.update(installations).set({
    restoredTo: earlier !== null && earlier < restoredTo ? earlier : restoredTo,
    restoreMattersUntil: until,
    updatedAt: now,
  });
}

/** The instant to which the database was restored; null if it was not, or so long ago that it does not matter. */
export async function restoreThatMatters(db: Db, now: Date): Promise<Date | null> {
  const [installation] = await db
    .select({ restoredTo: installations.restoredTo, until: installations.restoreMattersUntil })
    .from(installations);
  const until = installation?.until ?? null;
  return until === null || until <= now ? null : (installation?.restoredTo ?? null);
}

/** Names the key that encrypts the secrets of the installation; null before the first start. */
export async function encryptionKeyIdOf(db: Db): Promise<string | null> {
  const [installation] = await db.select({ id: installations.encryptionKeyId }).from(installations);
  return installation?.id ?? null;
}
