// What the lock file must hold for `npm ci` to work with every npm, on every platform.
import { expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import path from 'node:path';

interface LockedPackage {
  readonly dependencies?: Record<string, string>;
  readonly devDependencies?: Record<string, string>;
  readonly optionalDependencies?: Record<string, string>;
  readonly integrity?: string;
}

const { packages } = JSON.parse(
  readFileSync(path.resolve(import.meta.dirname, '../package-lock.json'), 'utf8'),
) as { packages: Record<string, LockedPackage> };

/** Whether a package finds another one, in its own folder or in one above. */
const finds = (folder: string, name: string): boolean => {
  if (`${folder === '' ? '' : `${folder}/`}node_modules/${name}` in packages) return true;
  return folder !== '' && finds(folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/'))), name);
};

test('every dependency is locked, those of other platforms too', () => {
  const missing = Object.entries(packages).flatMap(([folder, locked]) =>
    Object.keys({ ...locked.dependencies, ...locked.devDependencies, ...locked.optionalDependencies })
      .filter((name) => folder === '' || !(name in (locked.devDependencies ?? {})))
      .filter((name) => !finds(folder, name))
      .map((name) => `${folder} needs ${name}`),
  );
  expect(missing).toEqual([]);
});

test('every package is bound to its content', () => {
  const unbound = Object.entries(packages).filter(
    ([folder, { integrity }]) => folder !== '' && integrity === undefined,
  );
  expect(unbound).toEqual([]);
});
