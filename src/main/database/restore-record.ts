import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { StartError } from '../settings/start-error.js';

const recordShape = z.object({
  /** Name of the backup. */
  backup: z.string(),
  /** The instant as of which the data was restored. */
  restoredTo: z.iso.datetime(),
  restoredAt: z.iso.datetime(),
  /** When an operator let the work go on; null while it waits. */
  releasedAt: z.iso.datetime().nullable(),
  /** What is still to be done; null once the restore is finished. */
  unfinished: z
    .object({
      /** `files`: they are not all there. `numbers`: only numbers have to continue after a gap. */
      step: z.enum(['files', 'numbers']),
      /** Of the cluster in the backup. */
      systemIdentifier: z.string(),
      /** The next numbers that an operator chose for billing entities; null if those were wrong. */
      numbersFrom: z.record(z.string(), z.int()).nullable(),
    })
    .nullable()
    .default(null),
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

/** @throws StartError, with the way out, if a restore of this folder is not finished. */
export function requireFinished(dataDir: string): void {
  const unfinished = readRestoreRecord(dataDir)?.unfinished ?? null;
  if (unfinished === null) return;
  const place = path.resolve(dataDir);
  throw new StartError(
    unfinished.step === 'files'
      ? `A restore of ${place} runs or was interrupted. If none runs, empty the folder and restore again.`
      : `A restore of ${place} has not set the next numbers yet. Start the server, or run \`tollgate restore finish\`.`,
  );
}

function recordFile(dataDir: string): string {
  return path.join(dataDir, 'restored.json');
}
