// Charges with all their settings and filters, in lists of plans and one by one: charges.md §1–2, aggregations.md §1.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  createCustomer,
  createMetric,
  createPlan,
  createPricingUnit,
  createTax,
  type Resource,
  subscribe,
  unique,
  UNSPLIT,
} from '../support/builders.js';
import type { Client } from '../support/client.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';

let server: SharedServer;
let client: Client;
/** A recurring sum with two filters. */
let metric: Resource;

beforeAll(async () => {
  server = await shareTestServer();
  client = await server.organization();
  metric = await filteredMetric();
});
afterAll(() => server.stop());

const filteredMetric = (caller = client) =>
  createMetric(caller, {
    aggregation_type: 'sum_agg',
    field_name: 'gb',
    recurring: true,
    filters: [
      { key: 'region', values: ['eu', 'us', 'ap'] },
      { key: 'tier', values: ['hot', 'cold'] },
    ],
  });

const standard = (amount: string, over: object = {}) => ({
  billable_metric_id: metric.svc_id,
  charge_model: 'standard',
  properties: { amount },
  ...over,
});

const filter = (values: object, amount = '1', over: object = {}) => ({
  values,
  properties: { amount },
  ...over,
});

const answered = (values: object, amount = '1', over: object = {}) => ({
  svc_id: expect.any(String),
  charge_code: metric.code,
  invoice_display_name: null,
  values,
  properties: { amount, ...UNSPLIT },
  ...over,
});

const put = (code: string, plan: object) => client.put(`/plans/${code}`, { plan });

describe('the settings of a charge', () => {
  test('the settings of a charge are kept as they are sent, and go back to their defaults', async () => {
    const unit = await createPricingUnit(client);
    const { code, charges } = await createPlan(client, {
      charges: [
        standard('1', {
          pay_in_advance: true,
          invoiceable: false,
          regroup_paid_fees: 'invoice',
          prorated: true,
        }),
        standard('1', {
          min_amount_cents: '500',
          applied_pricing_unit: { code: unit.code, conversion_rate: 0.75 },
        }),
      ],
    });
    const [inAdvance, inArrears] = charges;
    expect(inAdvance).toMatchObject({
      pay_in_advance: true,
      invoiceable: false,
      regroup_paid_fees: 'invoice',
      prorated: true,
      min_amount_cents: 0,
      applied_pricing_unit: null,
    });
    expect(inArrears).toMatchObject({
      pay_in_advance: false,
      min_amount_cents: 500,
      applied_pricing_unit: { code: unit.code, conversion_rate: '0.75' },
    });
    const kept = await put(code, {
      charges: [
        { id: inAdvance.svc_id },
        { id: inArrears.svc_id, applied_pricing_unit: { conversion_rate: '2' } },
      ],
    });
    expect(kept.body.plan.charges).toEqual([
      inAdvance,
      { ...inArrears, applied_pricing_unit: { code: unit.code, conversion_rate: '2.0' } },
    ]);
    const cleared = await put(code, {
      charges: [
        {
          id: inAdvance.svc_id,
          pay_in_advance: null,
          invoiceable: null,
          regroup_paid_fees: null,
          prorated: null,
        },
        { id: inArrears.svc_id, min_amount_cents: null, applied_pricing_unit: null },
      ],
    });
    const plain = {
      pay_in_advance: false,
      invoiceable: true,
      regroup_paid_fees: null,
      prorated: false,
      min_amount_cents: 0,
      applied_pricing_unit: null,
    };
    expect(cleared.body.plan.charges).toMatchObject([plain, plain]);
  });

  test.each(['max_agg', 'latest_agg', 'weighted_sum_agg'])(
    '%s is not paid in advance',
    async (aggregation) => {
      const { svc_id } = await createMetric(client, {
        aggregation_type: aggregation,
        field_name: 'f',
        weighted_interval: aggregation === 'weighted_sum_agg' ? 'seconds' : null,
      });
      const answer = await client.post('/plans', {
        plan: { ...VALID, charges: [standard('1', { billable_metric_id: svc_id, pay_in_advance: true })] },
      });
      expect(answer.body.error_details).toEqual({
        'charges.0.pay_in_advance': ['invalid_aggregation_type_or_charge_model'],
      });
    },
  );

  test.each(['percentage', 'graduated_percentage'])('%s takes no share of a latest value', async (model) => {
    const { svc_id } = await createMetric(client, { aggregation_type: 'latest_agg', field_name: 'f' });
    const charge = { billable_metric_id: svc_id, charge_model: model };
    const answer = await client.post('/plans', { plan: { ...VALID, charges: [charge] } });
    expect(answer.body.error_details).toEqual({ 'charges.0.properties': ['invalid_value'] });
  });
});

describe('the filters of a charge', () => {
  test('the filters of a charge are answered in their order, with the properties of their charge model', async () => {
    const { charges } = await createPlan(client, {
      charges: [
        {
          ...standard('1'),
          charge_model: 'package',
          properties: { amount: '2', package_size: 10, free_units: 0 },
          filters: [
            {
              values: { region: ['us'] },
              invoice_display_name: 'America',
              properties: { amount: '1', package_size: 5, free_units: 1, rate: '3', colour: 'red' },
            },
            { values: { region: ['__ALL_FILTER_VALUES__'], tier: ['hot', 'cold'] } },
            { values: { tier: ['cold'] }, properties: { ...DEFAULT_PACKAGE, pricing_group_keys: ['user'] } },
          ],
        },
      ],
    });
    expect(charges[0].filters).toEqual([
      answered({ region: ['us'] }, '1', {
        invoice_display_name: 'America',
        properties: { amount: '1', package_size: 5, free_units: 1, ...UNSPLIT },
      }),
      answered({ region: ['__ALL_FILTER_VALUES__'], tier: ['hot', 'cold'] }, '0', {
        properties: { ...DEFAULT_PACKAGE, ...UNSPLIT },
      }),
      answered({ tier: ['cold'] }, '0', {
        properties: {
          ...DEFAULT_PACKAGE,
          ...UNSPLIT,
          pricing_group_keys: ['user'],
          grouped_by: ['user'],
        },
      }),
    ]);
  });

  test('the filters of a charge stay when omitted, are removed by an empty list, and are identified by their values', async () => {
    const { code, charges } = await createPlan(client, {
      charges: [
        standard('1', { filters: [filter({ region: ['eu', 'us'] }, '2'), filter({ tier: ['hot'] }, '3')] }),
      ],
    });
    const [{ svc_id: id, filters }] = charges;
    const change = async (charge: object) =>
      (await put(code, { charges: [{ id, ...charge }] })).body.plan.charges[0].filters;
    expect(await change({ properties: { amount: '9' } })).toEqual(filters);
    const replaced = await change({
      filters: [
        filter({ tier: ['cold'] }, '4'),
        { values: { region: ['us', 'eu'] }, invoice_display_name: 'West' },
      ],
    });
    expect(replaced).toEqual([
      answered({ tier: ['cold'] }, '4'),
      { ...filters[0], values: { region: ['us', 'eu'] }, invoice_display_name: 'West' },
    ]);
    expect(filters.map((each: Resource) => each.svc_id)).not.toContain(replaced[0].svc_id);
    expect(await change({ filters: [] })).toEqual([]);
    expect(await change({ filters: null })).toEqual([]);
  });

  test('the filters of a charge get the properties of a new model of their charge, as it does', async () => {
    const { code, charges } = await createPlan(client, {
      charges: [standard('1', { filters: [filter({ tier: ['hot'] }, '3')] })],
    });
    const [{ svc_id: id, filters }] = charges;
    const answer = await put(code, { charges: [{ id, charge_model: 'package' }] });
    expect(answer.body.plan.charges[0]).toMatchObject({
      properties: DEFAULT_PACKAGE,
      filters: [{ svc_id: filters[0].svc_id, values: { tier: ['hot'] }, properties: DEFAULT_PACKAGE }],
    });
  });

  test('the filters of a charge have to fit a new metric of their charge', async () => {
    const { code, charges } = await createPlan(client, {
      charges: [standard('1', { filters: [filter({ tier: ['hot'] })] })],
    });
    const { svc_id: billable_metric_id } = await createMetric(client);
    const answer = await put(code, { charges: [{ id: charges[0].svc_id, billable_metric_id }] });
    expect(answer.body.error_details).toEqual({
      'charges.0.filters.0.values': ['value_is_invalid'],
      'charges.0.filters.0.billable_metric_filter': ['relation_must_exist'],
    });
  });

  test.each<[object, object, string]>([
    [filter({}), { values: ['value_is_mandatory'] }, 'no value'],
    [{ properties: {} }, { values: ['value_is_mandatory'] }, 'nothing at all'],
    [filter({ region: [] }), { values: ['value_is_mandatory'] }, 'a key without values'],
    [filter({ region: ['mars'] }), { values: ['value_is_invalid'] }, 'a value the metric does not declare'],
    [
      filter({ region: ['eu', '__ALL_FILTER_VALUES__'] }),
      { values: ['value_is_invalid'] },
      'the wildcard beside others',
    ],
    [
      filter({ colour: ['red'] }),
      { values: ['value_is_invalid'], billable_metric_filter: ['relation_must_exist'] },
      'a key the metric does not declare',
    ],
    [filter({ region: 'eu' }), { values: ['invalid_format'] }, 'a text for a list'],
    [filter({ region: [1] }), { values: ['invalid_format'] }, 'a number for a text'],
    [{ values: 'eu' }, { values: ['invalid_format'] }, 'no map'],
    [filter({ region: ['eu'] }, '-1'), { properties: ['invalid_amount'] }, 'a price below zero'],
    [
      filter({ region: ['eu'] }, '1', { invoice_display_name: 'n'.repeat(256) }),
      { invoice_display_name: ['value_is_too_long'] },
      'a long name',
    ],
  ])('%j is refused: %j (%s)', async (sent, details) => {
    const charges = [standard('1', { filters: [filter({ tier: ['hot'] }), sent] })];
    const answer = await client.post('/plans', { plan: { ...VALID, charges } });
    const paths = Object.entries(details).map(([member, codes]) => [`charges.0.filters.1.${member}`, codes]);
    expect([answer.status, answer.body.error_details]).toEqual([422, Object.fromEntries(paths)]);
  });

  test('the filters of a charge lose the values that their metric no longer declares, and go with the last one', async () => {
    const own = await filteredMetric();
    const { code } = await createPlan(client, {
      charges: [
        standard('1', {
          billable_metric_id: own.svc_id,
          filters: [
            filter({ region: ['eu', 'us'], tier: ['hot'] }),
            filter({ region: ['us'] }),
            filter({ tier: ['__ALL_FILTER_VALUES__'] }),
            filter({ region: ['__ALL_FILTER_VALUES__'] }),
          ],
        }),
      ],
    });
    const filters = [{ key: 'region', values: ['eu', 'eu', 'ap'] }];
    const edited = await client.put(`/billable_metrics/${own.code}`, { billable_metric: { filters } });
    expect(edited.body.billable_metric.filters).toEqual([{ key: 'region', values: ['eu', 'ap'] }]);
    const [charge] = (await client.get(`/plans/${code}`)).body.plan.charges;
    expect(charge.filters.map((each: Resource) => each.values)).toEqual([
      { region: ['eu'] },
      { region: ['__ALL_FILTER_VALUES__'] },
    ]);
  });
});

describe('one charge of a plan', () => {
  test('one charge of a plan is added, read, changed, listed and deleted; each is a change of the plan', async () => {
    const tax = await createTax(client);
    const { code, svc_id } = await createPlan(client);
    const path = `/plans/${code}/charges`;
    const added = await client.post(path, {
      charge: standard('1', {
        tax_codes: [tax.code],
        filters: [filter({ tier: ['hot'] })],
        cascade_updates: true,
      }),
    });
    const { charge } = added.body;
    expect([added.status, charge]).toEqual([
      200,
      expect.objectContaining({
        code: metric.code,
        properties: { amount: '1', ...UNSPLIT },
        taxes: [tax],
        filters: [answered({ tier: ['hot'] })],
      }),
    ]);
    const second = (await client.post(path, { charge: standard('2') })).body.charge;
    expect(second.code).toBe(`${metric.code}_2`);
    expect((await client.get(`${path}/${charge.code}`)).body).toEqual({ charge });
    expect((await client.get(`${path}?per_page=1`)).body).toMatchObject({
      charges: [second],
      meta: { total_count: 2, next_page: 2 },
    });

    const changed = await client.put(`${path}/${charge.code}`, {
      charge: { code: 'storage', invoice_display_name: 'Storage', properties: { amount: '3' } },
    });
    expect(changed.body.charge).toEqual({
      ...charge,
      code: 'storage',
      invoice_display_name: 'Storage',
      properties: { amount: '3', ...UNSPLIT },
      filters: [{ ...charge.filters[0], charge_code: 'storage' }],
    });
    expect((await client.get(`/plans/${code}`)).body.plan.charges).toEqual([changed.body.charge, second]);

    const deleted = await client.delete(`${path}/storage`, { rawBody: CASCADING });
    expect(deleted.body).toEqual(changed.body);
    expect((await client.get(`/plans/${code}`)).body.plan.charges).toEqual([second]);
    expect((await client.get(`${path}/storage`)).body.code).toBe('charge_not_found');

    const entries = await server.pool.sql`
      select activity_type as type, jsonb_array_length(activity_object -> 'charges') as charges
      from activity_log_entries where resource_id = ${svc_id} order by id`;
    expect([...entries]).toEqual([
      { type: 'plan.created', charges: 0 },
      { type: 'plan.updated', charges: 1 },
      { type: 'plan.updated', charges: 2 },
      { type: 'plan.updated', charges: 2 },
      { type: 'plan.updated', charges: 1 },
    ]);
  });

  test('one charge of a plan is refused as in a list', async () => {
    const { code, charges } = await createPlan(client, {
      charges: [standard('1', { code: 'a' }), standard('1', { code: 'b' })],
    });
    const path = `/plans/${code}/charges`;
    const taken = { code: ['value_already_exist'] };
    expect((await client.post(path, { charge: standard('1', { code: 'a' }) })).body.error_details).toEqual(
      taken,
    );
    expect((await client.put(`${path}/b`, { charge: { code: 'a' } })).body.error_details).toEqual(taken);
    expect((await client.post(path, { charge: { code: 'c' } })).body.error_details).toEqual({
      billable_metric_id: ['value_is_mandatory'],
      charge_model: ['value_is_mandatory'],
    });
    const wrong = { min_amount_cents: -1, properties: { amount: 1 }, filters: [filter({})] };
    expect((await client.put(`${path}/b`, { charge: wrong })).body.error_details).toEqual({
      properties: ['invalid_amount'],
      min_amount_cents: ['value_is_out_of_range'],
      'filters.0.values': ['value_is_mandatory'],
    });
    const unfit = { min_amount_cents: -1, filters: [filter({})] };
    expect((await client.put(`${path}/b`, { charge: unfit })).body.error_details).toEqual({
      min_amount_cents: ['value_is_out_of_range'],
      'filters.0.values': ['value_is_mandatory'],
    });
    expect((await client.get(`/plans/${code}`)).body.plan.charges).toEqual(charges);
  });

  test('one charge of a plan names the record that is missing, the plan first', async () => {
    const { code } = await createPlan(client, { charges: [standard('1', { code: 'a' })] });
    const codes = async (...answers: ReturnType<Client['get']>[]) =>
      (await Promise.all(answers)).map(({ status, body }) => [status, body.code]);
    const noPlan = [404, 'plan_not_found'];
    const noCharge = [404, 'charge_not_found'];
    expect(
      await codes(
        client.get('/plans/none/charges'),
        client.post('/plans/none/charges', { charge: { code: '' } }),
        client.get('/plans/none/charges/a'),
        client.put('/plans/none/charges/a', { charge: { code: '' } }),
        client.delete('/plans/none/charges/a'),
        client.get(`/plans/${code}/charges/none`),
        client.put(`/plans/${code}/charges/none`, { charge: { code: '' } }),
        client.delete(`/plans/${code}/charges/none`),
      ),
    ).toEqual([noPlan, noPlan, noPlan, noPlan, noPlan, noCharge, noCharge, noCharge]);
    const unknown = '0190a0a0-0000-7000-8000-000000000000';
    const charge = standard('1', { code: 'b', billable_metric_id: unknown });
    const taxed = { tax_codes: ['none'] };
    expect(
      await codes(
        client.post(`/plans/${code}/charges`, { charge }),
        client.put(`/plans/${code}/charges/a`, { charge: { billable_metric_id: unknown } }),
        client.put(`/plans/${code}/charges/a`, { charge: taxed }),
      ),
    ).toEqual([
      [404, 'billable_metric_not_found'],
      [404, 'billable_metric_not_found'],
      [404, 'tax_not_found'],
    ]);
  });

  test('one charge of a plan with a subscription changes only in what was not agreed', async () => {
    const unit = await createPricingUnit(client);
    const other = await createPricingUnit(client);
    const plan = await createPlan(client, {
      charges: [
        standard('1', { code: 'a', applied_pricing_unit: { code: unit.code, conversion_rate: '1' } }),
        standard('1', { code: 'b' }),
      ],
    });
    await subscribe(client, await createCustomer(client), plan);
    const change = async (code: string, charge: object) =>
      (await client.put(`/plans/${plan.code}/charges/${code}`, { charge })).body.charge;
    const [a, b] = plan.charges;
    expect(
      await change('a', {
        code: 'other',
        charge_model: 'package',
        pay_in_advance: true,
        min_amount_cents: 100,
        prorated: true,
        invoice_display_name: 'A',
        properties: { amount: '2' },
        filters: [filter({ tier: ['hot'] })],
        applied_pricing_unit: { code: other.code, conversion_rate: '3' },
      }),
    ).toEqual({
      ...a,
      invoice_display_name: 'A',
      properties: { amount: '2', ...UNSPLIT },
      filters: [answered({ tier: ['hot'] }, '1', { charge_code: 'a' })],
      applied_pricing_unit: { code: unit.code, conversion_rate: '3.0' },
    });
    expect((await change('a', { applied_pricing_unit: null })).applied_pricing_unit.code).toBe(unit.code);
    expect(await change('b', { applied_pricing_unit: { code: unit.code, conversion_rate: '3' } })).toEqual(b);
    const added = await client.post(`/plans/${plan.code}/charges`, { charge: standard('1', { code: 'c' }) });
    expect(added.status).toBe(200);
    expect((await client.delete(`/plans/${plan.code}/charges/a`)).status).toBe(200);
  });
});

describe('one filter of a charge', () => {
  test('one filter of a charge is added, read, changed, listed and deleted', async () => {
    const { code, svc_id } = await createPlan(client, {
      charges: [{ ...standard('1'), charge_model: 'package', properties: undefined }],
    });
    const path = `/plans/${code}/charges/${metric.code}/filters`;
    const properties = { amount: '1', package_size: 5, free_units: 1 };
    const added = await client.post(path, {
      filter: { values: { region: ['eu'] }, properties: { ...properties, rate: '1' }, cascade_updates: true },
    });
    const first = added.body.filter;
    expect([added.status, first]).toEqual([
      200,
      answered({ region: ['eu'] }, '1', { properties: { ...properties, ...UNSPLIT } }),
    ]);
    const second = (await client.post(path, { filter: { values: { region: ['us'] } } })).body.filter;
    const read = await client.get(`/plans/${code}/charges/${metric.code}/filters/${first.svc_id}`);
    expect(read.body).toEqual({ filter: first });
    expect((await client.get(`${path}?per_page=1`)).body).toMatchObject({
      filters: [second],
      meta: { total_count: 2 },
    });

    const changed = await client.put(`/plans/${code}/charges/${metric.code}/filters/${first.svc_id}`, {
      filter: { values: { region: ['eu', 'ap'] }, invoice_display_name: 'East' },
    });
    expect(changed.body.filter).toEqual({
      ...first,
      values: { region: ['eu', 'ap'] },
      invoice_display_name: 'East',
    });
    const repriced = await client.put(`${path}/${first.svc_id}`, {
      filter: { invoice_display_name: null, properties: { ...properties, amount: '7' } },
    });
    expect(repriced.body.filter).toMatchObject({
      values: { region: ['eu', 'ap'] },
      invoice_display_name: null,
      properties: { amount: '7' },
    });
    const [charge] = (await client.get(`/plans/${code}`)).body.plan.charges;
    expect(charge.filters).toEqual([repriced.body.filter, second]);

    const deleted = await client.delete(`/plans/${code}/charges/${metric.code}/filters/${first.svc_id}`, {
      rawBody: CASCADING,
    });
    expect(deleted.body).toEqual(repriced.body);
    expect((await client.get(path)).body.filters).toEqual([second]);
    const [row] = await server.pool.sql`
      select count(*)::int as changes from activity_log_entries
      where resource_id = ${svc_id} and activity_type = 'plan.updated'`;
    expect(row).toEqual({ changes: 5 });
  });

  test('one filter of a charge is refused as in a list, and when another has the same values', async () => {
    const { code, charges } = await createPlan(client, {
      charges: [standard('1', { filters: [filter({ region: ['eu', 'us'] }), filter({ tier: ['hot'] })] })],
    });
    const path = `/plans/${code}/charges/${metric.code}/filters`;
    const [first, second] = charges[0].filters;
    const details = async (answer: ReturnType<Client['get']>) => (await answer).body.error_details;
    expect(await details(client.post(path, { filter: { properties: {} } }))).toEqual({
      values: ['value_is_mandatory'],
    });
    expect(await details(client.post(path, { filter: filter({ region: ['us', 'eu'] }) }))).toEqual({
      values: ['value_already_exist'],
    });
    const put = (id: string, sent: object) => details(client.put(`${path}/${id}`, { filter: sent }));
    expect(await put(second.svc_id, { values: { region: ['eu', 'us'] } })).toEqual({
      values: ['value_already_exist'],
    });
    expect(await put(first.svc_id, { values: { colour: ['red'] }, properties: { amount: 'x' } })).toEqual({
      values: ['value_is_invalid'],
      billable_metric_filter: ['relation_must_exist'],
      properties: ['invalid_amount'],
    });
    expect(
      (await client.put(`${path}/${first.svc_id}`, { filter: filter({ region: ['eu', 'us'] }) })).status,
    ).toBe(200);
  });

  test('one filter of a charge names the record that is missing, from the left', async () => {
    const { code, charges } = await createPlan(client, {
      charges: [
        standard('1', { code: 'a', filters: [filter({ tier: ['hot'] })] }),
        standard('1', { code: 'b' }),
      ],
    });
    const [{ svc_id: id }] = charges[0].filters;
    for (const [path, missing] of [
      [`/plans/none/charges/a/filters/${id}`, 'plan_not_found'],
      [`/plans/${code}/charges/none/filters/${id}`, 'charge_not_found'],
      [`/plans/${code}/charges/b/filters/${id}`, 'charge_filter_not_found'],
      [`/plans/${code}/charges/a/filters/x`, 'charge_filter_not_found'],
    ] as const) {
      const answers = [
        await client.get(path),
        await client.put(path, { filter: { values: {} } }),
        await client.delete(path),
      ];
      expect(answers.map(({ status, body }) => [status, body.code])).toEqual(Array(3).fill([404, missing]));
    }
    expect((await client.get('/plans/none/charges/a/filters')).body.code).toBe('plan_not_found');
    expect((await client.post(`/plans/${code}/charges/none/filters`, { filter: {} })).status).toBe(400);
    const none = await client.post(`/plans/${code}/charges/none/filters`, { filter: { values: {} } });
    expect(none.body.code).toBe('charge_not_found');
  });
});

describe('callers', () => {
  test('another organization sees and changes none of it', async () => {
    const { code, charges } = await createPlan(client, {
      charges: [standard('1', { code: 'a', filters: [filter({ tier: ['hot'] })] })],
    });
    const stranger = await server.organization();
    const own = await createPlan(stranger, { code });
    const foreign = `/plans/${code}/charges/a`;
    expect((await stranger.get(`/plans/${code}/charges`)).body.charges).toEqual([]);
    expect((await stranger.get(foreign)).body.code).toBe('charge_not_found');
    expect((await stranger.delete(foreign)).status).toBe(404);
    const taken = await stranger.post(`/plans/${own.code}/charges`, { charge: standard('1') });
    expect(taken.body.code).toBe('billable_metric_not_found');
    const unit = await createPricingUnit(client);
    const { svc_id: billable_metric_id } = await createMetric(stranger);
    const priced = standard('1', {
      billable_metric_id,
      applied_pricing_unit: { code: unit.code, conversion_rate: '1' },
    });
    const refused = await stranger.post(`/plans/${own.code}/charges`, { charge: priced });
    expect(refused.body.error_details).toEqual({ applied_pricing_unit: ['relation_must_exist'] });
    const [{ svc_id: chargeId, filters }] = charges;
    for (const [operation, id] of [
      ['updateCharge', chargeId],
      ['deleteCharge', chargeId],
      ['updateChargeFilter', filters[0].svc_id],
      ['deleteChargeFilter', filters[0].svc_id],
    ]) {
      const { errors } = await stranger.graphql(
        `mutation { ${operation}(input: { id: "${id}" }) { __typename } }`,
      );
      expect([operation, errors?.[0]?.extensions['code']]).toEqual([operation, 'not_found']);
    }
    expect((await client.get(`/plans/${code}`)).body.plan.charges).toEqual(charges);
  });

  test('a key needs the permission for plans', async () => {
    const { code } = await createPlan(client, { charges: [standard('1', { code: 'a' })] });
    const reader = await server.organization({ plan: ['read'] });
    expect((await reader.get(`/plans/${code}/charges/a`)).status).toBe(404);
    const refused = await reader.delete(`/plans/${code}/charges/a`);
    expect([refused.status, refused.body.code]).toEqual([403, 'write_action_not_allowed_for_plan']);
  });
});

/** Nothing overrides a plan yet, so there is nothing to cascade to. */
const CASCADING = JSON.stringify({ charge: { cascade_updates: true }, filter: { cascade_updates: true } });

const DEFAULT_PACKAGE = { amount: '0', package_size: 1, free_units: 0 };

const VALID = {
  name: 'n',
  code: unique('plan'),
  interval: 'monthly',
  amount_cents: 0,
  amount_currency: 'EUR',
  pay_in_advance: false,
};
