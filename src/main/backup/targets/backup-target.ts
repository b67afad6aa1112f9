import { open, readdir, readFile, rename, rm, statfs } from 'node:fs/promises';
import path from 'node:path';
import { makeFolder } from '../../../platform/files/make-folder.js';

/** Where backups are kept: a tree of files, none of which is ever changed. Keys are relative paths with slashes. */
export interface BackupTarget {
  /** For people, without credentials. */
  readonly name: string;
  /** Creates the folder that the following files belong to. */
  prepare(folder: string): Promise<void>;
  /** Writes a whole file or none. @throws Error when that fails. */
  put(key: string, content: Uint8Array): Promise<void>;
  /** @returns null if there is no such file. */
  get(key: string): Promise<Uint8Array | null>;
  /** Names of files and folders directly in a folder, sorted; empty if the folder does not exist. */
  list(folder: string): Promise<string[]>;
  /** Deletes a folder with its files, the file `first` before all others. */
  removeFolder(folder: string, first?: string): Promise<void>;
  /** @returns null where that is unknown. */
  freeBytes(): Promise<number | null>;
}

const PRIVATE_FILE = 0o600;

/** A folder of this machine, such as that of a mounted disk. */
export class FolderTarget implements BackupTarget {
  readonly name: string;

  constructor(folder: string) {
    this.name = path.resolve(folder);
  }

  /** Only here folders are created: when a disk is unmounted during a backup, its next file fails. */
  prepare(folder: string): Promise<void> {
    makeFolder(this.place(folder));
    return Promise.resolve();
  }

  async put(key: string, content: Uint8Array): Promise<void> {
    const file = this.place(key);
    const draft = `${file}.draft`;
    try {
      const handle = await open(draft, 'w', PRIVATE_FILE);
      try {
        await handle.writeFile(content);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(draft, file);
    } catch (error) {
      await rm(draft, { force: true }).catch(() => undefined);
      throw error;
    }
    await syncFolder(path.dirname(file));
  }

  async get(key: string): Promise<Uint8Array | null> {
    return await readFile(this.place(key)).catch(nullIfMissing);
  }

  async list(folder: string): Promise<string[]> {
    const names = await readdir(this.place(folder)).catch(nullIfMissing);
    return (names ?? []).toSorted();
  }

  async removeFolder(folder: string, first?: string): Promise<void> {
    if (first !== undefined) await rm(this.place(`${folder}/${first}`), { force: true });
    await rm(this.place(folder), { recursive: true, force: true });
  }

  async freeBytes(): Promise<number> {
    const { bavail, bsize } = await statfs(this.name);
    return bavail * bsize;
  }

  private place(key: string): string {
    return path.join(this.name, key);
  }
}

function nullIfMissing(error: unknown): null {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
  throw error;
}

/** Keeps a rename through a power cut. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
