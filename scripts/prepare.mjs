// Makes a fresh or changed clone ready to run: installs the dependencies when node_modules is missing or differs from
// package-lock.json, builds dist when a source has changed, and says nothing when there is nothing to do.
// It comes before the dependencies, so: built-in modules only, and Node 20. See docs/adr/0006.

import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
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

process.chdir(fileURLToPath(new URL('..', import.meta.url)));

const LOCK = '.cache/prepare.lock';
const BUILD_INFO = '.cache/tsconfig.build.tsbuildinfo';
const BUILD_STAMP = 'dist/.built-from';

try {
  if (!isInstalled() || !isBuilt()) {
    await withLock(async () => {
      if (!isInstalled()) await install();
      if (!isBuilt()) await build();
    });
  }
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}

/** Compares what npm says it installed (a file it writes last) with what the lock file asks for. */
function isInstalled() {
  const wanted = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages;
  const record = 'node_modules/.package-lock.json';
  if (!existsSync(record) || !existsSync('node_modules/.bin/node')) return false;
  const installed = JSON.parse(readFileSync(record, 'utf8')).packages;
  return Object.entries(wanted).every(([folder, { version, integrity, optional }]) => {
    if (folder === '') return true; // the project itself
    const found = installed[folder];
    // Optional packages are absent where they are for another platform.
    return found === undefined ? optional : found.version === version && found.integrity === integrity;
  });
}

async function install() {
  console.log('Installing dependencies; this takes about a minute.');
  // Not `npm ci`: it refuses a lock file that lacks other platforms' optional packages, as one written where these
  // could not be had does. --no-save keeps the lock file as it is.
  const options = ['--no-save', '--include=dev', '--loglevel=error', '--no-audit', '--no-fund'];
  // Without the Node of node_modules, which npm is about to replace.
  const ownBin = path.resolve('node_modules/.bin');
  const PATH = process.env.PATH.split(path.delimiter)
    .filter((folder) => folder !== ownBin)
    .join(path.delimiter);
  await run('npm install', ['npm', 'install', ...options], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, PATH },
  });
  if (!isInstalled()) throw new Error('npm install left packages out. Are install scripts switched off?');
}

function isBuilt() {
  return existsSync(BUILD_STAMP) && readFileSync(BUILD_STAMP, 'utf8') === fingerprint();
}

async function build() {
  console.log('Building.');
  const builtFrom = fingerprint();
  rmSync(BUILD_STAMP, { force: true });
  // The compiler writes only what has changed since then, also into a folder that is gone.
  if (!existsSync('dist')) rmSync(BUILD_INFO, { force: true });
  const compiler = [process.execPath, 'node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json'];
  await run('The build', compiler, { stdio: 'inherit' });
  writeFileSync(BUILD_STAMP, builtFrom);
}

/** Of everything that the build depends on. */
function fingerprint() {
  const sources = readdirSync('src', { recursive: true })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => path.join('src', file));
  const hash = createHash('sha256');
  for (const file of ['package-lock.json', 'tsconfig.json', 'tsconfig.build.json', ...sources.sort()]) {
    hash.update(`${file}\0`).update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

/** Passes signals on to the child and waits for its end, so that the lock is given back. */
async function run(name, [file, ...args], options) {
  const child = spawn(file, args, options);
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  const passOn = (signal) => child.kill(signal);
  signals.forEach((signal) => process.on(signal, passOn));
  const failure = await new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(code === 0 ? null : (signal ?? `exit code ${code}`)));
  });
  signals.forEach((signal) => process.off(signal, passOn));
  if (failure !== null) throw new Error(`${name} failed: ${failure}.`);
}

/** Lets one preparation of this clone work at a time. */
async function withLock(work) {
  mkdirSync('.cache', { recursive: true });
  for (let told = false, holder = takeLock(); holder !== process.pid; holder = takeLock()) {
    if (holder !== null && !told) {
      console.log(`Waiting for process ${holder}, which prepares this folder (${LOCK}).`);
      told = true;
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
 * The lock is a symbolic link that points to its holder's process id: made, with its content, in one step.
 * @returns who holds it now: we, another, or `null` for nobody, who gave it back or died.
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

/** Moves a dead holder's lock away; moves it back if it is another's by now, who was quicker to break it. */
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
