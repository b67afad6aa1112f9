import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { FolderTarget } from '../targets/backup-target.js';
import { readSegmentName, segmentName, WalArchive } from './wal-archive.js';

const AT = new Date('2027-01-31T12:00:00.123Z');
const CONTENT = Buffer.from('records');

let folder = '';
let archive: WalArchive;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'wal-archive-'));
  archive = new WalArchive(new FolderTarget(folder), '7000000000000000000');
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

test.each(['000000010000000000000001', '0000000A0000000100000000', '00000001FFFFFFFF000000FF'])(
  'the name %s is read and made',
  (name) => {
    const segment = readSegmentName(name);
    expect(segment).not.toBeNull();
    expect(segmentName(segment ?? { timeline: 0, number: 0 })).toBe(name);
  },
);

test('segments are listed in order, read as they were, and removed in whole folders', async () => {
  for (const number of [300, 1, 256, 255]) await archive.putSegment({ timeline: 1, number }, CONTENT, AT);
  await archive.putHistory(2, CONTENT, AT);
  const listed = await archive.segments();
  expect(listed.map(({ number }) => number)).toEqual([1, 255, 256, 300]);
  expect(listed[0]).toMatchObject({ timeline: 1, writtenAt: AT });
  expect(await archive.histories()).toMatchObject([{ timeline: 2, writtenAt: AT }]);
  for (const segment of listed) expect(await archive.read(segment)).toEqual(CONTENT);
  await archive.removeBefore(255);
  expect(await archive.segments()).toHaveLength(4);
  await archive.removeBefore(300);
  expect((await archive.segments()).map(({ number }) => number)).toEqual([256, 300]);
  expect(await archive.histories()).toHaveLength(1);
});

test('a damaged and a missing segment are errors', async () => {
  await archive.putSegment({ timeline: 1, number: 1 }, CONTENT, AT);
  const [segment] = await archive.segments();
  if (segment === undefined) throw new Error('There is no segment.');
  writeFileSync(path.join(folder, segment.key), 'other');
  await expect(archive.read(segment)).rejects.toThrow('is damaged');
  rmSync(path.join(folder, segment.key));
  await expect(archive.read(segment)).rejects.toThrow('is missing');
  expect(readdirSync(folder)).toHaveLength(1);
});
