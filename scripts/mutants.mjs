// `npm run mutants [-- --search=40 --seed=7 NAME]`: undoes rules one at a time, or those whose name contains the text, and has the
// simulation find each in a history made for it; with `--search` in so many random histories.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const { values, positionals } = parseArgs({
  options: {
    search: { type: 'string', default: '0' },
    seed: { type: 'string', default: '2027' },
  },
  allowPositionals: true,
});
const { status } = spawnSync(
  process.execPath,
  ['node_modules/jest/bin/jest.js', '--runInBand', 'test/simulation/mutants.test.ts'],
  {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      MUTANTS: positionals.join(' '),
      MUTANT_HISTORIES: values.search,
      PROPERTY_SEED: values.seed,
    },
  },
);
process.exitCode = status ?? 1;
