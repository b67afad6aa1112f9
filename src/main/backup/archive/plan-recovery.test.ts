import { expect, test } from '@jest/globals';
import { type Manifest } from '../manifest.js';
import { planRecovery } from './plan-recovery.js';
import { segmentName } from './wal-archive.js';

/** The instant at which a segment was written last. */
const at = (number: number) => new Date(Date.UTC(2027, 0, 31, 12, number));
const wal = (numbers: readonly number[]) => ({
  timelines: [],
  segments: numbers.map((number) => ({ timeline: 1, number, key: '', sha256: '', writtenAt: at(number) })),
});
const manifest: Manifest = {
  format: 1,
  sequence: 1,
  program: '',
  startedAt: at(1).toISOString(),
  finishedAt: at(2).toISOString(),
  postgresMajor: 18,
  systemIdentifier: '1',
  schema: '',
  startWal: segmentName({ timeline: 1, number: 1 }),
  stopWal: segmentName({ timeline: 1, number: 2 }),
  encryptionKeys: [],
  sealedKeys: null,
  unpackedBytes: 0,
  parts: [],
};

test.each<[string, number[], Date | null, number[], boolean]>([
  ['all WAL', [1, 2, 3, 4], null, [1, 2, 3, 4], false],
  ['all WAL before a gap', [1, 2, 3, 5], null, [1, 2, 3], true],
  ['what an instant needs, also where there is more', [1, 2, 3, 4, 5], at(3), [1, 2, 3], false],
  ['what an instant needs before a gap', [1, 2, 3, 5], at(3), [1, 2, 3], false],
  ['what there is before an instant behind a gap', [1, 2, 3, 5], at(4), [1, 2, 3], true],
])('a restore takes %s', (_, archived, to, taken, hasGap) => {
  const plan = planRecovery([{ name: '', manifest }], wal(archived), to);
  expect([plan?.segments.map(({ number }) => number), plan?.hasGap]).toEqual([taken, hasGap]);
});
