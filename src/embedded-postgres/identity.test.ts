import { describe, expect, test } from '@jest/globals';
import { commandAs, ownerOf, pickAccount } from './identity.js';
import type { Identity } from './identity.js';

const account = { name: 'postgres', uid: 101, gid: 104 };

describe('commandAs', () => {
  test('self: the command is the program without a wrapper', () => {
    expect(commandAs({ kind: 'self' }, '/a b/initdb', ['-D', '/d'])).toEqual({
      file: '/a b/initdb',
      args: ['-D', '/d'],
    });
  });

  test('user-namespace: the program sees the ids of the account', () => {
    expect(commandAs({ kind: 'user-namespace', account }, '/a b/initdb', ['-D', '/d'])).toEqual({
      file: 'unshare',
      args: ['--user', '--map-user=101', '--map-group=104', '/a b/initdb', '-D', '/d'],
    });
  });

  test('capability: the account may read and enter any folder, for access(2) too', () => {
    expect(commandAs({ kind: 'capability', account }, '/a b/initdb', ['-D', '/d'])).toEqual({
      file: 'setpriv',
      args: [
        '--reuid=101',
        '--regid=104',
        '--clear-groups',
        '--securebits=+no_setuid_fixup',
        '--inh-caps=+dac_read_search',
        '--ambient-caps=+dac_read_search',
        '/a b/initdb',
        '-D',
        '/d',
      ],
    });
  });

  test('account: the ids are passed to spawn', () => {
    expect(commandAs({ kind: 'account', account }, '/a b/initdb', [])).toEqual({
      file: '/a b/initdb',
      args: [],
      uid: 101,
      gid: 104,
    });
  });
});

describe('ownerOf', () => {
  test.each<[Identity, { uid: number; gid: number } | null, string]>([
    [{ kind: 'self' }, null, 'the files belong to the user already, who may not change their owner'],
    [{ kind: 'user-namespace', account }, { uid: 0, gid: 0 }, 'the account of the namespace is root outside'],
    [{ kind: 'capability', account }, account, 'Postgres refuses a folder that another owns'],
    [{ kind: 'account', account }, account, 'Postgres refuses a folder that another owns'],
  ])('the owner of %j: %j, because %s', (identity, owner) => {
    expect(ownerOf(identity)).toEqual(owner);
  });
});

describe('pickAccount', () => {
  const root = 'root:x:0:0:root:/root:/bin/bash';
  const nobody = 'nobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin';
  const postgres = 'postgres:x:101:104:PostgreSQL:/var/lib/postgresql:/bin/bash';
  test.each<[string[], string | null, string]>([
    [[root, nobody, postgres], 'postgres', 'the account for Postgres comes before the one without a purpose'],
    [[root, nobody], 'nobody', 'every Linux has it'],
    [
      [root, 'nobody:*:-2:-2::/:/bin/false', 'daemon:*:1:1::/:/bin/false'],
      'daemon',
      'macOS: no id is negative',
    ],
    [[root], null, 'Postgres refuses to run as root'],
    [[''], null, 'an empty list'],
  ])('the account for %j: %s, because %s', (lines, name) => {
    expect(pickAccount(lines.join('\n'))?.name ?? null).toBe(name);
  });
});
