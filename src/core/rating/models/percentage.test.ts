import { codesOf } from '../../../../test/support/property-errors.js';
import { describe, expect, test } from '@jest/globals';
import { fc, tries } from '../../../../test/support/property.js';
import { Big, sum } from '../../money/decimal.js';
import { usageOf } from '../../usage.js';
import { foldEvents } from './charge-model.js';
import { dependsOnSingleEvents, parseChargeProperties, rateUsage, tallyEvents } from '../charge-models.js';
import { PERCENTAGE_DEFAULTS, type PercentageProperties } from './percentage-properties.js';
import { percentageTally } from './percentage-tally.js';

const EUR = { currency: 'EUR', conversionRate: null };
const percentage = (properties: Partial<PercentageProperties>) =>
  ({ model: 'percentage', properties: { ...PERCENTAGE_DEFAULTS, ...properties } }) as const;

function usage(values: (string | number)[], units = sum(values.map((value) => new Big(value)))) {
  return usageOf(units, {
    eventsCount: BigInt(values.length),
    singleEvents: { values: values.map((value) => new Big(value)) },
  });
}

/** charges.md §11.4 */
const SPEC = { rate: '1.8', fixedAmount: '0.2' };
const SPEC_EVENTS = [40, 15, 300, 5];

/** Expected cents and details; details not listed are not compared. */
test.each<[Partial<PercentageProperties>, (string | number)[], bigint, Record<string, unknown>, string]>([
  [SPEC, SPEC_EVENTS, 728n, { free_units: '0.0', paid_units: '360.0', paid_events: 4 }, 'nothing free'],
  [
    { ...SPEC, freeUnitsPerEvents: 1 },
    SPEC_EVENTS,
    636n,
    {
      free_units: '40.0',
      free_events: 1,
      paid_units: '320.0',
      paid_events: 3,
      fixed_fee_total_amount: '0.6',
    },
    'charges.md §11.4: the first event is free',
  ],
  [
    { ...SPEC, freeUnitsPerTotalAggregation: '50' },
    SPEC_EVENTS,
    618n,
    { free_units: '50.0', free_events: 1, paid_units: '310.0', paid_events: 3 },
    'charges.md §11.4: 50 units are free, and the event that stays below them',
  ],
  [
    { ...SPEC, perTransactionMinAmount: '0.6', perTransactionMaxAmount: '4' },
    SPEC_EVENTS,
    612n,
    {
      per_unit_total_amount: '6.48',
      fixed_fee_total_amount: '0.8',
      min_max_adjustment_total_amount: '-1.16',
    },
    'charges.md §11.4: 0.92 + 0.6 + 4 + 0.6',
  ],
  [
    { ...SPEC, freeUnitsPerEvents: 3, freeUnitsPerTotalAggregation: '50' },
    SPEC_EVENTS,
    618n,
    { free_units: '50.0', free_events: 1, paid_events: 3 },
    'the lower of two limits, for units and for events',
  ],
  [
    { ...SPEC, freeUnitsPerEvents: 1, freeUnitsPerTotalAggregation: '1000' },
    SPEC_EVENTS,
    636n,
    { free_units: '40.0', free_events: 1 },
    'whichever that is',
  ],
  [
    { ...SPEC, freeUnitsPerEvents: 1, freeUnitsPerTotalAggregation: '10' },
    SPEC_EVENTS,
    690n,
    { free_units: '10.0', free_events: 1, paid_units: '350.0', paid_events: 3 },
    'units free no event when the first exceeds them: the other limit does',
  ],
  [
    { ...SPEC, freeUnitsPerTotalAggregation: '40' },
    [40],
    20n,
    { free_units: '40.0', free_events: 0, paid_units: '0.0', paid_events: 1, fixed_fee_unit_amount: '0.2' },
    'an event that reaches the free units pays its fixed amount',
  ],
  [{ ...SPEC, freeUnitsPerTotalAggregation: '0' }, [40], 92n, { free_units: '0.0' }, '0 free units are none'],
  [
    { ...SPEC, freeUnitsPerEvents: 9 },
    [40],
    0n,
    { free_events: 1, paid_events: 0, fixed_fee_unit_amount: '0.0' },
    'not more free events than events',
  ],
  [SPEC, [], 0n, { paid_events: 0 }, 'no usage'],
  [
    SPEC,
    ['5', '-5'],
    0n,
    { paid_events: 2, fixed_fee_total_amount: '0.0' },
    'no units: no fixed amounts either',
  ],
  [SPEC, ['5', '-7'], 0n, { paid_units: '0.0' }, 'negative usage costs nothing'],
  [
    { rate: '2' },
    [50],
    100n,
    { fixed_fee_unit_amount: '0.0', fixed_fee_total_amount: '0.0' },
    'no fixed amount',
  ],
])('a percentage %j of %j: %s, %j: %s', (properties, values, cents, details) => {
  const fee = rateUsage(percentage(properties), usage(values), EUR);
  expect(fee.amountCents).toBe(cents);
  expect(fee.amountDetails).toMatchObject(details);
});

test.each<[Partial<PercentageProperties>, (string | number)[], bigint, string]>([
  [{ rate: '1', fixedAmount: '1', perTransactionMinAmount: '1.75', perTransactionMaxAmount: '12' }, [100], 200n, 'between both'], // prettier-ignore
  [{ rate: '1', fixedAmount: '1', perTransactionMinAmount: '1.75', perTransactionMaxAmount: '12' }, [100, 1000, 10000], 2500n, 'raised by none, lowered once: 2 + 11 + 12'], // prettier-ignore
  [{ rate: '1', perTransactionMinAmount: '5' }, [100, 1000], 1500n, 'a minimum alone'],
  [{ rate: '1', perTransactionMaxAmount: '5' }, [100, 1000], 600n, 'a maximum alone'],
  [{ rate: '1', perTransactionMaxAmount: '5', freeUnitsPerEvents: 1 }, [900, 100, 1000], 600n, 'the first event is free, and below no minimum'], // prettier-ignore
  [{ rate: '1', perTransactionMinAmount: '2', freeUnitsPerTotalAggregation: '50' }, [40, 9, 101, 1000], 1200n, 'free while below what is left; then 100 of 101 pay 2 at least, and 10'], // prettier-ignore
  [{ rate: '1', perTransactionMinAmount: '2', freeUnitsPerTotalAggregation: '50' }, [50, 1], 400n, 'reaching the free units is not below: the minimum, and they are over'], // prettier-ignore
  [{ rate: '1', perTransactionMinAmount: '2', freeUnitsPerTotalAggregation: '50', freeUnitsPerEvents: 4 }, [40, 20, 1], 400n, 'free units alone decide'], // prettier-ignore
])('%j of %j within bounds: %s: %s', (properties, values, cents) => {
  expect(rateUsage(percentage(properties), usage(values), EUR).amountCents).toBe(cents);
});

describe('single events', () => {
  const bounded = percentage({ rate: '1', perTransactionMinAmount: '2' });

  test.each<[Partial<PercentageProperties>, boolean, string]>([
    [{ fixedAmount: '1' }, false, 'rate and fixed amount need totals only'],
    [{ freeUnitsPerEvents: 1 }, true, 'free events'],
    [{ freeUnitsPerTotalAggregation: '1' }, true, 'free units'],
    [{ freeUnitsPerTotalAggregation: '0' }, false, 'none of them'],
    [{ perTransactionMinAmount: '0' }, true, 'a minimum'],
    [{ perTransactionMaxAmount: '1' }, true, 'a maximum'],
  ])('%j needs single events: %s: %s', (properties, expected) => {
    expect(dependsOnSingleEvents(percentage(properties))).toBe(expected);
  });

  test('other models do not depend on single events', () => {
    const standard = { model: 'standard', properties: { amount: '1' } } as const;
    expect([dependsOnSingleEvents(standard), tallyEvents(standard, [new Big(1)])]).toEqual([false, null]);
    expect(tallyEvents(percentage({}), [new Big(1)])).toBeNull();
  });

  test('rating without all single events throws', () => {
    const counted = usageOf(new Big(7), { eventsCount: 2n });
    expect(() => rateUsage(bounded, counted, EUR)).toThrow(RangeError);
    expect(rateUsage(percentage({ rate: '50' }), counted, EUR).amountCents).toBe(350n);
  });
});

describe('parsing', () => {
  test.each<[Record<string, unknown>, Partial<PercentageProperties>, string]>([
    [{}, {}, 'the default'],
    [{ rate: '1.8', note: 'x' }, { rate: '1.8' }, 'missing members become null, unknown members are dropped'],
    [
      { rate: '1', fixedAmount: '2', freeUnitsPerEvents: 3, freeUnitsPerTotalAggregation: '4.5', perTransactionMinAmount: '5', perTransactionMaxAmount: '5' }, // prettier-ignore
      { rate: '1', fixedAmount: '2', freeUnitsPerEvents: 3, freeUnitsPerTotalAggregation: '4.5', perTransactionMinAmount: '5', perTransactionMaxAmount: '5' }, // prettier-ignore
      'as sent; minimum and maximum may be equal',
    ],
    [{ rate: '1', freeUnitsPerEvents: null, perTransactionMinAmount: null }, { rate: '1' }, 'null is none'],
  ])('the bounds %j: %j: %s', (sent, properties) => {
    expect(parseChargeProperties('percentage', sent)).toEqual({
      properties: { ...PERCENTAGE_DEFAULTS, ...properties },
    });
  });

  test.each<[Record<string, unknown>, string[], string]>([
    [{ fixedAmount: '1' }, ['invalid_rate'], 'no rate'],
    [{ rate: 1.8 }, ['invalid_rate'], 'a JSON number'],
    [
      { rate: '-1', fixedAmount: 'x', freeUnitsPerEvents: 0, freeUnitsPerTotalAggregation: 5, perTransactionMinAmount: 'x', perTransactionMaxAmount: 'y' }, // prettier-ignore
      ['invalid_rate', 'invalid_fixed_amount', 'invalid_free_units_per_events', 'invalid_free_units_per_total_aggregation', 'invalid_amount'], // prettier-ignore
      'all at once',
    ],
    [{ rate: '1', freeUnitsPerEvents: 1.5 }, ['invalid_free_units_per_events'], 'a fraction of an event'],
    [
      { rate: '1', perTransactionMinAmount: '2', perTransactionMaxAmount: '1' },
      ['per_transaction_max_lower_than_per_transaction_min'],
      'bounds that exclude each other',
    ],
  ])('%j is refused with %j: %s', (sent, errors) => {
    expect(codesOf(parseChargeProperties('percentage', sent))).toEqual(errors);
  });
});

describe('properties', () => {
  const price = fc.nat({ max: 10 ** 5 }).map((n) => new Big(n).div(1000).toFixed());
  const optional = fc.option(price, { nil: null });
  const prices = fc
    .record({
      rate: price,
      fixedAmount: optional,
      freeUnitsPerEvents: fc.option(fc.integer({ min: 1, max: 8 }), { nil: null }),
      freeUnitsPerTotalAggregation: optional,
      perTransactionMinAmount: optional,
      perTransactionMaxAmount: optional,
    })
    .filter((properties) => !('errors' in parseChargeProperties('percentage', properties)))
    .map(percentage);
  const values = fc.array(
    fc.nat({ max: 10 ** 6 }).map((n) => new Big(n).div(100).toFixed()),
    { maxLength: 12 },
  );

  test('a tally continued from any event gives the same price as all events at once', () => {
    fc.assert(
      fc.property(prices, values, fc.nat(), (priced, list, cut) => {
        const all = usage(list);
        const bigs = list.map((value) => new Big(value));
        const at = cut % (list.length + 1);
        const before = tallyEvents(priced, bigs.slice(0, at));
        if (before === null) return;
        const tally = tallyEvents(priced, bigs.slice(at), before);
        if (tally === null) throw new Error('the price depended on single events before');
        expect(rateUsage(priced, { ...all, singleEvents: { tally } }, EUR)).toEqual(
          rateUsage(priced, all, EUR),
        );
      }),
    );
  });

  test('events of value 1 have the same tally whether folded at once or one by one', () => {
    fc.assert(
      fc.property(prices, fc.nat({ max: 120 }), ({ properties }, count) => {
        const ones = Array.from({ length: count }, () => new Big(1));
        expect(percentageTally.foldOnes(properties, BigInt(count))).toEqual(
          foldEvents(percentageTally, properties, ones),
        );
      }),
      tries(500),
    );
  });

  test('the amount is the sum of the details, and free and paid units are all units', () => {
    fc.assert(
      fc.property(prices, values, (priced, list) => {
        const { preciseAmount, amountDetails: details } = rateUsage(priced, usage(list), EUR);
        if (!('free_events' in details)) throw new Error('no percentage details');
        const parts = [
          'per_unit_total_amount',
          'fixed_fee_total_amount',
          'min_max_adjustment_total_amount',
        ] as const;
        expect(sum(parts.map((part) => new Big(details[part]))).eq(preciseAmount)).toBe(true);
        expect(new Big(details.free_units).plus(details.paid_units).eq(details.units)).toBe(true);
        expect(details.free_events + details.paid_events).toBe(list.length);
        expect(preciseAmount.gte(0)).toBe(true);
      }),
    );
  });
});

describe('the transactions of a price with bounds', () => {
  const plain = (
    events: number,
    units: string,
    [byUnits, fixed, total]: readonly [string, string, string],
  ) => ({
    bound: 'none',
    events,
    units,
    amount: null,
    per_unit_total_amount: byUnits,
    fixed_fee_total_amount: fixed,
    total_amount: total,
  });
  const bounded = (
    bound: string,
    events: number,
    units: string,
    [amount, total]: readonly [string, string],
  ) => ({
    bound,
    events,
    units,
    amount,
    per_unit_total_amount: null,
    fixed_fee_total_amount: null,
    total_amount: total,
  });
  const BOUNDS = { perTransactionMinAmount: '0.6', perTransactionMaxAmount: '4' };

  test.each<[Partial<PercentageProperties>, number[], unknown[], string]>([
    [
      { ...SPEC, ...BOUNDS },
      SPEC_EVENTS,
      [
        plain(1, '40.0', ['0.72', '0.2', '0.92']),
        bounded('minimum', 2, '20.0', ['0.6', '1.2']),
        bounded('maximum', 1, '300.0', ['4.0', '4.0']),
      ],
      'charges.md §11.4: 0.92 + 0.6 + 4 + 0.6',
    ],
    [
      { rate: '1', freeUnitsPerTotalAggregation: '25', perTransactionMaxAmount: '0.1' },
      [20, 15, 70],
      [bounded('maximum', 1, '70.0', ['0.1', '0.1']), plain(1, '10.0', ['0.1', '0.0', '0.1'])].toReversed(),
      'free units: the first event is free, the second pays for what exceeds them',
    ],
    [{ ...SPEC, ...BOUNDS, freeUnitsPerEvents: 9 }, SPEC_EVENTS, [], 'all are free'],
  ])('the transactions of %j of %j: %j (%s)', (properties, values, expected) => {
    expect(rateUsage(percentage(properties), usage(values), EUR).amountDetails).toMatchObject({
      transactions: expected,
    });
  });

  test('a price without bounds has no transactions', () => {
    expect(rateUsage(percentage(SPEC), usage(SPEC_EVENTS), EUR).amountDetails).not.toHaveProperty(
      'transactions',
    );
  });

  test('the transactions of a price with bounds add up to the fee, whatever is free, with each event or with items that count 1', () => {
    const cents = fc.integer({ min: 0, max: 900 }).map((amount) => (amount / 100).toFixed(2));
    const bounds = fc
      .tuple(cents, cents)
      .map((pair) => pair.toSorted((one, other) => Number(one) - Number(other)));
    const prices = fc.record({
      rate: cents,
      fixedAmount: fc.option(cents),
      freeUnitsPerEvents: fc.option(fc.nat(4)),
      freeUnitsPerTotalAggregation: fc.option(fc.nat(200).map(String)),
    });
    fc.assert(
      fc.property(
        prices,
        bounds,
        fc.array(fc.nat(300), { maxLength: 12 }),
        fc.boolean(),
        (price, [min, max], values, ones) => {
          const properties = {
            ...price,
            perTransactionMinAmount: min ?? null,
            perTransactionMaxAmount: max ?? null,
          };
          const all = ones ? values.map(() => 1) : values;
          const used = usage(all);
          const allOnes = usageOf(used.units, {
            eventsCount: used.eventsCount,
            singleEvents: { allOnes: true },
          });
          const { preciseAmount, amountDetails } = rateUsage(
            percentage(properties),
            ones ? allOnes : used,
            EUR,
          );
          const { transactions } = amountDetails as unknown as { transactions: { total_amount: string }[] };
          expect(sum(transactions.map(({ total_amount: total }) => new Big(total))).eq(preciseAmount)).toBe(
            true,
          );
        },
      ),
      tries(200),
    );
  });
});
