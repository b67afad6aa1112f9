import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { claimDataDir } from './data-dir.js';
import { StartError } from './start-error.js';

let parent = '';
beforeEach(() => {
  parent = mkdtempSync(path.join(os.tmpdir(), 'data dir '));
});
afterEach(() => {
  rmSync(parent, { recursive: true });
});

test('a missing folder is created, readable only by its owner', () => {
  const dataDir = claimDataDir(path.join(parent, 'a', 'b'));
  expect(statSync(dataDir.path).mode & 0o777).toBe(0o700);
  dataDir.release();
});

test('a folder loses the rights of others to read it', () => {
  const folder = path.join(parent, 'open');
  mkdirSync(folder);
  chmodSync(folder, 0o777);
  claimDataDir(folder).release();
  expect(statSync(folder).mode & 0o777).toBe(0o711);
});

test('a folder that cannot be created is refused at once', () => {
  expect(() => claimDataDir('/proc/tollgate/data')).toThrow(StartError);
});

test('a claimed folder is refused, also by a symbolic link, and the error names the process that has it', () => {
  const first = claimDataDir(path.join(parent, 'data'));
  symlinkSync(first.path, path.join(parent, 'alias'));
  for (const name of ['data', 'alias']) {
    expect(() => claimDataDir(path.join(parent, name))).toThrow(
      new StartError(
        `Another Tollgate (pid ${process.pid}) runs on DATA_DIR ${first.path}. Stop it, or start this one with another DATA_DIR and PORT.`,
      ),
    );
  }
  first.release();
});

test('a released folder can be claimed again, and may be released twice', () => {
  const first = claimDataDir(path.join(parent, 'data'));
  first.release();
  const second = claimDataDir(path.join(parent, 'data'));
  first.release();
  expect(() => claimDataDir(path.join(parent, 'data'))).toThrow('Another Tollgate');
  second.release();
});

test('files of a dead server do not prevent a claim', () => {
  writeFileSync(path.join(parent, 'server.pid'), '1\n');
  writeFileSync(path.join(parent, 'server.lock'), '');
  claimDataDir(parent).release();
});

test('a file in place of the folder is refused by name', () => {
  const file = path.join(parent, 'file');
  writeFileSync(file, '');
  expect(() => claimDataDir(file)).toThrow(`DATA_DIR ${file} cannot be used`);
});
