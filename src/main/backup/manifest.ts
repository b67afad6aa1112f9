import { z } from 'zod';
import { StartError } from '../settings/start-error.js';
import type { BackupTarget } from './targets/backup-target.js';

/** The format of backups that this program writes; it reads this one and older ones. */
export const FORMAT = 1;

export const MANIFEST_FILE = 'manifest.json';

const sealedKey = z.object({ salt: z.string(), sealed: z.string() });

const manifestShape = z.object({
  format: z.literal(FORMAT),
  /** Orders the backups of a server, also where its clock was set back. */
  sequence: z.number().int().positive(),
  /** Name and version of the program that made the backup. */
  program: z.string(),
  startedAt: z.iso.datetime(),
  /** The instant as of which the backup shows the database. */
  finishedAt: z.iso.datetime(),
  postgresMajor: z.number().int(),
  /** Postgres' own id of the cluster. */
  systemIdentifier: z.string(),
  /** The newest migration: its number and name. */
  schema: z.string(),
  startWal: z.string(),
  stopWal: z.string(),
  /** Ids of the keys (`keyIdOf`) that opened the stored secrets, the one that encrypts first. */
  encryptionKeys: z.array(z.string()),
  /** The keys themselves, encrypted with a passphrase; null if they are not in the backup. */
  sealedKeys: sealedKey.nullable(),
  /** Bytes of the archive before it was compressed. */
  unpackedBytes: z.number().int(),
  parts: z.array(z.object({ key: z.string(), bytes: z.number().int(), sha256: z.string() })),
});

/** What a backup contains, and how to check that it is whole. It is written last: a folder without one is no backup. */
export type Manifest = z.infer<typeof manifestShape>;

export type Part = Manifest['parts'][number];

export interface Backup {
  /** Its folder in the target. */
  readonly name: string;
  readonly manifest: Manifest;
}

/** A folder of the target that looks like a backup. `manifest` is null while it is not whole. */
const NAME = /^\d{6}-\d{8}T\d{6}Z-[\da-f]{12}$/;

/** @param systemIdentifier of the cluster; several servers may share a target. */
export function backupName(sequence: number, at: Date, systemIdentifier: string): string {
  const instant = at.toISOString().replace(/[-:]|\.\d+/g, '');
  return `${String(sequence).padStart(6, '0')}-${instant}-${serverSuffix(systemIdentifier)}`;
}

/** Names a cluster in the names of files; several servers may share a target. */
export function serverSuffix(systemIdentifier: string): string {
  return BigInt(systemIdentifier).toString(16).padStart(16, '0').slice(-12);
}

/** @returns the size of a backup, compressed. */
export function bytesOf({ manifest }: Backup): number {
  return manifest.parts.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** Names of folders in the target, those of unfinished backups included, oldest first. */
export async function backupFolders(target: BackupTarget, systemIdentifier?: string): Promise<string[]> {
  const names = (await target.list('')).filter((name) => NAME.test(name));
  if (systemIdentifier === undefined) return names;
  return names.filter((name) => name.endsWith(`-${serverSuffix(systemIdentifier)}`));
}

/** The number of the folder of a backup. */
export function sequenceOf(name: string): number {
  return Number.parseInt(name, 10);
}

/**
 * Reads a backup.
 * @returns null if it is not whole.
 * @throws StartError when this program cannot read it.
 */
export async function readBackup(target: BackupTarget, name: string): Promise<Backup | null> {
  const content = await target.get(`${name}/${MANIFEST_FILE}`);
  if (content === null) return null;
  const parsed: unknown = parseJson(content);
  const format = z.object({ format: z.number() }).safeParse(parsed);
  if (format.success && format.data.format > FORMAT) {
    throw new StartError(
      `Backup ${name} was made by a newer version: its format is ${format.data.format}, and this program reads formats up to ${FORMAT}.`,
    );
  }
  const manifest = manifestShape.safeParse(parsed);
  if (!manifest.success) throw new StartError(`The manifest of backup ${name} is damaged.`);
  return { name, manifest: manifest.data };
}

function parseJson(content: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(content).toString('utf8'));
  } catch {
    return null;
  }
}

/** The whole backups of a target, oldest first. Those that cannot be read are skipped, and `onUnreadable` is called. */
export async function listBackups(
  target: BackupTarget,
  onUnreadable: (message: string) => void = () => undefined,
): Promise<Backup[]> {
  const backups: Backup[] = [];
  for (const name of await backupFolders(target)) {
    try {
      const backup = await readBackup(target, name);
      if (backup !== null) backups.push(backup);
    } catch (error) {
      if (!(error instanceof StartError)) throw error;
      onUnreadable(error.message);
    }
  }
  return backups;
}
