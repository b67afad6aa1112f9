import { expect, test } from '@jest/globals';
import { SharedRead } from './shared-read.js';

test('callers share the read that is running; a later caller starts a new one', async () => {
  let reads = 0;
  const shared = new SharedRead(() => Promise.resolve((reads += 1)), 60_000);
  expect(await Promise.all([shared.value(), shared.value()])).toEqual([1, 1]);
  expect(await shared.value()).toBe(2);
});

test('a read that hangs is not started again, and each caller waits at most the timeout', async () => {
  let reads = 0;
  let end: (value: string) => void = () => undefined;
  const shared = new SharedRead(() => {
    reads += 1;
    return new Promise<string>((resolve) => {
      end = resolve;
    });
  }, 1);
  await expect(shared.value()).rejects.toThrow('The read took longer than 1 milliseconds.');
  await expect(shared.value()).rejects.toThrow('longer');
  expect(reads).toBe(1);
  end('value');
});

test('after a failed read, the next caller reads again', async () => {
  const outcomes = [() => Promise.reject(new Error('away')), () => Promise.resolve('back')];
  const shared = new SharedRead(() => outcomes.shift()?.() ?? Promise.reject(new Error('none left')), 60_000);
  await expect(shared.value()).rejects.toThrow('away');
  expect(await shared.value()).toBe('back');
});
