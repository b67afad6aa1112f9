import { describe, expect, jest, test } from '@jest/globals';
import { systemActor } from '../actor.js';
import type { Tx } from '../db/database.js';
import { type ChangeOf, ReactingChanges } from './changes.js';

type Moved = ChangeOf<'went' | 'came', { by: number }> | ChangeOf<'rested', { hours: number }>;

const TX = {} as Tx;
const ACTOR = systemActor('00000000-0000-0000-0000-000000000000', null);

describe('ReactingChanges', () => {
  test('ReactingChanges runs the reactions to the type of a change in order, each after the previous one has ended', async () => {
    const calls: string[] = [];
    const slowly = async (_tx: Tx, _actor: unknown, { by }: { by: number }) => {
      await Promise.resolve();
      calls.push(`slow ${by}`);
    };
    const at = (_tx: Tx, _actor: unknown, { type }: { type: string }) => {
      calls.push(type);
      return Promise.resolve();
    };
    const changes = new ReactingChanges<Moved>(() => ({ went: [slowly, at], came: [at], rested: [] }));

    await changes.announce(TX, ACTOR, { type: 'went', by: 2 });
    await changes.announce(TX, ACTOR, { type: 'came', by: 1 });
    await changes.announce(TX, ACTOR, { type: 'rested', hours: 8 });

    expect(calls).toEqual(['slow 2', 'went', 'came']);
  });

  test('ReactingChanges fails with the first reaction that fails, and runs none after it', async () => {
    const later = jest.fn(() => Promise.resolve());
    const changes = new ReactingChanges<Moved>(() => ({
      went: [() => Promise.reject(new Error('no way')), later],
      came: [],
      rested: [],
    }));

    await expect(changes.announce(TX, ACTOR, { type: 'went', by: 1 })).rejects.toThrow('no way');

    expect(later).not.toHaveBeenCalled();
  });
});
