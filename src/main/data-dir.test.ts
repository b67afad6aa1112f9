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

test('a missing folder is made, private', () => {
  const dataDir = claimDataDir(path.join(parent, 'a', 'b'));
  expect(statSync(dataDir.path).mode & 0o777).toBe(0o700);
  dataDir.release();
});

test('a folder that others may read is closed to them', () => {
  const folder = path.join(parent, 'open');
  mkdirSync(folder);
  chmodSync(folder, 0o777);
  claimDataDir(folder).release();
  expect(statSync(folder).mode & 0o777).toBe(0o711);
});

test('a folder that cannot be made is refused at once', () => {
  expect(() => claimDataDir('/proc/tollgate/data')).toThrow(StartError);
});

test('a claimed folder is refused, by its other names too, and tells who has it', () => {
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

test('a released folder can be claimed again, and releasing twice harms nobody', () => {
  const first = claimDataDir(path.join(parent, 'data'));
  first.release();
  const second = claimDataDir(path.join(parent, 'data'));
  first.release();
  expect(() => claimDataDir(path.join(parent, 'data'))).toThrow('Another Tollgate');
  second.release();
});

test('what a dead server left does not count', () => {
  writeFileSync(path.join(parent, 'server.pid'), '1\n');
  writeFileSync(path.join(parent, 'server.lock'), '');
  claimDataDir(parent).release();
});

test('a file in its place is named', () => {
  const file = path.join(parent, 'file');
  writeFileSync(file, '');
  expect(() => claimDataDir(file)).toThrow(`DATA_DIR ${file} cannot be used`);
});
