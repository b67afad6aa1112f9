import { chownSync, lchownSync, lstatSync, mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { CannotRunHereError, EmbeddedPostgresError } from './errors.js';
import type { Binaries } from './binaries.js';
import type { ClusterRecord } from './cluster-record.js';
import { commandAs, ownerOf, systemAccount } from './identity.js';
import type { Account, Identity } from './identity.js';
import { homeFolder, movedQuarters, openFolderFor, usualQuarters } from './quarters.js';
import type { Quarters } from './quarters.js';
import { complaintOf, run } from './run.js';
import { type Installation, openSocketFolder } from './socket-folder.js';

/** Who Postgres runs as, and where. */
export interface Placement {
  readonly identity: Identity;
  readonly quarters: Quarters;
  /** Folder of quarters outside the data folder and the project; absent for the usual ones. */
  readonly movedTo?: string;
}

/** What the last start chose; empty before the first. */
export type LastPlacement = Omit<ClusterRecord, 'password'>;

/** One way for root to run Postgres. */
export interface Way {
  readonly kind: Exclude<Identity['kind'], 'self'>;
  readonly movedTo?: string;
}

/**
 * The ways to try, best first: fewest rights for Postgres, no file changing hands, nothing outside the data folder.
 * The way of the last start comes first, and once there is a cluster it stays where it is.
 */
export function waysFor(last: LastPlacement, openFolder: string): Way[] {
  if (last.movedTo !== undefined) return [{ kind: 'account', movedTo: last.movedTo }];
  const inPlace: Way[] = [{ kind: 'user-namespace' }, { kind: 'capability' }, { kind: 'account' }];
  if (last.runAs === undefined) return [...inPlace, { kind: 'account', movedTo: openFolder }];
  return inPlace.toSorted((a, b) => Number(b.kind === last.runAs) - Number(a.kind === last.runAs));
}

/**
 * Finds out who Postgres can run as, and prepares its folders.
 * @throws CannotRunHereError with what each way failed on, when none works.
 */
export async function choosePlacement(
  installation: Installation,
  binaries: Binaries,
  last: LastPlacement,
): Promise<Placement> {
  if (process.getuid?.() !== 0) {
    const placement: Placement = {
      identity: { kind: 'self' },
      quarters: usualQuarters(installation, binaries),
    };
    prepareFolders(placement);
    return placement;
  }
  const account = systemAccount();
  if (account === null) throw noWay(['no account named postgres, nobody or daemon']);
  refuseForeign(homeFolder(installation.dataDir, last.movedTo), account);
  const refusals: string[] = [];
  for (const way of waysFor(last, openFolderFor(installation))) {
    try {
      return await tryWay(way, account, installation, binaries);
    } catch (error) {
      const where = way.movedTo === undefined ? '' : ` in ${way.movedTo}`;
      refusals.push(`${way.kind}${where}: ${complaintOf(error)}`);
    }
  }
  throw noWay(refusals);
}

/** What an ordinary user started stays theirs: run by root, it would change hands, and they could not start it again. */
function refuseForeign(home: string, account: Account): void {
  const uid = lstatSync(home, { throwIfNoEntry: false })?.uid;
  if (uid === undefined || uid === 0 || uid === account.uid) return;
  throw new EmbeddedPostgresError(
    `${home} belongs to user ${uid}, and we are root. Start as that user, or hand it over: chown -R root ${path.dirname(home)}`,
  );
}

async function tryWay(
  { kind, movedTo }: Way,
  account: Account,
  installation: Installation,
  binaries: Binaries,
): Promise<Placement> {
  const quarters =
    movedTo === undefined ? usualQuarters(installation, binaries) : await movedQuarters(movedTo, binaries);
  const placement: Placement = { identity: { kind, account }, quarters, ...(movedTo && { movedTo }) };
  prepareFolders(placement);
  await probe(placement);
  return placement;
}

function prepareFolders({ identity, quarters }: Placement): void {
  const owner = ownerOf(identity);
  mkdirSync(quarters.home, { recursive: true, mode: 0o700 });
  if (owner !== null) giveTo(quarters.home, owner);
  openSocketFolder(quarters.socketFolder, owner);
}

/** Hands a folder over; the folder itself last, so that a crash half-way is seen and made good by the next start. */
function giveTo(folder: string, owner: { uid: number; gid: number }): void {
  if (lstatSync(folder).uid === owner.uid) return;
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    lchownSync(path.join(folder, entry), owner.uid, owner.gid);
  }
  chownSync(folder, owner.uid, owner.gid);
}

/** Runs the server's program, for its version, and asks for the folders, as Postgres would. */
const PROBE =
  '"$0" --version >/dev/null && for f in "$@"; do test -w "$f" || { echo "$f: not writable" >&2; exit 1; }; done';

async function probe({ identity, quarters }: Placement): Promise<void> {
  const args = ['-c', PROBE, quarters.binaries.postgres, quarters.home, quarters.socketFolder];
  await run(commandAs(identity, '/bin/sh', args), '/');
}

function noWay(refusals: readonly string[]): CannotRunHereError {
  return new CannotRunHereError(
    `Postgres does not run as root, and no way was found to run it as somebody else:\n  ${refusals.join('\n  ')}\n` +
      'Start as an ordinary user.',
  );
}
