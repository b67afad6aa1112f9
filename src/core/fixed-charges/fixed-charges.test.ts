import { describe, expect, test } from '@jest/globals';
import { fc } from '../../../test/support/property.js';
import { Big } from '../money/decimal.js';
import { rateUsage, type Price } from '../rating/charge-models.js';
import type { GraduatedRange } from '../rating/models/graduated-range.js';
import { fixedChargeErrors, type FixedChargeModel, type FixedChargeSettings } from './fixed-charge-rules.js';
import { deductPaid, paidCents } from './fees-of-earlier-plans.js';
import {
  effectiveUnits,
  fixedChargeUsage,
  hasPaidDays,
  inAdvanceFixedChargeUsage,
  type QuantityEntry,
} from './quantity-history.js';
import { unitsChangeFee } from './units-change.js';

const EUR = { currency: 'EUR', conversionRate: null };
const at = (day: string) => new Date(day.length > 5 ? `2027-${day}` : `2027-${day}T10:00:00Z`);
const history = (...entries: [number, string][]): QuantityEntry[] =>
  entries.map(([units, day]) => ({ units: new Big(units), effectiveAt: at(day) }));

const JULY = {
  window: { from: new Date('2027-07-01'), to: new Date('2027-08-01') },
  durationDays: 31,
  timezone: 'UTC',
  isUpgraded: false,
};
const SEPTEMBER = {
  window: { from: new Date('2027-09-01'), to: new Date('2027-10-01') },
  durationDays: 30,
  timezone: 'UTC',
  isUpgraded: false,
};
const range = (fromValue: number, toValue: number | null, perUnitAmount: string, flatAmount: string) =>
  ({ fromValue, toValue, perUnitAmount, flatAmount }) satisfies GraduatedRange;
const RANGES = [range(0, 10, '5', '1'), range(11, null, '3', '20')];
const standard = (amount: string) => ({ model: 'standard', properties: { amount } }) as const;
const graduated = { model: 'graduated', properties: { graduatedRanges: RANGES } } as const;
const volume = { model: 'volume', properties: { volumeRanges: RANGES } } as const;

describe('quantity of a window', () => {
  test.each<[QuantityEntry[], string, string, string, string]>([
    [[], '0', '0', '0', 'no entry'],
    [history([6, '06-01']), '6', '6', '6', 'one from before'],
    [history([6, '07-01'], [9, '07-14']), '9', '7.741935', '0', 'fixed-charges-and-commitments.md §9.1'],
    [history([6, '07-14']), '6', '3.483871', '0', 'from the 14th on'],
    [
      history([6, '07-14'], [9, '07-14T11:00:00Z']),
      '9',
      '5.225806',
      '0',
      'two on a day: the day counts for the last',
    ],
    [history([6, '05-01'], [9, '06-01']), '9', '9', '9', 'the last of those before'],
    [history([6, '06-01'], [9, '08-01']), '6', '6', '6', 'changes in a later window are ignored'],
    [
      history([6, '06-01'], [20, '07-20'], [9, '07-10']),
      '9',
      '8.129032',
      '6',
      'a change made now supersedes one that was scheduled for later',
    ],
    [
      history([6, '06-01'], [20, '07-01T00:00:00Z'], [9, '06-20']),
      '9',
      '9',
      '9',
      'a superseding change may take effect before the window',
    ],
    [history([6, '06-01'], [0, '07-11']), '0', '1.935484', '6', 'gone from the 11th on'],
  ])('%j: %s units, %s prorated, %s at its start: %s', (entries, units, prorated, atStart) => {
    const usage = fixedChargeUsage(entries, JULY, true);
    expect([usage.units.toFixed(), usage.proration?.units.toFixed()]).toEqual([units, prorated]);
    expect(effectiveUnits(entries, JULY.window).toFixed()).toBe(units);
    const inAdvance = inAdvanceFixedChargeUsage(entries, JULY, true);
    expect([inAdvance.units.toFixed(), inAdvance.proration?.units.toFixed()]).toEqual([atStart, atStart]);
    expect(fixedChargeUsage(entries, JULY, false).proration).toBeNull();
  });

  test('in advance, the first window is paid from the day of the start', () => {
    const start = at('07-18T15:30:00Z');
    const scope = { ...JULY, window: { from: start, to: JULY.window.to } };
    const usage = inAdvanceFixedChargeUsage([{ units: new Big(31), effectiveAt: start }], scope, true);
    expect([usage.units.toFixed(), usage.proration?.units.toFixed()]).toEqual(['31', '14']);
  });

  test.each<[QuantityEntry[], string, string, string | null, string]>([
    [
      history([9, '07-14']),
      '08-01T00:00:00Z',
      '08-21T12:00:00Z',
      '5.806452',
      'fixed-charges-and-commitments.md §9.1: 9 x 20/31',
    ],
    [
      history([10, '07-19']),
      '08-01T00:00:00Z',
      '08-21T12:00:00Z',
      '6.451613',
      'the old plan of the shared scenario: 20 days',
    ],
    [
      history([31, '07-01'], [62, '08-11']),
      '08-01T00:00:00Z',
      '08-21T12:00:00Z',
      '30',
      '10 days of the one, 10 of the other',
    ],
    [
      history([31, '07-01'], [62, '08-21']),
      '08-01T00:00:00Z',
      '08-21T12:00:00Z',
      '20',
      'a change on the day of the upgrade is for the new plan',
    ],
    [
      history([31, '08-20T23:00:00Z']),
      '08-20T23:00:00Z',
      '08-21T01:00:00Z',
      '1',
      'a start late on the day before: local days count, not hours',
    ],
    [history([9, '07-14']), '08-01T00:00:00Z', '08-01T12:00:00Z', null, 'upgraded on the first day'],
    [history([9, '08-09']), '08-09T10:00:00Z', '08-09T12:00:00Z', null, 'upgraded on the day of the start'],
  ])('%j from %s, upgraded at %s: %s: %s', (entries, from, upgradedAt, prorated) => {
    const window = { from: at(from), to: new Date(at(upgradedAt).getTime() + 1) };
    const scope = { ...JULY, window, isUpgraded: true };
    expect(hasPaidDays(scope)).toBe(prorated !== null);
    expect(fixedChargeUsage(entries, scope, true).proration?.units.toFixed()).toBe(prorated ?? '0');
    expect(hasPaidDays({ ...scope, isUpgraded: false })).toBe(true);
  });

  test('the day of the end counts, and days are local', () => {
    const entries = history([31, '06-01'], [62, '07-11T03:00:00Z']);
    const prorated = (from: string, timezone: string) => {
      const window = { from: at(from), to: at('07-16T12:00:00.001Z') };
      return fixedChargeUsage(entries, { ...JULY, window, timezone }, true).proration?.units.toFixed();
    };
    expect(prorated('07-01T00:00:00Z', 'UTC')).toBe('22');
    expect(prorated('07-01T06:00:00Z', 'America/Denver')).toBe('23');
  });
});

describe('amount', () => {
  test.each<[Price, QuantityEntry[], boolean, bigint, string]>([
    [
      standard('12'),
      history([6, '07-01'], [9, '07-14']),
      true,
      9290n,
      'fixed-charges-and-commitments.md §9.1',
    ],
    [standard('12'), history([6, '07-01'], [9, '07-14']), false, 10800n, 'the quantity at the end, whole'],
    [volume, history([12, '07-17']), true, 3742n, 'full units choose the range: 5.806452 x 3 + 20'],
    [volume, history([12, '07-17']), false, 5600n, '12 x 3 + 20'],
    [graduated, history([12, '07-17']), false, 7700n, '10 x 5 + 2 x 3 + 21'],
    [graduated, history([12, '07-17']), true, 4810n, 'each part by 5.806452 / 12, flat amounts whole'],
    [
      graduated,
      history([12, '06-01'], [0, '07-16T00:00:00Z']),
      true,
      3003n,
      'a quantity that is gone: 5.806452 x 5 + 1',
    ],
    [graduated, [], false, 100n, 'no units: the first flat amount'],
    [volume, [], true, 100n, 'no units: the first flat amount'],
  ])('%j with %j, prorated %s: %s: %s', (price, entries, isProrated, cents) => {
    expect(rateUsage(price, fixedChargeUsage(entries, JULY, isProrated), EUR).amountCents).toBe(cents);
  });
});

describe('an immediate change, paid in advance', () => {
  const change = (
    price: Price,
    newUnits: number,
    paidUnits: number | null,
    { isProrated = false, changedAt = '09-21' } = {},
  ) => {
    const fee = unitsChangeFee({
      price,
      currency: 'EUR',
      newUnits: new Big(newUnits),
      paidUnits: paidUnits === null ? null : new Big(paidUnits),
      changedAt: at(changedAt),
      scope: SEPTEMBER,
      isProrated,
    });
    return [fee.units.toFixed(), fee.amountCents, fee.preciseUnitAmount.round(6).toFixed()];
  };

  test.each<[Price, number, number | null, boolean, [string, bigint, string], string]>([
    [
      standard('7.5'),
      14,
      10,
      true,
      ['4', 1000n, '2.5'],
      'fixed-charges-and-commitments.md §9.2: 4 x 10/30 x 7.5',
    ],
    [standard('7.5'), 12, 14, true, ['0', 0n, '0'], 'fewer units than paid: nothing due, no refund'],
    [standard('7.5'), 15, 14, false, ['1', 750n, '7.5'], 'only units above the highest paid'],
    [standard('7.5'), 14, 14, false, ['0', 0n, '0'], 'as many as paid'],
    [standard('7.5'), 8, null, true, ['8', 2000n, '2.5'], 'a fixed charge that is new'],
    [
      graduated,
      12,
      8,
      false,
      ['4', 3600n, '9'],
      'ranges and flat amounts paid are not charged again: 77 - 41',
    ],
    [graduated, 4, 0, false, ['4', 2000n, '5'], 'a first flat amount paid is not charged again'],
    [graduated, 4, null, false, ['4', 2100n, '5.25'], 'the first fee includes the first flat amount'],
  ])('%j: %s units after %s paid, prorated %s: %j: %s', (price, units, paid, isProrated, expected) => {
    expect(change(price, units, paid, { isProrated })).toEqual(expected);
  });
});

describe('part of earlier fees that pays for the days of a window', () => {
  const day = (on: string) => new Date(on.startsWith('2028') ? on : `2027-${on}`);
  const paid = (amountCents: bigint, billedOn: string, from: string, to: string) => ({
    amountCents,
    paidFrom: day(billedOn),
    window: { from: day(from), to: day(to), timezone: 'UTC' },
  });
  const june = (amountCents: bigint, billedOn = '06-01') => paid(amountCents, billedOn, '06-01', '07-01');
  /** The window of an upgrade on the 11th. */
  const upgraded = paid(4667n, '06-11', '06-11', '07-01');

  test.each<[ReturnType<typeof paid>[], string, string, bigint, string]>([
    [[june(5000n)], '06-11', '07-01', 3333n, 'fixed-charges-and-commitments.md §9.3: 20 of 30 days'],
    [[june(5000n), june(4167n, '06-06')], '06-11', '07-01', 6667n, '§9.3: units added on the 6th count too'],
    [[june(5000n), june(0n, '06-06')], '06-11', '07-01', 3333n, '§9.3: a zero fee hides no other'],
    [[june(5000n), upgraded], '06-21', '07-01', 4000n, '§9.3: plans before the last one count too'],
    [[june(5000n)], '06-11', '2028', 3333n, '§9.3: a longer window: the days in June alone'],
    [[paid(365000n, '01-01', '01-01', '2028')], '06-11', '07-01', 20000n, 'a shorter window'],
    [[paid(365000n, '01-01', '01-01', '2028')], '07-01', '08-01', 31000n, 'the window after the shorter one'],
    [[june(5000n)], '07-01', '08-01', 0n, 'a fee for other days'],
    [[june(5000n)], '06-11T10:00:00Z', '07-01', 3333n, 'a started day counts'],
    [[june(1000n), june(1000n), june(1000n)], '06-21', '07-01', 1000n, 'rounded once: 3 x 333.33'],
    [[], '06-11', '07-01', 0n, 'nothing was paid'],
  ])('%j for %s to %s: %s: %s', (fees, from, to, cents) => {
    expect(paidCents(fees, { from: day(from), to: day(to), timezone: 'UTC' })).toBe(cents);
  });

  test.each<[string, string, bigint, bigint, string, string, string]>([
    ['80', '3', 3333n, 4667n, '46.67', '15.556667', 'fixed-charges-and-commitments.md §9.3'],
    ['80', '3', 8000n, 0n, '0', '0', 'all of it'],
    ['79.996', '3', 8000n, 0n, '0', '0', 'an exact amount below its cents does not become negative'],
    ['80', '0', 3333n, 4667n, '46.67', '0', 'no units, no unit amount'],
  ])('a fee of %s for %s units less %s: %s: %s, %s a unit: %s', (amount, units, less, ...expected) => {
    const fee = {
      ...rateUsage(standard('1'), fixedChargeUsage([], JULY, false), EUR),
      units: new Big(units),
      amountCents: BigInt(new Big(amount).times(100).toFixed(0)),
      preciseAmount: new Big(amount),
    };
    const { amountCents, preciseAmount, preciseUnitAmount } = deductPaid(fee, less, 'EUR');
    expect([amountCents, preciseAmount.toFixed(), preciseUnitAmount.round(6).toFixed()]).toEqual(
      expected.slice(0, 3),
    );
  });
});

test.each<[Partial<FixedChargeSettings> & { chargeModel?: FixedChargeModel }, string[], string]>([
  [{}, [], 'the defaults'],
  [{ units: new Big(-1) }, ['units: value_is_out_of_range'], 'below 0'],
  [{ units: new Big('1.5') }, ['units: value_is_invalid'], 'a fraction'],
  [{ payInAdvance: true, chargeModel: 'graduated' }, [], 'in advance, a graduated price is allowed'],
  [
    { payInAdvance: true, chargeModel: 'volume' },
    ['payInAdvance: invalid_charge_model'],
    'in advance, a volume price is not allowed',
  ],
  [{ prorated: true, chargeModel: 'graduated' }, [], 'prorated by ranges'],
  [
    { prorated: true, payInAdvance: true, chargeModel: 'graduated' },
    ['prorated: invalid_charge_model'],
    'a prorated graduated price in advance is not allowed',
  ],
  [
    { prorated: true, payInAdvance: true, chargeModel: 'volume', units: new Big('-1.5') },
    ['units: value_is_out_of_range', 'units: value_is_invalid', 'payInAdvance: invalid_charge_model'],
    'all at once',
  ],
])('a fixed charge with %j: %j: %s', (settings, expected) => {
  const charge = {
    chargeModel: 'standard' as const,
    units: new Big(0),
    payInAdvance: false,
    prorated: false,
    ...settings,
  };
  expect(fixedChargeErrors(charge).map(({ field, code }) => `${field}: ${code}`)).toEqual(expected);
});

describe('properties', () => {
  const entries = fc.array(
    fc.record({
      units: fc.nat({ max: 500 }).map((units) => new Big(units)),
      effectiveAt: fc.date({ min: new Date('2027-06-15'), max: new Date('2027-08-15'), noInvalidDate: true }),
    }),
  );

  test('prorated units are between 0 and the highest quantity', () => {
    fc.assert(
      fc.property(entries, (list) => {
        const prorated = fixedChargeUsage(list, JULY, true).proration?.units ?? new Big(-1);
        const most = Math.max(0, ...list.map(({ units }) => units.toNumber()));
        expect(prorated.gte(0) && prorated.lte(most + 0.001)).toBe(true);
      }),
    );
  });

  test('repeating the last entry at a later time changes nothing', () => {
    fc.assert(
      fc.property(entries, (list) => {
        const inOrder = list.toSorted((a, b) => a.effectiveAt.getTime() - b.effectiveAt.getTime());
        const last = inOrder.at(-1);
        fc.pre(last !== undefined);
        const repeated = [...inOrder, { units: last.units, effectiveAt: last.effectiveAt }];
        expect(fixedChargeUsage(repeated, JULY, true)).toEqual(fixedChargeUsage(inOrder, JULY, true));
      }),
    );
  });

  test('an immediate increase costs the same in one step as in several', () => {
    const steps = fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(steps, fc.constantFrom<Price[]>(standard('1.25'), graduated), (units, price) => {
        const levels = [5, ...units.toSorted((a, b) => a - b).map((step) => step + 5)];
        const fee = (paid: number, next: number) =>
          unitsChangeFee({
            price,
            currency: 'EUR',
            newUnits: new Big(next),
            paidUnits: new Big(paid),
            changedAt: at('09-21'),
            scope: SEPTEMBER,
            isProrated: false,
          }).amountCents;
        const inSteps = levels
          .slice(1)
          .reduce((total, next, index) => total + fee(levels[index] ?? 0, next), 0n);
        expect(inSteps).toBe(fee(5, levels.at(-1) ?? 5));
      }),
    );
  });
});
