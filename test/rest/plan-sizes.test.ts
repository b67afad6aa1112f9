// How much the charges of a plan hold, however they come to it, and how much of it a page of plans answers.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  createAddOn,
  createCustomer,
  createMetric,
  createPlan,
  type Resource,
  subscribe,
  unique,
} from '../support/builders.js';
import type { Client, RestAnswer } from '../support/client.js';
import { startTestServer, type TestServer } from '../support/server.js';

const PLAN_LIMIT = 'The charges of a plan, with their filters and properties, take at most 20 kB as JSON.';
const PAGE_LIMIT = 'The plans of a page hold charges of at most 40 kB: ask for fewer.';

let server: TestServer;
let client: Client;
let metric: Resource;
let addOn: Resource;

beforeAll(async () => {
  server = await startTestServer({ limits: { planBytes: 20_000, pageBytes: 40_000 } });
  client = await server.organization();
  metric = await createMetric(client, { filters: [{ key: 'region', values: ['eu', 'us'] }] });
  addOn = await createAddOn(client);
});
afterAll(() => server.stop());

/** Some 100 bytes for each range. */
const ranges = (count: number) => ({
  graduated_ranges: Array.from({ length: count }, (_, index) => ({
    from_value: index === 0 ? 0 : index * 10 + 1,
    to_value: index === count - 1 ? null : index * 10 + 10,
    flat_amount: '1',
    per_unit_amount: '1',
  })),
});
const charge = (count: number, over: object = {}) => ({
  billable_metric_id: metric.svc_id,
  charge_model: 'graduated',
  properties: ranges(count),
  ...over,
});
const filter = (region: string, count: number) => ({
  values: { region: [region] },
  properties: ranges(count),
});
const fixedCharge = (count: number) => ({
  add_on_id: addOn.svc_id,
  charge_model: 'graduated',
  properties: ranges(count),
});
const newPlan = (parts: object) => ({
  plan: {
    name: 'Large',
    code: unique('plan'),
    interval: 'monthly',
    amount_cents: 0,
    amount_currency: 'EUR',
    pay_in_advance: false,
    ...parts,
  },
});

const tooLarge = { base: ['value_is_too_large', PLAN_LIMIT] };
const outcome = ({ status, body }: RestAnswer) => [status, body.error_details];

describe('a plan over its limit is refused with the limit', () => {
  test.each<[string, () => object]>([
    ['by one charge', () => ({ charges: [charge(300)] })],
    ['by many small charges', () => ({ charges: Array.from({ length: 40 }, () => charge(1)) })],
    [
      'by the filters of a charge',
      () => ({ charges: [charge(50, { filters: [filter('eu', 100), filter('us', 100)] })] }),
    ],
    ['by its fixed charges', () => ({ fixed_charges: [fixedCharge(300)] })],
    [
      'by charges and fixed charges together',
      () => ({ charges: [charge(130)], fixed_charges: [fixedCharge(130)] }),
    ],
  ])('%s', async (_, parts) => {
    expect(outcome(await client.post('/plans', newPlan(parts())))).toEqual([422, tooLarge]);
    const plan = await createPlan(client);
    expect(outcome(await client.put(`/plans/${plan.code}`, { plan: parts() }))).toEqual([422, tooLarge]);
    expect((await client.get(`/plans/${plan.code}`)).body.plan).toMatchObject({
      charges: [],
      fixed_charges: [],
    });
  });

  test('a plan over its limit by one charge, filter or fixed charge more is refused with the limit', async () => {
    const plan = await createPlan(client, { charges: [charge(130)] });
    const path = `/plans/${plan.code}`;
    expect(outcome(await client.post(`${path}/charges`, { charge: charge(130) }))).toEqual([422, tooLarge]);
    const single = `${path}/charges/${plan.charges[0].code}`;
    expect(outcome(await client.put(single, { charge: { properties: ranges(300) } }))).toEqual([
      422,
      tooLarge,
    ]);
    expect(outcome(await client.post(`${single}/filters`, { filter: filter('eu', 130) }))).toEqual([
      422,
      tooLarge,
    ]);
    const fixed = await client.post(`${path}/fixed_charges`, { fixed_charge: fixedCharge(130) });
    expect(outcome(fixed)).toEqual([422, tooLarge]);
  });

  test('a plan over its limit by what one subscription has otherwise is refused with the limit', async () => {
    const plan = await createPlan(client, { charges: [charge(10)] });
    const subscription = await subscribe(client, await createCustomer(client), plan);
    const overrides = { charges: [{ id: plan.charges[0].svc_id, properties: ranges(300) }] };
    const answer = await client.put(`/subscriptions/${subscription.external_id}`, {
      subscription: { plan_overrides: overrides },
    });
    expect(outcome(answer)).toEqual([422, tooLarge]);
  });
});

test('a page of plans over its limit is refused before it is read, a smaller one is answered', async () => {
  const reader = await server.organization();
  const own = await createMetric(reader);
  for (let index = 0; index < 4; index += 1)
    await createPlan(reader, { charges: [charge(140, { billable_metric_id: own.svc_id })] });
  expect(outcome(await reader.get('/plans'))).toEqual([
    422,
    { per_page: ['value_is_out_of_range'], base: [PAGE_LIMIT] },
  ]);
  const page = await reader.get('/plans?per_page=2&page=2');
  expect([page.status, page.body.plans.length, page.body.meta.total_pages]).toEqual([200, 2, 2]);
  const query = (fields: string) => reader.graphql(`{ plans { nodes { code ${fields} } } }`);
  expect((await query('charges { code }')).errors?.[0]).toMatchObject({
    message: PAGE_LIMIT,
    extensions: { code: 'unprocessable_entity', details: { perPage: ['value_is_out_of_range'] } },
  });
  expect((await query('')).data.plans.nodes).toHaveLength(4);
});
