// Removes from a production install what the server does not load: the packages that only the build of GraphiQL needs, whose
// result the package `ruru` has with it, `ruru`'s copies of that result, and the font files of weights that no document uses. Used by deploy/Dockerfile, after `npm prune`.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * Dependencies that are declared and never loaded by what the server imports (`ruru/server`, `ruru/static`): `ruru-types` brings
 * GraphiQL, Monaco and React as the types of its options, the others belong to the command `ruru`.
 */
const UNUSED = {
  'node_modules/ruru': [
    '@emotion/is-prop-valid',
    'graphile-config',
    'http-proxy',
    'react',
    'react-dom',
    'ruru-types',
    'yargs',
  ],
};

/** Files of packages that are not loaded: `ruru/static` serves what `dist/bundleCode.js` holds. */
export const UNUSED_FILES = ['node_modules/ruru/static'];

/** The folders of production packages that nothing reaches but by the unused dependencies. */
export function unusedPackages(packages) {
  const reached = new Set();
  const reach = (folder) => {
    if (reached.has(folder)) return;
    reached.add(folder);
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = packages[folder];
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
      // An optional peer is used if it is there for another reason: TypeScript, for configurations that nobody has.
      if (UNUSED[folder]?.includes(name) || peerDependenciesMeta?.[name]?.optional) continue;
      const found = find(packages, folder, name);
      if (found !== null) reach(found);
    }
  };
  reach('');
  return Object.keys(packages).filter((folder) => !packages[folder].dev && !reached.has(folder));
}

/** The folder in which a package finds another one; null if it is not installed. */
function find(packages, folder, name) {
  for (let from = folder; ; from = from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/')))) {
    const candidate = `${from === '' ? '' : `${from}/`}node_modules/${name}`;
    if (candidate in packages) return candidate;
    if (from === '') return null;
  }
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const root = path.resolve(process.argv[2] ?? '.');
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
  const unused = unusedPackages(packages);
  for (const folder of [...unused, ...UNUSED_FILES])
    rmSync(path.join(root, folder), { recursive: true, force: true });
  const fonts = await removeUnusedFonts(root);
  removeEmptyScopes(path.join(root, 'node_modules'));
  console.log(`Removed ${unused.length} packages that the server does not load, and ${fonts} font files.`);
}

/** Removes the files of fonts that the built server does not name, with the pictures beside them. @returns their number. */
async function removeUnusedFonts(root) {
  const list = pathToFileURL(path.join(root, 'dist/modules/documents/rendering/fonts/font-families.js'));
  const { FONT_FAMILIES } = await import(list.href);
  const used = new Set(
    FONT_FAMILIES.flatMap(({ package: name, files }) =>
      Object.values(files).map((file) => path.join(root, 'node_modules', name, file)),
    ),
  );
  const unused = FONT_FAMILIES.flatMap(({ package: name }) => {
    const folder = path.join(root, 'node_modules', name);
    return readdirSync(folder, { recursive: true }).map((file) => path.join(folder, file));
  }).filter((file) => /\.(?:otf|ttf|png)$/.test(file) && !used.has(file));
  for (const file of unused) rmSync(file, { force: true });
  return unused.length;
}

function removeEmptyScopes(modules) {
  if (!existsSync(modules)) return;
  for (const name of readdirSync(modules).filter((each) => each.startsWith('@'))) {
    const scope = path.join(modules, name);
    if (readdirSync(scope).length === 0) rmSync(scope, { recursive: true });
  }
}
