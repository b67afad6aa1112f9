// House rules about exports, functions, titles, names of effects and imports, each with a planted line that breaks it.
import { expect, test } from '@jest/globals';
import { globSync, readFileSync } from 'node:fs';
import { titlesWithoutSubject } from './support/titles.js';
import path from 'node:path';
import {
  blankTitles,
  circularImports,
  deadExports,
  effectsWithoutVerb,
  longFunctions,
  parse,
} from './support/tidy.js';

const ROOT = path.resolve(import.meta.dirname, '..');
/** More than this is not taken in at once. */
const MOST_LINES = 60;

/** Parsed once for all rules, without types. Packages export to others; contract and scenarios are copies. */
const files = globSync(['*.mjs', '{src,test,bench,scripts,examples}/**/*.{ts,mjs}'], { cwd: ROOT })
  .filter((file) => !/^test\/(?:contract|scenarios|generated)\//.test(file))
  .map((file) => parse(file, readFileSync(path.join(ROOT, file), 'utf8')));
const isTest = (file: string): boolean => /^test\/|\.test\.ts$/.test(file);

test('every export is used', () => {
  expect(files.length).toBeGreaterThan(1_000);
  // Migrations are made from all exported tables.
  const dead = deadExports(files).filter((exported) => !/\.table\.ts: [a-z]/.test(exported));
  expect(dead).toEqual([]);
});

test(`no function has more than ${MOST_LINES} lines, but for texts and tables`, () => {
  const long = files
    .filter(({ fileName }) => !isTest(fileName))
    .flatMap((file) => longFunctions(file, MOST_LINES));
  expect(long).toEqual([]);
});

test('the title of every test is a sentence with its subject, which says without its group what fails', () => {
  expect(files.filter(({ fileName }) => isTest(fileName)).flatMap(titlesWithoutSubject)).toEqual([]);
});

test('every test and group has a title', () => {
  expect(files.filter(({ fileName }) => isTest(fileName)).flatMap(blankTitles)).toEqual([]);
});

test('the name of a method that only has an effect begins with a verb', () => {
  expect(files.filter(({ fileName }) => fileName.startsWith('src/')).flatMap(effectsWithoutVerb)).toEqual([]);
});

test('no files import each other in a circle, not even types', () => {
  const sources = files.filter(({ fileName }) => fileName.startsWith('src/') && !isTest(fileName));
  expect(circularImports(sources)).toEqual([]);
});

/** The path of a file that is only planted. */
const planted = (...folders: string[]): string => path.posix.join(...folders, 'planted.ts');

test('an export is dead if neither its file nor another one names it, in whatever way', () => {
  const file = parse(
    planted('src', 'core'),
    `export const dead = 1;
    export function alsoDead() {}
    export interface DeadToo { readonly of: string }
    export const [first, second] = [1, 2];
    export const own = () => 1;
    export const twice = own() + 1;
    export type Shape = string;
    export const late = 1, built = 2, whole = 3, passed = 4;`,
  );
  const users = [
    parse(planted('src', 'main'), `import { first as renamed, type Shape } from '../core/planted.js';`),
    parse(planted('src', 'main'), `const { late } = await import('../core/planted.js');`),
    parse(planted('scripts'), `import { built } from '../dist/core/planted.js';`),
    parse(planted('src', 'main'), `import * as all from '../core/planted.js'; all.whole;`),
    parse(
      planted('src', 'main'),
      `export { passed } from '../core/planted.js'; const dead = 'of another file';`,
    ),
  ];
  expect(deadExports([file, ...users])).toEqual(
    ['dead', 'alsoDead', 'DeadToo', 'second', 'twice'].map((name) => `${planted('src', 'core')}: ${name}`),
  );
});

test('a long function is one whose own lines are many; those of texts and returned tables are not', () => {
  const lines = (line: string) => Array.from({ length: 9 }, () => `${line}\n`).join('');
  const file = parse(
    planted('src', 'core'),
    `function long() {\n${lines('call();')}}
const alsoLong = () => {\n${lines('call();')}};
class Of { method() {\n${lines('call();')}} }
const sql = () => read(\`\n${lines('select 1')}\`);
const table = () => ({\n${lines('a: 1,')}});
function rows() { return [\n${lines('1,')}]; }
const reactions = () => ({\n a: () => {\n${lines('call();')}},\n});`,
  );
  expect(longFunctions(file, 10)).toEqual(
    [1, 12, 23, 68].map((at) => `${planted('src', 'core')}:${at}: 11 lines`),
  );
});

test('a title without a subject is found, in tables and templates too', () => {
  const wrong = [
    'is removed',
    'go with their add-on',
    'its pages read answers',
    'that fails is reported, for every event',
    'what is written is seen',
    'of a closed invoice, nobody hears',
    'with %j is refused: %j',
    'shows the balance as it is',
    'refunds the rest',
    '%j: %j (%s)',
    'case %# is refused',
  ];
  const right = [
    'a fixed charge is deleted with its add-on',
    'in advance, the fee is billed at once',
    'fees are refunded',
    '%s is refused',
    '%s',
    '$why',
    'parseDecimal reads %s as %s',
  ];
  const tests = (titles: readonly string[]) =>
    titles.map((title) => `test('${title}', () => {});\n`).join('');
  const file = parse(
    planted('test'),
    `${tests(wrong)}${tests(right)}describe('of a group', () => {});
    test.each([1])('is %i', () => {});
    test(\`is \${name}\`, () => {});`,
  );
  expect(titlesWithoutSubject(file)).toEqual([
    ...wrong.map((title, index) => `${planted('test')}:${index + 1}: ${title}`),
    `${planted('test')}:20: is %i`,
    `${planted('test')}:21: is \${name}`,
  ]);
});

test('a blank title is found with its line', () => {
  const file = parse(
    planted('test'),
    `describe('a coupon', () => {
      test('', () => {});
      test.each([1])(' ', () => {});
      test('is applied', () => {});
    });
    describe("", () => {});`,
  );
  expect(blankTitles(file)).toEqual([2, 3, 6].map((line) => `${planted('test')}:${line}`));
});

test('a method without a verb is found if it takes a transaction and returns nothing', () => {
  const file = parse(
    planted('src', 'modules'),
    `class Planted {
      async paid(tx: Tx, actor: Actor): Promise<void> {}
      termsChanged(tx: Tx, { id }: Customer): Promise<void> {}
      async pay(tx: Tx): Promise<void> {}
      setPaid(tx: Tx): Promise<void> {}
      proceed(tx: Tx): Promise<void> {}
      async named(tx: Tx): Promise<Customer[]> { return []; }
      stored(db: Db): Promise<void> {}
    }`,
  );
  expect(effectsWithoutVerb(file)).toEqual(
    ['paid', 'termsChanged'].map((name) => `${planted('src', 'modules')}: ${name}`),
  );
});

test('a circle is found whether values or types are imported', () => {
  const pathOf = (name: string): string => path.posix.join('src', 'core', `${name}.ts`);
  const first = parse(pathOf('first'), `import type { Second } from './second.js';`);
  const second = parse(
    pathOf('second'),
    `export { third } from './third.js';
    import { other } from './other.js';`,
  );
  const third = parse(pathOf('third'), `export const first: import('./first.js').First = 1;`);
  const other = parse(pathOf('other'), 'export const other = 1;');
  const user = parse(pathOf('user'), `import { first } from './first.js';`);
  expect(circularImports([first, second, third, other, user])).toEqual([
    `${pathOf('first')} imports ${pathOf('second')}`,
    `${pathOf('second')} imports ${pathOf('third')}`,
    `${pathOf('third')} imports ${pathOf('first')}`,
  ]);
  expect(circularImports([first, second, other, user])).toEqual([]);
});
