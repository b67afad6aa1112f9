import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { StartError } from '../start-error.js';

const recordShape = z.object({
  /** Name of the backup. */
  backup: z.string(),
  /** The instant as of which the data was restored. */
  restoredTo: z.iso.datetime(),
  restoredAt: z.iso.datetime(),
  /** When an operator let the work go on; null while it waits. */
  releasedAt: z.iso.datetime().nullable(),
});

/** What a restore notes in the data folder, in `restored.json`. */
export type RestoreRecord = z.infer<typeof recordShape>;

/**
 * Reads the record of the restore that made this folder; null if it was not restored.
 * @throws StartError when the file is damaged: nobody knows then whether work has to wait.
 */
export function readRestoreRecord(dataDir: string): RestoreRecord | null {
  const file = recordFile(dataDir);
  if (!existsSync(file)) return null;
  try {
    return recordShape.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (cause) {
    throw new StartError(`${file}, the record of a restore, cannot be read: ${String(cause)}`, { cause });
  }
}

/** Writes the record as a whole or not at all. */
export function writeRestoreRecord(dataDir: string, record: RestoreRecord): void {
  const draft = `${recordFile(dataDir)}.draft`;
  writeFileSync(draft, `${JSON.stringify(record, null, 2)}\n`, { mode: 0o600, flush: true });
  renameSync(draft, recordFile(dataDir));
}

/** True while due work, jobs, webhooks and e-mails wait for an operator. */
export function isHeldAfterRestore(dataDir: string): boolean {
  return readRestoreRecord(dataDir)?.releasedAt === null;
}

function recordFile(dataDir: string): string {
  return path.join(dataDir, 'restored.json');
}
