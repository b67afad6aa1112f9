import { readFileSync } from 'node:fs';

/** A line of the system's user list. */
export interface Account {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

/**
 * Who Postgres, which refuses to run as root, runs as:
 * - `self`: as we do, because we are not root.
 * - `user-namespace`: still root outside, the account's ids inside; no file changes hands.
 * - `capability`: the account, with the right to read and pass through any folder; it owns the data.
 * - `account`: the account and nothing else; it owns the data and must reach them on its own.
 */
export type Identity =
  | { readonly kind: 'self' }
  | { readonly kind: 'user-namespace' | 'capability' | 'account'; readonly account: Account };

/** What to spawn: the program itself, or a wrapper that becomes it (none forks, so the child's pid is the program's). */
export interface Command {
  readonly file: string;
  readonly args: readonly string[];
  readonly uid?: number;
  readonly gid?: number;
}

/** Source: unshare(1), setpriv(1); ADR 0006. */
export function commandAs(identity: Identity, program: string, args: readonly string[]): Command {
  if (identity.kind === 'self') return { file: program, args };
  const { uid, gid } = identity.account;
  switch (identity.kind) {
    case 'user-namespace':
      return {
        file: 'unshare',
        args: ['--user', `--map-user=${uid}`, `--map-group=${gid}`, program, ...args],
      };
    case 'capability':
      return {
        file: 'setpriv',
        args: [
          `--reuid=${uid}`,
          `--regid=${gid}`,
          '--clear-groups',
          // Else access(2), by which initdb looks for postgres, asks without the capability.
          '--securebits=+no_setuid_fixup',
          '--inh-caps=+dac_read_search',
          '--ambient-caps=+dac_read_search',
          program,
          ...args,
        ],
      };
    case 'account':
      return { file: program, args, uid, gid };
  }
}

/** Whose the files of Postgres must be, seen from outside; `null` leaves them as they are. */
export function ownerOf(identity: Identity): { uid: number; gid: number } | null {
  switch (identity.kind) {
    case 'self':
      return null;
    case 'user-namespace':
      return { uid: 0, gid: 0 };
    case 'capability':
    case 'account':
      return identity.account;
  }
}

/** Accounts to lend Postgres, best first. It must be listed: initdb looks its name up. */
const ACCOUNT_NAMES = ['postgres', 'nobody', 'daemon'];

/** @param passwd text of `/etc/passwd`. */
export function pickAccount(passwd: string): Account | null {
  const accounts = passwd.split('\n').map((line) => {
    const [name = '', , uid, gid] = line.split(':');
    return { name, uid: Number(uid), gid: Number(gid) };
  });
  for (const name of ACCOUNT_NAMES) {
    const account = accounts.find((candidate) => candidate.name === name);
    if (account !== undefined && account.uid > 0 && account.gid > 0) return account;
  }
  return null;
}

/** The account of this machine that Postgres may run as. */
export function systemAccount(): Account | null {
  return pickAccount(readFileSync('/etc/passwd', 'utf8'));
}
