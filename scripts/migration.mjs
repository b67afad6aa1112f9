// `npm run migration <name>`: generates the migration from the last schema to the declared tables. drizzle-kit compares
// the tables with the snapshot of the last migration; earlier snapshots are not needed and are deleted.
import { spawnSync } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const meta = path.join(root, 'schema/migrations/meta');

const { status } = spawnSync(
  process.execPath,
  ['node_modules/drizzle-kit/bin.cjs', 'generate', '--name', ...process.argv.slice(2)],
  { cwd: root, stdio: 'inherit' },
);
if (status === 0) {
  for (const file of snapshots().slice(0, -1)) rmSync(path.join(meta, file));
}
process.exitCode = status ?? 1;

/** File names of the snapshots, oldest first: they begin with the number of their migration. */
function snapshots() {
  return readdirSync(meta)
    .filter((file) => file.endsWith('_snapshot.json'))
    .toSorted();
}
