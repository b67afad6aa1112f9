// The order of folders in src: who may use whom. `eslint.config.mjs` enforces it.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

/** Modules, lowest first, in the order in which `src/main/capabilities.ts` builds them. */
export function modulesInOrder() {
  const source = readFileSync(path.join(root, 'src/main/capabilities.ts'), 'utf8');
  const modules = new Map(
    [...source.matchAll(/import \{ (\w+) \} from '\.\.\/modules\/([\w-]+)\//g)].map(([, name, folder]) => [
      name,
      folder,
    ]),
  );
  return [...source.matchAll(/\.with\((\w+)\)/g)].flatMap(([, name]) => modules.get(name) ?? []);
}

/** @throws Error if a folder of `src` has one that the list lacks: such a one would be free to import anything. */
export function requireListed(folder, listed) {
  const unlisted = foldersIn(folder).filter((name) => !listed.includes(name));
  if (unlisted.length > 0)
    throw new Error(`src/${folder}: give ${unlisted.join(', ')} a place in the order of eslint.config.mjs.`);
}

/** The folders directly within one of `src`. */
function foldersIn(folder) {
  return readdirSync(path.join(root, 'src', folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
}
