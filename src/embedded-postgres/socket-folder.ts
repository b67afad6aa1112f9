import { createHash } from 'node:crypto';
import { chownSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { EmbeddedPostgresError } from './embedded-postgres-errors.js';

/** Part of the socket file's name; no TCP port is opened. */
export const SOCKET_PORT = 5432;

/** Longest path of a Unix socket in bytes, on the system with the lowest limit (macOS). */
const SOCKET_PATH_BYTES = 103;

/** The name of the product that uses this Postgres, and its data folder. */
export interface Installation {
  /** Name of the superuser and the database; also the prefix of folders outside `dataDir`. */
  readonly name: string;
  /** Absolute path. */
  readonly dataDir: string;
}

/** A short name that differs for every data folder. */
export function uniqueName({ name, dataDir }: Installation): string {
  return `${name}-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`;
}

/** The socket's folder. It is not inside the data folder but named after it, because its path must be short. */
export function socketFolder(installation: Installation, temporaryFolder: string): string {
  const name = uniqueName(installation);
  const folder = path.join(temporaryFolder, name);
  const longestFile = path.join(folder, `.s.PGSQL.${SOCKET_PORT}.lock`);
  return Buffer.byteLength(longestFile) <= SOCKET_PATH_BYTES ? folder : path.join('/tmp', name);
}

/**
 * Recreates the folder with mode 0700 for the user that Postgres runs as, without files of an earlier server.
 * @throws EmbeddedPostgresError when the folder exists and cannot be removed: a program of another user that listens in it
 *   would receive the password.
 */
export function openSocketFolder(folder: string, owner: { uid: number; gid: number } | null): void {
  try {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { mode: 0o700 });
  } catch (cause) {
    throw new EmbeddedPostgresError(
      `${folder} is in the way. Remove it, or set TMPDIR to a private folder.`,
      { cause },
    );
  }
  if (owner !== null) chownSync(folder, owner.uid, owner.gid);
}
