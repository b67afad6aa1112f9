import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Binaries } from './binaries.js';
import { run } from './run.js';
import { type Installation, socketFolder, uniqueName } from './socket-folder.js';

/** Where Postgres finds its programs and keeps its files. */
export interface Quarters {
  readonly binaries: Binaries;
  /** Folder of the cluster; belongs, with all in it, to whoever Postgres runs as. */
  readonly home: string;
  readonly socketFolder: string;
}

/** The home of the cluster: below the data folder, or in the folder that an earlier start moved it to. */
export function homeFolder(dataDir: string, movedTo: string | undefined): string {
  return path.join(movedTo ?? dataDir, 'postgres');
}

/** The usual quarters: programs where npm put them, data below the data folder. */
export function usualQuarters(installation: Installation, binaries: Binaries): Quarters {
  return {
    binaries,
    home: homeFolder(installation.dataDir, undefined),
    socketFolder: socketFolder(installation, os.tmpdir()),
  };
}

/** The folder for quarters that an account without rights reaches even if it reaches neither our programs nor the data folder. */
export function openFolderFor(installation: Installation): string {
  return path.join('/var/lib', uniqueName(installation));
}

/**
 * Quarters in `folder`, with a copy (60 MB, made once) of the programs.
 * @throws Error of the file system when the folder cannot be made.
 */
export async function movedQuarters(folder: string, binaries: Binaries): Promise<Quarters> {
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o755);
  return {
    binaries: await copyBinaries(folder, binaries),
    home: homeFolder('', folder),
    socketFolder: path.join(folder, 'socket'),
  };
}

async function copyBinaries(folder: string, { initdb, postgres }: Binaries): Promise<Binaries> {
  const original = path.dirname(path.dirname(postgres));
  const copy = path.join(folder, `native-${packageVersion(original)}`);
  if (!existsSync(copy)) {
    const draft = `${copy}.draft`;
    rmSync(draft, { recursive: true, force: true });
    cpSync(original, draft, { recursive: true, verbatimSymlinks: true });
    // npm obeys the umask of whoever installed, which may have hidden them from others.
    await run({ file: 'chmod', args: ['-R', 'a+rX', draft] }, folder);
    renameSync(draft, copy);
  }
  const inCopy = (file: string): string => path.join(copy, path.relative(original, file));
  return { initdb: inCopy(initdb), postgres: inCopy(postgres) };
}

/** Of the npm package that holds this `native` folder. */
function packageVersion(native: string): string {
  const manifest = JSON.parse(readFileSync(path.join(native, '..', 'package.json'), 'utf8')) as {
    version: string;
  };
  return manifest.version;
}
