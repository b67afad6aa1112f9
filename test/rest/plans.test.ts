import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createMetric, createPlan, createTax, type Resource, unique, UNSPLIT } from '../support/builders.js';
import type { Client } from '../support/client.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';

let server: SharedServer;
let client: Client;
/** A metric of `client`. */
let metric: Resource;

beforeAll(async () => {
  server = await shareTestServer();
  client = await server.organization();
  metric = await createMetric(client);
});
afterAll(() => server.stop());

/** Everything that writing a plan may leave behind. */
const written = async ({ organizationId }: Client) => {
  const [row] = await server.pool.sql`
    select (select count(*)::int from plans where organization_id = ${organizationId}) as plans,
      (select count(*)::int from plan_taxes where organization_id = ${organizationId}) as plan_taxes,
      (select count(*)::int from charges where organization_id = ${organizationId}) as charges,
      (select count(*)::int from charge_taxes where organization_id = ${organizationId}) as charge_taxes,
      (select count(*)::int from activity_log_entries where organization_id = ${organizationId}) as entries,
      (select count(*)::int from outbox_messages where organization_id = ${organizationId}) as messages`;
  return row;
};

const standard = (amount: string, over: object = {}) => ({
  billable_metric_id: metric.svc_id,
  charge_model: 'standard',
  properties: { amount },
  ...over,
});

const put = (code: string, plan: object) => client.put(`/plans/${code}`, { plan });

describe('plans', () => {
  test('one is created, read, changed, listed and deleted', async () => {
    const caller = await server.organization();
    const vat = await createTax(caller, { code: 'vat' });
    const levy = await createTax(caller, { code: 'levy', name: 'A levy', rate: 1 });
    const { svc_id: metricId } = await createMetric(caller, { code: 'calls' });
    const plan = await createPlan(caller, {
      name: 'Pro',
      code: 'pro',
      invoice_display_name: 'Professional',
      description: 'for many',
      interval: 'yearly',
      amount_cents: '12000',
      amount_currency: 'USD',
      pay_in_advance: true,
      tax_codes: ['vat', 'levy', 'vat'],
      metadata: { tier: '2', note: null },
      charges: [
        {
          billable_metric_id: metricId,
          charge_model: 'standard',
          invoice_display_name: 'Calls',
          properties: { amount: '0.50' },
          tax_codes: ['levy'],
        },
      ],
    });
    expect(plan).toEqual({
      svc_id: expect.any(String),
      name: 'Pro',
      code: 'pro',
      invoice_display_name: 'Professional',
      description: 'for many',
      interval: 'yearly',
      amount_cents: 12000,
      amount_currency: 'USD',
      pay_in_advance: true,
      trial_period: null,
      bill_charges_monthly: false,
      bill_fixed_charges_monthly: false,
      minimum_commitment: null,
      charges: [
        {
          svc_id: expect.any(String),
          svc_billable_metric_id: metricId,
          billable_metric_code: 'calls',
          code: 'calls',
          invoice_display_name: 'Calls',
          charge_model: 'standard',
          properties: { amount: '0.50', ...UNSPLIT },
          taxes: [levy],
          pay_in_advance: false,
          invoiceable: true,
          regroup_paid_fees: null,
          prorated: false,
          min_amount_cents: 0,
          filters: [],
          applied_pricing_unit: null,
          accepts_target_wallet: null,
          svc_parent_id: null,
          created_at: expect.any(String),
        },
      ],
      fixed_charges: [],
      taxes: [levy, vat],
      usage_thresholds: [],
      entitlements: [],
      metadata: { tier: '2', note: null },
      svc_parent_id: null,
      pending_deletion: false,
      customers_count: 0,
      active_subscriptions_count: 0,
      draft_invoices_count: 0,
      created_at: expect.any(String),
    });
    expect((await caller.get('/plans/pro')).body).toEqual({ plan });

    const updated = await caller.put('/plans/pro', {
      plan: {
        name: 'Max',
        code: 'max',
        description: null,
        interval: 'monthly',
        amount_cents: 0,
        tax_codes: [],
        metadata: null,
      },
    });
    expect(updated.body.plan).toEqual({
      ...plan,
      name: 'Max',
      code: 'max',
      description: null,
      interval: 'monthly',
      amount_cents: 0,
      bill_charges_monthly: null,
      bill_fixed_charges_monthly: null,
      taxes: [],
      metadata: null,
    });

    const newer = await createPlan(caller);
    const listed = await caller.get('/plans');
    expect(listed.body).toMatchObject({ plans: [newer, updated.body.plan], meta: { total_count: 2 } });

    const deleted = await caller.delete('/plans/max');
    expect(deleted.body).toEqual(updated.body);
    const gone = await caller.get('/plans/max');
    expect([gone.status, gone.body.code]).toEqual([404, 'plan_not_found']);
    await createPlan(caller, { code: 'max' });
  });
});

test('charges are billed monthly where the interval holds months; there is nothing to cascade to', async () => {
  const flags = { bill_charges_monthly: true, bill_fixed_charges_monthly: true };
  const { code, ...yearly } = await createPlan(client, { interval: 'yearly', ...flags });
  expect(yearly).toMatchObject(flags);
  const monthly = await put(code, { interval: 'monthly', cascade_updates: true });
  expect(monthly.body.plan).toMatchObject({ bill_charges_monthly: null, bill_fixed_charges_monthly: null });
});

describe('the charges of a plan', () => {
  test('codes default to the metric, and numbers make them unique', async () => {
    const plan = await createPlan(client, {
      charges: [standard('1'), standard('2', { code: `${metric.code}_2` }), standard('3'), standard('4')],
    });
    expect(plan.charges.map((charge: Resource) => [charge.code, charge.properties.amount])).toEqual([
      [metric.code, '1'],
      [`${metric.code}_2`, '2'],
      [`${metric.code}_3`, '3'],
      [`${metric.code}_4`, '4'],
    ]);
  });

  test.each<[string, object | null | undefined, object, string]>([
    ['standard', undefined, { amount: '0' }, 'omitted'],
    ['standard', {}, { amount: '0' }, 'empty'],
    ['standard', null, { amount: '0' }, 'null'],
    ['standard', { amount: '0.10', colour: 'red' }, { amount: '0.10' }, 'unknown keys are dropped'],
    [
      'standard',
      { amount: '1', pricing_group_keys: ['region', 'zone'] },
      { amount: '1', pricing_group_keys: ['region', 'zone'], grouped_by: ['region', 'zone'] },
      'priced by group',
    ],
    [
      'package',
      { amount: '1', package_size: 1, free_units: 0, grouped_by: ['region'] },
      {
        amount: '1',
        package_size: 1,
        free_units: 0,
        pricing_group_keys: ['region'],
        grouped_by: ['region'],
      },
      'the older name of the keys',
    ],
    [
      'dynamic',
      { presentation_group_keys: [{ value: 'a' }, { value: 'b', options: { display_in_invoice: true } }] },
      {
        presentation_group_keys: [
          { value: 'a', options: { display_in_invoice: null } },
          { value: 'b', options: { display_in_invoice: true } },
        ],
      },
      'shown by group',
    ],
    ['package', {}, { amount: '0', package_size: 1, free_units: 0 }, 'the default'],
    [
      'package',
      { amount: '5', package_size: '1000', free_units: 5_000_000_000 },
      { amount: '5', package_size: 1000, free_units: 5_000_000_000 },
      'more units than 32 bits, and numeric text',
    ],
    [
      'graduated',
      {},
      { graduated_ranges: [{ from_value: 0, to_value: null, per_unit_amount: '0', flat_amount: '0' }] },
      'the default',
    ],
    [
      'graduated',
      {
        graduated_ranges: [
          { from_value: 0, to_value: 10, per_unit_amount: '0.5', flat_amount: '1' },
          { from_value: 11, per_unit_amount: '0.4', flat_amount: '0' },
        ],
      },
      {
        graduated_ranges: [
          { from_value: 0, to_value: 10, per_unit_amount: '0.5', flat_amount: '1' },
          { from_value: 11, to_value: null, per_unit_amount: '0.4', flat_amount: '0' },
        ],
      },
      'an omitted end is open',
    ],
    [
      'percentage',
      {},
      {
        rate: '0',
        fixed_amount: null,
        free_units_per_events: null,
        free_units_per_total_aggregation: null,
        per_transaction_min_amount: null,
        per_transaction_max_amount: null,
      },
      'the default',
    ],
    [
      'percentage',
      {
        rate: '1.5',
        fixed_amount: '0.2',
        free_units_per_events: '3',
        free_units_per_total_aggregation: '50.5',
        per_transaction_min_amount: '0.6',
        per_transaction_max_amount: '4',
      },
      {
        rate: '1.5',
        fixed_amount: '0.2',
        free_units_per_events: 3,
        free_units_per_total_aggregation: '50.5',
        per_transaction_min_amount: '0.6',
        per_transaction_max_amount: '4',
      },
      'everything',
    ],
    [
      'volume',
      {},
      { volume_ranges: [{ from_value: 0, to_value: null, per_unit_amount: '0', flat_amount: '0' }] },
      'the default',
    ],
    [
      'volume',
      {
        volume_ranges: [
          { from_value: 0, to_value: 10, per_unit_amount: '0.5', flat_amount: '1' },
          { from_value: 11, to_value: null, per_unit_amount: '0.4', flat_amount: '0' },
        ],
      },
      {
        volume_ranges: [
          { from_value: 0, to_value: 10, per_unit_amount: '0.5', flat_amount: '1' },
          { from_value: 11, to_value: null, per_unit_amount: '0.4', flat_amount: '0' },
        ],
      },
      'two ranges',
    ],
    [
      'graduated_percentage',
      {},
      { graduated_percentage_ranges: [{ from_value: 0, to_value: null, rate: '0', flat_amount: '0' }] },
      'the default',
    ],
    [
      'graduated_percentage',
      { graduated_percentage_ranges: [{ from_value: 0, to_value: null, rate: '2.5', flat_amount: '1' }] },
      { graduated_percentage_ranges: [{ from_value: 0, to_value: null, rate: '2.5', flat_amount: '1' }] },
      'one range',
    ],
    ['dynamic', { amount: '1' }, {}, 'events say what they cost'],
  ])('properties of %s, %j, are answered as %j (%s)', async (charge_model, properties, answered) => {
    const { svc_id: billable_metric_id } = await createMetric(client, {
      aggregation_type: 'sum_agg',
      field_name: 'f',
    });
    const plan = await createPlan(client, {
      charges: [standard('1', { billable_metric_id, charge_model, properties })],
    });
    expect(plan.charges[0].properties).toEqual({ ...UNSPLIT, ...answered });
  });

  test('a new list replaces the old one; a known id is changed in place', async () => {
    const tax = await createTax(client);
    const { code, charges } = await createPlan(client, {
      charges: [
        standard('1', { code: 'a', invoice_display_name: 'A', tax_codes: [tax.code] }),
        standard('2', { code: 'b' }),
        standard('3', { code: 'c' }),
      ],
    });
    const [a, b] = charges;
    const answer = await put(code, {
      charges: [
        { id: b.svc_id, code: 'a', properties: { amount: '20' } },
        standard('4', { id: '0190a0a0-0000-7000-8000-000000000000', code: 'd' }),
        { id: a.svc_id, code: 'b', tax_codes: null, charge_model: 'package' },
      ],
    });
    expect(answer.body.plan.charges).toEqual([
      { ...b, code: 'a', properties: { amount: '20', ...UNSPLIT } },
      {
        ...a,
        svc_id: expect.any(String),
        created_at: expect.any(String),
        code: 'd',
        invoice_display_name: null,
        taxes: [],
        properties: { amount: '4', ...UNSPLIT },
      },
      {
        ...a,
        code: 'b',
        taxes: [],
        charge_model: 'package',
        properties: { amount: '0', package_size: 1, free_units: 0, ...UNSPLIT },
      },
    ]);
    expect((await put(code, { name: 'others stay' })).body.plan.charges).toEqual(answer.body.plan.charges);
    expect((await put(code, { charges: [] })).body.plan.charges).toEqual([]);
  });

  test('a change of a charge without its model is read by the model of the charge', async () => {
    const plan = await createPlan(client, {
      charges: [
        standard('1', {
          charge_model: 'package',
          properties: { amount: '1', package_size: 2, free_units: 0 },
        }),
      ],
    });
    const [{ svc_id: id }] = plan.charges;
    const change = async (properties: object) =>
      (await put(plan.code, { charges: [{ id, properties }] })).body;
    const sent = { amount: '3', package_size: 4, free_units: 1 };
    expect((await change({ ...sent, colour: 'red' })).plan.charges[0].properties).toEqual({
      ...sent,
      ...UNSPLIT,
    });
    expect((await change({ amount: '5' })).error_details).toEqual({
      'charges.0.properties': ['invalid_package_size', 'invalid_free_units'],
    });
  });

  test.each<[object, object, string]>([
    [
      { charge_model: undefined, billable_metric_id: undefined },
      {
        'charges.0.charge_model': ['value_is_mandatory'],
        'charges.0.billable_metric_id': ['value_is_mandatory'],
      },
      'what is charged, and how',
    ],
    [{ charge_model: 'flat' }, { 'charges.0.charge_model': ['value_is_invalid'] }, 'no model'],
    [
      { charge_model: 'custom', properties: undefined },
      { 'charges.0.charge_model': ['invalid_aggregation_type_or_charge_model'] },
      'no metric is custom',
    ],
    [
      { charge_model: 'dynamic', properties: {} },
      { 'charges.0.charge_model': ['invalid_aggregation_type_or_charge_model'] },
      'events of a count cost nothing',
    ],
    [{ code: ' ' }, { 'charges.0.code': ['value_is_mandatory'] }, 'blank'],
    [{ code: 'c'.repeat(256) }, { 'charges.0.code': ['value_is_too_long'] }, 'too long'],
    [
      { invoice_display_name: 'n'.repeat(256) },
      { 'charges.0.invoice_display_name': ['value_is_too_long'] },
      'too long',
    ],
    [{ pay_in_advance: 'soon' }, { 'charges.0.pay_in_advance': ['value_is_invalid'] }, 'no boolean'],
    [
      { charge_model: 'volume', properties: {}, pay_in_advance: true },
      { 'charges.0.pay_in_advance': ['invalid_aggregation_type_or_charge_model'] },
      'the range is not known before the end',
    ],
    [
      { prorated: true },
      { 'charges.0.prorated': ['invalid_billable_metric_or_charge_model'] },
      'a count holds nothing',
    ],
    [
      { invoiceable: false },
      { 'charges.0.invoiceable': ['must_be_true_unless_pay_in_advance'] },
      'in arrears',
    ],
    [
      { pay_in_advance: true, regroup_paid_fees: 'invoice' },
      { 'charges.0.regroup_paid_fees': ['only_compatible_with_pay_in_advance_and_non_invoiceable'] },
      'each fee has its invoice',
    ],
    [{ regroup_paid_fees: 'x' }, { 'charges.0.regroup_paid_fees': ['value_is_invalid'] }, 'no such way'],
    [
      { pay_in_advance: true, min_amount_cents: 1 },
      { 'charges.0.min_amount_cents': ['not_compatible_with_pay_in_advance'] },
      'events do not know the period',
    ],
    [{ min_amount_cents: -1 }, { 'charges.0.min_amount_cents': ['value_is_out_of_range'] }, 'negative'],
    [
      { applied_pricing_unit: { code: 'none', conversion_rate: '1' } },
      { 'charges.0.applied_pricing_unit': ['relation_must_exist'] },
      'no such unit',
    ],
    [
      { applied_pricing_unit: { code: 'none' } },
      {
        'charges.0.applied_pricing_unit': ['relation_must_exist'],
        'charges.0.applied_pricing_unit.conversion_rate': ['value_is_mandatory'],
      },
      'no rate',
    ],
    [
      { applied_pricing_unit: { code: 'none', conversion_rate: '0' } },
      {
        'charges.0.applied_pricing_unit': ['relation_must_exist'],
        'charges.0.applied_pricing_unit.conversion_rate': ['value_is_out_of_range'],
      },
      'worth nothing',
    ],
    [{ tax_codes: [5] }, { 'charges.0.tax_codes': ['invalid_format'] }, 'a number in place of a code'],
    [{ properties: 'free' }, { 'charges.0.properties': ['invalid_format'] }, 'no object'],
    [{ properties: { amount: 5 } }, { 'charges.0.properties': ['invalid_amount'] }, 'a JSON number'],
    [{ properties: { amount: '-5' } }, { 'charges.0.properties': ['invalid_amount'] }, 'below zero'],
    [{ properties: { amount: ['5'] } }, { 'charges.0.properties': ['invalid_amount'] }, 'a list'],
    ...['pricing_group_keys', 'grouped_by'].flatMap((member) =>
      ['region', [1], ['']].map((keys): [object, object, string] => [
        { properties: { amount: '1', [member]: keys } },
        { 'charges.0.properties': ['invalid_type'] },
        'no list of names',
      ]),
    ),
    ...[[{ value: '' }], ['a'], [{ value: 'a', options: 5 }]].map((keys): [object, object, string] => [
      { properties: { amount: '1', presentation_group_keys: keys } },
      { 'charges.0.properties': ['invalid_type'] },
      'no list of names with options',
    ]),
    [
      { properties: { amount: '1', presentation_group_keys: ['a', 'b', 'b'].map((value) => ({ value })) } },
      { 'charges.0.properties': ['too_many_keys', 'value_is_duplicated'] },
      'three, one of them twice',
    ],
    [
      { charge_model: 'package', properties: { amount: 'x', package_size: 0, free_units: 1.5 } },
      { 'charges.0.properties': ['invalid_free_units'] },
      'a fraction is no integer',
    ],
    [
      { charge_model: 'package', properties: { amount: 'x', package_size: 0, free_units: -1 } },
      { 'charges.0.properties': ['invalid_amount', 'invalid_package_size', 'invalid_free_units'] },
      'every error is reported',
    ],
    [
      { charge_model: 'graduated', properties: { graduated_ranges: [] } },
      { 'charges.0.properties': ['missing_graduated_ranges'] },
      'no range',
    ],
    [
      { charge_model: 'graduated', properties: { graduated_ranges: [{ from_value: 5 }] } },
      { 'charges.0.properties': ['invalid_graduated_ranges', 'invalid_amount'] },
      'a range that starts late and has no price',
    ],
    [
      { charge_model: 'graduated', properties: { graduated_ranges: [{ from_value: 0.5 }] } },
      { 'charges.0.properties': ['invalid_graduated_ranges'] },
      'a bound that is no integer',
    ],
    [
      { charge_model: 'graduated', properties: { graduated_ranges: 'all' } },
      { 'charges.0.properties': ['invalid_graduated_ranges'] },
      'no list',
    ],
    [
      { charge_model: 'volume', properties: { volume_ranges: [] } },
      { 'charges.0.properties': ['missing_volume_ranges'] },
      'no range',
    ],
    [
      { charge_model: 'volume', properties: { volume_ranges: [{ from_value: 5, per_unit_amount: 1 }] } },
      { 'charges.0.properties': ['invalid_amount'] },
      'a price that is a number',
    ],
    [
      {
        charge_model: 'volume',
        properties: {
          volume_ranges: [
            { from_value: 0, to_value: 5, per_unit_amount: '1', flat_amount: '0' },
            { from_value: 5, to_value: null, per_unit_amount: '1', flat_amount: '0' },
          ],
        },
      },
      { 'charges.0.properties': ['invalid_volume_ranges'] },
      'a total in two ranges',
    ],
    [
      { charge_model: 'graduated_percentage', properties: { graduated_percentage_ranges: [] } },
      { 'charges.0.properties': ['missing_graduated_percentage_ranges'] },
      'no range',
    ],
    [
      {
        charge_model: 'graduated_percentage',
        properties: { graduated_percentage_ranges: [{ from_value: 2, rate: '-1' }] },
      },
      {
        'charges.0.properties': ['invalid_graduated_percentage_ranges', 'invalid_rate', 'invalid_amount'],
      },
      'a late range without prices',
    ],
    [
      {
        charge_model: 'percentage',
        properties: {
          fixed_amount: 'x',
          free_units_per_events: 0,
          free_units_per_total_aggregation: '-1',
          per_transaction_min_amount: 'x',
        },
      },
      {
        'charges.0.properties': [
          'invalid_rate',
          'invalid_fixed_amount',
          'invalid_free_units_per_events',
          'invalid_free_units_per_total_aggregation',
          'invalid_amount',
        ],
      },
      'every error is reported',
    ],
    [
      {
        charge_model: 'percentage',
        properties: { rate: '1', per_transaction_min_amount: '2', per_transaction_max_amount: '1' },
      },
      { 'charges.0.properties': ['per_transaction_max_lower_than_per_transaction_min'] },
      'nothing costs both',
    ],
  ])('%j is refused: %j (%s)', async (over, details) => {
    const before = await written(client);
    const answer = await client.post('/plans', { plan: { ...VALID, charges: [standard('1', over)] } });
    expect([answer.status, answer.body.error_details]).toEqual([422, details]);
    expect(await written(client)).toEqual(before);
  });

  test('errors of all charges and of the plan are reported at once', async () => {
    const answer = await client.post('/plans', {
      plan: {
        ...VALID,
        amount_cents: -1,
        charges: [standard('1', { code: 'x' }), standard('no'), standard('1', { code: 'x' })],
      },
    });
    expect(answer.body.error_details).toEqual({
      amount_cents: ['value_is_out_of_range'],
      'charges.1.properties': ['invalid_amount'],
      'charges.2.code': ['value_already_exist'],
    });
  });

  test('one charge cannot be changed twice at once', async () => {
    const { code, charges } = await createPlan(client, { charges: [standard('1')] });
    const [{ svc_id: id }] = charges;
    const answer = await put(code, { charges: [{ id }, { id }] });
    expect(answer.body.error_details).toEqual({
      'charges.1.id': ['value_already_exist'],
      'charges.1.code': ['value_already_exist'],
    });
  });

  test('a new charge of a changed plan needs a metric and a model', async () => {
    const { code } = await createPlan(client);
    expect((await put(code, { charges: [{ properties: { amount: '1' } }] })).body.error_details).toEqual({
      'charges.0.billable_metric_id': ['value_is_mandatory'],
      'charges.0.charge_model': ['value_is_mandatory'],
    });
    const unmetered = { charge_model: 'standard', min_amount_cents: -1, invoiceable: false };
    expect((await put(code, { charges: [unmetered] })).body.error_details).toEqual({
      'charges.0.billable_metric_id': ['value_is_mandatory'],
      'charges.0.min_amount_cents': ['value_is_out_of_range'],
      'charges.0.invoiceable': ['must_be_true_unless_pay_in_advance'],
    });
  });

  test.each<[() => object, string]>([
    [() => ({ charges: [standard('1', { billable_metric_id: unknownId })] }), 'billable_metrics_not_found'],
    [() => ({ charges: [standard('1', { billable_metric_id: 'calls' })] }), 'billable_metrics_not_found'],
    [() => ({ charges: [standard('1', { tax_codes: ['none'] })] }), 'tax_not_found'],
    [() => ({ tax_codes: ['none'] }), 'tax_not_found'],
  ])(
    'a record that the charges of a plan name and that does not exist is not found, and nothing is written (%#)',
    async (over, code) => {
      const { code: existing } = await createPlan(client);
      const before = await written(client);
      const created = await client.post('/plans', { plan: { ...VALID, ...over() } });
      expect([created.status, created.body.code]).toEqual([404, code]);
      const changed = await put(existing, { name: 'new', ...over() });
      expect([changed.status, changed.body.code]).toEqual([404, code]);
      expect(await written(client)).toEqual(before);
    },
  );

  test('the metric and tax of another organization are not found', async () => {
    const stranger = await server.organization();
    const { code } = await createTax(stranger);
    const { svc_id } = await createMetric(stranger);
    const untaxed = await client.post('/plans', { plan: { ...VALID, tax_codes: [code] } });
    expect(untaxed.body.code).toBe('tax_not_found');
    const unmetered = await client.post('/plans', {
      plan: { ...VALID, charges: [standard('1', { billable_metric_id: svc_id })] },
    });
    expect(unmetered.body.code).toBe('billable_metrics_not_found');
  });

  test('the charges of a plan are deleted with their metric; a deleted tax is detached', async () => {
    const tax = await createTax(client);
    const other = await createMetric(client);
    const { code } = await createPlan(client, {
      tax_codes: [tax.code],
      charges: [
        standard('1', { tax_codes: [tax.code] }),
        standard('2', { billable_metric_id: other.svc_id }),
      ],
    });
    await client.delete(`/billable_metrics/${other.code}`);
    await client.delete(`/taxes/${tax.code}`);
    const { plan } = (await client.get(`/plans/${code}`)).body;
    expect(plan).toMatchObject({
      taxes: [],
      charges: [{ svc_billable_metric_id: metric.svc_id, taxes: [] }],
    });
    expect(plan.charges).toHaveLength(1);
  });

  test('the charges of a plan keep their metric as it is counted', async () => {
    const used = await createMetric(client, { name: 'old' });
    const { code: planCode } = await createPlan(client, {
      charges: [standard('1', { billable_metric_id: used.svc_id })],
    });
    const edit = {
      name: 'new',
      code: unique('renamed'),
      aggregation_type: 'sum_agg',
      field_name: 'f',
      rounding_function: 'ceil',
      filters: [{ key: 'region', values: ['eu'] }],
    };
    const change = async (code: string) =>
      (await client.put(`/billable_metrics/${code}`, { billable_metric: edit })).body.billable_metric;
    expect(await change(used.code)).toEqual({ ...used, plans_count: 1, name: 'new', filters: edit.filters });
    await client.delete(`/plans/${planCode}`);
    expect(await change(used.code)).toMatchObject({ code: edit.code, aggregation_type: 'sum_agg' });
  });
});

describe('a plan is refused', () => {
  test.each<[object, object, string]>([
    [
      { name: undefined, code: undefined, interval: undefined, amount_cents: undefined },
      {
        name: ['value_is_mandatory'],
        code: ['value_is_mandatory'],
        interval: ['value_is_invalid'],
        amount_cents: ['value_is_mandatory'],
      },
      'every missing member is reported',
    ],
    [
      { amount_currency: undefined, pay_in_advance: undefined },
      { amount_currency: ['value_is_invalid'], pay_in_advance: ['value_is_invalid'] },
      'absent is none of the list, and no boolean',
    ],
    [{ interval: 'daily' }, { interval: ['value_is_invalid'] }, 'an unknown interval'],
    [{ interval: ['monthly'] }, { interval: ['invalid_format'] }, 'a list'],
    [{ amount_currency: 'eur' }, { amount_currency: ['value_is_invalid'] }, 'codes are upper-case'],
    [{ pay_in_advance: 'later' }, { pay_in_advance: ['value_is_invalid'] }, 'no boolean'],
    [{ amount_cents: 'free' }, { amount_cents: ['value_is_invalid'] }, 'no number'],
    [{ amount_cents: 10.5 }, { amount_cents: ['value_is_invalid'] }, 'half a cent'],
    [{ amount_cents: 2 ** 53 }, { amount_cents: ['value_is_out_of_range'] }, 'more than JSON holds'],
    [{ amount_cents: -1 }, { amount_cents: ['value_is_out_of_range'] }, 'negative'],
    [
      {
        name: ' ',
        code: 'c'.repeat(256),
        description: 'd'.repeat(10_001),
        invoice_display_name: 'n'.repeat(256),
      },
      {
        name: ['value_is_mandatory'],
        code: ['value_is_too_long'],
        description: ['value_is_too_long'],
        invoice_display_name: ['value_is_too_long'],
      },
      'blank and too long',
    ],
    [{ charges: {} }, { charges: ['invalid_format'] }, 'no list'],
    [{ charges: [7] }, { charges: ['invalid_format'] }, 'no charge'],
    [
      {
        charges: Array.from({ length: 1001 }, () => ({ billable_metric_id: 'x', charge_model: 'standard' })),
      },
      { charges: ['invalid_count'] },
      'too many',
    ],
    [
      {
        charges: [1, 2].map(() => ({
          billable_metric_id: 'x',
          charge_model: 'standard',
          tax_codes: Array.from({ length: 501 }, (_, index) => `t${index}`),
        })),
      },
      { charges: ['invalid_count'] },
      'too many taxes of all charges together',
    ],
    [{ metadata: ['a'] }, { metadata: ['invalid_format'] }, 'no map'],
    [{ metadata: { a: 1 } }, { metadata: ['invalid_type'] }, 'a number'],
    [{ metadata: { a: {} } }, { metadata: ['nested_structure_not_allowed'] }, 'a map in a map'],
    [
      { metadata: { ['k'.repeat(101)]: 'v'.repeat(256) } },
      { metadata: ['key_too_long', 'value_too_long'] },
      'too long',
    ],
    [
      { metadata: Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`k${index}`, 'v'])) },
      { metadata: ['too_many_keys'] },
      'too many keys',
    ],
    [{ trial_period: -1 }, { trial_period: ['value_is_out_of_range'] }, 'a negative trial'],
  ])('the plan %j: %j (%s)', async (over, details) => {
    const before = await written(client);
    const answer = await client.post('/plans', { plan: { ...VALID, ...over } });
    expect([answer.status, answer.body.error_details]).toEqual([422, details]);
    expect(await written(client)).toEqual(before);
  });

  test('a plan is refused when its code is taken', async () => {
    const [{ code }, other] = [await createPlan(client), await createPlan(client)];
    const before = await written(client);
    for (const answer of [
      await client.post('/plans', { plan: { ...VALID, code, charges: [standard('1')] } }),
      await put(other.code, { code, charges: [standard('1')] }),
    ]) {
      expect([answer.status, answer.body.error_details]).toEqual([422, { code: ['value_already_exist'] }]);
    }
    expect(await written(client)).toEqual(before);
  });

  test('a plan is refused when a member that must have a value is cleared', async () => {
    const { code } = await createPlan(client);
    const cleared = { name: null, amount_cents: null, interval: null, pay_in_advance: null };
    expect((await put(code, cleared)).body.error_details).toEqual({
      name: ['value_is_mandatory'],
      amount_cents: ['value_is_mandatory'],
      interval: ['value_is_invalid'],
      pay_in_advance: ['value_is_invalid'],
    });
  });

  test('a plan is refused with 404 before validation', async () => {
    const answer = await client.put('/plans/none', { plan: { name: null } });
    expect([answer.status, answer.body.code]).toEqual([404, 'plan_not_found']);
  });
});

test('members of a plan and of its charges may be sent as null, 0 or empty', async () => {
  const plan = await createPlan(client, {
    trial_period: 0,
    bill_charges_monthly: true,
    minimum_commitment: null,
    fixed_charges: [],
    usage_thresholds: [],
    charges: [
      standard('1', {
        pay_in_advance: false,
        prorated: 'false',
        invoiceable: true,
        regroup_paid_fees: null,
        min_amount_cents: 0,
        filters: [],
        applied_pricing_unit: null,
        accepts_target_wallet: null,
      }),
    ],
  });
  // Only yearly and semiannual plans have the flag (periods.md §6).
  expect(plan).toMatchObject({ trial_period: 0, bill_charges_monthly: null });
});

test('the log and the outbox hold what REST showed after each change', async () => {
  const caller = await server.organization();
  const calls = await createMetric(caller);
  const charges = [standard('1', { billable_metric_id: calls.svc_id })];
  const created = await createPlan(caller, { code: 'p', charges });
  const changed = (await caller.put('/plans/p', { plan: { charges: [] } })).body.plan;
  await caller.put('/plans/p', { plan: { charges: [] } });
  await caller.delete('/plans/p');
  const entries = await server.pool.sql`
    select activity_type, activity_object, activity_object_changes from activity_log_entries
    where organization_id = ${caller.organizationId} and resource_type = 'Plan' order by id`;
  expect([...entries]).toEqual([
    { activity_type: 'plan.created', activity_object: created, activity_object_changes: {} },
    {
      activity_type: 'plan.updated',
      activity_object: changed,
      activity_object_changes: { charges: [created.charges, []] },
    },
    { activity_type: 'plan.deleted', activity_object: changed, activity_object_changes: {} },
  ]);
  const messages = await server.pool.sql`
    select webhook_type, object from outbox_messages
    where organization_id = ${caller.organizationId} and object_type = 'plan' order by id`;
  expect([...messages]).toEqual([
    { webhook_type: 'plan.created', object: created },
    { webhook_type: 'plan.updated', object: changed },
    { webhook_type: 'plan.deleted', object: changed },
  ]);
});

describe('callers of plans', () => {
  test('another organization sees none of it', async () => {
    const { svc_id: id, code } = await createPlan(client);
    const stranger = await server.organization();
    expect((await stranger.get(`/plans/${code}`)).status).toBe(404);
    expect((await stranger.put(`/plans/${code}`, { plan: { name: 'x' } })).status).toBe(404);
    expect((await stranger.delete(`/plans/${code}`)).status).toBe(404);
    expect((await stranger.get('/plans')).body.plans).toEqual([]);
    const requested = await stranger.graphql('query ($id: ID!) { plan(id: $id) { id } }', { id });
    expect(requested.errors?.[0].extensions).toMatchObject({ details: { plan: ['not_found'] } });
  });

  test('a key needs the permission for what it does', async () => {
    const reader = await server.organization({ plan: ['read'] });
    expect((await reader.get('/plans')).status).toBe(200);
    const refused = await reader.post('/plans', { plan: VALID });
    expect([refused.status, refused.body.code]).toEqual([403, 'write_action_not_allowed_for_plan']);
  });

  test('a repeated create with an idempotency key answers the same plan', async () => {
    const body = { plan: { ...VALID, code: unique('once'), charges: [standard('1')] } };
    const headers = { 'idempotency-key': unique('key') };
    const first = await client.post('/plans', body, { headers });
    const again = await client.post('/plans', body, { headers });
    expect([first.status, again.body]).toEqual([200, first.body]);
  });
});

const unknownId = '0190a0a0-0000-7000-8000-000000000000';
const VALID = {
  name: 'n',
  code: 'valid',
  interval: 'monthly',
  amount_cents: 100,
  amount_currency: 'EUR',
  pay_in_advance: false,
};
