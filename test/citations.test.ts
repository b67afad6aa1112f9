// What scripts/citations.ts finds. Many citations below are wrong on purpose: this file is not checked itself.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { citingFiles, wrongCitations } from '../scripts/citations.js';

const RULES = `# Rules

A head without a number.

## 1. Words

**A — first.** Bold letters begin examples.

### 1.1 Key permissions

## 2. Steps

1. Look.
2. Leap.

### Example 1 — a heading
`;

let root: string;
beforeAll(() => {
  root = mkdtempSync(path.join(os.tmpdir(), 'citations-'));
  write('docs/behaviour/rules.md', RULES);
  write('docs/adr/0007-why.md', '# Why');
  write('src/core/money/money.ts', '');
});
afterAll(() => {
  rmSync(root, { recursive: true });
});

function write(file: string, text: string): void {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), text);
}

test.each([
  ['/** Source: rules.md. */', 'a document by its name'],
  ['// docs/behaviour/rules.md §1', 'a document by its path'],
  ['// rules.md §1.1, §2.2; docs/adr/0007', 'a section, an item of a list, a decision'],
  ['// rules.md §1–2 and §2', 'a range'],
  ['/**\n * As the rules say (rules.md\n * §1 "key permissions").\n */', 'over the end of a line'],
  ['// rules.md §1 A, rules.md §2 example 1, rules.md example 1, rules.md example A', 'examples'],
  ["const CASES = ['rules.md §1', 'the same again: §2'];", 'a section of the document named last'],
  ['// RFC 5321 §4.5.3.1', 'what others have published'],
  ['// ADR 0007, (0007), src/core/money/money.ts, core/money/money.ts, src/core', 'decisions and files'],
  ['[rules](../../docs/behaviour/rules.md#words)', 'a link'],
  ['const at = prices[index](amount);', 'a call that looks like a link'],
])('%j is fine: %s', (text) => {
  expect(wrongIn(text)).toEqual([]);
});

test.each([
  ['// lost.md §1', '1: there is no lost.md'],
  ['// spec/rules.md', '1: there is no spec/rules.md'],
  ['// rules.md §3', '1: rules.md has no §3'],
  ['// rules.md §1.2', '1: rules.md has no §1.2'],
  ['// rules.md §2.3', '1: rules.md has no §2.3'],
  ['// rules.md §1–4', '1: rules.md has no §4'],
  ['// rules.md §1, §5', '1: rules.md has no §5'],
  ['\n/**\n * Read rules.md\n * §6.\n */', '4: rules.md has no §6'],
  ['// rules.md §1 B', '1: rules.md §1 has no example B'],
  ['// rules.md example 2', '1: rules.md has no example 2'],
  ['// rules.md §2 "key permissions"', '1: rules.md §2 does not say "key permissions"'],
  ['// as said in §1', '1: §1 of which document?'],
  ['// docs/adr/0007, 0008', '1: there is no ADR 0008'],
  ['// core/coins.ts', '1: there is no src/core/coins.ts'],
  ['[lost](lost.ts)', '1: there is no src/core/lost.ts'],
])('%j is wrong: %s', (text, problem) => {
  expect(wrongIn(text)).toEqual([`src/core/citing.ts:${problem}`]);
});

function wrongIn(text: string): string[] {
  write('src/core/citing.ts', text);
  return wrongCitations(root, ['src/core/citing.ts']);
}

test('sources, tests and our own documents are read; copies and migrations, which nobody edits, are not', () => {
  const files = citingFiles(path.resolve(import.meta.dirname, '..'));
  expect(files).toEqual(
    expect.arrayContaining([
      'README.md',
      'docs/adr/0001-layers-and-modules.md',
      'scripts/check.mjs',
      'src/core/taxes/tax.ts',
      'src/rest/resources/invoices.graphql',
      'test/rest/taxes.test.ts',
    ]),
  );
  expect(
    files.filter((file) => /^(docs\/behaviour|schema\/migrations|test\/(contract|scenarios))\//.test(file)),
  ).toEqual([]);
});
