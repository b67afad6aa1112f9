import { expect, test } from '@jest/globals';
import { PLANNED_EACH_TIME, PreparedStatements, SentStatements } from './prepared-statements.js';

const ofSession = (sent = new SentStatements()) => new PreparedStatements(sent);
const times = <Result>(count: number, ask: (time: number) => Result) =>
  Array.from({ length: count }, (_, time) => ask(time));

test('a statement is prepared when it is sent again, whichever session sent it first', () => {
  const sent = new SentStatements();
  const [first, second] = [ofSession(sent), ofSession(sent)];
  expect(times(3, () => first.take('select $1', ['a']))).toEqual([false, true, true]);
  expect(times(2, () => second.take('select $1', ['b']))).toEqual([true, true]);
});

test('the same text with values of other types is another statement', () => {
  const session = ofSession();
  expect(times(2, () => session.take('select $1', [true]))).toEqual([false, true]);
  expect(session.take('select $1', [null])).toBe(false);
});

test.each<[string, string, unknown[]]>([
  ['without values', 'select 1', []],
  ['with the values of a list', 'insert', times(101, String)],
  ['with the comment', `select $1 ${PLANNED_EACH_TIME}`, ['a']],
])('a statement %s is planned each time', (_, text, parameters) => {
  const session = ofSession();
  expect(times(3, () => session.take(text, parameters))).toEqual([false, false, false]);
});

test('a session prepares at most 300 statements, and keeps using those', () => {
  const session = ofSession();
  const take = (time: number) => session.take(`select $1, ${time}`, ['a']);
  const prepared = times(2_000, (time) => {
    take(time);
    return take(time);
  });
  expect(prepared.filter(Boolean)).toHaveLength(300);
  expect([take(0), take(1_999)]).toEqual([true, false]);
});

test('the oldest of more than 1,000 statements that were sent once is dropped', () => {
  const session = ofSession();
  const take = (time: number) => session.take(`select $1, ${time}`, ['a']);
  times(1_001, take);
  expect([take(0), take(1_000)]).toEqual([false, true]);
});

test.each([
  ['is outgrown when most of what is sent again is not', [301, 302], true],
  ['is kept while half of what is sent again is', [0, 301], false],
  ['is kept while what it has not prepared comes once', [0, 0], false],
])('a session with 300 prepared statements %s', (_, numbers, isOutgrown) => {
  const session = ofSession();
  const take = (number: number) => session.take(`select $1, ${number}`, ['a']);
  for (const number of [...times(300, Number), ...times(300, Number), ...numbers]) take(number);
  expect(session.areOutgrown).toBe(false);
  times(5_100, (time) => {
    take(numbers[time % 2] as number);
    take(1_000 + time);
  });
  expect(session.areOutgrown).toBe(isOutgrown);
});
