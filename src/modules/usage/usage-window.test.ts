import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { partsOf } from './usage-window.js';

const at = (time: string) => new Date(`2027-03-0${time}Z`);
const period = (from: string, to: string) => ({ from: at(from), to: at(to) });

describe('partsOf', () => {
  test.each([
    ['a month of UTC has no cuts', period('1T00:00', '9T00:00'), period('1T00:00', '9T00:00'), []],
    [
      'a zone of half hours cuts both edges',
      period('1T00:30', '2T00:30'),
      period('1T01:00', '2T00:00'),
      [period('1T00:30', '1T01:00'), period('2T00:00', '2T00:30')],
    ],
    [
      'a start within an hour cuts one edge',
      period('1T09:59:59.999', '2T00:00'),
      period('1T10:00', '2T00:00'),
      [period('1T09:59:59.999', '1T10:00')],
    ],
    ['within one hour', period('1T09:10', '1T09:20'), null, [period('1T09:10', '1T09:20')]],
    ['over one hour mark', period('1T09:30', '1T10:30'), null, [period('1T09:30', '1T10:30')]],
    ['an empty window', period('1T09:30', '1T09:30'), null, []],
  ])('%s', (_, window, hours, cuts) => {
    expect(partsOf(window)).toEqual({ hours, cuts });
  });

  test('the parts touch and are the window', () => {
    const instant = fc.integer({ min: 0, max: 10 * 3_600_000 });
    fc.assert(
      fc.property(instant, instant, (one, other) => {
        const window = { from: new Date(Math.min(one, other)), to: new Date(Math.max(one, other)) };
        const { hours, cuts } = partsOf(window);
        const parts = [...cuts, ...(hours === null ? [] : [hours])].toSorted((a, b) => +a.from - +b.from);
        const ends = parts.flatMap(({ from, to }) => [+from, +to]);
        const inner = ends.slice(1, -1);
        expect(inner.filter((_, index) => index % 2 === 0)).toEqual(
          inner.filter((_, index) => index % 2 === 1),
        );
        if (parts.length > 0) expect([ends[0], ends.at(-1)]).toEqual([+window.from, +window.to]);
        else expect(window.from).toEqual(window.to);
      }),
    );
  });
});
