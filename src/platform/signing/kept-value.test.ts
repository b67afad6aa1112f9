import { describe, expect, test } from '@jest/globals';
import type { Db } from '../db/database.js';
import { KeptValue } from './kept-value.js';

const connection = () => ({}) as Db;

describe('a kept value', () => {
  test('a kept value is read once by all who ask at once through a connection, and then not again', async () => {
    const reads: Db[] = [];
    const value = new KeptValue((db) => Promise.resolve(reads.push(db)));
    const db = connection();
    expect(await Promise.all([value.get(db), value.get(db), value.get(db)])).toEqual([1, 1, 1]);
    expect(await value.get(connection())).toBe(1);
    expect(reads).toEqual([db]);
  });

  test('a kept value is read by each connection itself, which waits for no other', async () => {
    const hanging = connection();
    const value = new KeptValue((db) =>
      db === hanging ? new Promise<string>(() => {}) : Promise.resolve('read'),
    );
    void value.get(hanging);
    expect(await value.get(connection())).toBe('read');
  });

  test('a kept value that could not be read is read by the next who asks', async () => {
    const outcomes = [Promise.reject(new Error('gone')), Promise.resolve('read')];
    const value = new KeptValue(() => expectNext(outcomes));
    const db = connection();
    await expect(Promise.all([value.get(db), value.get(db)])).rejects.toThrow('gone');
    expect(await value.get(db)).toBe('read');
  });
});

function expectNext(outcomes: Promise<string>[]): Promise<string> {
  return outcomes.shift() ?? Promise.reject(new Error('It was read too often.'));
}
