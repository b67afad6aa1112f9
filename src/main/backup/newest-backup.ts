import { existsSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { findClusterFiles } from '../../embedded-postgres/running-postgres.js';

const noteShape = z.object({
  backup: z.string(),
  /** The place of the backup, without credentials. */
  target: z.string(),
  /** The instant as of which the backup shows the database. */
  at: z.iso.datetime(),
});

/** What a backup notes in the data folder once it is whole, in `backup.json`, so that its age is known wherever it lies. */
export type BackupNote = z.infer<typeof noteShape>;

/** Reads the note of the newest backup; null if there is none that can be read. */
export function readBackupNote(dataDir: string): BackupNote | null {
  const file = noteFile(dataDir);
  if (!existsSync(file)) return null;
  try {
    return noteShape.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return null; // as old as if there were none: only warnings depend on it
  }
}

/** Writes the note as a whole or not at all. */
export function writeBackupNote(dataDir: string, note: BackupNote): void {
  const draft = `${noteFile(dataDir)}.draft`;
  writeFileSync(draft, `${JSON.stringify(note, null, 2)}\n`, { mode: 0o600, flush: true });
  renameSync(draft, noteFile(dataDir));
}

/** @returns the seconds since the newest backup; without one, since the database was created or restored. */
export function backupAgeSeconds(dataDir: string, now: Date): number {
  const note = readBackupNote(dataDir);
  const since = note === null ? createdAt(dataDir) : new Date(note.at);
  // Negative if the clock was set back meanwhile.
  return since === null ? 0 : Math.max(0, (now.getTime() - since.getTime()) / 1_000);
}

/** Postgres writes this file once. Null before the first start. */
function createdAt(dataDir: string): Date | null {
  const files = findClusterFiles(dataDir);
  if (files === null) return null;
  return statSync(path.join(files.folder, 'PG_VERSION'), { throwIfNoEntry: false })?.mtime ?? null;
}

function noteFile(dataDir: string): string {
  return path.join(dataDir, 'backup.json');
}
