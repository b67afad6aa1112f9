import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';

/**
 * Creates a folder that only its owner may use, and the parents that are missing, unless it exists. It creates them one by one: `mkdir` with
 * `recursive` never returns where the system answers ENOENT for a parent that exists, as below `/proc`.
 * @throws Error of the file system when it cannot be created.
 */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(path.dirname(path.resolve(folder)));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another process may have been first.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || !existsSync(folder)) throw error;
  }
}
