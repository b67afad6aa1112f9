import { expect, test } from '@jest/globals';
import type { BackupTarget } from '../targets/backup-target.js';
import type { Backup, Manifest } from '../manifest.js';
import { allowedBytes, BoundedTarget, NoRoomError, requireRoom, superseded } from './nightly-room.js';

function backups(...sizes: number[]): Backup[] {
  return sizes.map((bytes, index) => ({
    name: `backup ${index + 1}`,
    manifest: { parts: [{ key: '', bytes, sha256: '' }] } as unknown as Manifest,
  }));
}

test.each([
  { freeBytes: 10_000, sizes: Array<number>(9).fill(10), removed: 2, of: 'more than seven' },
  { freeBytes: 300, sizes: [40, 40, 40], removed: 1, of: 'those that take up more than a quarter' },
  { freeBytes: 1_000, sizes: [900, 10, 10], removed: 1, of: 'a large old one' },
  { freeBytes: 0, sizes: [10, 10], removed: 1, of: 'all but the newest on a full disk' },
  { freeBytes: 1_000, sizes: [10], removed: 0, of: 'never the newest' },
])('the oldest make way: $of', ({ freeBytes, sizes, removed }) => {
  const names = superseded({ freeBytes, backups: backups(...sizes) });
  expect(names.toSorted()).toEqual(
    backups(...sizes)
      .slice(0, removed)
      .map(({ name }) => name),
  );
});

test('a backup keeps the newest alone, or what fits into a quarter, whatever the sizes', () => {
  for (let round = 0; round < 500; round += 1) {
    const sizes = Array.from(
      { length: 1 + (round % 10) },
      (_, index) => ((round * 31 + index * 17) % 97) + 1,
    );
    const room = { freeBytes: (round * 53) % 900, backups: backups(...sizes) };
    const removed = new Set(superseded(room));
    const stay = room.backups.filter(({ name }) => !removed.has(name));
    const bytes = stay.reduce((sum, { manifest }) => sum + (manifest.parts[0]?.bytes ?? 0), 0);
    expect(stay).toEqual(room.backups.slice(-stay.length));
    expect(stay.length).toBeLessThanOrEqual(7);
    expect(stay.length === 1 || bytes <= allowedBytes(room)).toBe(true);
  }
});

test('a backup is refused that cannot fit, by the newest one or the size of the database', () => {
  expect(() => {
    requireRoom({ freeBytes: 400, backups: [] }, 900);
  }).toThrow(NoRoomError);
  expect(() => {
    requireRoom({ freeBytes: 400, backups: backups(200) }, 0);
  }).toThrow(NoRoomError);
  requireRoom({ freeBytes: 400, backups: [] }, 800);
});

test.each([
  ['it takes up more than it may', 1_000, 'may'],
  ['others fill the disk meanwhile', 499, 'half'],
])('a backup ends when %s', async (_, freeBytes, message) => {
  const written: string[] = [];
  const target = {
    put: (key: string) => Promise.resolve(written.push(key)),
    freeBytes: () => Promise.resolve(freeBytes),
  } as unknown as BackupTarget;
  const bounded = new BoundedTarget(target, { freeBytes: 1_000, backups: [] }, 0);
  const put = async () => {
    for (let part = 1; part <= 3; part += 1) await bounded.put(`part ${part}`, new Uint8Array(100));
  };
  await expect(put()).rejects.toThrow(NoRoomError);
  await expect(put()).rejects.toThrow(message);
  expect(written.length).toBeLessThanOrEqual(2);
});
