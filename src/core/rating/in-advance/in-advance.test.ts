import { describe, expect, test } from '@jest/globals';
import { fc } from '../../../../test/support/property.js';
import { Big, sum, ZERO } from '../../money/decimal.js';
import { meterUsage } from '../../metering/meter-usage.js';
import type { UsageEvent } from '../../metering/usage-event.js';
import { usageOf } from '../../usage.js';
import { rateUsage, type ChargeModel, type Price } from '../charge-models.js';
import { rateEvent } from './in-advance-fee.js';
import { daysLeft, proratedTotal, type BilledDays } from './in-advance-proration.js';
import { billEvents, billUnits, unitsMoved, type InAdvanceMetric } from './in-advance-units.js';
import { PERCENTAGE_DEFAULTS } from '../models/percentage-properties.js';

const scope = {
  window: { from: new Date('2027-09-01'), to: new Date('2027-10-01') },
  durationDays: 30,
  timezone: 'UTC',
  isUpgraded: false,
  isProrated: false,
};
const EUR = { currency: 'EUR', conversionRate: null };

const metric = (aggregationType: InAdvanceMetric['aggregationType'], recurring = false) => ({
  aggregationType,
  recurring,
  fieldName: aggregationType === 'count_agg' ? null : 'value',
  roundingFunction: null,
  roundingPrecision: null,
});

const event = (properties: Record<string, unknown>, at = '2027-09-10', amount = '0'): UsageEvent => ({
  at: new Date(at),
  properties,
  amount: new Big(amount),
});
const add = (value: string, at?: string) => event({ value }, at);
const remove = (value: string, at?: string) => event({ value, operation_type: 'remove' }, at);

/** The fee of every event of the period, rated with the events before it. */
function fees<M extends ChargeModel>(
  rules: ReturnType<typeof metric>,
  price: Price<M>,
  events: UsageEvent[],
  { proration = null, pricing = EUR }: { proration?: BilledDays | null; pricing?: typeof EUR } = {},
) {
  return billEvents(rules, events, scope).map(({ event: billed, units }) => {
    const index = events.indexOf(billed);
    const usage = (count: number) => meterUsage(rules, events.slice(0, count), scope);
    return rateEvent({
      price,
      pricing,
      units,
      usage: usage(index + 1),
      usageBefore: usage(index),
      eventAmount: billed.amount,
      proration,
    });
  });
}

const shown = (list: ReturnType<typeof fees>) =>
  list.map(({ units, amountCents }) => [units.toFixed(), Number(amountCents)]);

const standard = (amount: string) => ({ model: 'standard', properties: { amount } }) as const;

describe('billed units', () => {
  test.each<
    [InAdvanceMetric['aggregationType'], boolean, UsageEvent[], [string, string, string, string][], string]
  >([
    [
      'count_agg',
      false,
      [event({}), event({ value: 'x' })],
      [
        ['1', '1', '-', '-'],
        ['1', '1', '-', '-'],
      ],
      'each event is billed on its own',
    ],
    [
      'sum_agg',
      false,
      [add('4'), add('-3'), add('2'), add('5')],
      [
        ['4', '4', '4', '4'],
        ['0', '-3', '1', '4'],
        ['0', '2', '3', '4'],
        ['4', '5', '8', '8'],
      ],
      'charges.md §11.5: only new highs',
    ],
    [
      'sum_agg',
      false,
      [add('-3'), add('5'), add('1')],
      [
        ['0', '-3', '-3', '-3'],
        ['5', '5', '2', '5'],
        ['0', '1', '3', '5'],
      ],
      'a sum may start below 0: what rises from there is billed',
    ],
    [
      'sum_agg',
      true,
      [add('10', '2027-08-01'), add('2')],
      [['2', '2', '2', '2']],
      'the quantity carried into the period is paid already',
    ],
    ['sum_agg', false, [event({}), add('x'), add('1')], [['1', '1', '1', '1']], 'no number, no fee'],
    [
      'unique_count_agg',
      false,
      [add('a'), add('a'), add('b'), remove('a'), remove('a'), add('c'), add('d')],
      [
        ['1', '1', '1', '1'],
        ['0', '0', '1', '1'],
        ['1', '1', '2', '2'],
        ['0', '-1', '1', '2'],
        ['0', '0', '1', '2'],
        ['0', '1', '2', '2'],
        ['1', '1', '3', '3'],
      ],
      'items above the most there were',
    ],
    [
      'unique_count_agg',
      true,
      [add('a', '2027-08-01'), add('b', '2027-08-02'), remove('a'), add('b'), add('a'), add('c')],
      [
        ['0', '-1', '0', '0'],
        ['0', '0', '0', '0'],
        ['1', '1', '1', '1'],
        ['1', '1', '2', '2'],
      ],
      'recurring: items of earlier periods are there; a removal does not start below 0',
    ],
    [
      'unique_count_agg',
      false,
      [add('a', '2027-08-01'), add('a')],
      [['1', '1', '1', '1']],
      'metered: items of earlier periods are not known',
    ],
    ['unique_count_agg', false, [event({}), event({ value: '' })], [], 'no item, no fee'],
  ])('billed units of %s, recurring %s: %j: %s', (type, recurring, events, expected) => {
    const bills = billEvents(metric(type, recurring), events, scope);
    expect(
      bills.map(({ units: { billed, moved, state } }) => [
        billed.toFixed(),
        moved.toFixed(),
        state?.current.toFixed() ?? '-',
        state?.highest.toFixed() ?? '-',
      ]),
    ).toEqual(expected);
  });

  test('events of a metric without a field name have no fee', () => {
    expect(unitsMoved({ ...metric('sum_agg'), fieldName: null }, add('1'), false)).toBeNull();
  });
});

describe('fees', () => {
  const ranges = (...rows: [number, number | null, string, string][]) =>
    rows.map(([fromValue, toValue, perUnitAmount, flatAmount]) => ({
      fromValue,
      toValue,
      perUnitAmount,
      flatAmount,
    }));

  test('charges.md §11.5: sum, standard at 2', () => {
    const list = fees(metric('sum_agg'), standard('2'), [add('4'), add('-3'), add('2'), add('5')]);
    expect(shown(list)).toEqual([
      ['4', 800],
      ['0', 0],
      ['2', 0],
      ['4', 800],
    ]);
    expect(list.map(({ preciseUnitAmount }) => preciseUnitAmount.toFixed())).toEqual(['2', '0', '0', '2']);
    expect(list.every(({ amountDetails }) => Object.keys(amountDetails).length === 0)).toBe(true);
  });

  test('package: a package is charged when it is opened', () => {
    const price = { model: 'package', properties: { amount: '100', freeUnits: 3, packageSize: 2 } } as const;
    expect(shown(fees(metric('sum_agg'), price, [add('3'), add('1'), add('2')]))).toEqual([
      ['3', 0],
      ['1', 10000],
      ['2', 10000],
    ]);
  });

  test('graduated: the first event pays the first flat amount, events of one instant one step each', () => {
    const price = {
      model: 'graduated',
      properties: { graduatedRanges: ranges([0, 2, '0', '1'], [3, null, '2', '5']) },
    } as const;
    expect(shown(fees(metric('count_agg'), price, [event({}), event({}), event({}), event({})]))).toEqual([
      ['1', 100],
      ['1', 0],
      ['1', 700],
      ['1', 200],
    ]);
  });

  test('the unit amount is computed from the rounded amount', () => {
    const [fee] = fees(metric('sum_agg'), standard('0.333'), [add('7')]);
    expect([
      fee?.amountCents,
      fee?.preciseAmount.toFixed(),
      fee?.preciseUnitAmount.times(7).round(20).toFixed(),
    ]).toEqual([233n, '2.331', '2.33']);
  });

  test('dynamic: the event costs the amount sent with it, regardless of earlier events', () => {
    const price = { model: 'dynamic', properties: {} } as const;
    const events = [event({ value: '0' }, undefined, '5'), event({ value: '2' }, undefined, '0.101')];
    expect(shown(fees(metric('sum_agg'), price, events))).toEqual([
      ['0', 0],
      ['2', 10],
    ]);
  });

  test('fees are computed in pricing units', () => {
    const pricing = { currency: 'EUR', conversionRate: new Big('0.7') };
    const usage = usageOf(new Big(4));
    const units = billUnits('sum_agg', new Big(4), null);
    const fee = rateEvent({
      price: standard('3.0865'),
      pricing,
      units,
      usage,
      usageBefore: usageOf(ZERO),
      eventAmount: ZERO,
      proration: null,
    });
    expect([fee.amountCents, fee.preciseUnitAmount.toFixed()]).toEqual([865n, '2.16125']);
  });

  test('an event with a negative amount costs nothing', () => {
    const events = [event({ value: '2' }, undefined, '-5')];
    expect(shown(fees(metric('sum_agg'), { model: 'dynamic', properties: {} }, events))).toEqual([['2', 0]]);
  });

  test.each<[string, BilledDays, string, bigint, string]>([
    ['30.12', { days: 20, durationDays: 30 }, '1', 2008n, '20 of 30 days, rounded up at five decimals'],
    ['30.12', { days: 17, durationDays: 30 }, '1', 1707n, '17 of 30 days'],
    ['1', { days: 7, durationDays: 29 }, '1', 24n, '7 of 29 days'],
    ['10', { days: 27, durationDays: 30 }, '4', 3600n, 'four units, 27 of 30 days'],
  ])('a fee prorated at %s for %j: %s units shown, %s: %s', (amount, proration, units, cents) => {
    const list = fees(metric('sum_agg', true), standard(amount), [add(units)], { proration });
    expect(shown(list)).toEqual([[units, Number(cents)]]);
  });
});

describe('days', () => {
  test.each([
    ['2027-09-01T00:00:00Z', 30, 'the whole period'],
    ['2027-09-11T10:00:00Z', 20, 'a started day counts'],
    ['2027-09-30T23:59:59Z', 1, 'the last day'],
  ])('the days left from %s are %d: %s', (at, days) => {
    expect(daysLeft(new Date(at), scope)).toEqual({ days, durationDays: 30 });
  });

  test('total of the prorated units billed for the events of a period', () => {
    const events = [
      add('3', '2027-09-11T10:00:00Z'),
      add('-1', '2027-09-12'),
      add('2', '2027-09-21T10:00:00Z'),
    ];
    const bills = billEvents(metric('sum_agg', true), events, scope);
    expect(proratedTotal(bills, scope).toFixed()).toBe('2.33334'); // 3 x 20/30 + 1 x 10/30
  });
});

describe('details', () => {
  const percentage = (properties: object) =>
    ({ model: 'percentage', properties: { ...PERCENTAGE_DEFAULTS, ...properties } }) as const;

  test('percentage: the units and amounts that the event adds; free units are those not paid', () => {
    const price = percentage({ rate: '5', fixedAmount: '1', freeUnitsPerTotalAggregation: '120' });
    const list = fees(metric('sum_agg'), price, [add('100'), add('10'), add('20'), add('20')]);
    expect(shown(list)).toEqual([
      ['100', 0],
      ['10', 0],
      ['20', 150],
      ['20', 200],
    ]);
    expect(list[0]?.amountDetails).toMatchObject({ units: '100.0', free_units: '100.0', free_events: 1 });
    expect(list[2]?.amountDetails).toEqual({
      units: '20.0',
      free_units: '10.0',
      free_events: 0,
      paid_units: '10.0',
      rate: '5.0',
      per_unit_total_amount: '0.5',
      paid_events: 1,
      fixed_fee_unit_amount: '1.0',
      fixed_fee_total_amount: '1.0',
      min_max_adjustment_total_amount: '0.0',
    });
    expect(list[3]?.amountDetails).toMatchObject({
      free_units: '0.0',
      paid_units: '20.0',
      per_unit_total_amount: '1.0',
    });
  });

  test.each<[object, InAdvanceMetric['aggregationType'], UsageEvent[], [string, number][], string]>([
    [
      { rate: '1', fixedAmount: '1', freeUnitsPerEvents: 1 },
      'count_agg',
      [event({}), event({})],
      [
        ['1', 0],
        ['1', 101],
      ],
      'the first event is free',
    ],
    [
      { rate: '1', perTransactionMinAmount: '2', perTransactionMaxAmount: '5' },
      'sum_agg',
      [add('100'), add('10000')],
      [
        ['100', 200],
        ['10000', 500],
      ],
      'each within its bounds',
    ],
    [
      { rate: '50', fixedAmount: '1' },
      'unique_count_agg',
      [add('a'), add('a'), add('b')],
      [
        ['1', 150],
        ['0', 0],
        ['1', 150],
      ],
      'items count 1 each',
    ],
  ])('percentage %j of %s: %j: %s', (properties, type, events, expected) => {
    expect(shown(fees(metric(type), percentage(properties), events))).toEqual(expected);
  });

  test('graduated percentage: a range reached before shows its increase', () => {
    const price = {
      model: 'graduated_percentage',
      properties: {
        graduatedPercentageRanges: [
          { fromValue: 0, toValue: 100, rate: '2', flatAmount: '1' },
          { fromValue: 101, toValue: null, rate: '1', flatAmount: '3' },
        ],
      },
    } as const;
    const [first, second] = fees(metric('sum_agg'), price, [add('60'), add('90')]);
    expect([first?.amountCents, second?.amountCents]).toEqual([220n, 430n]);
    expect(first?.amountDetails).toMatchObject({
      graduated_percentage_ranges: [
        { units: '60.0', flat_unit_amount: '1.0', total_with_flat_amount: '2.2' },
      ],
    });
    expect(second?.amountDetails).toEqual({
      graduated_percentage_ranges: [
        {
          from_value: 0,
          to_value: 100,
          flat_unit_amount: '0.0',
          rate: '2.0',
          units: '40.0',
          per_unit_total_amount: '0.8',
          total_with_flat_amount: '0.8',
        },
        {
          from_value: 101,
          to_value: null,
          flat_unit_amount: '3.0',
          rate: '1.0',
          units: '50.0',
          per_unit_total_amount: '0.5',
          total_with_flat_amount: '3.5',
        },
      ],
    });
  });
});

describe('properties', () => {
  const price = fc.nat({ max: 10 ** 5 }).map((n) => new Big(n).div(1000).toFixed());
  const additions = fc.array(
    fc.integer({ min: 1, max: 40 }).map((value) => add(String(value))),
    { maxLength: 10 },
  );
  const prices = fc.oneof(
    price.map(standard),
    fc
      .tuple(price, fc.integer({ min: 1, max: 9 }), fc.nat({ max: 20 }))
      .map(
        ([amount, packageSize, freeUnits]) =>
          ({ model: 'package', properties: { amount, packageSize, freeUnits } }) as const,
      ),
    fc.tuple(price, price, price, price).map(
      ([a, b, c, d]) =>
        ({
          model: 'graduated',
          properties: {
            graduatedRanges: [
              { fromValue: 0, toValue: 20, perUnitAmount: a, flatAmount: b },
              { fromValue: 21, toValue: null, perUnitAmount: c, flatAmount: d },
            ],
          },
        }) as const,
    ),
    fc
      .record({ rate: price, fixedAmount: price, freeUnitsPerEvents: fc.integer({ min: 1, max: 5 }) })
      .map(
        (properties) =>
          ({ model: 'percentage', properties: { ...PERCENTAGE_DEFAULTS, ...properties } }) as const,
      ),
  );

  test('while usage only grows, the fees of its events add up to the price of the total usage', () => {
    fc.assert(
      fc.property(prices, additions, (priced: Price, events) => {
        fc.pre(events.length > 0);
        const list = fees(metric('sum_agg'), priced, events);
        const whole = rateUsage(priced, meterUsage(metric('sum_agg'), events, scope), EUR);
        const total = sum(list.map(({ preciseAmount }) => preciseAmount));
        expect(total.eq(whole.preciseAmount)).toBe(true);
      }),
    );
  });

  test('billed units are never negative and add up to the highest level', () => {
    const changes = fc.array(
      fc.integer({ min: -40, max: 40 }).map((value) => add(String(value))),
      { minLength: 1 },
    );
    fc.assert(
      fc.property(changes, (events) => {
        fc.pre(Number(events[0]?.properties['value']) >= 0);
        const bills = billEvents(metric('sum_agg'), events, scope);
        const levels: number[] = [];
        for (const { properties } of events) levels.push((levels.at(-1) ?? 0) + Number(properties['value']));
        expect(bills.every(({ units }) => units.billed.gte(0))).toBe(true);
        expect(sum(bills.map(({ units }) => units.billed)).toNumber()).toBe(Math.max(...levels));
      }),
    );
  });

  test('items: the units billed are the highest number present at once', () => {
    const operations = fc.array(
      fc
        .tuple(fc.constantFrom('a', 'b', 'c', 'd'), fc.boolean())
        .map(([item, isAdd]) => (isAdd ? add(item) : remove(item))),
    );
    fc.assert(
      fc.property(operations, (events) => {
        const bills = billEvents(metric('unique_count_agg'), events, scope);
        const counts = events.map((_event, index) =>
          meterUsage(metric('unique_count_agg'), events.slice(0, index + 1), scope).units.toNumber(),
        );
        expect(sum(bills.map(({ units }) => units.billed)).toNumber()).toBe(Math.max(0, ...counts));
      }),
    );
  });
});
