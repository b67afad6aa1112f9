import { expect, test } from '@jest/globals';
import { StartedParts } from './started-parts.js';

/** Parts that record that they stop; the part `stuck` never stops. */
function startedParts(stopped: string[], ...names: string[]): StartedParts {
  const parts = new StartedParts();
  for (const name of names) {
    parts.add(name, () => {
      if (name === 'stuck') return new Promise(() => undefined);
      stopped.push(name);
      return name === 'broken' ? Promise.reject(new Error('broken')) : Promise.resolve();
    });
  }
  return parts;
}

test('parts stop in the reverse order of their start', async () => {
  const stopped: string[] = [];
  const parts = startedParts(stopped, 'database', 'pool', 'listener');
  expect(await parts.stopWithin(60_000)).toBe(true);
  expect([stopped, parts.names]).toEqual([['listener', 'pool', 'database'], []]);
});

test('a part that fails to stop does not prevent others from stopping', async () => {
  const stopped: string[] = [];
  const parts = startedParts(stopped, 'database', 'broken', 'listener');
  await expect(parts.stopWithin(60_000)).rejects.toThrow('broken');
  expect(stopped).toEqual(['listener', 'broken', 'database']);
});

test('a stop that takes too long is abandoned, and reports the parts that still run', async () => {
  const stopped: string[] = [];
  const parts = startedParts(stopped, 'database', 'stuck', 'listener');
  expect(await parts.stopWithin(1)).toBe(false);
  expect([stopped, parts.names]).toEqual([['listener'], ['stuck', 'database']]);
});
