import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import {
  isStartedFor,
  livingPostmaster,
  readPostmasterPid,
  removeForeignPidFile,
  stopOrphan,
} from './orphan.js';

let cluster = '';
beforeEach(() => {
  cluster = mkdtempSync(path.join(os.tmpdir(), 'cluster '));
});
afterEach(() => {
  rmSync(cluster, { recursive: true });
});

describe('readPostmasterPid', () => {
  test.each<[string | null, number | null, string]>([
    ['4242\n/data/cluster\n1700000000\n', 4242, 'the first line is the id'],
    ['4242', 4242, 'a file truncated after the first line still has the id'],
    ['', null, 'Postgres died between creating and writing the file'],
    ['-1\n', null, 'kill(2) would signal every process'],
    ['garbage\n', null, 'no id'],
    [null, null, 'no file: stopped cleanly'],
  ])('the pid file %j: %s, because %s', (text, pid) => {
    if (text !== null) writeFileSync(path.join(cluster, 'postmaster.pid'), text);
    expect(readPostmasterPid(cluster)).toBe(pid);
  });
});

describe('isStartedFor', () => {
  test.each<[string, boolean, string]>([
    ['/n m/bin/postgres -D /my data/cluster -c jit=off ', true, 'postmaster.ts starts it like this'],
    ['/n m/bin/postgres -D /my data/cluster2 -c jit=off ', false, 'a folder whose name begins the same'],
    ['/n m/bin/postgres -D /other/my data/cluster -c jit=off ', false, 'a folder whose name ends the same'],
    ['vi /my data/cluster/postgresql.conf', false, 'a process that reads our folder'],
    ['', false, 'a zombie process'],
  ])('a postmaster of %j: %s, because %s', (commandLine, expected) => {
    expect(isStartedFor('/my data/cluster', commandLine)).toBe(expected);
  });
});

describe('a pid file that names another process', () => {
  beforeEach(() => {
    writeFileSync(path.join(cluster, 'postmaster.pid'), `${process.pid}\n`);
  });

  test('a pid file that names another process names no postmaster', () => {
    expect(livingPostmaster(cluster)).toBeNull();
  });

  test('a pid file that names another process does not cause that process to be stopped', async () => {
    const lines: string[] = [];
    await stopOrphan(cluster, (line) => lines.push(line));
    expect(lines).toEqual([]);
  });

  test('a pid file that names another process is removed', () => {
    removeForeignPidFile(cluster);
    expect(existsSync(path.join(cluster, 'postmaster.pid'))).toBe(false);
  });
});
