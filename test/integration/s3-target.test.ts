// Backups in a bucket: files are whole or not there, and a storage that is out of order is asked again, within bounds.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { openTarget } from '../../src/main/backup/targets/open-target.js';
import { S3Target } from '../../src/main/backup/targets/s3-target.js';
import { type S3Fault, S3StandIn } from '../support/s3-stand-in.js';

const LIMITS = { timeoutMs: 20_000, pausesMs: [1, 1] };
const CONTENT = Buffer.from('content of a file');

let storage: S3StandIn;
let target: S3Target;
/** Does not wait long for a storage that is silent. */
let hasty: S3Target;

beforeAll(async () => {
  storage = await S3StandIn.start(3);
  target = new S3Target(storage.place, LIMITS);
  hasty = new S3Target(storage.place, { ...LIMITS, timeoutMs: 150 });
});
afterAll(() => storage.stop());
beforeEach(() => {
  storage.files.clear();
  [storage.fault, storage.faults, storage.requests] = [null, Infinity, 0];
});

test('files are written, listed page by page, read and removed', async () => {
  const keys = ['a/1', 'a/2', 'a/3', 'a/4', 'a/b/5', 'a/b/6', 'a/manifest.json', 'ab/1', 'c d&<'];
  for (const key of keys) await target.put(key, Buffer.from(key));
  expect(await target.list('')).toEqual(['a', 'ab', 'c d&<']);
  expect(await target.list('a')).toEqual(['1', '2', '3', '4', 'b', 'manifest.json']);
  expect(await target.list('none')).toEqual([]);
  expect(await target.get('a/b/6')).toEqual(Buffer.from('a/b/6'));
  expect(await target.get('a/7')).toBeNull();
  await target.removeFolder('a', 'manifest.json');
  expect([...storage.files.keys()]).toEqual(['ab/1', 'c d&<']);
});

const OPERATIONS: [string, (target: S3Target) => Promise<unknown>][] = [
  ['put', (used) => used.put('a/1', CONTENT)],
  ['get', (used) => used.get('a/1')],
  ['list', (used) => used.list('a')],
  ['removeFolder', (used) => used.removeFolder('a', '1')],
];

describe.each(OPERATIONS)('%s', (_, operate) => {
  beforeEach(async () => {
    await target.put('a/1', CONTENT);
    storage.requests = 0;
  });

  test.each<S3Fault>([503, 429, 'truncated', 'silent'])(
    'an operation on the target passes over one answer %s',
    async (fault) => {
      [storage.fault, storage.faults] = [fault, 1];
      await operate(fault === 'silent' ? hasty : target);
      expect(storage.requests).toBeGreaterThan(1);
    },
  );

  test.each<[S3Fault, number]>([
    [503, 3],
    ['silent', 3],
    [403, 1],
  ])(
    'an operation on the target fails by %s after %i requests, and names the target without its credentials',
    async (fault, requests) => {
      storage.fault = fault;
      const failure = await operate(fault === 'silent' ? hasty : target).catch(String);
      expect(storage.requests).toBe(requests);
      expect(failure).toContain(`${storage.place.bucketUrl} failed`);
      expect(failure).not.toMatch(/secret|key:/);
    },
  );
});

test('a storage that answers lists with something else is an error', async () => {
  const foreign = new S3Target({ ...storage.place, bucketUrl: `${storage.place.bucketUrl}/a` }, LIMITS);
  await target.put('a/', Buffer.from('<html></html>'));
  await expect(foreign.list('')).rejects.toThrow('did not answer with a list');
});

test('a storage that does not listen is an error', async () => {
  const gone = await S3StandIn.start();
  const { place } = gone;
  await gone.stop();
  await expect(new S3Target(place, LIMITS).list('')).rejects.toThrow(`${place.bucketUrl} failed at GET`);
});

test('an address that cannot be read is refused without repeating it', () => {
  expect(() => openTarget('s3://key:secret@host')).toThrow(/^An S3 target must be/);
});
