import { describe, expect, test } from '@jest/globals';
import { Shares } from './organization-shares.js';
import { Slots } from './request-slots.js';

const ignore = () => undefined;

test('an endpoint has its share while most slots are free, then one request at a time', () => {
  const slots = new Slots(16, 3);
  for (const endpoint of ['a', 'b'])
    expect([0, 1, 2, 3].map((open) => slots.take(endpoint, open, ignore))).toEqual([true, true, true, false]);
  expect([0, 1, 2].map((open) => slots.take('c', open, ignore))).toEqual([true, true, false]);
});

test('an organization has at most 50, and the last quarter is for those that have none', () => {
  const slots = new Slots(500, 5);
  const takeAll = (organization: string) => {
    let taken = 0;
    while (slots.take(organization, 0, ignore)) taken += 1;
    return taken;
  };
  const taken = Array.from({ length: 140 }, (_, index) => takeAll(String(index)));
  expect(taken.slice(0, 10)).toEqual([50, 50, 50, 50, 50, 50, 38, 19, 9, 5]);
  expect(taken.slice(13, 100).every((each) => each === 1)).toBe(true);
  expect(taken.reduce((sum, each) => sum + each)).toBe(500);
});

describe('after a refusal', () => {
  /** An endpoint without answers that opens requests until it is refused. */
  const endpoint = (slots: Slots, organization: string, log: string[], name: string) => {
    const start = () => {
      while (slots.take(organization, 0, start)) log.push(name);
    };
    return start;
  };

  test('an endpoint is called when a slot becomes free, once', () => {
    const slots = new Slots(1, 5);
    const calls: string[] = [];
    expect(slots.take('a', 0, ignore)).toBe(true);
    expect(slots.take('a', 0, () => calls.push('second'))).toBe(false);
    slots.release('a');
    expect(calls).toEqual(['second']);
    expect(slots.take('a', 0, ignore)).toBe(true);
    slots.release('a');
    expect(calls).toEqual(['second']);
  });

  test('an organization without open requests is next, whoever was refused before', () => {
    const slots = new Slots(4, 5);
    const log: string[] = [];
    for (const name of ['a', 'b', 'c', 'd', 'e']) endpoint(slots, name, log, name)();
    expect(log).toEqual(['a', 'a', 'b', 'c']);
    slots.release('b');
    slots.release('a');
    expect(log.slice(4)).toEqual(['d', 'e']);
  });

  test('the endpoints of an organization take turns', () => {
    const slots = new Slots(1, 5);
    const log: string[] = [];
    for (const name of ['a1', 'a2', 'a3']) endpoint(slots, 'a', log, name)();
    for (let time = 0; time < 5; time += 1) slots.release('a');
    expect(log).toEqual(['a1', 'a2', 'a3', 'a1', 'a2', 'a3']);
  });
});

test.each([
  [10, 10, 40],
  [50, 10, 500],
  [125, 500, 500],
])(
  '%i organizations that want %i each leave room for the next one among %i',
  (organizations, each, total) => {
    const names = Array.from({ length: organizations }, (_, index) => String(index));
    const inTurn = new Shares(total);
    const oneAfterTheOther = new Shares(total);
    for (let time = 0; time < each; time += 1)
      for (const name of names) if (inTurn.hasRoom(name)) inTurn.take(name);
    for (const name of names)
      for (let time = 0; time < each; time += 1)
        if (oneAfterTheOther.hasRoom(name)) oneAfterTheOther.take(name);
    for (const shares of [inTurn, oneAfterTheOther]) expect(shares.hasRoom('another')).toBe(true);
  },
);
