// `npm run fuzz [-- --times=50 --seed=7 paths...]`: runs all property tests, or those of some files, with another seed
// and many more inputs than `npm test`, and all attacks of test/bombs. `--only=TEXT` runs only the attacks whose name
// contains the text.
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const { values, positionals } = parseArgs({
  options: {
    times: { type: 'string', default: '20' },
    only: { type: 'string' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
  },
  allowPositionals: true,
});

console.log(`Seed ${values.seed}, ${values.times} times as many tries as npm test.`);
const { status } = spawnSync(
  process.execPath,
  [
    'node_modules/jest/bin/jest.js',
    '--maxWorkers=2',
    `--testTimeout=${60_000 * Number(values.times)}`,
    ...propertyTests(),
  ],
  {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      PROPERTY_SEED: values.seed,
      PROPERTY_TIMES: values.times,
      BOMBS_ONLY: values.only ?? '',
    },
  },
);
process.exitCode = status ?? 1;

function propertyTests() {
  if (values.only !== undefined) return ['test/bombs/bombs.test.ts'];
  return globSync('{src,test}/**/*.test.ts', { cwd: root }).filter(
    (file) =>
      (positionals.length === 0 || positionals.some((part) => file.includes(part))) &&
      /\/support\/(?:property|hostile-values)\.js/.test(readFileSync(path.join(root, file), 'utf8')),
  );
}
