import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { EmbeddedPostgresError } from './errors.js';

const clusterRecord = z.object({
  /** Of the superuser; generated before the cluster is. */
  password: z.string().min(1),
  /** Who Postgres ran as last time, tried first this time; absent before the first start. */
  runAs: z.enum(['self', 'user-namespace', 'capability', 'account']).optional(),
  /** Absolute folder of the cluster where it could not lie below the data folder. */
  movedTo: z.string().optional(),
  /** Absolute folder of the socket, where other programs of this machine reach Postgres while the server runs. */
  socketFolder: z.string().optional(),
});

/** What one start of the embedded Postgres must tell the next: `postgres.json` in the data folder. */
export type ClusterRecord = z.infer<typeof clusterRecord>;

/** @returns `null` before the first start. */
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

/** Readable by its owner only; whole or not at all, whenever the machine stops. */
export function writeClusterRecord(dataDir: string, record: ClusterRecord): void {
  const file = recordFile(dataDir);
  const draft = `${file}.draft`;
  writeFileSync(draft, `${JSON.stringify(record, null, 2)}\n`, { mode: 0o600, flush: true });
  renameSync(draft, file);
}

function recordFile(dataDir: string): string {
  return path.join(dataDir, 'postgres.json');
}
