// Properties that were sent but hold nothing of their charge model are refused, wherever a price can be written: a typo
// never makes usage free. Source: charges.md §2.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  createAddOn,
  createCustomer,
  createMetric,
  createPlan,
  type Resource,
  subscribe,
  unique,
} from '../support/builders.js';
import type { Client } from '../support/client.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';

let server: SharedServer;
let client: Client;
let metric: Resource;
let addOn: Resource;

beforeAll(async () => {
  server = await shareTestServer();
  client = await server.organization();
  metric = await createMetric(client, {
    aggregation_type: 'sum_agg',
    field_name: 'n',
    filters: [{ key: 'region', values: ['eu', 'us'] }],
  });
  addOn = await createAddOn(client);
});
afterAll(() => server.stop());

const RANGE = { from_value: 0, to_value: null, flat_amount: '0' };
const PER_UNIT = [{ ...RANGE, per_unit_amount: '1' }];

interface Case {
  readonly right: object;
  readonly misspelt: object;
  readonly codes: readonly string[];
}

/** Each model with right properties, misspelt ones, and the codes of its refusal. */
const MODELS: Readonly<Record<string, Case>> = {
  standard: { right: { amount: '1' }, misspelt: { amout: '1' }, codes: ['invalid_amount'] },
  package: {
    right: { amount: '1', package_size: 10, free_units: 0 },
    misspelt: { amout: '1', packet_size: 10 },
    codes: ['invalid_amount', 'invalid_package_size', 'invalid_free_units'],
  },
  graduated: {
    right: { graduated_ranges: PER_UNIT },
    misspelt: { graduated_range: PER_UNIT },
    codes: ['missing_graduated_ranges'],
  },
  volume: {
    right: { volume_ranges: PER_UNIT },
    misspelt: { volume_range: [] },
    codes: ['missing_volume_ranges'],
  },
  percentage: { right: { rate: '5' }, misspelt: { rat: '5' }, codes: ['invalid_rate'] },
  graduated_percentage: {
    right: { graduated_percentage_ranges: [{ ...RANGE, rate: '1' }] },
    misspelt: { graduated_percentages: [{ ...RANGE, rate: '1' }] },
    codes: ['missing_graduated_percentage_ranges'],
  },
};
const FIXED_MODELS = ['standard', 'graduated', 'volume'];

/** A plan with a charge, a filter of it and, where the model allows, a fixed charge; and a subscription. */
async function priced(model: string, properties: object) {
  const plan = await createPlan(client, {
    charges: [{ ...chargeOf(model, properties), filters: [filterOf('eu', properties)] }],
    fixed_charges: FIXED_MODELS.includes(model) ? [fixedChargeOf(model, properties)] : [],
  });
  const subscription = await subscribe(client, await createCustomer(client), plan);
  const [charge] = plan.charges;
  const [fixedCharge] = plan.fixed_charges;
  return {
    plan: `/plans/${plan.code}`,
    subscription: `/subscriptions/${subscription.external_id}`,
    charge,
    filter: charge.filters[0],
    fixedCharge,
    newSubscription: {
      external_customer_id: subscription.external_customer_id,
      plan_code: plan.code,
      external_id: unique('subscription'),
    },
  };
}
type Priced = Awaited<ReturnType<typeof priced>>;

const chargeOf = (charge_model: string, properties: object) => ({
  billable_metric_id: metric.svc_id,
  charge_model,
  properties,
});
const filterOf = (region: string, properties: object) => ({ values: { region: [region] }, properties });
const fixedChargeOf = (charge_model: string, properties: object) => ({
  add_on_id: addOn.svc_id,
  charge_model,
  properties,
});
const newPlan = (parts: object) => ({
  plan: {
    name: 'Basic',
    code: unique('plan'),
    interval: 'monthly',
    amount_cents: 0,
    amount_currency: 'EUR',
    pay_in_advance: false,
    ...parts,
  },
});

type Call = readonly [method: 'POST' | 'PUT', path: string, body: object, refusedAt: string];
type Place = (model: string, sent: object, at: Priced) => Call;

const CHARGE_PLACES: Readonly<Record<string, Place>> = {
  'a charge of a new plan': (model, sent) => [
    'POST',
    '/plans',
    newPlan({ charges: [chargeOf(model, sent)] }),
    'charges.0.properties',
  ],
  'a filter of a new plan': (model, sent) => [
    'POST',
    '/plans',
    newPlan({ charges: [{ ...chargeOf(model, {}), filters: [filterOf('us', sent)] }] }),
    'charges.0.filters.0.properties',
  ],
  'a charge of a changed plan': (_, sent, { plan, charge }) => [
    'PUT',
    plan,
    { plan: { charges: [{ id: charge.svc_id, properties: sent }] } },
    'charges.0.properties',
  ],
  'a single new charge': (model, sent, { plan }) => [
    'POST',
    `${plan}/charges`,
    { charge: chargeOf(model, sent) },
    'properties',
  ],
  'a single changed charge': (_, sent, { plan, charge }) => [
    'PUT',
    `${plan}/charges/${charge.code}`,
    { charge: { properties: sent } },
    'properties',
  ],
  'a single new filter': (_, sent, { plan, charge }) => [
    'POST',
    `${plan}/charges/${charge.code}/filters`,
    { filter: filterOf('us', sent) },
    'properties',
  ],
  'a single changed filter': (_, sent, { plan, charge, filter }) => [
    'PUT',
    `${plan}/charges/${charge.code}/filters/${filter.svc_id}`,
    { filter: { properties: sent } },
    'properties',
  ],
  'a charge that a new subscription overrides': (_, sent, { newSubscription, charge }) => [
    'POST',
    '/subscriptions',
    {
      subscription: {
        ...newSubscription,
        plan_overrides: { charges: [{ id: charge.svc_id, properties: sent }] },
      },
    },
    'plan_overrides.charges.0.properties',
  ],
  'a filter that a changed subscription overrides': (_, sent, { subscription, charge }) => [
    'PUT',
    subscription,
    {
      subscription: {
        plan_overrides: { charges: [{ id: charge.svc_id, filters: [filterOf('us', sent)] }] },
      },
    },
    'plan_overrides.charges.0.filters.0.properties',
  ],
  'a charge of a subscription': (_, sent, { subscription, charge }) => [
    'PUT',
    `${subscription}/charges/${charge.code}`,
    { charge: { properties: sent } },
    'properties',
  ],
  'a new filter of a subscription': (_, sent, { subscription, charge }) => [
    'POST',
    `${subscription}/charges/${charge.code}/filters`,
    { filter: filterOf('us', sent) },
    'properties',
  ],
  'a filter of a subscription': (_, sent, { subscription, charge, filter }) => [
    'PUT',
    `${subscription}/charges/${charge.code}/filters/${filter.svc_id}`,
    { filter: { properties: sent } },
    'properties',
  ],
};

const FIXED_CHARGE_PLACES: Readonly<Record<string, Place>> = {
  'a fixed charge of a new plan': (model, sent) => [
    'POST',
    '/plans',
    newPlan({ fixed_charges: [fixedChargeOf(model, sent)] }),
    'fixed_charges.0.properties',
  ],
  'a fixed charge of a changed plan': (_, sent, { plan, fixedCharge }) => [
    'PUT',
    plan,
    { plan: { fixed_charges: [{ id: fixedCharge.svc_id, properties: sent }] } },
    'fixed_charges.0.properties',
  ],
  'a single new fixed charge': (model, sent, { plan }) => [
    'POST',
    `${plan}/fixed_charges`,
    { fixed_charge: fixedChargeOf(model, sent) },
    'properties',
  ],
  'a single changed fixed charge': (_, sent, { plan, fixedCharge }) => [
    'PUT',
    `${plan}/fixed_charges/${fixedCharge.code}`,
    { fixed_charge: { properties: sent } },
    'properties',
  ],
  'a fixed charge that a new subscription overrides': (_, sent, { newSubscription, fixedCharge }) => [
    'POST',
    '/subscriptions',
    {
      subscription: {
        ...newSubscription,
        plan_overrides: { fixed_charges: [{ id: fixedCharge.svc_id, properties: sent }] },
      },
    },
    'plan_overrides.fixed_charges.0.properties',
  ],
  'a fixed charge of a subscription': (_, sent, { subscription, fixedCharge }) => [
    'PUT',
    `${subscription}/fixed_charges/${fixedCharge.code}`,
    { fixed_charge: { properties: sent } },
    'properties',
  ],
};

/** @returns a call with the properties in each place, by its name. */
function everyPlace(model: string, sent: object, at: Priced): [string, Call][] {
  const places = { ...CHARGE_PLACES, ...(FIXED_MODELS.includes(model) ? FIXED_CHARGE_PLACES : {}) };
  return Object.entries(places).map(([name, place]) => [name, place(model, sent, at)]);
}

const send = ([method, path, body]: Call) =>
  method === 'POST' ? client.post(path, body) : client.put(path, body);

test.each(Object.entries(MODELS))('misspelt properties of %s are refused everywhere', async (model, own) => {
  const at = await priced(model, own.right);
  for (const [place, call] of everyPlace(model, own.misspelt, at)) {
    const { status, body } = await send(call);
    expect([place, status, body.error_details]).toEqual([place, 422, { [call[3]]: own.codes }]);
  }
});

test('missing and empty properties still mean the default price', async () => {
  const { charges } = await createPlan(client, {
    charges: [{ billable_metric_id: metric.svc_id, charge_model: 'standard' }, chargeOf('standard', {})],
  });
  expect(charges.map(({ properties }: Resource) => properties.amount)).toEqual(['0', '0']);
});

test('unknown properties lose no price of a dynamic charge, whose events carry it', async () => {
  const { charges } = await createPlan(client, { charges: [chargeOf('dynamic', { amout: '1' })] });
  expect(charges[0].properties).toEqual({
    pricing_group_keys: null,
    grouped_by: null,
    presentation_group_keys: null,
  });
});

test.each<[string, object, string[]]>([
  ['standard', { standard: { amount: null } }, ['invalid_amount']],
  ['graduated', { graduated: { graduatedRanges: null } }, ['missing_graduated_ranges']],
  ['standard', { graduated: {} }, ['value_is_invalid']],
])('GraphQL refuses properties without a price for a %s charge: %j', async (model, properties, codes) => {
  const document = 'mutation ($input: CreatePlanInput!) { createPlan(input: $input) { plan { code } } }';
  const { errors } = await client.graphql(document, {
    input: {
      name: 'Basic',
      code: unique('plan'),
      interval: 'monthly',
      amountCents: 0,
      amountCurrency: 'EUR',
      payInAdvance: false,
      charges: [{ billableMetricId: metric.svc_id, chargeModel: model, properties }],
    },
  });
  expect(errors?.[0].extensions.details).toEqual({ 'charges.0.properties': codes });
});
