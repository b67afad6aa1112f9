import { describe, expect, test } from '@jest/globals';
import { chargeFilterRow, chargeRow, metricRow, pricingUnitRow } from '../../../../test/support/rows.js';
import { FieldErrors } from '../../../platform/errors/field-errors.js';
import {
  type ChargeSituation,
  checkCharge,
  checkCharges,
  type CurrentCharge,
  type RequestedCharge,
} from './charge.rules.js';
import type { UpdatePlanCharge } from './charge.input.js';

const metric = metricRow();
const seats = metricRow({ id: 'seats', code: 'seats', recurring: true });
const latest = metricRow({ id: 'latest', code: 'latest', aggregationType: 'latest_agg' });
const eu = chargeFilterRow('eu', '2');

const situation: ChargeSituation = {
  existing: new Map(),
  subscribed: false,
  metrics: new Map(
    [metric, seats, latest].map((each) => [each.id, { metric: each, declared: { region: ['eu', 'us'] } }]),
  ),
  pricingUnits: new Map([['tokens', pricingUnitRow({ id: 'tokens-id' })]]),
};

function check(input: UpdatePlanCharge, current: CurrentCharge | null, over: Partial<ChargeSituation> = {}) {
  const errors = new FieldErrors();
  const requested = checkCharge(errors, '', input, { current, situation: { ...situation, ...over } });
  return { requested, errors: errors.details() };
}

/** The least that a new charge needs. */
const least: UpdatePlanCharge = { billableMetricId: 'metric', chargeModel: 'standard' };

const immutable = (members: readonly string[]) =>
  Object.fromEntries(members.map((member) => [member, ['value_is_immutable']]));

/** Some members of a row. */
const picked = (row: object, members: readonly string[]) =>
  Object.fromEntries(Object.entries(row).filter(([member]) => members.includes(member)));

describe('a new charge (charges.md §1)', () => {
  test('a new charge has the defaults', () => {
    expect(check(least, null)).toEqual({
      requested: {
        current: null,
        code: null,
        metric,
        chargeModel: 'standard',
        properties: { amount: '0' },
        payInAdvance: false,
        invoiceable: true,
        acceptsTargetWallet: null,
        regroupPaidFees: null,
        prorated: false,
        minAmountCents: 0n,
        pricingUnitId: null,
        conversionRate: null,
        filters: [],
        invoiceDisplayName: null,
        taxCodes: undefined,
      },
      errors: {},
    });
  });

  test.each<[UpdatePlanCharge, Partial<RequestedCharge>, string]>([
    [{ payInAdvance: null, invoiceable: null, minAmountCents: null }, {}, 'null stands for the default'],
    [{ code: 'mine' }, { code: 'mine' }, 'a code of its own'],
    [
      { payInAdvance: true, invoiceable: false, regroupPaidFees: 'invoice' },
      { payInAdvance: true, invoiceable: false, regroupPaidFees: 'invoice' },
      'fees of single events, grouped when they are paid',
    ],
    [
      { billableMetricId: 'seats', prorated: true },
      { metric: seats, prorated: true },
      'of a recurring metric',
    ],
    [{ minAmountCents: 500n }, { minAmountCents: 500n }, 'a spending minimum'],
    [{ billableMetricId: 'unknown' }, { metric: null }, 'the service answers that there is no such metric'],
    [
      { filters: [{ values: { region: ['eu'] }, properties: { standard: { amount: '5' } } }] },
      {
        filters: [
          {
            current: null,
            values: { region: ['eu'] },
            properties: { amount: '5' },
            invoiceDisplayName: null,
          },
        ],
      },
      'a filter with its own price',
    ],
    [{ taxCodes: ['vat'] }, { taxCodes: ['vat'] }, 'taxes of its own'],
    [{ taxCodes: null }, { taxCodes: [] }, 'null: none'],
    [
      { appliedPricingUnit: { code: 'tokens', conversionRate: '2' } },
      { pricingUnitId: 'tokens-id', conversionRate: '2' },
      'priced in tokens',
    ],
  ])('a new charge that is sent with %p: case %#', (input, expected) => {
    const { requested } = check(least, null);
    expect(check({ ...least, ...input }, null)).toEqual({
      requested: { ...requested, ...expected },
      errors: {},
    });
  });

  test.each<[UpdatePlanCharge, object, string]>([
    [
      { billableMetricId: null, chargeModel: null },
      { billableMetricId: ['value_is_mandatory'], chargeModel: ['value_is_mandatory'] },
      'both are reported',
    ],
    [
      { chargeModel: 'custom' },
      { chargeModel: ['invalid_aggregation_type_or_charge_model'] },
      'custom metrics are not offered (aggregations.md §9)',
    ],
    [{ code: ' ' }, { code: ['value_is_mandatory'] }, 'a blank code is no default'],
    [{ invoiceDisplayName: 'x'.repeat(256) }, { invoiceDisplayName: ['value_is_too_long'] }, 'a line'],
    [
      { chargeModel: 'volume', payInAdvance: true },
      { payInAdvance: ['invalid_aggregation_type_or_charge_model'] },
      'volume has no price before the end',
    ],
    [
      { billableMetricId: 'latest', payInAdvance: true },
      { payInAdvance: ['invalid_aggregation_type_or_charge_model'] },
      'neither has the latest value',
    ],
    [
      { billableMetricId: 'unknown', payInAdvance: true, prorated: true, minAmountCents: 1n },
      { minAmountCents: ['not_compatible_with_pay_in_advance'] },
      'of an unknown metric only what is wrong with any metric',
    ],
    [
      { properties: { standard: { amount: 'x' } }, invoiceable: false },
      { properties: ['invalid_amount'], invoiceable: ['must_be_true_unless_pay_in_advance'] },
      'settings and properties are reported together',
    ],
    [
      { filters: [{ values: { region: ['mars'] } }] },
      { 'filters.0.values': ['value_is_invalid'] },
      'a value that the metric does not declare',
    ],
    [
      { appliedPricingUnit: { code: 'gold', conversionRate: '1' } },
      { appliedPricingUnit: ['relation_must_exist'] },
      'an unknown pricing unit',
    ],
  ])('a new charge that is sent with %p is reported as %j: %s', (input, expected) => {
    expect(check({ ...least, ...input }, null).errors).toEqual(expected);
  });
});

describe('a charge that is there', () => {
  const current: CurrentCharge = {
    charge: chargeRow({ code: 'calls', properties: { amount: '1' }, invoiceDisplayName: 'Calls' }),
    filters: [eu],
  };
  const asIs = {
    ...check(least, null).requested,
    current: current.charge,
    code: 'calls',
    properties: { amount: '1' },
    invoiceDisplayName: 'Calls',
    filters: undefined,
  };

  /** What changes, whether the plan has subscriptions or not. */
  const always: [UpdatePlanCharge, Partial<RequestedCharge>, string][] = [
    [{}, {}, 'nothing was sent: nothing changes'],
    [{ invoiceDisplayName: null }, { invoiceDisplayName: null }, 'the name'],
    [{ properties: { standard: { amount: '7' } } }, { properties: { amount: '7' } }, 'the price'],
    [{ properties: null }, { properties: { amount: '0' } }, 'null: the default price'],
    [{ taxCodes: [] }, { taxCodes: [] }, 'the taxes'],
    [{ filters: [] }, { filters: [] }, 'an empty list removes the filters'],
    [{ filters: null }, { filters: [] }, 'so does null'],
    [
      { filters: [{ values: eu.values }] },
      {
        filters: [{ current: eu, values: eu.values, properties: eu.properties, invoiceDisplayName: null }],
      },
      'a filter with the same values stays',
    ],
  ];

  test.each([false, true])(
    'an existing charge changes its price, names, taxes and filters (in use: %s)',
    (subscribed) => {
      for (const [input, expected] of always) {
        expect(check(input, current, { subscribed })).toEqual({
          requested: { ...asIs, ...expected },
          errors: {},
        });
      }
    },
  );

  test.each<[UpdatePlanCharge, Partial<RequestedCharge>, string]>([
    [{ code: 'other' }, { code: 'other' }, 'code'],
    [{ billableMetricId: 'seats' }, { metric: seats }, 'metric'],
    [{ payInAdvance: true }, { payInAdvance: true }, 'timing'],
    [{ minAmountCents: 900n }, { minAmountCents: 900n }, 'minimum'],
    [{ chargeModel: 'package' }, { chargeModel: 'package' }, 'model'],
    [
      { billableMetricId: 'seats', prorated: true },
      { metric: seats, prorated: true },
      'proration of another metric',
    ],
  ])('an existing charge changes %j only while the plan has no subscription: %s', (input, changed) => {
    expect(check(input, current).requested).toMatchObject(changed);
    expect(check(input, current, { subscribed: true })).toEqual({
      requested: asIs,
      errors: immutable(Object.keys(input)),
    });
    const same = picked(current.charge, Object.keys(input));
    expect(check(same, current, { subscribed: true })).toEqual({ requested: asIs, errors: {} });
  });

  test('an existing charge has its own spending minimum on the plan of one subscription (subscriptions.md §9)', () => {
    const own = { subscribed: true, overriding: true };
    expect(check({ minAmountCents: 900n, payInAdvance: true }, current, own)).toEqual({
      requested: { ...asIs, minAmountCents: 900n },
      errors: immutable(['payInAdvance']),
    });
  });

  test('an existing charge gets default prices with another model, and so do its filters', () => {
    expect(check({ chargeModel: 'package' }, current).requested).toMatchObject({
      properties: { amount: '0', packageSize: 1, freeUnits: 0 },
      filters: [{ current: eu, values: eu.values, properties: { amount: '0', packageSize: 1 } }],
    });
  });

  test('an existing charge keeps only filters that fit its new metric', () => {
    const metrics = new Map([...situation.metrics, ['seats', { metric: seats, declared: {} }]]);
    expect(check({ billableMetricId: 'seats' }, current, { metrics }).errors).toEqual({
      'filters.0.values': ['value_is_invalid'],
      'filters.0.billableMetricFilter': ['relation_must_exist'],
    });
  });

  test.each<[UpdatePlanCharge, object]>([
    [{ code: null }, { code: ['value_is_mandatory'] }],
    [{ billableMetricId: null }, { billableMetricId: ['value_is_mandatory'] }],
    [{ chargeModel: null }, { chargeModel: ['value_is_mandatory'] }],
  ])('an existing charge cannot lose %j', (input, expected) => {
    expect(check(input, current).errors).toEqual(expected);
  });
});

describe('the charges of a plan', () => {
  const existing = new Map([['charge', { charge: chargeRow(), filters: [] }]]);

  function checkAll(inputs: readonly UpdatePlanCharge[], subscribed: boolean) {
    const errors = new FieldErrors();
    const requested = checkCharges(errors, inputs, { ...situation, existing, subscribed });
    return { requested, errors: errors.details() };
  }

  test('the charges of a plan are changed by id, or new; only existing ones in use are restricted (subscriptions.md §10)', () => {
    const inputs = [
      { id: 'charge', minAmountCents: 5n },
      { ...least, id: 'unknown', minAmountCents: 5n },
    ];
    const { requested, errors } = checkAll(inputs, true);
    expect(requested.map(({ current, minAmountCents }) => [current?.id ?? null, minAmountCents])).toEqual([
      ['charge', 0n],
      [null, 5n],
    ]);
    expect(errors).toEqual(immutable(['charges.0.minAmountCents']));
  });

  test.each<[UpdatePlanCharge[], object, string]>([
    [[least, { ...least, code: ' ' }], { 'charges.1.code': ['value_is_mandatory'] }, 'by place'],
    [
      [
        { ...least, code: 'a' },
        { ...least, code: 'a' },
      ],
      { 'charges.1.code': ['value_already_exist'] },
      'one code twice',
    ],
    [
      [
        { ...least, taxCodes: Array<string>(501).fill('vat') },
        { ...least, taxCodes: Array<string>(500).fill('vat') },
      ],
      { charges: ['invalid_count'] },
      'taxes of all charges count together',
    ],
    [Array<UpdatePlanCharge>(1_001).fill(least), { charges: ['invalid_count'] }, 'a list too long'],
  ])('a charge of case %# is reported as %j: %s', (inputs, expected) => {
    expect(checkAll(inputs, false).errors).toEqual(expected);
  });
});
