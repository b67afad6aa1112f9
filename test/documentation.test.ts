// Checks documents that repeat what the program declares.
import { describe, expect, test } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { codegenConfig } from '../packages/client/src/codegen.js';
import { configurationPage } from '../src/main/settings/configuration-page.js';
import { describeSettings } from '../src/main/settings/config.js';
import { LIMITS } from '../src/platform/limits.js';

const root = path.resolve(import.meta.dirname, '..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

test('docs/configuration.md is what npm run generate writes: every setting and limit, with default and meaning', () => {
  const page = configurationPage();
  expect(read('docs/configuration.md')).toBe(page);
  const settings = [...describeSettings(), ...Object.values(LIMITS)];
  const rows = [...page.matchAll(/^\| `(\w+)` \| .* \| (?! \|).+ \|$/gm)].map(([, variable]) => variable);
  expect(rows).toEqual(settings.map(({ variable }) => variable));
});

test('README.md is short, and its pictures are small', () => {
  const readme = read('README.md');
  expect(readme.split('\n').length).toBeLessThanOrEqual(200);
  const pictures = [...readme.matchAll(/src="([^"]+)"/g)].map(([, file]) => file ?? '');
  expect(pictures.length).toBeGreaterThan(0);
  const bytes = pictures.reduce((sum, file) => sum + readFileSync(path.join(root, file)).length, 0);
  expect(bytes).toBeLessThan(150_000);
});

test('codegen.yml has the config that packages/client exports', () => {
  const { config } = parse(read('codegen.yml')) as { readonly config: unknown };
  expect(config).toEqual(codegenConfig);
});

test.each(['src/core', 'src/lifecycle', 'src/platform'])(
  'the README of %s names each of its folders',
  (folder) => {
    const readme = read(`${folder}/README.md`);
    const folders = readdirSync(path.join(root, folder), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
    expect(folders.filter((name) => !new RegExp(`\`${name}/?\``).test(readme))).toEqual([]);
  },
);

test('the README of src/core names each of its files', () => {
  const readme = read('src/core/README.md');
  const files = readdirSync(path.join(root, 'src/core')).filter((name) => /(?<!\.test)\.ts$/.test(name));
  expect(files.length).toBeGreaterThan(0);
  expect(files.filter((name) => !readme.includes(`\`${name}\``))).toEqual([]);
});

test('each module that is large has a README', () => {
  const modules = readdirSync(path.join(root, 'src/modules'));
  const filesOf = (module: string) =>
    readdirSync(path.join(root, 'src/modules', module), { recursive: true, encoding: 'utf8' });
  const silent = modules.filter((module) => {
    // Every capability that needs others has a list of them.
    const files = filesOf(module).filter((name) => !name.endsWith('.needs.ts'));
    return files.length > 10 && !files.includes('README.md');
  });
  expect(silent).toEqual([]);
});

describe('docs/adr/README.md', () => {
  const decisions = readdirSync(path.join(root, 'docs/adr'))
    .filter((name) => name !== 'README.md')
    .map((file) => ({ file, text: read(`docs/adr/${file}`) }));
  const LINE =
    /^- \[(?<number>\d{4})\]\((?<file>[\w-]+\.md)\) (?<title>.+) \((?:accepted|(?:in part )?superseded by (?<others>.+))\)$/;
  const entries = [...read('docs/adr/README.md').matchAll(new RegExp(LINE.source, 'gm'))].map(
    ({ groups = {} }) => groups,
  );

  test('docs/adr/README.md has one line for each decision, with its title and a status', () => {
    expect(decisions.length).toBeGreaterThan(100);
    const listed = entries.map(({ number, file, title }) => [file, `# ${number ?? ''} ${title ?? ''}`]);
    expect(listed.toSorted()).toEqual(decisions.map(({ file, text }) => [file, text.split('\n')[0]]));
  });

  test('docs/adr/README.md links each decision that is superseded to the others, and it names them itself', () => {
    const superseded = entries.filter(({ others }) => others !== undefined);
    expect(superseded.length).toBeGreaterThan(0);
    for (const { file, others = '' } of superseded) {
      const known = decisions.map((decision) => `[${decision.file.slice(0, 4)}](${decision.file})`);
      expect(known).toEqual(expect.arrayContaining(others.split(', ')));
      const text = decisions.find((decision) => decision.file === file)?.text ?? '';
      for (const [, number = ''] of others.matchAll(/\[(\d{4})\]/g)) expect(text).toContain(number);
    }
  });
});
