// `npm test`: the checks, contract coverage, every test and the scenarios, then one line that counts them.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { outdatedCopies } from './shared-copies.ts';
import { startChecks } from './check.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
/** The folder with the originals of the rules, the contract and the scenarios; it is not part of the repository. */
const owner = path.resolve(root, '../shared');
const reports = path.join(root, '.cache/reports');

rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
const checks = startChecks();
await checks.quick;
// Lint may still run beside the scenarios.
const results = [await runJest(), await runCoverage(), await runScenarios(), await checks.all];
console.log(compareWithOwner());
const passed = sum(results.map((result) => result.passed));
const failed = sum(results.map((result) => result.failed));
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;

async function runJest() {
  const report = path.join(reports, 'jest.json');
  const code = await node([
    // The workers inherit it: with more room for young objects, they are collected less often.
    '--max-semi-space-size=64',
    'node_modules/jest/bin/jest.js',
    // Twice as many as CI has processors: a test that calls a server waits for the next answer half of its time.
    '--maxWorkers=4',
    '--json',
    `--outputFile=${report}`,
  ]);
  if (!existsSync(report)) return { passed: 0, failed: 1 };
  const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites } = JSON.parse(
    readFileSync(report, 'utf8'),
  );
  const broken = numFailedTests + numRuntimeErrorTestSuites;
  return { passed: numPassedTests, failed: broken === 0 && code !== 0 ? 1 : broken };
}

/** Every operation of the contract has a route, and every route is one of the contract. */
async function runCoverage() {
  const { routes } = await import('../dist/rest/routes.js');
  const { coverage } = await import('../test/contract/check.mjs');
  const { percent, present, total, seedPresent, seedTotal, notInContract } = coverage(
    routes.map(({ method, path: route }) => ({ method, path: `/api/v1${route}` })),
  );
  console.log(
    `Contract coverage: ${percent} % (${present} of ${total} operations, seed ${seedPresent} of ${seedTotal}).`,
  );
  if (notInContract.length > 0) console.log(`Outside the contract: ${notInContract.join(', ')}`);
  return notInContract.length === 0 && present === total
    ? { passed: 1, failed: 0 }
    : { passed: 0, failed: 1 };
}

/** Runs the scenarios named in test/scenarios.txt, a list that only grows, against a server that it starts. */
async function runScenarios() {
  const names = readFileSync(path.join(root, 'test/scenarios.txt'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  const report = path.join(reports, 'scenarios.json');
  const pattern = `^(?:${names.map(asPattern).join('|')})$`;
  await node(['test/scenarios/run.mjs', '--grep', pattern, '--json', report, '--jobs', '2'], {
    PROJECT_DIR: root,
  });
  const ran = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : [];
  const passedNames = resultsOf(ran).filter(({ status }) => status === 'passed');
  writeFileSync(
    path.join(reports, 'scenarios-passed.txt'),
    passedNames.map(({ area, name }) => `[${area}] ${name}\n`).join(''),
  );
  return { passed: passedNames.length, failed: names.length - passedNames.length };
}

/** Compares the copies with ../shared. A difference is not a failure: the newer text needs a change of its own. */
function compareWithOwner() {
  if (!existsSync(owner)) {
    return 'Without ../shared, the copies of its rules, contract and scenarios were not compared with it, and the example billed generated usage in place of a real trace.';
  }
  const outdated = outdatedCopies(root, owner);
  return outdated.length === 0
    ? 'The copies of ../shared are up to date.'
    : `../shared has another text of ${outdated.join(', ')}; npm run carry copies it.`;
}

function resultsOf(report) {
  return Array.isArray(report) ? report : report.results;
}

/** Converts `[area] name` to a pattern for the name that the runner uses, `area name`. */
function asPattern(line) {
  return line.replace(/^\[(.*?)\] /, '$1 ').replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}

/** Runs a program and shows its output. @returns its exit code. */
function node(args, env = {}) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...env },
    });
    child.once('close', (code) => resolve(code ?? 1));
  });
}
