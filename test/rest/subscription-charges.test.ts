// Charges and filters of one subscription: what is in force, changed for it alone.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createMetric, createPlan, createTax, type Resource, termsOf } from '../support/builders.js';
import type { Client } from '../support/client.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';
import { Story } from '../support/story.js';

let server: SharedServer;
let client: Client;
let metric: Resource;

beforeAll(async () => {
  server = await shareTestServer();
  client = await server.organization();
  metric = await createMetric(client, { filters: [{ key: 'region', values: ['eu', 'us', 'asia'] }] });
});
afterAll(() => server.stop());

const filter = (region: string, amount: string) => ({
  values: { region: [region] },
  properties: { amount },
});

const charged = (code: string, over: object = {}) => ({
  billable_metric_id: metric.svc_id,
  charge_model: 'standard',
  code,
  properties: { amount: '1' },
  ...over,
});

test('a charge is changed for one subscription, which has a plan of its own from then on', async () => {
  const tax = await createTax(client);
  const plan = await createPlan(client, { charges: [charged('calls'), charged('other')] });
  const story = await Story.begin(client, '2027-01-01T00:00:00Z');
  const [own, shared] = [await story.subscribe(plan), await story.subscribe(plan)];
  const path = `/subscriptions/${own.external_id}/charges`;
  const read = await client.get(`/subscriptions/${own.external_id}/charges/calls`);
  expect(read.body.charge).toEqual(plan.charges[0]);
  const listed = await client.get(`/subscriptions/${own.external_id}/charges?per_page=1`);
  expect([listed.body.charges.length, listed.body.meta.total_count]).toEqual([1, 2]);
  const charge = {
    invoice_display_name: 'Mine',
    min_amount_cents: 500,
    properties: { amount: '3' },
    filters: [filter('eu', '4')],
    tax_codes: [tax.code],
    charge_model: 'volume',
    pay_in_advance: true,
  };
  const { body } = await client.put(`${path}/calls`, { charge });
  expect(body.charge).toMatchObject({
    code: 'calls',
    svc_parent_id: plan.charges[0].svc_id,
    invoice_display_name: 'Mine',
    min_amount_cents: 500,
    charge_model: 'standard',
    pay_in_advance: false,
    properties: { amount: '3' },
    filters: [filter('eu', '4')],
    taxes: [{ code: tax.code }],
  });
  expect((await client.get(`${path}/calls`)).body.charge).toEqual(body.charge);
  const again = await client.put(`${path}/calls`, { charge: { invoice_display_name: null } });
  expect(again.body.charge).toEqual({ ...body.charge, invoice_display_name: null });
  expect(termsOf((await client.get(`/plans/${plan.code}`)).body.plan)).toEqual(termsOf(plan));
  await story.use(own, metric, { '2027-01-02T00:00:00Z': { region: 'eu' }, '2027-01-03T00:00:00Z': {} });
  await story.use(shared, metric, { '2027-01-02T00:00:00Z': { region: 'eu' } });
  await story.advance('2027-02-01T00:00:00Z');
  const [invoice] = await story.invoices();
  const centsOf = ({ external_id }: Resource) =>
    invoice.fees
      .filter((fee: Resource) => fee.item.type === 'charge' && fee.external_subscription_id === external_id)
      .map((fee: Resource) => fee.amount_cents);
  // 4.00 and 3.00 under `calls`, above its minimum, and 2.00 under `other`; 1.00 under each
  expect(centsOf(own)).toEqual([400, 300, 200]);
  expect(centsOf(shared)).toEqual([100, 100]);
});

test('filters are added, changed and taken away for one subscription', async () => {
  const plan = await createPlan(client, {
    charges: [charged('calls', { filters: [filter('eu', '2'), filter('us', '3')] })],
  });
  const story = await Story.begin(client, '2027-01-01T00:00:00Z');
  const subscription = await story.subscribe(plan);
  const path = `/subscriptions/${subscription.external_id}/charges/calls/filters`;
  const [eu, us] = plan.charges[0].filters;
  const changed = await client.put(`${path}/${us.svc_id}`, { filter: { properties: { amount: '5' } } });
  expect(changed.body.filter).toMatchObject({ ...filter('us', '5'), charge_code: 'calls' });
  // The ids of the shared plan are not in force any more.
  expect((await client.get(`${path}/${eu.svc_id}`)).body.code).toBe('charge_filter_not_found');
  const sent = { ...filter('asia', '7'), invoice_display_name: 'Asia', cascade_updates: true };
  const added = await client.post(path, { filter: sent });
  expect(added.body.filter).toMatchObject({ ...filter('asia', '7'), invoice_display_name: 'Asia' });
  const { svc_id: id } = added.body.filter;
  const read = await client.get(`/subscriptions/${subscription.external_id}/charges/calls/filters/${id}`);
  expect(read.body.filter).toEqual(added.body.filter);
  const removed = await client.delete(`${path}/${changed.body.filter.svc_id}`);
  expect(removed.body.filter).toEqual(changed.body.filter);
  const { filters, meta } = (await client.get(path)).body;
  expect([filters.map(({ values }: Resource) => values.region[0]).toSorted(), meta.total_count]).toEqual([
    ['asia', 'eu'],
    2,
  ]);
  const refused = async (body: object) => (await client.post(path, { filter: body })).body.error_details;
  expect(await refused({ properties: { amount: '1' } })).toEqual({ values: ['value_is_mandatory'] });
  expect(await refused(filter('asia', '1'))).toEqual({ values: ['value_already_exist'] });
  expect(await refused(filter('mars', '-1'))).toEqual({
    values: ['value_is_invalid'],
    properties: ['invalid_amount'],
  });
  expect(termsOf((await client.get(`/plans/${plan.code}`)).body.plan)).toEqual(termsOf(plan));
});

test('the first missing record of the path is reported; another organization finds nothing', async () => {
  const plan = await createPlan(client, { charges: [charged('calls')] });
  const story = await Story.begin(client, '2027-01-01T00:00:00Z');
  const subscription = await story.subscribe(plan, { subscription_at: '2027-02-01T00:00:00Z' });
  const errorCode = async (path: string, caller = client) =>
    (await caller.get(`/subscriptions/${path}`)).body.code;
  const { external_id } = subscription;
  expect(await errorCode('none/charges')).toBe('subscription_not_found');
  expect(await errorCode(`${external_id}/charges`)).toBe('subscription_not_found');
  const pending = '?subscription_status=pending';
  expect(await errorCode(`${external_id}/charges/none${pending}`)).toBe('charge_not_found');
  expect(await errorCode(`${external_id}/charges/none/filters${pending}`)).toBe('charge_not_found');
  const unknown = `${external_id}/charges/calls/filters/${plan.svc_id}${pending}`;
  expect(await errorCode(unknown)).toBe('charge_filter_not_found');
  expect(await errorCode(`${external_id}/charges/calls${pending}`, await server.organization())).toBe(
    'subscription_not_found',
  );
  const path = `/subscriptions/${external_id}/charges/calls`;
  const charge = { min_amount_cents: -1, properties: { amount: 'x' } };
  const refused = await client.put(`${path}${pending}`, { charge });
  expect(refused.body.error_details).toEqual({
    min_amount_cents: ['value_is_out_of_range'],
    properties: ['invalid_amount'],
  });
  await client.put(`${path}${pending}`, { charge: { properties: { amount: '2' } } });
  expect((await client.get(`${path}${pending}`)).body.charge.properties.amount).toBe('2');
  await client.delete(`/subscriptions/${external_id}?status=pending`);
  expect((await client.put(`${path}${pending}`, { charge })).body.code).toBe('subscription_not_found');
});

test('the same through GraphQL', async () => {
  const plan = await createPlan(client, { charges: [charged('calls', { filters: [filter('eu', '2')] })] });
  const story = await Story.begin(client, '2027-01-01T00:00:00Z');
  const { svc_id: subscriptionId, external_id: externalId } = await story.subscribe(plan);
  const [{ svc_id: chargeId, filters }] = plan.charges;
  const { data, errors } = await client.graphql(
    `mutation ($charge: OverrideSubscriptionChargeInput!, $filter: UpdateSubscriptionChargeFilterInput!) {
      updateSubscriptionChargeFilter(input: $filter) { chargeFilter { properties { ... on StandardProperties { amount } } } }
      overrideSubscriptionCharge(input: $charge) { subscriptionId charge { parentId code properties { ... on StandardProperties { amount } } } }
    }`,
    {
      filter: { subscriptionId, id: filters[0].svc_id, properties: { standard: { amount: '8' } } },
      charge: { subscriptionId, chargeId, properties: { standard: { amount: '9' } } },
    },
  );
  // The first change has copied the charge; the id of the original goes on to name it.
  expect(errors).toBeUndefined();
  expect(data).toEqual({
    updateSubscriptionChargeFilter: { chargeFilter: { properties: { amount: '8.0' } } },
    overrideSubscriptionCharge: {
      subscriptionId,
      charge: { parentId: chargeId, code: 'calls', properties: { amount: '9.0' } },
    },
  });
  const read = await client.graphql(
    `query ($externalId: String!) {
      subscriptionCharge(externalId: $externalId, code: "calls") { charge { properties { ... on StandardProperties { amount } } } }
      subscriptionCharges(externalId: $externalId) { totalCount nodes { code } }
      subscriptionChargeFilters(externalId: $externalId, chargeCode: "calls") { nodes { values } }
      subscription(externalId: $externalId) { charges { nodes { code } } }
    }`,
    { externalId },
  );
  expect(read.data).toEqual({
    subscriptionCharge: { charge: { properties: { amount: '9.0' } } },
    subscriptionCharges: { totalCount: 1, nodes: [{ code: 'calls' }] },
    subscriptionChargeFilters: { nodes: [{ values: { region: ['eu'] } }] },
    subscription: { charges: { nodes: [{ code: 'calls' }] } },
  });
});
