import {
  accessSync,
  chmodSync,
  constants,
  readFileSync,
  realpathSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { makeFolder } from '../../platform/files/make-folder.js';
import { StartError } from './start-error.js';

/** SQLite's "another connection holds the lock". Source: sqlite.org/rescode.html */
const SQLITE_BUSY = 5;

/** Another process has claimed the folder. */
export class DataDirInUse extends StartError {}

/** A data folder that this process has claimed: no other server uses it until it is released. */
export interface DataDir {
  /** Absolute, without symbolic links. */
  readonly path: string;
  /** Lets another server claim the folder. The end of the process does the same, even a crash. */
  release(): void;
}

/**
 * Creates the folder (mode 0700) if it does not exist, and claims it for this process.
 * @throws StartError when another process has claimed it, or this one cannot write to it.
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

const OTHERS_READ_OR_WRITE = 0o066;

/** Removes the rights of others to read and write, but not to pass through: Postgres may run as another account. */
function closeToOthers(folder: string): void {
  const { mode } = statSync(folder);
  if ((mode & OTHERS_READ_OR_WRITE) !== 0) chmodSync(folder, mode & 0o777 & ~OTHERS_READ_OR_WRITE);
}

/**
 * Takes a kernel lock, which a crash releases and which does not depend on process ids. Node has no function for file
 * locks, but an exclusive SQLite transaction on an empty file takes one, on every system.
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

/** The process that has the folder, for the error message. */
function holderOf(directory: string): string {
  try {
    return readFileSync(pidFile(directory), 'utf8').trim();
  } catch {
    return 'unknown'; // the other process has the lock, but has not written its id yet
  }
}

function pidFile(directory: string): string {
  return path.join(directory, 'server.pid');
}
