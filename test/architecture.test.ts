// House rules that a reviewer would otherwise have to remember.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { getTableColumns, getTableName, is } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { execFile } from 'node:child_process';
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import drizzleConfig from '../drizzle.config.js';
import { readMigrations } from '../src/platform/db/migrating/migrations.js';
import { RESOURCES } from '../src/rest/resources.js';

const root = path.resolve(import.meta.dirname, '..');
const sources = (folder: string, ending: string) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(ending))
    .map((file) => path.join(folder, file));

describe('tables', () => {
  /** Tables whose rows belong to no organization, and why. */
  const WITHOUT_TENANT: Record<string, string> = {
    organizations: 'it is the tenant',
    ended_sessions: 'a session may act in several organizations',
    event_keys: 'the organization is part of the hash',
    queued_mails: 'those about the account of a person are sent for no organization',
    installations: 'the processes of one installation share it',
    known_devices: 'they belong to a user',
    password_resets: 'they belong to a user',
    signing_keys: 'the pair belongs to the installation',
    signing_secrets: 'an installation signs with the same secrets for all organizations',
    used_sign_ons: 'whoever signs in may be a member of several organizations',
    users: 'they may be members of several organizations',
  };

  test('every row belongs to an organization, which comes first in its keys', async () => {
    const tables = await declaredTables();
    expect(tables.length).toBeGreaterThan(20);
    for (const table of tables) {
      const name = getTableName(table);
      if (name in WITHOUT_TENANT) continue;
      expect([name, getTableColumns(table)['organizationId']?.notNull]).toEqual([name, true]);
      const { foreignKeys, uniqueConstraints } = getTableConfig(table);
      const keys = [
        ...foreignKeys
          .map((key) => key.reference())
          .filter(
            ({ foreignTable }) =>
              !(getTableName(foreignTable) in WITHOUT_TENANT) ||
              getTableName(foreignTable) === 'organizations',
          )
          .map(({ columns }) => columns[0]?.name),
        ...uniqueConstraints.map((key) => key.columns[0]?.name),
      ];
      expect([name, ...new Set(keys)]).toEqual(keys.length === 0 ? [name] : [name, 'organization_id']);
    }
  });

  test('a column whose type lists its words has a check that refuses all others', async () => {
    for (const table of await declaredTables()) {
      const checks = getTableConfig(table).checks.map((check) => check.name);
      const listing = Object.values(getTableColumns(table)).filter(({ enumValues }) => enumValues?.length);
      expect(checks).toEqual(
        expect.arrayContaining(listing.map(({ name }) => `${getTableName(table)}_${name}_words`)),
      );
    }
  });

  test('migrations are made from every file with tables, in whatever folder', () => {
    const { schema } = drizzleConfig as { readonly schema: readonly string[] };
    expect(globSync(schema, { cwd: root }).toSorted()).toEqual(sources('src', '.table.ts').toSorted());
  });

  async function declaredTables(): Promise<PgTable[]> {
    const modules = await Promise.all(
      sources('src', '.table.ts').map(
        (file) => import(pathToFileURL(path.join(root, file)).href) as Promise<Record<string, unknown>>,
      ),
    );
    return modules
      .flatMap((module) => Object.values(module))
      .filter((value): value is PgTable => is(value, PgTable));
  }
});

test('only the snapshot of the last migration is kept: npm run migration removes the others', () => {
  const migrations = readMigrations().map(({ tag }) => tag);
  const snapshots = sources('schema/migrations/meta', '_snapshot.json').map((file) => path.basename(file));
  expect(snapshots).toEqual([`${migrations.at(-1)?.slice(0, 4) ?? ''}_snapshot.json`]);
});

test('files that a README of a folder names are there', () => {
  const readmes = sources('src', 'README.md');
  expect(readmes.length).toBeGreaterThan(5);
  const missing = readmes.flatMap((readme) => {
    const folder = path.dirname(readme);
    const names = [...readFileSync(path.join(root, readme), 'utf8').matchAll(/`([\w./*-]+\.ts)`/g)].map(
      ([, name = '']) => name,
    );
    return names
      .filter((name) => globSync([name, `src/${name}`, `${folder}/**/${name}`], { cwd: root }).length === 0)
      .map((name) => `${readme}: ${name}`);
  });
  expect(missing).toEqual([]);
});

test('built files that programs import have sources: no compiler reads these imports', () => {
  const programs = globSync('{test,scripts,bench}/**/*.mjs', { cwd: root });
  const built = programs.flatMap((program) =>
    [...readFileSync(path.join(root, program), 'utf8').matchAll(/'(?:\.\.\/)+dist\/([\w/.-]+)\.js'/g)].map(
      ([, source]) => `src/${source}.ts`,
    ),
  );
  expect(built.length).toBeGreaterThan(10);
  expect(built.filter((source) => !existsSync(path.join(root, source)))).toEqual([]);
});

describe('plain English', () => {
  /** Phrases of an idiom that strangers would have to learn, and what the field says instead (CONTRIBUTING.md, "Rules"). */
  const PHRASES: Record<string, string> = {
    'unless told': 'name the default: "Default true."',
    told: 'recorded, notified, announced',
    'left out': 'omitted',
    'worked out': 'computed, rated',
    'works out': 'computes, rates',
    'taken in': 'received, stored',
    foresee: 'schedule',
    'held back': 'pending payment',
    'made last first': 'most recently created first',
    'stands alone': 'standalone',
    'comes to': 'name the amount or the usage',
  };

  test.each(Object.entries(PHRASES))('the GraphQL schema does not say "%s": %s', (phrase) => {
    const lines = readFileSync(path.join(root, 'schema/schema.graphql'), 'utf8').split('\n');
    expect(lines.filter((line) => new RegExp(`\\b${phrase}\\b`, 'i').test(line))).toEqual([]);
  });

  /** The same for comments, names and titles of tests: words that have no other use in this project. */
  const WORDS: Record<string, string> = {
    'told|tells of': 'reports, records, announces, sends',
    '(?:work(?:s|ed|ing)?|reckon\\w*) out|reckon\\w*': 'computes, rates, derives',
    '(?:left|leaves) out': 'omitted, skipped, excluded',
    'takes in(?! advance)|(?:is|are) taken in(?! \\w+ order)': 'received, stored',
    'held back': 'pending payment, delayed',
    'foresee\\w*': 'schedules',
    dearer: 'more expensive',
    '(?:stands?|stood) alone': 'standalone',
    'comes? to nothing|came to nothing': 'adds up to 0',
    'looked (?:at|past)': 'read, considered, ignored',
    wanted: 'requested',
  };

  /** The same for names and comments of programs. Only a command of operators is called so: `secrets forget`. */
  const PROGRAM_WORDS: Record<string, string> = {
    '(?<!secrets.{0,4}|`)forget\\w*|forgot\\w*': 'deletes, clears, evicts',
  };

  /** A line whose names are split into their words, so that `isTold` says "told", and `LEFT_OUT` "left out". */
  const wordsOf = (line: string) => line.replace(/([a-z\d])([A-Z])/g, '$1 $2').replaceAll('_', ' ');
  const saying = (words: string) => new RegExp(`\\b(?:${words})\\b`, 'i');

  const copies = /^test\/(?:contract|scenarios|architecture)|^src\/rest\/generated/;
  const linesOf = (files: readonly string[]) =>
    files.flatMap((file) =>
      readFileSync(path.join(root, file), 'utf8')
        .split('\n')
        .map((line, index) => ({ place: `${file}:${index + 1}`, line, split: wordsOf(line) })),
    );
  const programs = linesOf(
    ['src', 'test', 'bench', 'examples', 'scripts', 'packages/client/src']
      .flatMap((folder) => sources(folder, 's'))
      .filter((file) => /\.(?:ts|mjs)$/.test(file) && !copies.test(file)),
  );
  const documents = linesOf([
    ...sources('src', 'README.md'),
    ...sources('docs/adr', '.md'),
    'docs/glossary.md',
    'docs/graphql.md',
    'packages/client/README.md',
    'bench/README.md',
    'CHANGELOG.md',
    'CONTRIBUTING.md',
  ]);
  const placesSaying = (lines: typeof programs, words: string) => {
    const banned = saying(words);
    return lines
      .filter(({ split }) => banned.test(split))
      .map(({ place, line }) => `${place}: ${line.trim()}`);
  };

  test.each(Object.entries(WORDS))('no source, test or document says "%s": %s', (words) => {
    expect(placesSaying([...programs, ...documents], words)).toEqual([]);
  });

  test.each(Object.entries(PROGRAM_WORDS))('no source or test says "%s": %s', (words) => {
    expect(placesSaying(programs, words)).toEqual([]);
  });

  test('words are also found as parts of names', () => {
    const planted = [
      'const isTold = toldAs(onlyTold);',
      'await this.forgetOld(db);',
      'users.forgetFailures(email);',
      "const LEFT_OUT = 'x';",
    ];
    const banned = saying(Object.keys({ ...WORDS, ...PROGRAM_WORDS }).join('|'));
    expect(planted.filter((line) => !banned.test(wordsOf(line)))).toEqual([]);
    expect(banned.test(wordsOf("case 'secrets forget': return untoldWealth();"))).toBe(false);
  });

  /** Names for which there is a word of the field. */
  const NAMES: Record<string, string> = {
    'foresee\\w*': 'schedule',
    hasten: 'upgradeNow',
    callOff: 'cancelPlannedDowngrade',
    'isHeldBack|holdsBack': 'startPaymentHold',
    'existing(?=\\()': 'expectPresent',
    'Held[A-Z]\\w+|holdMany|hold(?=\\()': 'LockedInvoice, lockMany, lock',
    lockStill: 'lockWithIdleClocks',
    takenOver: 'activatedSuccessor',
    'left\\??(?=: AbortSignal)|callerLeft': 'disconnected, callerDisconnected',
    '[Aa]nnouncer': 'NotificationSender',
    '(?:re)?worked[A-Z]\\w*|workOut': 'computed, computeAmounts',
    '[Aa]sked[A-Z]\\w*|isAskedFor': 'HistoryQuery, matchesQuery',
    'toldOf|gist': 'messagesOf, expectInvoice',
  };

  test.each(Object.entries(NAMES))('no name in the sources is %s: %s', (name) => {
    const using = sources('src', '.ts').filter((file) =>
      new RegExp(`\\b(?:${name})\\b`).test(readFileSync(path.join(root, file), 'utf8')),
    );
    expect(using).toEqual([]);
  });
});

describe('npm packages', () => {
  /** The language of the program: tables and queries, the schema, dates, caches. */
  const EVERYWHERE = ['drizzle-orm', 'lru-cache', 'temporal-polyfill', 'type-graphql'];
  /** Where each other package is imported: in the folders or files whose business it is. */
  const HOMES: Readonly<Record<string, readonly string[]>> = {
    '@apollo/server': ['graphql'],
    '@escape.tech/graphql-armor-max-depth': ['graphql'],
    aws4fetch: ['platform/files'],
    'bidi-js': ['modules/documents/rendering'],
    'big.js': ['core/money'],
    compression: ['main/http'],
    'csv-stringify': ['modules/data-exports'],
    dataloader: ['platform/api'],
    express: ['graphql', 'main/http', 'platform/api', 'platform/request-body', 'rest'],
    'fastest-levenshtein': ['main/settings/config.ts'],
    'graphile-worker': ['platform/jobs'],
    graphql: ['graphql', 'main', 'platform/api', 'rest'],
    'graphql-jit': ['rest'],
    'graphql-query-complexity': ['graphql'],
    'graphql-scalars': ['platform/api'],
    'graphql-ws': ['graphql/live'],
    harfbuzzjs: ['modules/documents/rendering'],
    helmet: ['main/http'],
    ibantools: ['modules/billing-entities/bank-accounts'],
    jose: ['modules/people', 'platform/signing'],
    nodemailer: ['platform/mail'],
    'openid-client': ['platform/identity'],
    pdfkit: ['modules/documents/rendering'],
    pg: ['platform/jobs'],
    pino: ['platform/log.ts'],
    postgres: ['embedded-postgres', 'platform/db/postgres'],
    'postgres-array': ['platform/db/postgres'],
    'prom-client': ['platform/process/process-metrics.ts'],
    'qrcode-generator': ['modules/documents/rendering'],
    'reflect-metadata': ['graphql', 'main'],
    ruru: ['graphql', 'main/http'],
    stripe: ['modules/payment-providers/adapters'],
    'swagger-ui-express': ['main/http'],
    uuid: ['platform/db/tables'],
    ws: ['graphql/live'],
    zod: ['embedded-postgres', 'main', 'modules/people/sign-on', 'platform/text/text-formats.ts'],
  };
  const IMPORT =
    /^(?:import|export)\b[^;'`]*?from '([^'.][^']*)'|^import '([^'.][^']*)'|\bimport\('([^'.][^']*)'\)/gm;

  const packagesIn = (text: string): string[] =>
    [...text.matchAll(IMPORT)]
      .map(([, from, bare, dynamic]) => from ?? bare ?? dynamic ?? '')
      .filter((specifier) => !specifier.startsWith('node:'))
      .map((specifier) => /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? '');
  const strangersIn = (file: string, text: string): string[] =>
    packagesIn(text).filter((name) => {
      const isHome = HOMES[name]?.some((home) => file === `src/${home}` || file.startsWith(`src/${home}/`));
      return isHome !== true && !EVERYWHERE.includes(name);
    });
  const files = sources('src', '.ts').filter((file) => !file.endsWith('.test.ts'));
  const texts = new Map(files.map((file) => [file, readFileSync(path.join(root, file), 'utf8')]));

  test('each package is imported only where it is at home', () => {
    const strangers = [...texts].flatMap(([file, text]) =>
      strangersIn(file, text).map((name) => `${file}: ${name}`),
    );
    expect(strangers).toEqual([]);
  });

  test('each home has a package that is imported there', () => {
    const imported = new Set([...texts.values()].flatMap(packagesIn));
    expect(Object.keys(HOMES).filter((name) => !imported.has(name))).toEqual([]);
  });

  test('an import elsewhere is found, of whatever kind', () => {
    const planted = `import PDFDocument from 'pdfkit';
import {
  type Pool,
} from 'pg';
import 'reflect-metadata';
import { eq } from 'drizzle-orm';
export { sign } from 'jose';
const { create } = await import('fontkit');
import { money } from '../../core/money/money.js';
import path from 'node:path';
`;
    const found = ['pdfkit', 'pg', 'reflect-metadata', 'jose', 'fontkit'];
    expect(strangersIn('src/modules/taxes/tax.service.ts', planted)).toEqual(found);
    expect(strangersIn('src/platform/jobs/jobs.ts', "import pg from 'pg';")).toEqual([]);
  });
});

describe('amounts', () => {
  /** What rounded shares leave of an amount: only `core/money/spread.ts` may compute it, which then spreads it (ADR 0127). */
  const REST = /[mM]inus\(\s*sum\(|-\s*sum(?:Of)?\w*\(/;
  /** No parts that were rounded: what is left of an amount once known parts are taken from it. */
  const NOT_ROUNDED: Readonly<Record<string, string>> = {
    'src/core/invoicing/progressive-billing.ts': 'spreads the rest again, by spread',
    'src/core/wallets/invoice-payments.ts': 'has withRest give the rest',
    'src/core/rating/true-up.ts': 'what a spending minimum lacks',
    'src/modules/credit-notes/issuing/progressive-notes.service.ts': 'what a note holds beyond coupons',
  };

  test('amounts are spread over parts by one function: a file that computes the rest of rounded parts is known', () => {
    const computing = sources('src', '.ts').filter(
      (file) => !file.includes('.test.') && REST.test(readFileSync(file, 'utf8')),
    );
    const known = ['src/core/money/spread.ts', ...Object.keys(NOT_ROUNDED)];
    expect(computing.map((file) => path.relative(root, file)).sort()).toEqual(known.sort());
  });
});

describe('REST rows', () => {
  test('every operation is called by its full path in a test', () => {
    const tests = sources('test', '.ts')
      .map((file) => readFileSync(path.join(root, file), 'utf8'))
      .join('\n');
    const value = '(?:[^/`\'"?{}$]|\\$\\{[^}]*\\})+';
    const untested = RESOURCES.flatMap((resource) => resource.rows).filter(({ method, path: called }) => {
      const filledIn = called.replace(/:\w+/g, () => value);
      const call = `\\.${method.toLowerCase()}\\(\\s*[\`'"]${filledIn}(?:[?][^\`'"]*)?[\`'"]`;
      return !new RegExp(call).test(tests);
    });
    expect(untested.map(({ method, path: called }) => `${method} ${called}`)).toEqual([]);
  });
});

describe('lint refuses what types do not', () => {
  const badLines: [file: string, line: string, rule: string, why: string][] = [
    [
      'src/platform/db/layers/catalog-reads.ts',
      "import type Postgres from 'postgres';",
      'no-restricted-imports',
      'only one folder speaks postgres.js, in types too',
    ],
    [
      'src/platform/db/statements/insert-all.ts',
      "export { PgDialect } from 'drizzle-orm/pg-core';",
      'no-restricted-imports',
      "only one folder knows drizzle's inside",
    ],
    [
      'src/platform/db/postgres/postgres-session.ts',
      "export { PostgresJsSession } from 'drizzle-orm/postgres-js';",
      'no-restricted-imports',
      'the driver knows nothing of drizzle',
    ],
    ['src/core/money/money.ts', 'export const at = new Date();', 'no-restricted-syntax', 'now is an input'],
    ['src/core/money/money.ts', 'export let rounded = 0;', 'no-restricted-syntax', 'modules keep no state'],
    [
      'src/modules/taxes/tax.repository.ts',
      "export { inArray } from 'drizzle-orm';",
      'no-restricted-imports',
      'a list is one parameter of a statement',
    ],
    [
      'src/core/money/money.test.ts',
      "export { default } from 'fast-check';",
      'no-restricted-imports',
      'seeds are fixed in one place',
    ],
    [
      'src/core/money/money.ts',
      'export default 0;',
      'no-restricted-syntax',
      'whoever imports a thing calls it by its name',
    ],
  ];
  let broken: string[][] = [];

  beforeAll(async () => {
    const cases = JSON.stringify(badLines.map(([file, line]) => [file, line]));
    const lint = await promisify(execFile)(process.execPath, ['test/support/lint-lines.mjs', cases], {
      cwd: root,
    });
    broken = JSON.parse(lint.stdout) as string[][];
  }, 300_000);

  test.each(badLines.map(([file, line, rule, why], index) => ({ file, line, rule, why, index })))(
    '$file: $line is refused by $rule ($why)',
    ({ rule, index }) => {
      expect(broken[index]).toContain(rule);
    },
  );
});
