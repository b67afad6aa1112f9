// Every code of charges.md §1–2 and aggregations.md §1–3 (and rest-conventions.md §12), provoked on both surfaces by the same input: GraphQL has REST's
// words in its own spelling, and the same errors at the same places.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createMetric, createPlan, type Resource, unique } from '../support/builders.js';
import type { Client } from '../support/client.js';
import { refusalInGraphql, refusalOf, TYPED } from '../support/refusals.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';

type Members = Record<string, unknown>;
type Details = Record<string, unknown>;

let server: SharedServer;
let client: Client;
const metrics: Record<string, Resource> = {};

beforeAll(async () => {
  server = await shareTestServer();
  client = await server.organization();
  const value = { field_name: 'n' };
  metrics['count'] = await createMetric(client, {
    filters: [{ key: 'region', values: ['eu', 'us'] }],
  });
  metrics['max'] = await createMetric(client, { aggregation_type: 'max_agg', ...value });
  metrics['latest'] = await createMetric(client, { aggregation_type: 'latest_agg', ...value });
});
afterAll(() => server.stop());

const range = (from_value: number, to_value: number | null, over: Members = {}) => ({
  from_value,
  to_value,
  per_unit_amount: '1',
  flat_amount: '0',
  ...over,
});
const rate = (from_value: number, to_value: number | null, over: Members = {}) => ({
  from_value,
  to_value,
  rate: '1',
  flat_amount: '0',
  ...over,
});

describe('charges', () => {
  const ROWS: [metric: string, charge: Members, details: Details][] = [
    ['count', { properties: { amount: '-1' } }, { properties: ['invalid_amount'] }],
    [
      'count',
      { charge_model: 'package', properties: { amount: '-1', package_size: 0, free_units: -1 } },
      { properties: ['invalid_amount', 'invalid_package_size', 'invalid_free_units'] },
    ],
    [
      'count',
      { charge_model: 'graduated', properties: { graduated_ranges: [] } },
      { properties: ['missing_graduated_ranges'] },
    ],
    [
      'count',
      {
        charge_model: 'graduated',
        properties: { graduated_ranges: [range(5, null, { flat_amount: '-1' })] },
      },
      { properties: ['invalid_graduated_ranges', 'invalid_amount'] },
    ],
    [
      'count',
      { charge_model: 'volume', properties: { volume_ranges: [] } },
      { properties: ['missing_volume_ranges'] },
    ],
    [
      'count',
      { charge_model: 'volume', properties: { volume_ranges: [range(0, 10), range(10, null)] } },
      { properties: ['invalid_volume_ranges'] },
    ],
    [
      'count',
      { charge_model: 'graduated_percentage', properties: { graduated_percentage_ranges: [] } },
      { properties: ['missing_graduated_percentage_ranges'] },
    ],
    [
      'count',
      {
        charge_model: 'graduated_percentage',
        properties: { graduated_percentage_ranges: [rate(0, 10, { rate: '-1', flat_amount: '-1' })] },
      },
      { properties: ['invalid_graduated_percentage_ranges', 'invalid_rate', 'invalid_amount'] },
    ],
    [
      'latest',
      {
        charge_model: 'graduated_percentage',
        properties: { graduated_percentage_ranges: [rate(0, null)] },
      },
      { properties: ['invalid_value'] },
    ],
    [
      'count',
      {
        charge_model: 'percentage',
        properties: {
          rate: '-1',
          fixed_amount: '-1',
          free_units_per_events: 0,
          free_units_per_total_aggregation: '-1',
          per_transaction_min_amount: '-1',
        },
      },
      {
        properties: [
          'invalid_rate',
          'invalid_fixed_amount',
          'invalid_free_units_per_events',
          'invalid_free_units_per_total_aggregation',
          'invalid_amount',
        ],
      },
    ],
    [
      'count',
      {
        charge_model: 'percentage',
        properties: { rate: '1', per_transaction_min_amount: '2', per_transaction_max_amount: '1' },
      },
      { properties: ['per_transaction_max_lower_than_per_transaction_min'] },
    ],
    ['latest', { charge_model: 'percentage', properties: { rate: '1' } }, { properties: ['invalid_value'] }],
    ['count', { properties: { amount: '1', pricing_group_keys: [''] } }, { properties: ['invalid_type'] }],
    [
      'count',
      { properties: { amount: '1', presentation_group_keys: [{ value: '' }] } },
      { properties: ['invalid_type'] },
    ],
    [
      'count',
      { properties: { amount: '1', presentation_group_keys: ['a', 'b', 'c'].map((value) => ({ value })) } },
      { properties: ['too_many_keys'] },
    ],
    [
      'count',
      { properties: { amount: '1', presentation_group_keys: ['a', 'a'].map((value) => ({ value })) } },
      { properties: ['value_is_duplicated'] },
    ],
    [
      'count',
      { charge_model: 'volume', pay_in_advance: true },
      { pay_in_advance: ['invalid_aggregation_type_or_charge_model'] },
    ],
    ['max', { pay_in_advance: true }, { pay_in_advance: ['invalid_aggregation_type_or_charge_model'] }],
    ['count', { invoiceable: false }, { invoiceable: ['must_be_true_unless_pay_in_advance'] }],
    [
      'count',
      { pay_in_advance: true, regroup_paid_fees: 'invoice' },
      { regroup_paid_fees: ['only_compatible_with_pay_in_advance_and_non_invoiceable'] },
    ],
    ['count', { min_amount_cents: -1 }, { min_amount_cents: ['value_is_out_of_range'] }],
    [
      'count',
      { pay_in_advance: true, min_amount_cents: 1 },
      { min_amount_cents: ['not_compatible_with_pay_in_advance'] },
    ],
    ['count', { prorated: true }, { prorated: ['invalid_billable_metric_or_charge_model'] }],
    ['count', { charge_model: 'dynamic' }, { charge_model: ['invalid_aggregation_type_or_charge_model'] }],
    ['count', { charge_model: 'custom' }, { charge_model: ['invalid_aggregation_type_or_charge_model'] }],
    ['count', { filters: [{ values: {} }] }, { 'filters.0.values': ['value_is_mandatory'] }],
    ['count', { filters: [{ values: { region: ['mars'] } }] }, { 'filters.0.values': ['value_is_invalid'] }],
    [
      'count',
      { filters: [{ values: { colour: ['red'] } }] },
      {
        'filters.0.values': ['value_is_invalid'],
        'filters.0.billable_metric_filter': ['relation_must_exist'],
      },
    ],
    [
      'count',
      { filters: [{ values: { region: ['eu'] }, properties: { amount: '-1' } }] },
      { 'filters.0.properties': ['invalid_amount'] },
    ],
    [
      'count',
      { applied_pricing_unit: { code: 'none', conversion_rate: '0' } },
      {
        applied_pricing_unit: ['relation_must_exist'],
        'applied_pricing_unit.conversion_rate': ['value_is_out_of_range'],
      },
    ],
    ['count', { code: 'twice' }, {}],
    ['count', { code: 'twice' }, { code: ['value_already_exist'] }],
    ['count', { code: ' ' }, { code: ['value_is_mandatory'] }],
  ];

  test('charges are refused one by one, and reported together', async () => {
    const charges = ROWS.map(([metric, charge]) => ({
      billable_metric_id: metrics[metric].svc_id,
      charge_model: 'standard',
      ...charge,
    }));
    const plan = {
      name: 'Refused',
      code: unique('plan'),
      interval: 'monthly',
      amount_cents: 0,
      amount_currency: 'EUR',
      pay_in_advance: false,
      charges,
    };
    const expected = Object.fromEntries(
      ROWS.flatMap(([, , details], index) =>
        Object.entries(details).map(([place, codes]) => [`charges.${index}.${place}`, codes]),
      ),
    );
    expect(refusalOf(await client.post('/plans', { plan }))).toEqual(expected);
    expect(await refusalInGraphql(client, 'createPlan', plan)).toEqual(expected);
  });

  test.each<[Members, unknown, unknown]>([
    [{ charge_model: undefined }, { charge_model: ['value_is_mandatory'] }, TYPED],
    [{ charge_model: 'flat' }, { charge_model: ['value_is_invalid'] }, TYPED],
    [{ billable_metric_id: undefined }, { billable_metric_id: ['value_is_mandatory'] }, TYPED],
    [{ applied_pricing_unit: { code: 'x' } }, expect.objectContaining({ 'applied_pricing_unit.conversion_rate': ['value_is_mandatory'] }), null],
    [{ billable_metric_id: '0190a0a0-0000-7000-8000-000000000000' }, [404, 'billable_metric_not_found'], null],
    [{ tax_codes: ['none'] }, [404, 'tax_not_found'], null],
  ])('a charge by itself, with %j: %j; GraphQL: %j', async (over, rest, graphql) => {
    const plan = await createPlan(client);
    const charge = { billable_metric_id: metrics['count'].svc_id, charge_model: 'standard', ...over };
    expect(refusalOf(await client.post(`/plans/${plan.code}/charges`, { charge }))).toEqual(rest);
    const input = { plan_id: plan.svc_id, ...charge };
    expect(await refusalInGraphql(client, 'createCharge', input)).toEqual(graphql ?? rest);
  }); // prettier-ignore

  test('a plan whose charges name a metric that is not there', async () => {
    const charge = { billable_metric_id: '0190a0a0-0000-7000-8000-000000000000', charge_model: 'standard' };
    const plan = { name: 'a', code: 'a', interval: 'monthly', amount_cents: 0, amount_currency: 'EUR', pay_in_advance: false, charges: [charge] }; // prettier-ignore
    expect(refusalOf(await client.post('/plans', { plan }))).toEqual([404, 'billable_metrics_not_found']);
    expect(await refusalInGraphql(client, 'createPlan', plan)).toEqual([404, 'billable_metrics_not_found']);
  });
});

describe('metrics', () => {
  test.each<[Members, unknown, string]>([
    [{ name: ' ', code: ' ' }, { name: ['value_is_mandatory'], code: ['value_is_mandatory'] }, 'the same'],
    [{ aggregation_type: 'sum_agg' }, { field_name: ['value_is_mandatory'] }, 'the same'],
    [{ aggregation_type: 'weighted_sum_agg', field_name: 'n' }, { weighted_interval: ['value_is_mandatory'] }, 'the same'],
    [{ recurring: true }, { recurring: ['not_compatible_with_aggregation_type'] }, 'the same'],
    [{ aggregation_type: 'sum_agg', field_name: 'n', expression: '1 +' }, { expression: ['invalid_expression'] }, 'the same'],
    [{ filters: [{ key: ' ', values: ['a'] }, { key: 'b', values: [] }] }, { 'filters.0.key': ['value_is_mandatory'], 'filters.1.values': ['value_is_mandatory'] }, 'the same'],
    [{ aggregation_type: 'median_agg' }, { aggregation_type: ['value_is_invalid'] }, TYPED],
    [{ rounding_function: 'up' }, { rounding_function: ['value_is_invalid'] }, TYPED],
    [{ aggregation_type: 'weighted_sum_agg', field_name: 'n', weighted_interval: 'days' }, { weighted_interval: ['value_is_invalid'] }, TYPED],
  ])('metrics with %j: %j; GraphQL: %s', async (over, rest, graphql) => {
    const metric = { name: 'Calls', code: unique('metric'), aggregation_type: 'count_agg', ...over };
    expect(refusalOf(await client.post('/billable_metrics', { billable_metric: metric }))).toEqual(rest);
    expect(await refusalInGraphql(client, 'createBillableMetric', metric)).toEqual(graphql === TYPED ? TYPED : rest);
  }); // prettier-ignore

  test('metrics with a code that is taken are refused', async () => {
    const { code } = await createMetric(client);
    const metric = { name: 'Calls', code, aggregation_type: 'count_agg' };
    const taken = { code: ['value_already_exist'] };
    expect(refusalOf(await client.post('/billable_metrics', { billable_metric: metric }))).toEqual(taken);
    expect(await refusalInGraphql(client, 'createBillableMetric', metric)).toEqual(taken);
  });
});

describe('events and expressions', () => {
  const event = (over: Members = {}) => ({
    transaction_id: unique('event'),
    external_subscription_id: 'sub',
    code: 'calls',
    ...over,
  });

  /** Refused by REST under the index of each event; GraphQL has one path. */
  const refusesBatch = async (events: Members[], expected: Record<string, Details>) => {
    const paths = Object.entries(expected).flatMap(([index, fields]) =>
      Object.entries(fields).map(([field, codes]) => [`events.${index}.${field}`, codes]),
    );
    expect(refusalOf(await client.post('/events/batch', { events }))).toEqual(expected);
    expect(await refusalInGraphql(client, 'ingestEvents', { events })).toEqual(Object.fromEntries(paths));
  };

  test('each event is refused by its place, whatever the others are', async () => {
    const { code } = await createMetric(client, {
      aggregation_type: 'sum_agg',
      field_name: 'n',
      expression: 'event.properties.a / event.properties.b',
    });
    const known = event();
    await client.post('/events/batch', { events: [known] });
    await refusesBatch([event(), event({ transaction_id: ' ' }), event({ code: ' ' })], {
      1: { transaction_id: ['value_is_mandatory'] },
      2: { code: ['value_is_mandatory'] },
    });
    await refusesBatch([event({ code })], {
      0: { properties: ['expression_evaluation_failed', 'event.properties.a is missing.'] },
    });
    await refusesBatch([event(), known], { 1: { transaction_id: ['value_already_exist'] } });
  });

  test.each([
    [[], 'no_events'],
    [Array.from({ length: 101 }, () => event()), 'too_many_events'],
  ])('events and expressions of too few or too many: %#', async (events, code) => {
    expect(refusalOf(await client.post('/events/batch', { events }))).toEqual({ events: [code] });
    expect(await refusalInGraphql(client, 'ingestEvents', { events })).toEqual({ events: [code] });
  });

  test.each([
    [' ', { expression: ['value_is_mandatory'] }],
    ['a', { expression: ['invalid_expression'] }],
  ])('the expression "%s" is refused: %j', async (expression, expected) => {
    const body = { expression, event: { code: 'c', properties: {} } };
    expect(refusalOf(await client.post('/billable_metrics/evaluate_expression', body))).toEqual(expected);
    expect(await refusalInGraphql(client, 'evaluateExpression', body)).toEqual(expected);
  });
});
