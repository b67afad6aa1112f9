import { chownSync, existsSync, lchownSync, lstatSync, mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { CannotRunHereError, EmbeddedPostgresError } from './embedded-postgres-errors.js';
import type { Binaries } from './binaries.js';
import type { ClusterRecord } from './cluster-record.js';
import { commandAs, ownerOf, systemAccount } from './identity.js';
import type { Account, Identity } from './identity.js';
import { homeFolder, prepareFoldersIn, reachableFolder, defaultFolders } from './postgres-folders.js';
import type { PostgresFolders } from './postgres-folders.js';
import { errorOutputOf, run } from './run.js';
import { type Installation, openSocketFolder } from './socket-folder.js';

/** The user that Postgres runs as, and its folders. */
export interface Placement {
  readonly identity: Identity;
  readonly folders: PostgresFolders;
  /** Folder outside the data folder and the project that contains Postgres' files; absent for the default folders. */
  readonly movedTo?: string;
}

/** The placement that the last start chose; empty before the first start. */
export type LastPlacement = Omit<ClusterRecord, 'password'>;

/** A way to run Postgres when this process is root. */
export interface RootStrategy {
  readonly kind: Exclude<Identity['kind'], 'self'>;
  readonly movedTo?: string;
}

/**
 * The strategies to try, best first: fewest rights for Postgres, no file changes its owner, no file outside the data folder.
 * The strategy of the last start comes first, and an existing cluster is never moved.
 */
export function rootStrategies(last: LastPlacement, fallbackFolder: string): RootStrategy[] {
  if (last.movedTo !== undefined) return [{ kind: 'account', movedTo: last.movedTo }];
  const inPlace: RootStrategy[] = [{ kind: 'user-namespace' }, { kind: 'capability' }, { kind: 'account' }];
  if (last.runAs === undefined) return [...inPlace, { kind: 'account', movedTo: fallbackFolder }];
  return inPlace.toSorted((a, b) => Number(b.kind === last.runAs) - Number(a.kind === last.runAs));
}

/**
 * Chooses the user that Postgres runs as, and prepares its folders.
 * @throws CannotRunHereError when no strategy works, with the error of each.
 */
export async function choosePlacement(
  installation: Installation,
  binaries: Binaries,
  last: LastPlacement,
): Promise<Placement> {
  if (process.getuid?.() !== 0) {
    const placement: Placement = {
      identity: { kind: 'self' },
      folders: defaultFolders(installation, binaries),
    };
    prepareFolders(placement);
    return placement;
  }
  const account = systemAccount();
  if (account === null) throw cannotRunAsRoot(['no account named postgres, nobody or daemon']);
  refuseOtherOwner(homeFolder(installation.dataDir, last.movedTo), account);
  const failures: string[] = [];
  for (const strategy of rootStrategies(last, reachableFolder(installation))) {
    try {
      return await tryStrategy(strategy, account, installation, binaries);
    } catch (error) {
      const where = strategy.movedTo === undefined ? '' : ` in ${strategy.movedTo}`;
      failures.push(`${strategy.kind}${where}: ${errorOutputOf(error)}`);
    }
  }
  throw cannotRunAsRoot(failures);
}

/** Refuses a cluster of an ordinary user: root would take over its files, and the user could not start it again. */
function refuseOtherOwner(home: string, account: Account): void {
  const uid = lstatSync(home, { throwIfNoEntry: false })?.uid;
  if (uid === undefined || uid === 0 || uid === account.uid) return;
  throw new EmbeddedPostgresError(
    `${home} belongs to user ${uid}, but this process runs as root. Start as that user, or change the owner: chown -R root ${path.dirname(home)}`,
  );
}

async function tryStrategy(
  { kind, movedTo }: RootStrategy,
  account: Account,
  installation: Installation,
  binaries: Binaries,
): Promise<Placement> {
  const folders =
    movedTo === undefined
      ? defaultFolders(installation, binaries)
      : await prepareFoldersIn(movedTo, binaries);
  const placement: Placement = { identity: { kind, account }, folders, ...(movedTo && { movedTo }) };
  prepareFolders(placement);
  await probe(placement);
  return placement;
}

function prepareFolders({ identity, folders }: Placement): void {
  const owner = ownerOf(identity);
  if (!existsSync(folders.home)) mkdirSync(folders.home, { mode: 0o700 });
  if (owner !== null) changeOwner(folders.home, owner);
  openSocketFolder(folders.socketFolder, owner);
}

/** Changes the owner of a folder and, before it, of its contents, so that the next start completes an interrupted change. */
function changeOwner(folder: string, owner: { uid: number; gid: number }): void {
  if (lstatSync(folder).uid === owner.uid) return;
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    lchownSync(path.join(folder, entry), owner.uid, owner.gid);
  }
  chownSync(folder, owner.uid, owner.gid);
}

/** A shell script that runs the server's program and checks that its folders are writable. */
const PROBE =
  '"$0" --version >/dev/null && for f in "$@"; do test -w "$f" || { echo "$f: not writable" >&2; exit 1; }; done';

async function probe({ identity, folders }: Placement): Promise<void> {
  const args = ['-c', PROBE, folders.binaries.postgres, folders.home, folders.socketFolder];
  await run(commandAs(identity, '/bin/sh', args), '/');
}

function cannotRunAsRoot(failures: readonly string[]): CannotRunHereError {
  return new CannotRunHereError(
    `Postgres does not run as root, and every attempt to run it as another user failed:\n  ${failures.join('\n  ')}\n` +
      'Start as an ordinary user.',
  );
}
