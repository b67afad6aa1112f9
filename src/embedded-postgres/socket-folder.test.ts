import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { fc } from '../../test/support/property.js';
import { openSocketFolder, socketFolder } from './socket-folder.js';

/** `sun_path` of macOS, the shortest, without its closing zero. */
const LONGEST_SOCKET_PATH = 103;

describe('socketFolder', () => {
  const folderFor = (dataDir: string, temporaryFolder: string) =>
    socketFolder({ name: 'ours', dataDir }, temporaryFolder);

  test('socketFolder is inside the temporary folder of the user', () => {
    expect(folderFor('/data', '/var/tmp')).toMatch(/^\/var\/tmp\/ours-[0-9a-f]{16}$/);
  });

  test('socketFolder differs for every data folder', () => {
    expect(folderFor('/data', '/tmp')).not.toBe(folderFor('/data2', '/tmp'));
  });

  test('socketFolder is short enough for a socket path with any data and temporary folder', () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 300 }),
        fc.string({ maxLength: 200, unit: 'grapheme' }),
        (data, temporary) => {
          const socket = path.join(folderFor(`/${data}`, `/${temporary}`), '.s.PGSQL.5432.lock');
          expect(Buffer.byteLength(socket)).toBeLessThanOrEqual(LONGEST_SOCKET_PATH);
        },
      ),
    );
  });
});

describe('openSocketFolder', () => {
  let parent = '';
  beforeEach(() => {
    parent = mkdtempSync(path.join(os.tmpdir(), 'socket-folder-'));
  });
  afterEach(() => {
    rmSync(parent, { recursive: true });
  });

  test('openSocketFolder creates a private, empty folder even if a dead server left its socket there', () => {
    const folder = path.join(parent, 'socket');
    openSocketFolder(folder, null);
    writeFileSync(path.join(folder, '.s.PGSQL.5432'), '');
    openSocketFolder(folder, null);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(() => statSync(path.join(folder, '.s.PGSQL.5432'))).toThrow('ENOENT');
  });

  test('openSocketFolder explains what to do when the folder cannot be created', () => {
    const folder = path.join(parent, 'missing', 'socket');
    expect(() => {
      openSocketFolder(folder, null);
    }).toThrow(`${folder} is in the way. Remove it, or set TMPDIR to a private folder.`);
  });
});
