import { createHash } from 'node:crypto';
import { chownSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { EmbeddedPostgresError } from './errors.js';

/** Only names the socket file: no port is taken. */
export const SOCKET_PORT = 5432;

/** Longest path of a Unix socket in bytes, on the system that allows the least (macOS). */
const SOCKET_PATH_BYTES = 103;

/** Whose Postgres it is, and where its files lie. */
export interface Installation {
  /** Of the superuser, of the database, and of what lies outside of `dataDir`. */
  readonly name: string;
  /** Absolute path. */
  readonly dataDir: string;
}

/** A short name that differs for every data folder. */
export function uniqueName({ name, dataDir }: Installation): string {
  return `${name}-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`;
}

/** Named after the data folder instead of inside it, because its path must be short. */
export function socketFolder(installation: Installation, temporaryFolder: string): string {
  const name = uniqueName(installation);
  const folder = path.join(temporaryFolder, name);
  const longestFile = path.join(folder, `.s.PGSQL.${SOCKET_PORT}.lock`);
  return Buffer.byteLength(longestFile) <= SOCKET_PATH_BYTES ? folder : path.join('/tmp', name);
}

/**
 * Makes the folder anew, mode 0700, for whoever Postgres runs as; what a server that died left in it goes.
 * @throws EmbeddedPostgresError when somebody else's is in the way: whoever listens there would be told our password.
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
