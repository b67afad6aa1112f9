import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Binaries } from './binaries.js';
import { run } from './run.js';
import { type Installation, socketFolder, uniqueName } from './socket-folder.js';

/** The locations of Postgres' programs, files and socket. */
export interface PostgresFolders {
  readonly binaries: Binaries;
  /** Folder that contains the cluster; it and its contents belong to the user that Postgres runs as. */
  readonly home: string;
  readonly socketFolder: string;
}

/** The folder that contains the cluster: below the data folder, or where an earlier start moved it. */
export function homeFolder(dataDir: string, movedTo: string | undefined): string {
  return path.join(movedTo ?? dataDir, 'postgres');
}

/** The default folders: programs where npm installed them, files below the data folder. */
export function defaultFolders(installation: Installation, binaries: Binaries): PostgresFolders {
  return {
    binaries,
    home: homeFolder(installation.dataDir, undefined),
    socketFolder: socketFolder(installation, os.tmpdir()),
  };
}

/** A folder that every account can reach, for use if the account can reach neither npm's programs nor the data folder. */
export function reachableFolder(installation: Installation): string {
  return path.join('/var/lib', uniqueName(installation));
}

/**
 * Prepares folders inside `folder`, with a copy of the programs (60 MB, copied once).
 * @throws Error of the file system when the folder cannot be created.
 */
export async function prepareFoldersIn(folder: string, binaries: Binaries): Promise<PostgresFolders> {
  if (!existsSync(folder)) mkdirSync(folder);
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
    // npm applies the umask of the installing user, which may deny other users access.
    await run({ file: 'chmod', args: ['-R', 'a+rX', draft] }, folder);
    renameSync(draft, copy);
  }
  const inCopy = (file: string): string => path.join(copy, path.relative(original, file));
  return { initdb: inCopy(initdb), postgres: inCopy(postgres) };
}

/** The version of the npm package that contains this `native` folder. */
function packageVersion(native: string): string {
  const manifest = JSON.parse(readFileSync(path.join(native, '..', 'package.json'), 'utf8')) as {
    version: string;
  };
  return manifest.version;
}
