import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StartError } from './start-error.js';

/** SQLite's "another connection holds the lock". Source: sqlite.org/rescode.html */
const SQLITE_BUSY = 5;

/** Another process has claimed the folder. */
export class DataDirInUse extends StartError {}

/** The folder of one server's state. Whoever holds this value is the only server on the folder. */
export interface DataDir {
  /** Absolute, without symbolic links. */
  readonly path: string;
  /** Lets the next server in; the end of the process, however it comes, does the same. */
  release(): void;
}

/**
 * Creates the folder (mode 0700) where it is missing and claims it for this process.
 * @throws StartError when another process holds it or this one cannot write to it.
 */
export function claimDataDir(folder: string): DataDir {
  const directory = openFolder(folder);
  const lock = lockFolder(directory);
  writeFileSync(pidFile(directory), `${process.pid}\n`);
  return {
    path: directory,
    release: () => {
      if (lock.isOpen) lock.close();
    },
  };
}

function openFolder(folder: string): string {
  try {
    makeFolder(path.resolve(folder));
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    closeToOthers(folder);
    return realpathSync(folder);
  } catch (cause) {
    throw new StartError(`DATA_DIR ${path.resolve(folder)} cannot be used: ${String(cause)}`, { cause });
  }
}

/** Part by part: `mkdirSync` with `recursive` never returns where the system refuses with ENOENT, as below `/proc`. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(path.dirname(folder));
  mkdirSync(folder, { mode: 0o700 });
}

const OTHERS_READ_OR_WRITE = 0o066;

/** Others keep the right to pass through: a Postgres that runs as another account may need it. */
function closeToOthers(folder: string): void {
  const { mode } = statSync(folder);
  if ((mode & OTHERS_READ_OR_WRITE) !== 0) chmodSync(folder, mode & 0o777 & ~OTHERS_READ_OR_WRITE);
}

/**
 * Takes a kernel lock, which no crash can leave behind and no recycled process id can fake. Node has no call for
 * one; an exclusive SQLite transaction on an empty file is one, on every system.
 */
function lockFolder(directory: string): DatabaseSync {
  const lock = new DatabaseSync(path.join(directory, 'server.lock'));
  try {
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    return lock;
  } catch (cause) {
    lock.close();
    if ((cause as { readonly errcode?: unknown }).errcode !== SQLITE_BUSY) {
      throw new StartError(`DATA_DIR ${directory} cannot be locked: ${String(cause)}`, { cause });
    }
    throw new DataDirInUse(
      `Another Tollgate (pid ${holderOf(directory)}) runs on DATA_DIR ${directory}. Stop it, or start this one with another DATA_DIR and PORT.`,
    );
  }
}

/** For the message only: the lock decides. */
function holderOf(directory: string): string {
  try {
    return readFileSync(pidFile(directory), 'utf8').trim();
  } catch {
    return 'unknown'; // the holder has the lock, but has not written its id yet
  }
}

function pidFile(directory: string): string {
  return path.join(directory, 'server.pid');
}
