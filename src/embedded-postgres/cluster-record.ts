import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { EmbeddedPostgresError } from './embedded-postgres-errors.js';

const clusterRecord = z.object({
  /** The superuser's password, generated before the cluster is created. */
  password: z.string().min(1),
  /** The identity that Postgres last ran as, which the next start tries first; absent before the first start. */
  runAs: z.enum(['self', 'user-namespace', 'capability', 'account']).optional(),
  /** Absolute folder that contains the cluster, if it could not be created below the data folder. */
  movedTo: z.string().optional(),
  /** Absolute folder of the socket, through which other programs on this machine connect while the server runs. */
  socketFolder: z.string().optional(),
});

/** What a start of the embedded Postgres records for the next one, in `postgres.json` in the data folder. */
export type ClusterRecord = z.infer<typeof clusterRecord>;

/**
 * Reads the record of the last start.
 * @returns `null` before the first start.
 * @throws EmbeddedPostgresError when the file is not readable or not valid.
 */
export function readClusterRecord(dataDir: string): ClusterRecord | null {
  const file = recordFile(dataDir);
  if (!existsSync(file)) return null;
  try {
    return clusterRecord.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (cause) {
    throw new EmbeddedPostgresError(
      `${file}, with the password of the embedded Postgres, cannot be read: ${String(cause)}`,
      {
        cause,
      },
    );
  }
}

/** Writes the record atomically, so that a crash leaves the old one or the new one. Only the owner can read the file. */
export function writeClusterRecord(dataDir: string, record: ClusterRecord): void {
  const file = recordFile(dataDir);
  const draft = `${file}.draft`;
  writeFileSync(draft, `${JSON.stringify(record, null, 2)}\n`, { mode: 0o600, flush: true });
  renameSync(draft, file);
}

function recordFile(dataDir: string): string {
  return path.join(dataDir, 'postgres.json');
}
