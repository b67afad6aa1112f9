import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { readClusterRecord, writeClusterRecord } from './cluster-record.js';

let dataDir = '';
beforeEach(() => {
  dataDir = mkdtempSync(path.join(os.tmpdir(), 'cluster-record-'));
});
afterEach(() => {
  rmSync(dataDir, { recursive: true });
});

test('there is no record before the first start', () => {
  expect(readClusterRecord(dataDir)).toBeNull();
});

test('a record is read as it was written, and only its owner may read it', () => {
  writeClusterRecord(dataDir, { password: 'secret' });
  writeClusterRecord(dataDir, { password: 'secret', runAs: 'account', movedTo: '/there' });
  expect(readClusterRecord(dataDir)).toEqual({ password: 'secret', runAs: 'account', movedTo: '/there' });
  expect(statSync(path.join(dataDir, 'postgres.json')).mode & 0o777).toBe(0o600);
  expect(readdirSync(dataDir)).toEqual(['postgres.json']);
});

test.each(['', '{', '{}', '{"password":""}', '{"password":"secret","runAs":"root"}'])(
  'damaged: %j is refused',
  (text) => {
    writeFileSync(path.join(dataDir, 'postgres.json'), text);
    expect(() => readClusterRecord(dataDir)).toThrow('cannot be read');
  },
);
