import { expect, test } from '@jest/globals';
import { HashQueue, type HashTurn } from './hash-queue.js';

/** A queue whose work ends when the test says so, in the order in which it has begun. */
function slowQueue() {
  const queue = new HashQueue();
  const begun: string[] = [];
  const refused: unknown[] = [];
  const ends: (() => void)[] = [];
  const run = (name: string, turn: HashTurn) => {
    queue
      .run(turn, () => {
        begun.push(name);
        return new Promise<void>((resolve) => ends.push(resolve));
      })
      .catch((error: unknown) => refused.push((error as { kind: unknown }).kind));
  };
  const settle = () => new Promise(setImmediate);
  const endAll = async () => {
    await settle();
    while (ends.length > 0) {
      ends.shift()?.();
      await settle();
    }
  };
  return { run, begun, refused, settle, endAll };
}

const login = (network: string) => ({ purpose: 'login', network, owner: network }) as const;
const account = (network: string) => ({ purpose: 'account', network, owner: network }) as const;
const known = (network: string, owner: string) => ({ purpose: 'known device', network, owner }) as const;

test('two run at once; of one address five run or wait, and more are refused', async () => {
  const { run, begun, refused, settle, endAll } = slowQueue();
  for (let index = 0; index < 7; index += 1) run(`a${index}`, login('a'));
  await settle();
  expect([begun, refused]).toEqual([
    ['a0', 'a1'],
    ['tooManyRequests', 'tooManyRequests'],
  ]);
  await endAll();
  expect(begun).toEqual(['a0', 'a1', 'a2', 'a3', 'a4']);
  run('again', login('a'));
  await endAll();
  expect(begun.at(-1)).toBe('again');
});

test('addresses and purposes have their turns', async () => {
  const { run, begun, endAll } = slowQueue();
  for (const name of ['a0', 'a1', 'a2', 'a3']) run(name, login('a'));
  for (const name of ['r0', 'r1', 'r2']) run(name, account('a'));
  run('b0', login('b'));
  await endAll();
  expect(begun).toEqual(['a0', 'a1', 'a2', 'r0', 'b0', 'r1', 'a3', 'r2']);
});

test('100 of each purpose wait; more are refused, and the other purpose goes on', async () => {
  const { run, begun, refused, settle, endAll } = slowQueue();
  for (let index = 0; index < 103; index += 1) run(`${index}`, account(`${index}`));
  await settle();
  expect(refused).toEqual(['unavailable']);
  run('login', login('x'));
  await endAll();
  expect(begun.indexOf('login')).toBeLessThan(5);
  expect(begun).toHaveLength(103);
});

test('a newcomer takes a place of the network with most, if it has two more', async () => {
  const { run, begun, refused, settle, endAll } = slowQueue();
  run('first', login('x'));
  run('second', login('y'));
  // Ten devices of one network and ten of another fill the line of known devices.
  for (let index = 0; index < 100; index += 1) run(`s${index}`, known(`s${index % 2}`, `${index % 20}`));
  await settle();
  run('s100', known('s0', 'another'));
  await settle();
  expect(refused).toEqual(['unavailable']);
  for (let index = 0; index < 10; index += 1) run(`k${index}`, known(`k${index}`, 'k'));
  await settle();
  expect(refused).toHaveLength(11);
  await endAll();
  const places = Array.from({ length: 10 }, (_, index) => begun.indexOf(`k${index}`));
  expect([Math.min(...places) >= 0, Math.max(...places), begun.length]).toEqual([true, 13, 102]);
});
