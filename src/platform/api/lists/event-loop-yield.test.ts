import { expect, test } from '@jest/globals';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { EventLoopYield } from './event-loop-yield.js';

test('rows that exceed one turn are resolved in the next turns, in order', async () => {
  const pace = new EventLoopYield();
  const shown: number[] = [];
  const show = async (list: number, rows: number) => {
    await pace.take(rows);
    shown.push(list);
  };
  const all = [100, 150, 100, 1_000, 1].map((rows, list) => show(list, rows));
  const afterTurns: number[][] = [];
  for (let turn = 0; turn < 4; turn += 1) {
    await Promise.resolve();
    await Promise.resolve();
    afterTurns.push([...shown]);
    await nextTurn();
  }
  await Promise.all(all);
  expect(shown).toEqual([0, 1, 2, 3, 4]);
  expect(afterTurns[0]).toEqual([0, 1]);
  expect(afterTurns[1]).toEqual([0, 1, 2]);
  expect(afterTurns[2]).toEqual([0, 1, 2, 3]);
});
