import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  createAddOn,
  createCustomer,
  createFeature,
  createMetric,
  createPlan,
  createTax,
  grant,
  perCall,
  type Resource,
  subscribe,
  threeInAdvance,
  unique,
} from '../support/builders.js';
import { messageTypesAbout } from '../support/messages.js';
import type { Client } from '../support/client.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';

let server: SharedServer;
let client: Client;

beforeAll(async () => {
  server = await shareTestServer();
  client = await server.organization();
});
afterAll(() => server.stop());

/** Members under the names that REST gives them. */
const METRIC = `{
  svc_id: id  name  code  description  aggregation_type: aggregationType  field_name: fieldName  recurring
  weighted_interval: weightedInterval  rounding_function: roundingFunction
  rounding_precision: roundingPrecision  expression  filters { key  values }  created_at: createdAt
}`;

const PLAN = `{
  svc_id: id  name  code  invoice_display_name: invoiceDisplayName  description  interval
  amount_cents: amountCents  amount_currency: amountCurrency  pay_in_advance: payInAdvance
  trial_period: trialPeriod  bill_charges_monthly: billChargesMonthly  metadata  taxes { code  name }
  charges {
    svc_id: id  code  charge_model: chargeModel  billable_metric_code: billableMetricCode
    billableMetric { code  aggregationType }
    taxes { code  name }
    properties {
      ... on StandardProperties { amount }
      ... on PackageProperties { amount  free_units: freeUnits  package_size: packageSize }
      ... on GraduatedProperties {
        graduated_ranges: graduatedRanges {
          from_value: fromValue  to_value: toValue  per_unit_amount: perUnitAmount  flat_amount: flatAmount
        }
      }
    }
  }
}`;

const run = async (query: string, input: object, caller = client) => {
  const { data, errors } = await caller.graphql(query, { input });
  return { data, error: errors?.[0]?.extensions };
};
const createMetricMutation = `mutation ($input: CreateBillableMetricInput!) {
  createBillableMetric(input: $input) { billableMetric ${METRIC} }
}`;
const createPlanMutation = `mutation ($input: CreatePlanInput!) { createPlan(input: $input) { plan ${PLAN} } }`;
const updatePlanMutation = `mutation ($input: UpdatePlanInput!) { updatePlan(input: $input) { plan ${PLAN} } }`;

describe('billable metrics over GraphQL', () => {
  test('billable metrics over GraphQL are those of REST', async () => {
    const made = await run(createMetricMutation, {
      name: 'Storage',
      code: unique('storage'),
      aggregationType: 'max_agg',
      fieldName: 'gb',
      roundingFunction: 'round',
      roundingPrecision: 2,
      filters: [{ key: 'region', values: ['eu'] }],
    });
    const metric = made.data.createBillableMetric.billableMetric;
    const rest = (await client.get(`/billable_metrics/${metric.code}`)).body.billable_metric;
    expect(rest).toMatchObject(metric);

    const changed = await run(
      `mutation ($input: UpdateBillableMetricInput!) {
        updateBillableMetric(input: $input) { billableMetric ${METRIC} }
      }`,
      { id: metric.svc_id, description: 'largest', roundingFunction: null, filters: [] },
    );
    expect(changed.data.updateBillableMetric.billableMetric).toEqual({
      ...metric,
      description: 'largest',
      rounding_function: null,
      filters: [],
    });
    const deleted = await run(
      'mutation ($input: DeleteBillableMetricInput!) { deleteBillableMetric(input: $input) { deletedId } }',
      { id: metric.svc_id },
    );
    expect(deleted.data.deleteBillableMetric.deletedId).toBe(metric.svc_id);
    expect((await client.get(`/billable_metrics/${metric.code}`)).status).toBe(404);
  });

  test.each<[object, string, object]>([
    [{ code: ' ' }, 'unprocessable_entity', { code: ['value_is_mandatory'] }],
    [
      { filters: [{ key: 'a', values: [] }] },
      'unprocessable_entity',
      { 'filters.0.values': ['value_is_mandatory'] },
    ],
    [
      { roundingPrecision: -31, expression: 'code' },
      'unprocessable_entity',
      { roundingPrecision: ['value_is_out_of_range'], expression: ['invalid_expression'] },
    ],
    [{ aggregationType: 'custom_agg' }, 'forbidden', { base: ['feature_unavailable'] }],
  ])('billable metrics over GraphQL refuse %j with %s, %j', async (over, code, details) => {
    const input = { name: 'n', code: unique('m'), aggregationType: 'count_agg', ...over };
    expect((await run(createMetricMutation, input)).error).toMatchObject({ code, details });
  });

  test('billable metrics over GraphQL are paged, and searched by name and code', async () => {
    const caller = await server.organization();
    for (const name of ['alpha', 'beta', 'gamma']) await createMetric(caller, { name });
    const page = async (args: string) =>
      (
        await caller.graphql(
          `{ billableMetrics(${args}) { nodes { name } pageInfo { endCursor hasNextPage } } }`,
        )
      ).data.billableMetrics;
    const first = await page('first: 2');
    expect(first).toMatchObject({
      nodes: [{ name: 'gamma' }, { name: 'beta' }],
      pageInfo: { hasNextPage: true },
    });
    const rest = await page(`first: 2, after: "${first.pageInfo.endCursor}"`);
    expect(rest).toMatchObject({ nodes: [{ name: 'alpha' }], pageInfo: { hasNextPage: false } });
    expect((await page('search: "LPH"')).nodes).toEqual([{ name: 'alpha' }]);
  });
});

describe('plans over GraphQL', () => {
  let metric: Resource;
  beforeAll(async () => {
    metric = await createMetric(client);
  });
  const input = (charges: object[], over: object = {}) => ({
    name: 'Pro',
    code: unique('plan'),
    interval: 'monthly',
    amountCents: 2000,
    amountCurrency: 'EUR',
    payInAdvance: false,
    charges: charges.map((charge) => ({ billableMetricId: metric.svc_id, ...charge })),
    ...over,
  });

  test('plans over GraphQL are those of REST, with the properties of every model', async () => {
    const tax = await createTax(client);
    const made = await run(
      createPlanMutation,
      input(
        [
          { chargeModel: 'standard', properties: { standard: { amount: '0.5' } }, taxCodes: [tax.code] },
          {
            chargeModel: 'package',
            properties: { package: { amount: '1.5', freeUnits: 10, packageSize: 100 } },
          },
          {
            chargeModel: 'graduated',
            properties: {
              graduated: {
                graduatedRanges: [
                  { fromValue: 0, toValue: 10, perUnitAmount: '1.5', flatAmount: '0.5' },
                  { fromValue: 11, toValue: null, perUnitAmount: '0.5', flatAmount: '2.5' },
                ],
              },
            },
          },
        ],
        { taxCodes: [tax.code], metadata: { tier: 'a' } },
      ),
    );
    const { plan } = made.data.createPlan;
    const rest = (await client.get(`/plans/${plan.code}`)).body.plan;
    const charges = plan.charges.map(({ billableMetric, ...charge }: Resource) => {
      expect(billableMetric).toEqual({ code: metric.code, aggregationType: 'count_agg' });
      return charge;
    });
    expect(rest).toMatchObject({ ...plan, charges });

    const [standard, , graduated] = plan.charges;
    const changed = await run(updatePlanMutation, {
      id: plan.svc_id,
      amountCents: 0,
      metadata: null,
      charges: [
        { id: graduated.svc_id },
        { id: standard.svc_id, properties: { standard: { amount: '2.5' } } },
      ],
    });
    expect(changed.data.updatePlan.plan).toEqual({
      ...plan,
      amount_cents: 0,
      metadata: null,
      charges: [graduated, { ...standard, properties: { amount: '2.5' } }],
    });
  });

  test.each<[object, string, object | null]>([
    [
      { chargeModel: 'standard', properties: { standard: { amount: '-1' } }, prorated: true },
      'unprocessable_entity',
      {
        'charges.0.properties': ['invalid_amount'],
        'charges.0.prorated': ['invalid_billable_metric_or_charge_model'],
      },
    ],
    [
      { chargeModel: 'standard', properties: { package: { amount: '1.0', freeUnits: 0, packageSize: 1 } } },
      'unprocessable_entity',
      { 'charges.0.properties': ['value_is_invalid'] },
    ],
    [
      { chargeModel: 'custom' },
      'unprocessable_entity',
      { 'charges.0.chargeModel': ['invalid_aggregation_type_or_charge_model'] },
    ],
    [
      { chargeModel: 'standard', billableMetricId: '0190a0a0-0000-7000-8000-000000000000' },
      'not_found',
      { billableMetrics: ['not_found'] },
    ],
    [
      { chargeModel: 'standard', properties: { standard: { amount: '1.0' }, package: { amount: '1.0' } } },
      'bad_user_input',
      null,
    ],
  ])('plans over GraphQL refuse the charge %j with %s, %j', async (charge, code, details) => {
    expect((await run(createPlanMutation, input([charge]))).error).toMatchObject({ code, details });
  });

  test('plans over GraphQL are deleted, and not found afterwards', async () => {
    const { svc_id: id } = await createPlan(client);
    const remove =
      'mutation ($input: DeletePlanInput!) { deletePlan(input: $input) { deletedId plan { id } } }';
    expect((await run(remove, { id })).data.deletePlan).toEqual({ deletedId: id, plan: { id } });
    expect((await run(remove, { id })).error).toMatchObject({ details: { plan: ['not_found'] } });
    expect((await run(updatePlanMutation, { id })).error).toMatchObject({ details: { plan: ['not_found'] } });
  });

  test('plans over GraphQL are named by exactly one of id and code', async () => {
    for (const query of ['{ plan { id } }', '{ plan(id: "a", code: "b") { id } }']) {
      expect((await client.graphql(query)).errors?.[0].extensions).toMatchObject({ code: 'bad_request' });
    }
    expect((await client.graphql('{ plan(id: "a") { id } }')).errors?.[0].extensions.code).toBe('not_found');
  });

  test('plans over GraphQL show their metrics and taxes only to keys that may read those', async () => {
    const caller = await server.organization({ plan: ['read', 'write'], billable_metric: ['write'] });
    const { svc_id } = await createMetric(caller);
    await createPlan(caller, { charges: [{ billable_metric_id: svc_id, charge_model: 'standard' }] });
    const asked = async (fields: string) =>
      (await caller.graphql(`{ plans { nodes { ${fields} } } }`)).errors;
    expect(await asked('code charges { code billableMetricCode }')).toBeUndefined();
    expect((await asked('taxes { code }'))?.[0].extensions.code).toBe('forbidden');
    expect((await asked('charges { taxes { code } }'))?.[0].extensions.code).toBe('forbidden');
    expect((await asked('charges { billableMetric { code } }'))?.[0].extensions.code).toBe('forbidden');
  });
});

describe('a duplicated plan', () => {
  const duplicate = 'mutation ($input: DuplicatePlanInput!) { duplicatePlan(input: $input) { plan { id } } }';
  const asRead = async ({ code }: Resource): Promise<Resource> => ({
    ...(await client.get(`/plans/${code}`)).body.plan,
    entitlements: (await client.get(`/plans/${code}/entitlements`)).body.entitlements,
  });
  /** What two plans have in common that differ in nothing but their names. */
  const contentsOf = (plan: Resource): unknown =>
    JSON.parse(
      JSON.stringify({ ...plan, code: null, name: null }, (member, value: unknown) =>
        /^(svc_.*id|parent_id|plan_code|created_at|updated_at|.*_count)$/.test(member) &&
        member !== 'svc_billable_metric_id'
          ? undefined
          : value,
      ),
    );

  test('a duplicated plan has everything of the original, and is independent of it', async () => {
    const [metric, addOn, tax, feature] = [
      await createMetric(client, { filters: [{ key: 'region', values: ['eu', 'us'] }] }),
      await createAddOn(client),
      await createTax(client),
      await createFeature(client),
    ];
    const plan = await createPlan(client, {
      description: 'All of it',
      invoice_display_name: 'Shown',
      interval: 'yearly',
      amount_cents: 100,
      trial_period: 3,
      bill_charges_monthly: true,
      tax_codes: [tax.code],
      metadata: { tier: 'gold' },
      charges: [
        perCall(metric, {
          tax_codes: [tax.code],
          min_amount_cents: 7,
          filters: [{ values: { region: ['eu'] }, properties: { amount: '3' }, invoice_display_name: 'EU' }],
        }),
      ],
      fixed_charges: [threeInAdvance(addOn, { tax_codes: [tax.code] })],
      minimum_commitment: { amount_cents: 5_000, invoice_display_name: 'Least', tax_codes: [tax.code] },
      usage_thresholds: [
        { amount_cents: 100, threshold_display_name: 'First' },
        { amount_cents: 200, recurring: true },
      ],
    });
    await grant(client, plan, { [feature.code]: {} });
    await subscribe(client, await createCustomer(client), plan);
    const original = await asRead(plan);
    const code = unique('copy');
    const { data, error } = await run(duplicate, { id: plan.svc_id, code, name: 'Copy' });
    expect(error).toBeUndefined();
    const copy = await asRead({ code });
    expect(copy).toMatchObject({ svc_id: data.duplicatePlan.plan.id, code, name: 'Copy' });
    expect(contentsOf(copy)).toEqual(contentsOf(original));
    expect(copy.charges[0].svc_id).not.toBe(original.charges[0].svc_id);
    expect(await messageTypesAbout(server, copy.svc_id)).toEqual(['plan.created']);
    // Changes of the original do not reach the copy.
    await client.put(`/plans/${plan.code}`, {
      plan: { charges: [], fixed_charges: [], usage_thresholds: [], cascade_updates: true },
    });
    expect(await asRead({ code })).toEqual(copy);
  });

  test('a duplicated plan needs a plan that is sold, and a code that is free', async () => {
    const { svc_id: id, code } = await createPlan(client);
    const input = { id, code: unique('copy'), name: 'Copy' };
    expect((await run(duplicate, { ...input, code })).error).toMatchObject({
      details: { code: ['value_already_exist'] },
    });
    expect((await run(duplicate, { ...input, code: ' ', name: '' })).error).toMatchObject({
      details: { code: ['value_is_mandatory'], name: ['value_is_mandatory'] },
    });
    const missing = { code: 'not_found', details: { plan: ['not_found'] } };
    expect((await run(duplicate, { ...input, id: 'unknown' })).error).toMatchObject(missing);
    expect((await run(duplicate, input, await server.organization())).error).toMatchObject(missing);
  });
});
