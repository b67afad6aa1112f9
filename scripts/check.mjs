// Runs all checks that do not need the running product: format, lint, types, stale generated files, citations,
// descriptions and breaking changes of the GraphQL schema and migration drift. Prints a line for each check, followed by the output of a check that failed.
import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { citingFiles, wrongCitations } from './citations.ts';
import { wrongDescriptionsIn } from './descriptions.ts';
import { unnamedBreakingChangesIn } from './schema-changes.ts';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

const checks = [
  { name: 'format', run: () => tool('prettier/bin/prettier.cjs', ['--check', '--log-level=warn', '.']) },
  { name: 'types', run: () => tool('typescript/bin/tsc', ['-p', 'tsconfig.json', '--pretty', 'false']) },
  {
    name: 'types of the portal page',
    run: () => tool('typescript/bin/tsc', ['-p', 'src/portal-page', '--noEmit', '--pretty', 'false']),
  },
  {
    name: 'lint',
    run: () =>
      tool('eslint/bin/eslint.js', ['.', '--max-warnings=0', '--cache', '--cache-location=.cache/eslint/'], {
        yields: true,
      }),
  },
  { name: 'generated files', run: () => node(['scripts/generate.mjs', '--check']) },
  { name: 'citations', run: citations },
  { name: 'descriptions of the schema', run: descriptions },
  { name: 'changes of the schema', run: schemaChanges },
  { name: 'migrations', run: migrationDrift },
];

/**
 * Starts all checks.
 * @returns {{quick: Promise<unknown>, all: Promise<{passed: number, failed: number}>}} `quick` ends with the last check but
 *   lint, which takes one processor for longer than all others together.
 */
export function startChecks() {
  const running = checks.map((check) => ({ check, result: runCheck(check) }));
  const resultsOf = (some) => Promise.all(some.map(({ result }) => result));
  return {
    quick: resultsOf(running.filter(({ check }) => check.name !== 'lint')),
    all: resultsOf(running).then((results) => {
      const failed = results.filter((ok) => !ok).length;
      return { passed: checks.length - failed, failed };
    }),
  };
}

/** @returns {Promise<boolean>} true if it passed */
async function runCheck({ name, run }) {
  const startedAt = performance.now();
  const { ok, output } = await run();
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`${ok ? 'ok  ' : 'FAIL'} ${name} (${seconds} s)${ok ? '' : `\n${output.trimEnd()}`}`);
  return ok;
}

/** Checks that every cited document, section, decision and file exists. */
function citations() {
  const wrong = wrongCitations(root, citingFiles(root));
  return { ok: wrong.length === 0, output: wrong.join('\n') };
}

/** Checks that the whole GraphQL schema is described, and that mutations name their errors. */
function descriptions() {
  const wrong = wrongDescriptionsIn(root);
  return { ok: wrong.length === 0, output: wrong.join('\n') };
}

/** Checks that CHANGELOG.md names each breaking change of the GraphQL schema since the last release. */
async function schemaChanges() {
  const unnamed = await unnamedBreakingChangesIn(root);
  const advice = 'Name these under "**Breaking (GraphQL)**" in CHANGELOG.md (docs/graphql.md):';
  return { ok: unnamed.length === 0, output: [advice, ...unnamed].join('\n') };
}

/** Checks that the declared tables equal the migrations: generating from a copy of the migrations adds no file. */
async function migrationDrift() {
  const folder = '.cache/migration-drift';
  const migrations = path.join(folder, 'migrations');
  rmSync(path.join(root, folder), { recursive: true, force: true });
  mkdirSync(path.join(root, folder), { recursive: true });
  cpSync(path.join(root, 'schema/migrations'), path.join(root, migrations), { recursive: true });
  const { default: config } = await import(pathToFileURL(path.join(root, 'drizzle.config.ts')).href);
  const configFile = path.join(folder, 'drizzle.config.json');
  writeFileSync(path.join(root, configFile), JSON.stringify({ ...config, out: `./${migrations}` }));
  const before = sqlFiles(migrations);
  const { ok, output } = await tool('drizzle-kit/bin.cjs', [
    'generate',
    '--config',
    configFile,
    '--name',
    'drift',
  ]);
  const added = sqlFiles(migrations).filter((file) => !before.includes(file));
  if (ok && added.length === 0) return { ok, output };
  const advice = 'The tables differ from the migrations. Run: npm run migration <name>';
  return { ok: false, output: ok ? advice : output };
}

function sqlFiles(folder) {
  return readdirSync(path.join(root, folder)).filter((file) => file.endsWith('.sql'));
}

function tool(program, args, options) {
  return node([path.join('node_modules', program), ...args], options);
}

/** Runs a program; one that yields gets the processor time that others leave. */
function node(args, { yields = false } = {}) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    if (yields && child.pid !== undefined) os.setPriority(child.pid, os.constants.priority.PRIORITY_LOW);
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.once('close', (code) => resolve({ ok: code === 0, output }));
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { failed } = await startChecks().all;
  process.exitCode = failed === 0 ? 0 : 1;
}
