import { chownSync, existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { EmbeddedPostgresError } from './errors.js';
import { commandAs, ownerOf } from './identity.js';
import type { Placement } from './placement.js';
import { complaintOf, run } from './run.js';

/** The superuser, made with the cluster. */
interface Credentials {
  readonly user: string;
  readonly password: string;
}

/** The folder that Postgres calls its data directory. */
export function clusterFolder(home: string): string {
  return path.join(home, 'cluster');
}

/**
 * Makes the cluster unless it is there. It appears whole or not at all, however the first start ends.
 * @throws EmbeddedPostgresError with what initdb said; the reason of `signal` when the start was interrupted.
 */
export async function createCluster(
  { identity, quarters }: Placement,
  { user, password }: Credentials,
  { log, signal }: { readonly log: (line: string) => void; readonly signal: AbortSignal },
): Promise<void> {
  const cluster = clusterFolder(quarters.home);
  if (existsSync(cluster)) return;
  log(`Creating the database in ${quarters.home}.`);
  const draft = path.join(quarters.home, 'cluster.draft');
  const passwordFile = path.join(quarters.home, 'password');
  rmSync(draft, { recursive: true, force: true });
  try {
    writeFileSync(passwordFile, password, { mode: 0o600 });
    const owner = ownerOf(identity);
    if (owner !== null) chownSync(passwordFile, owner.uid, owner.gid);
    await run(
      commandAs(identity, quarters.binaries.initdb, initdbArguments(draft, user, passwordFile)),
      quarters.home,
    );
    renameSync(draft, cluster);
  } catch (cause) {
    // Ctrl-C in a terminal reaches initdb as well.
    signal.throwIfAborted();
    const complaint = firstErrorOf(complaintOf(cause));
    throw new EmbeddedPostgresError(`Postgres could not create its files in ${quarters.home}: ${complaint}`, {
      cause,
    });
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

/** Of several lines, the one that names the cause. */
function firstErrorOf(complaint: string): string {
  const lines = complaint.split('\n');
  return lines.find((line) => /error:|FATAL:/.test(line)) ?? lines[0] ?? '';
}

/** Sorting and letter case come with Postgres itself, not with the system's locales: the same on every machine. */
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
