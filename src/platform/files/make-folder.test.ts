import { mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { makeFolder } from './make-folder.js';

let parent = '';
beforeEach(() => {
  parent = mkdtempSync(path.join(os.tmpdir(), 'make folder '));
});
afterEach(() => {
  rmSync(parent, { recursive: true });
});

test('makeFolder creates a folder and its parents for their owner, once', () => {
  for (let time = 0; time < 2; time += 1) makeFolder(path.join(parent, 'a', 'b'));
  for (const name of ['a', 'a/b']) expect(statSync(path.join(parent, name)).mode & 0o777).toBe(0o700);
});

test.each([
  ['/proc/tollgate', 'ENOENT'],
  ['/proc/tollgate/a/b', 'ENOENT'],
  ['/proc/self/fd/tollgate/a', 'ENOENT'],
  ['/dev/null/a/b', 'ENOTDIR'],
])('makeFolder refuses %s at once', (folder, code) => {
  expect(() => {
    makeFolder(folder);
  }).toThrow(expect.objectContaining({ code }));
});

test('makeFolder refuses a folder below a file, and a link that leads nowhere', () => {
  writeFileSync(path.join(parent, 'file'), '');
  symlinkSync(path.join(parent, 'missing'), path.join(parent, 'link'));
  for (const [name, code] of [
    ['file/a', 'ENOTDIR'],
    ['link', 'EEXIST'],
    ['link/a', 'EEXIST'],
  ])
    expect(() => {
      makeFolder(path.join(parent, name ?? ''));
    }).toThrow(expect.objectContaining({ code }));
});
