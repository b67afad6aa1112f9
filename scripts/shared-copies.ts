// The rules, the contract and the scenarios in this repository are copies of files in the folder ../shared, which is
// not part of the repository. `npm run carry` refreshes the copies.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Files and folders in ../shared, and the places of their copies in this repository. */
const COPIES = [
  ['spec/behaviour', 'docs/behaviour'],
  ['spec/billing-api.md', 'docs/billing-api.md'],
  ['spec/extensions.md', 'docs/extensions.md'],
  ['contract/check.mjs', 'test/contract/check.mjs'],
  ['contract/openapi.json', 'test/contract/openapi.json'],
  ['scenarios', 'test/scenarios'],
] as const;

/** Rules of what is not built yet: copied with the first part of it. */
const NOT_BUILT: ReadonlySet<string> = new Set(['docs/behaviour/finance.md']);

/** True for a file that is a copy, which must be changed in ../shared only. */
export function isCopy(file: string): boolean {
  return COPIES.some(([, to]) => file === to || file.startsWith(`${to}/`));
}

/** @returns the copies that differ from ../shared, are missing here or were deleted there, as paths from the root. */
export function outdatedCopies(root: string, owner: string): string[] {
  return COPIES.flatMap(([from, to]) => {
    const names = new Set([...filesToCopy(owner, from, to), ...filesOf(path.join(root, to))]);
    return [...names]
      .filter((name) => textOf(path.join(owner, from, name)) !== textOf(path.join(root, to, name)))
      .map((name) => path.join(to, name));
  });
}

/** Replaces all copies by the current files in ../shared. */
export function refreshCopies(root: string, owner: string): void {
  for (const [from, to] of COPIES) {
    rmSync(path.join(root, to), { recursive: true, force: true });
    for (const name of filesToCopy(owner, from, to)) {
      const copy = path.join(root, to, name);
      mkdirSync(path.dirname(copy), { recursive: true });
      writeFileSync(copy, readFileSync(path.join(owner, from, name)));
    }
  }
}

/** The names of the files of `from` that have copies in `to`; the name is empty where `from` is a file. */
function filesToCopy(owner: string, from: string, to: string): string[] {
  return filesOf(path.join(owner, from)).filter((name) => !NOT_BUILT.has(path.posix.join(to, name)));
}

/** The names of all files in a folder; for a file, one empty name; nothing if it does not exist. */
function filesOf(place: string): string[] {
  if (!existsSync(place)) return [];
  if (!statSync(place).isDirectory()) return [''];
  return readdirSync(place, { recursive: true, encoding: 'utf8' }).filter(
    (name) => !statSync(path.join(place, name)).isDirectory(),
  );
}

function textOf(file: string): string | null {
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}

if (import.meta.main) {
  const root = path.resolve(import.meta.dirname, '..');
  const owner = path.resolve(root, '../shared');
  for (const file of outdatedCopies(root, owner)) console.log(file);
  refreshCopies(root, owner);
}
