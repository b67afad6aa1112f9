import { chownSync, existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { EmbeddedPostgresError } from './embedded-postgres-errors.js';
import { commandAs, ownerOf } from './identity.js';
import type { Placement } from './placement.js';
import { errorOutputOf, run } from './run.js';

/** The superuser, created with the cluster. */
interface Credentials {
  readonly user: string;
  readonly password: string;
}

/** The folder that Postgres calls its data directory. */
export function clusterFolder(home: string): string {
  return path.join(home, 'cluster');
}

/**
 * Creates the cluster unless it exists. If the start is interrupted, no partial cluster remains.
 * @throws EmbeddedPostgresError with the error of initdb; the abort reason of `signal` when the start was interrupted.
 */
export async function createCluster(
  { identity, folders }: Placement,
  { user, password }: Credentials,
  { log, signal }: { readonly log: (line: string) => void; readonly signal: AbortSignal },
): Promise<void> {
  const cluster = clusterFolder(folders.home);
  if (existsSync(cluster)) return;
  log(`Creating the database in ${folders.home}.`);
  const draft = path.join(folders.home, 'cluster.draft');
  const passwordFile = path.join(folders.home, 'password');
  rmSync(draft, { recursive: true, force: true });
  try {
    writeFileSync(passwordFile, password, { mode: 0o600 });
    const owner = ownerOf(identity);
    if (owner !== null) chownSync(passwordFile, owner.uid, owner.gid);
    await run(
      commandAs(identity, folders.binaries.initdb, initdbArguments(draft, user, passwordFile)),
      folders.home,
    );
    renameSync(draft, cluster);
  } catch (cause) {
    // Ctrl-C in a terminal also interrupts initdb, whose error is then irrelevant.
    signal.throwIfAborted();
    const complaint = firstErrorOf(errorOutputOf(cause));
    throw new EmbeddedPostgresError(`Postgres could not create its files in ${folders.home}: ${complaint}`, {
      cause,
    });
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

/** The line that names the cause, of an error message of several lines. */
function firstErrorOf(complaint: string): string {
  const lines = complaint.split('\n');
  return lines.find((line) => /error:|FATAL:/.test(line)) ?? lines[0] ?? '';
}

/** Uses the locale that Postgres brings, not those of the system, so that sorting is the same on every machine. */
function initdbArguments(cluster: string, user: string, passwordFile: string): string[] {
  return [
    `--pgdata=${cluster}`,
    `--username=${user}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--data-checksums',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
  ];
}
