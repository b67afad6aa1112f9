import { describe, expect, test } from '@jest/globals';
import { fc } from '../../../test/support/property.js';
import { Big, sum } from '../money/decimal.js';
import type { AggregationType } from '../metering/aggregation.js';
import { ALL_FILTER_VALUES, type FilterValues } from '../metering/filters.js';
import type { UsageEvent } from '../metering/usage-event.js';
import type { ChargeModel, ChargePropertiesByModel } from './charge-models.js';
import type { GroupKeys } from './group-keys.js';
import { PERCENTAGE_DEFAULTS } from './models/percentage-properties.js';
import { rateCharge, type ChargedMetric } from './rate-charge.js';

const SEPTEMBER = {
  window: { from: new Date('2027-09-01'), to: new Date('2027-10-01') },
  durationDays: 30,
  timezone: 'UTC',
  isUpgraded: false,
  isProrated: false,
};
const EUR = { currency: 'EUR', conversionRate: null };

const metric = (aggregationType: AggregationType, others: Partial<ChargedMetric> = {}): ChargedMetric => ({
  aggregationType,
  recurring: false,
  fieldName: 'value',
  roundingFunction: null,
  roundingPrecision: null,
  filterValues: { cloud: ['aws', 'gcp'], tier: ['basic', 'pro'] },
  ...others,
});

const event = (properties: Record<string, unknown>, at = '2027-09-10', amount = '0'): UsageEvent => ({
  at: new Date(at),
  properties,
  amount: new Big(amount),
});

type Properties<M extends ChargeModel> = ChargePropertiesByModel[M] & GroupKeys;

/** A charge whose filters are each a day older than the next. */
const charge = <M extends ChargeModel>(
  model: M,
  properties: Properties<M>,
  ...filters: [FilterValues, Properties<M>][]
) => ({
  model,
  properties,
  pricing: EUR,
  filters: filters.map(([values, own], index) => ({
    values,
    properties: own,
    createdAt: new Date(Date.UTC(2027, 0, index + 1)),
  })),
});

function rated(
  ...[rules, measured, events]: [Parameters<typeof rateCharge>[0], ChargedMetric, UsageEvent[]]
) {
  return rateCharge(rules, measured, events, SEPTEMBER).map(({ filter, groupedBy, rated: fee }) => [
    filter?.values ?? null,
    groupedBy,
    fee.units.toFixed(),
    fee.eventsCount,
    fee.amountCents,
  ]);
}

describe('buckets', () => {
  test('two filters and the default price', () => {
    const rules = charge(
      'standard',
      { amount: '0.12' },
      [{ cloud: ['gcp'] }, { amount: '0.10' }],
      [{ cloud: ['aws'] }, { amount: '0.08' }],
    );
    const events = [
      { cloud: 'aws', value: 100 },
      { cloud: 'gcp', value: 200 },
      { cloud: 'other', value: 50 },
      { value: 25 },
    ];
    expect(
      rated(
        rules,
        metric('sum_agg'),
        events.map((one) => event(one)),
      ),
    ).toEqual([
      [{ cloud: ['gcp'] }, {}, '200', 1n, 2000n],
      [{ cloud: ['aws'] }, {}, '100', 1n, 800n],
      [null, {}, '75', 2n, 900n],
    ]);
  });

  test('each filter has its own packages and free units', () => {
    const rules = charge(
      'package',
      { amount: '10', freeUnits: 0, packageSize: 10 },
      [{ tier: ['basic'] }, { amount: '5', freeUnits: 10, packageSize: 10 }],
      [{ tier: ['pro'] }, { amount: '8', freeUnits: 0, packageSize: 100 }],
    );
    const events = [{ tier: 'basic', value: 25 }, { tier: 'pro', value: 150 }, { value: 11 }].map((one) =>
      event(one),
    );
    expect(rated(rules, metric('sum_agg'), events).map(([, , , , cents]) => cents)).toEqual([
      1000n,
      1600n,
      2000n,
    ]);
  });

  test('minimum and maximum apply inside a group', () => {
    const rules = charge('percentage', {
      ...PERCENTAGE_DEFAULTS,
      rate: '1',
      fixedAmount: '1',
      perTransactionMinAmount: '1.75',
      perTransactionMaxAmount: '12',
      pricingGroupKeys: ['region', 'provider'],
    });
    const us = { region: 'us', provider: 'aws' };
    const events = [{ ...us, value: 100 }, { ...us, value: 1000 }, { ...us, value: 10000 }, { value: 10 }];
    expect(
      rated(
        rules,
        metric('sum_agg'),
        events.map((one) => event(one)),
      ),
    ).toEqual([
      [null, us, '11100', 3n, 2500n],
      [null, { region: null, provider: null }, '10', 1n, 175n],
    ]);
  });

  test('items are counted per group, and a filter has its own group keys', () => {
    const rules = charge('standard', { amount: '1' }, [
      { cloud: [ALL_FILTER_VALUES] },
      { amount: '2', pricingGroupKeys: ['cloud'] },
    ]);
    const events = [
      { cloud: 'aws', value: 'a' },
      { cloud: 'aws', value: 'a' },
      { cloud: 'gcp', value: 'a' },
      { cloud: 'ibm', value: 'a' },
    ].map((one) => event(one));
    expect(rated(rules, metric('unique_count_agg'), events)).toEqual([
      [{ cloud: [ALL_FILTER_VALUES] }, { cloud: 'aws' }, '1', 1n, 200n],
      [{ cloud: [ALL_FILTER_VALUES] }, { cloud: 'gcp' }, '1', 1n, 200n],
      [null, {}, '1', 1n, 100n],
    ]);
  });

  test('a group outside the window has no bucket', () => {
    const rules = charge('standard', { amount: '1', pricingGroupKeys: ['region'] });
    const events = [event({ region: 'eu' }, '2027-08-31'), event({ region: 'us' })];
    expect(rated(rules, metric('count_agg'), events)).toEqual([[null, { region: 'us' }, '1', 1n, 100n]]);
  });

  test('events that the metric ignores have no group', () => {
    const rules = charge('standard', { amount: '1', pricingGroupKeys: ['region'] });
    const events = [event({ region: 'eu', value: 'many' }), event({ region: 'us', value: '2' })];
    expect(rated(rules, metric('sum_agg'), events)).toEqual([[null, { region: 'us' }, '2', 1n, 200n]]);
  });

  test('without usage there is one empty group, which owes the first flat amount', () => {
    const graduatedRanges = [{ fromValue: 0, toValue: null, perUnitAmount: '1', flatAmount: '3' }];
    const rules = charge('graduated', { graduatedRanges, pricingGroupKeys: ['region'] });
    expect(rated(rules, metric('count_agg'), [])).toEqual([[null, { region: null }, '0', 0n, 300n]]);
  });
});

describe('from events to amounts', () => {
  test.each<[ReturnType<typeof charge>, ChargedMetric, UsageEvent[], string, bigint, string]>([
    [charge('standard', { amount: '3' }), metric('weighted_sum_agg'), [event({ value: '12' }, '2027-09-06')], '10', 3000n, 'current-usage.md §6.2: held until the end of the period'], // prettier-ignore
    [charge('standard', { amount: '1' }), metric('sum_agg', { roundingFunction: 'ceil', roundingPrecision: -2 }), [event({ value: '130' }), event({ value: '205.5' })], '400', 40000n, 'aggregations.md §13.4: rounded before it is priced'], // prettier-ignore
    [charge('dynamic', {}), metric('sum_agg'), [event({ value: '10' }, undefined, '0.101'), event({ value: '10' }, undefined, '9.019')], '20', 912n, 'the amounts sent with the events, rounded once'], // prettier-ignore
    [
      charge('standard', { amount: '2' }),
      metric('sum_agg'),
      [event({ value: '-3' })],
      '0',
      0n,
      'negative usage costs nothing',
    ],
    [charge('volume', { volumeRanges: [{ fromValue: 0, toValue: 1, perUnitAmount: '5', flatAmount: '0' }, { fromValue: 2, toValue: null, perUnitAmount: '4', flatAmount: '0' }] }), metric('max_agg'), [event({ value: '2' }), event({ value: '7' })], '7', 2800n, 'the largest value'], // prettier-ignore
  ])('%j of %j: %j is %s units, %s: %s', (rules, measured, events, units, cents) => {
    const [bucket] = rateCharge(rules, measured, events, SEPTEMBER);
    expect([bucket?.rated.units.toFixed(), bucket?.rated.amountCents]).toEqual([units, cents]);
  });
});

describe('properties', () => {
  const histories = fc.array(
    fc.record({
      cloud: fc.constantFrom('aws', 'gcp', 'ibm'),
      user: fc.constantFrom('a', 'b'),
      value: fc.integer({ min: 0, max: 50 }),
    }),
    { maxLength: 20 },
  );
  const price = fc.nat({ max: 10 ** 5 }).map((n) => new Big(n).div(1000).toFixed());

  test('filters and groups of one price only split it', () => {
    fc.assert(
      fc.property(histories, price, (list, amount) => {
        const events = list.map((one) => event(one));
        const total = (...rules: Parameters<typeof charge<'standard'>>) =>
          sum(
            rateCharge(charge(...rules), metric('sum_agg'), events, SEPTEMBER).map(
              (bucket) => bucket.rated.preciseAmount,
            ),
          );
        const whole = total('standard', { amount });
        expect(total('standard', { amount, pricingGroupKeys: ['user'] })).toEqual(whole);
        expect(
          total('standard', { amount }, [{ cloud: ['aws'] }, { amount, pricingGroupKeys: ['user'] }]),
        ).toEqual(whole);
      }),
    );
  });

  test('for any price, the order of events does not affect sums', () => {
    const percentage = {
      ...PERCENTAGE_DEFAULTS,
      rate: '3',
      fixedAmount: '0.1',
      perTransactionMaxAmount: '0.5',
    };
    fc.assert(
      fc.property(
        histories,
        fc.constantFrom<ChargeModel[]>('standard', 'percentage', 'package'),
        (list, model) => {
          const properties = { amount: '2', packageSize: 3, freeUnits: 1, ...percentage };
          const rules = charge(model, { ...properties, pricingGroupKeys: ['cloud'] });
          const events = list.map((one) => event(one));
          const rate = (ordered: UsageEvent[]) => rateCharge(rules, metric('sum_agg'), ordered, SEPTEMBER);
          expect(rate(events.toReversed())).toEqual(rate(events));
        },
      ),
    );
  });

  test('no bucket of any model is negative, even when usage is', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -50, max: 50 })), price, (values, amount) => {
        const events = values.map((value) => event({ value }));
        const ranges = [
          { fromValue: 0, toValue: null, perUnitAmount: amount, flatAmount: amount, rate: amount },
        ];
        const all: ReturnType<typeof charge>[] = [
          charge('standard', { amount }),
          charge('package', { amount, packageSize: 7, freeUnits: 3 }),
          charge('graduated', { graduatedRanges: ranges }),
          charge('graduated_percentage', { graduatedPercentageRanges: ranges }),
          charge('volume', { volumeRanges: ranges }),
          charge('percentage', { ...PERCENTAGE_DEFAULTS, rate: amount, freeUnitsPerEvents: 2 }),
          charge('percentage', { ...PERCENTAGE_DEFAULTS, rate: amount, perTransactionMaxAmount: amount }),
          charge('dynamic', {}),
        ];
        for (const rules of all) {
          for (const { rated: fee } of rateCharge(rules, metric('sum_agg'), events, SEPTEMBER))
            expect(fee.amountCents >= 0n && fee.preciseAmount.gte(0) && fee.units.gte(0)).toBe(true);
        }
      }),
    );
  });
});
