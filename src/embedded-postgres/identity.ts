import { readFileSync } from 'node:fs';

/** A user account of the operating system. */
export interface Account {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

/**
 * The user that Postgres, which refuses to run as root, runs as:
 * - `self`: the user of this process, which is not root.
 * - `user-namespace`: root outside the namespace, the account inside; files keep their owner.
 * - `capability`: the account, with the right to read and enter any folder; it owns the data.
 * - `account`: the account without extra rights; it owns the data and must be able to reach them.
 */
export type Identity =
  | { readonly kind: 'self' }
  | { readonly kind: 'user-namespace' | 'capability' | 'account'; readonly account: Account };

/** A command to spawn: the program, or a wrapper that executes it without forking, so that the pid is the program's. */
export interface Command {
  readonly file: string;
  readonly args: readonly string[];
  readonly uid?: number;
  readonly gid?: number;
}

/** The command that runs a program as this identity. Source: unshare(1), setpriv(1); ADR 0006. */
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
          // initdb checks for postgres by access(2), which would otherwise ignore the capability.
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

/** The required owner of Postgres' files, as seen outside any namespace; `null` if they keep their owner. */
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

/** Accounts that Postgres may run as, best first. The account must be in /etc/passwd, where initdb looks up its name. */
const ACCOUNT_NAMES = ['postgres', 'nobody', 'daemon'];

/** Chooses the account that Postgres runs as. @param passwd contents of `/etc/passwd`. */
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

/** The account on this machine that Postgres may run as; `null` if there is none. */
export function systemAccount(): Account | null {
  return pickAccount(readFileSync('/etc/passwd', 'utf8'));
}
