import { describe, expect, test } from '@jest/globals';
import { fc } from '../../test/support/property.js';
import { type AlertDirection, type AlertThreshold, crossedThresholds, MOST_LISTED_STEPS } from './alerts.js';
import { Big } from './money/decimal.js';

interface Values {
  readonly oneTime?: readonly (number | string)[];
  readonly recurring?: number | string;
}

const thresholdsOf = ({ oneTime = [], recurring }: Values): AlertThreshold[] => [
  ...oneTime.map((value) => ({ code: `at ${value}`, value: new Big(value), recurring: false })),
  ...(recurring === undefined ? [] : [{ code: 'every', value: new Big(recurring), recurring: true }]),
];

const crossed = (
  direction: AlertDirection,
  values: Values,
  previous: number | string,
  current: number | string,
) =>
  crossedThresholds(direction, thresholdsOf(values), {
    previous: new Big(previous),
    current: new Big(current),
  });

/** Values as text; steps of the recurring threshold marked. */
const shown = (thresholds: readonly AlertThreshold[]) =>
  thresholds.map(({ value, recurring }) => `${value.toFixed()}${recurring ? ' again' : ''}`);

const A = { oneTime: [1_500, 1_000], recurring: 400 };
const B = { recurring: 500 };
const C = { oneTime: [2_000, 5_000], recurring: 500 };

describe('crossedThresholds', () => {
  test.each<[string, AlertDirection, Values, number, number, string[]]>([
    // alerts.md §4 A, in the order of its story
    ['below all', 'increasing', A, 0, 900, []],
    [
      'one-time values, then steps',
      'increasing',
      A,
      900,
      2_400,
      ['1000', '1500', '1900 again', '2300 again'],
    ],
    ['one short of a step', 'increasing', A, 2_400, 2_699, []],
    ['a step that is reached exactly', 'increasing', A, 2_699, 2_700, ['2700 again']],
    ['no change', 'increasing', A, 2_700, 2_700, []],
    ['past a step that was reached exactly', 'increasing', A, 2_700, 2_701, []],
    ['a new period', 'increasing', A, 2_701, 50, []],
    ['a value again in the new period', 'increasing', A, 50, 1_000, ['1000']],
    // §4 B
    ['steps from 0', 'increasing', B, 0, 1_250, ['500 again', '1000 again']],
    ['steps from 0 after a negative figure', 'increasing', B, -2_000, 500, ['500 again']],
    // §4 C
    ['falling: the higher one first', 'decreasing', C, 6_000, 1_900, ['5000', '2000']],
    ['falling: steps from the lowest', 'decreasing', C, 1_900, 900, ['1500 again', '1000 again']],
    ['a top-up', 'decreasing', C, 900, 4_000, []],
    ['falling again', 'decreasing', C, 4_000, 1_999, ['2000']],
    ['falling to a value exactly', 'decreasing', C, 4_000, 2_000, ['2000']],
    ['falling on from there', 'decreasing', C, 2_000, 1_999, []],
    ['falling steps from 0', 'decreasing', B, 100, -1_000, ['-500 again', '-1000 again']],
    ['a negative one-time value', 'increasing', { oneTime: [-5] }, -10, 0, ['-5']],
    [
      'steps from a negative one-time value',
      'increasing',
      { oneTime: [-5], recurring: 2 },
      -5,
      0,
      ['-3 again', '-1 again'],
    ],
  ])('%s', (_, direction, values, previous, current, expected) => {
    expect(shown(crossed(direction, values, previous, current))).toEqual(expected);
  });

  test('a step has the code of its threshold', () => {
    expect(crossed('increasing', A, 0, 2_000).map(({ code }) => code)).toEqual([
      'at 1000',
      'at 1500',
      'every',
    ]);
  });

  test('the last 1,000 steps are listed, however many were passed', () => {
    const steps = crossed('increasing', { oneTime: [7], recurring: '0.000000000000001' }, 0, '1e29');
    expect(steps).toHaveLength(1 + MOST_LISTED_STEPS);
    expect(shown(steps.slice(0, 1))).toEqual(['7']);
    expect(shown(steps.slice(-1))).toEqual(['100000000000000000000000000000 again']);
    expect(shown(steps.slice(1, 2))).toEqual(['99999999999999999999999999999.999999999999001 again']);
  });

  test('a step that the figure falls short of by the smallest amount is not passed', () => {
    const step = '999999999999999999999999999999';
    const short = new Big(step).times(3).minus('0.000000000000001').toFixed();
    expect(crossed('increasing', { recurring: step }, 0, short)).toHaveLength(2);
  });

  const direction = fc.constantFrom<AlertDirection>('increasing', 'decreasing');
  const integer = fc.integer({ min: -300, max: 300 });
  const values = fc.record({
    oneTime: fc.uniqueArray(integer, { maxLength: 5 }),
    recurring: fc.integer({ min: 1, max: 50 }),
  });

  test('crossedThresholds returns each value between the figures once, as the formula of alerts.md §3 has it', () => {
    fc.assert(
      fc.property(direction, values, integer, integer, (way, of, previous, current) => {
        const sign = way === 'increasing' ? 1 : -1;
        const outermost = Math.max(...of.oneTime.map((value) => value * sign));
        const origin = of.oneTime.length === 0 ? 0 : outermost;
        const steps = Array.from({ length: 1_000 }, (_, index) => origin + (index + 1) * of.recurring);
        const expected = [...of.oneTime.map((value) => value * sign), ...steps]
          .filter((value) => previous * sign < value && value <= current * sign)
          .toSorted((one, other) => one - other);
        const found = crossed(way, of, previous, current).map(({ value }) => value.toNumber() * sign);
        expect(found).toEqual(expected);
      }),
    );
  });

  test('figures that never go the other way announce each value once, however often they are read', () => {
    fc.assert(
      fc.property(direction, values, fc.array(integer, { minLength: 2, maxLength: 8 }), (way, of, looks) => {
        const path = looks.toSorted((one, other) => (way === 'increasing' ? one - other : other - one));
        const inSteps = path
          .slice(1)
          .flatMap((current, index) => shown(crossed(way, of, path[index] ?? 0, current)));
        expect(inSteps).toEqual(shown(crossed(way, of, path[0] ?? 0, path.at(-1) ?? 0)));
        expect(new Set(inSteps).size).toBe(inSteps.length);
      }),
    );
  });
});
