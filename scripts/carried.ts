// The rules, the contract and the scenarios that this repository carries are copies: their owner keeps them in the folder
// ../shared, which a clone alone does not have. `npm run carry` copies them anew.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Files and folders of the owner, and where they lie here. */
const CARRIED = [
  ['spec/behaviour', 'docs/behaviour'],
  ['spec/billing-api.md', 'docs/billing-api.md'],
  ['spec/extensions.md', 'docs/extensions.md'],
  ['contract/check.mjs', 'test/contract/check.mjs'],
  ['contract/openapi.json', 'test/contract/openapi.json'],
  ['scenarios', 'test/scenarios'],
] as const;

/** Whether this file is a copy; its text is the owner's to change. */
export function isCopy(file: string): boolean {
  return CARRIED.some(([, to]) => file === to || file.startsWith(`${to}/`));
}

/** @returns the files here that are new, changed or gone at their owner's, as paths from the root. */
export function outdatedCopies(root: string, owner: string): string[] {
  return CARRIED.flatMap(([from, to]) => {
    const names = new Set([...filesOf(path.join(owner, from)), ...filesOf(path.join(root, to))]);
    return [...names]
      .filter((name) => textOf(path.join(owner, from, name)) !== textOf(path.join(root, to, name)))
      .map((name) => path.join(to, name));
  });
}

/** Makes every copy what the owner has now. */
export function copyAnew(root: string, owner: string): void {
  for (const [from, to] of CARRIED) {
    rmSync(path.join(root, to), { recursive: true, force: true });
    for (const name of filesOf(path.join(owner, from))) {
      const copy = path.join(root, to, name);
      mkdirSync(path.dirname(copy), { recursive: true });
      writeFileSync(copy, readFileSync(path.join(owner, from, name)));
    }
  }
}

/** The names of all files below a folder; of a file, the empty name; of what does not exist, none. */
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
  copyAnew(root, owner);
}
