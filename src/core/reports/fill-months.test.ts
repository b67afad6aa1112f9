import { describe, expect, test } from '@jest/globals';
import { countMonths, fillMonths } from './fill-months.js';

interface Row {
  readonly startsOn: string;
  readonly currency: string;
  readonly cents: number;
}

const row = (startsOn: string, currency: string, cents: number): Row => ({ startsOn, currency, cents });
const filling = {
  seriesOf: ({ currency }: Row) => currency,
  emptyRow: ({ currency }: Row, startsOn: string) => row(startsOn, currency, 0),
  onlySeries: null,
};
const ROWS = [row('2026-11-01', 'EUR', 5), row('2027-02-01', 'EUR', 7), row('2027-02-01', 'USD', 9)];

describe('months without anything get rows of zeros', () => {
  test('months without anything get rows of zeros within bounds, in each series', () => {
    expect(fillMonths(ROWS, { first: '2026-12-01', last: '2027-02-01' }, filling)).toEqual([
      row('2026-12-01', 'EUR', 0),
      row('2026-12-01', 'USD', 0),
      row('2027-01-01', 'EUR', 0),
      row('2027-01-01', 'USD', 0),
      row('2027-02-01', 'EUR', 7),
      row('2027-02-01', 'USD', 9),
    ]);
  });

  test('without bounds, months without anything get rows of zeros from the first row to the last', () => {
    const filled = fillMonths(ROWS, { first: null, last: null }, filling);
    expect(filled).toHaveLength(2 * countMonths({ first: '2026-11-01', last: '2027-02-01' }));
    expect(filled.reduce((sum, { cents }) => sum + cents, 0)).toBe(21);
  });

  test('an empty report gets rows of zeros only if its series is known', () => {
    const bounds = { first: '2026-11-01', last: '2027-10-01' };
    expect(fillMonths([], bounds, filling)).toEqual([]);
    const onlySeries = row('', 'EUR', 0);
    const filled = fillMonths([], bounds, { ...filling, onlySeries });
    expect([filled.length, filled[0], filled[11]]).toEqual([
      12,
      row('2026-11-01', 'EUR', 0),
      row('2027-10-01', 'EUR', 0),
    ]);
  });
});
