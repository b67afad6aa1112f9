// Checks README.md against the program.
import { expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describeSettings } from '../src/main/config.js';
import { LIMITS } from '../src/platform/limits.js';

const readme = readFileSync(path.resolve(import.meta.dirname, '../README.md'), 'utf8');

test('README.md lists every limit with its variable, default and meaning', () => {
  const section = /### Limits\n(.*?)\n(?:#|`npm start)/s.exec(readme)?.[1] ?? '';
  const rows = [...section.matchAll(/^\| `(\w+)` +\| ([\d,]+) +\| (.+?) +\|$/gm)].map(
    ([, ...cells]) => cells,
  );
  expect(rows).toEqual(
    Object.values(LIMITS).map((limit) => [
      limit.variable,
      limit.default.toLocaleString('en-US'),
      `${limit.meaning} (${limit.unit})`,
    ]),
  );
});

test('README.md lists every setting with its default and meaning', () => {
  const section = /## Configuration\n(.*?)\n### /s.exec(readme)?.[1] ?? '';
  const rows = [...section.matchAll(/^\| `(\w+)` +\| (?:`(.*?)`)? *\| (.+?) +\|$/gm)].map(
    ([, ...cells]) => cells,
  );
  expect(rows).toEqual(
    describeSettings().map(({ variable, fallback, meaning }) => [
      variable,
      fallback === '' ? undefined : fallback,
      meaning,
    ]),
  );
});
