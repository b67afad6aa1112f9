import { expect, test } from '@jest/globals';
import { settingArguments } from './settings.js';

test('settings become arguments, those given after our own, so that they win', () => {
  const args = settingArguments({ port: '5432', jit: 'on' });
  expect(args.slice(-2)).toEqual(['-c', 'port=5432']);
  expect(args.filter((argument) => argument.startsWith('jit='))).toEqual(['jit=on']);
});

test.each(['fsync', 'full_page_writes', 'synchronous_commit', 'data_sync_retry'])(
  '%s is left as it is: an acknowledged event survives a crash',
  (name) => {
    expect(settingArguments({}).some((argument) => argument.startsWith(`${name}=`))).toBe(false);
  },
);
