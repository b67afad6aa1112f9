// What scripts/shared-copies.ts compares and copies.
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { refreshCopies, outdatedCopies } from '../scripts/shared-copies.js';

let folder: string;
let root: string;
let owner: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'carried-'));
  [root, owner] = [path.join(folder, 'project'), path.join(folder, 'shared')];
  write(owner, 'spec/behaviour/taxes.md', 'taxes');
  write(owner, 'spec/extensions.md', 'extensions');
  write(owner, 'scenarios/usage/sums.mjs', 'sums');
  write(owner, 'design.md', 'is not carried');
  write(owner, 'spec/behaviour/finance.md', 'is not built');
  refreshCopies(root, owner);
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

function write(at: string, file: string, text: string): void {
  mkdirSync(path.dirname(path.join(at, file)), { recursive: true });
  writeFileSync(path.join(at, file), text);
}

test('copies are up to date once they are made', () => {
  expect(readFileSync(path.join(root, 'test/scenarios/usage/sums.mjs'), 'utf8')).toBe('sums');
  expect(existsSync(path.join(root, 'docs/behaviour/finance.md'))).toBe(false);
  expect(outdatedCopies(root, owner)).toEqual([]);
});

test('a file that is new, changed or gone is named, and copied anew', () => {
  write(owner, 'spec/behaviour/coupons.md', 'new');
  write(owner, 'spec/extensions.md', 'changed');
  rmSync(path.join(owner, 'scenarios/usage/sums.mjs'));
  expect(outdatedCopies(root, owner)).toEqual([
    'docs/behaviour/coupons.md',
    'docs/extensions.md',
    'test/scenarios/usage/sums.mjs',
  ]);
  refreshCopies(root, owner);
  expect(outdatedCopies(root, owner)).toEqual([]);
});
