import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { callerWith, createMetric, createPlan, type Resource, unique } from '../support/builders.js';
import type { Client } from '../support/client.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';

let server: SharedServer;
let client: Client;
let tokens: Resource;

beforeAll(async () => {
  server = await shareTestServer();
  client = await server.organization();
  tokens = await createMetric(client, { aggregation_type: 'sum_agg', field_name: 'n' });
  const users = await createMetric(client, { aggregation_type: 'unique_count_agg', field_name: 'user' });
  const properties = { amount: '1', pricing_group_keys: ['region'] };
  await createPlan(client, {
    charges: [tokens, users].map(({ svc_id }) => ({
      billable_metric_id: svc_id,
      charge_model: 'standard',
      properties,
    })),
  });
  for (const { svc_id: billableMetricId } of [tokens, users]) {
    const { organizationId } = client;
    await server.app.services.metricRecount.run({ organizationId, billableMetricId });
  }
  const events = [tokens, users].flatMap(({ code }) =>
    ['eu', 'us', 'eu'].map((region, index) => ({
      transaction_id: unique('event'),
      external_subscription_id: 'verified',
      code,
      timestamp: `2027-03-0${index + 1}T10:30:00Z`,
      properties: { n: index, user: `user-${index}`, region },
    })),
  );
  expect((await client.post('/events/batch', { events })).status).toBe(200);
});
afterAll(() => server.stop());

const VERIFY = `query ($id: String!, $from: DateTimeMillis, $to: DateTimeMillis) {
  verifyUsage(externalSubscriptionId: $id, from: $from, to: $to) {
    billableMetricId externalSubscriptionId span startsAt dimensions counted recounted
  }
}`;

const verify = (variables: object = {}, caller = client) =>
  caller.graphql(VERIFY, { id: 'verified', ...variables });

test('nothing differs until somebody writes past the program, and then only where he did', async () => {
  expect((await verify()).data.verifyUsage).toEqual([]);
  await server.pool.sql`
    update usage_counters set value_sum = value_sum + 7
    where organization_id = ${client.organizationId} and billable_metric_id = ${tokens.svc_id}
      and span = 'hour' and dimensions = '["us"]'`;
  await server.pool.sql`
    delete from usage_counters
    where organization_id = ${client.organizationId} and span = 'day' and dimensions = '["eu", "user-2"]'`;
  const { data } = await verify();
  expect(data.verifyUsage).toHaveLength(2);
  expect(data.verifyUsage).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        billableMetricId: tokens.svc_id,
        externalSubscriptionId: 'verified',
        span: 'hour',
        startsAt: '2027-03-02T10:00:00Z',
        dimensions: ['us'],
        counted: expect.objectContaining({ events_count: '1', value_sum: '8' }),
        recounted: expect.objectContaining({ events_count: '1', value_sum: '1' }),
      }),
      expect.objectContaining({
        span: 'day',
        startsAt: '2027-03-03T00:00:00Z',
        dimensions: ['eu', 'user-2'],
        counted: null,
      }),
    ]),
  );
});

test.each([
  ['2027-03-02T10:00:00Z', '2027-03-02T11:00:00Z', 1, 'the hour itself, but no whole day'],
  ['2027-03-02T10:30:00Z', '2027-03-03T10:00:00Z', 0, 'a cut hour is read from events'],
  ['2027-03-01T00:00:00Z', '2027-04-01T00:00:00Z', 2, 'a period'],
  ['2027-03-02T10:10:00Z', '2027-03-02T10:20:00Z', 0, 'no whole hour'],
])('the recount from %s to %s: %s differences: %s', async (from, to, differences) => {
  expect((await verify({ from, to })).data.verifyUsage).toHaveLength(differences);
});

test('a window has two ends', async () => {
  const { errors } = await verify({ from: '2027-03-01T00:00:00Z' });
  expect(errors?.[0].extensions).toMatchObject({ details: { to: ['value_is_mandatory'] } });
});

test('the recount of usage is for administrators, of their own organization', async () => {
  const reader = await callerWith(server, client, { event: ['read'], customer_usage: ['read'] });
  expect((await verify({}, reader)).errors?.[0].extensions).toMatchObject({ code: 'forbidden' });
  expect((await verify({}, await server.organization())).data.verifyUsage).toEqual([]);
});

test('the recount for all organizations names the organization of each difference', async () => {
  const found: object[] = [];
  for await (const difference of server.app.services.usageVerification.ofAllOrganizations(server.pool.db))
    found.push(difference);
  const { organizationId } = client;
  expect(found).toMatchObject([{ organizationId }, { organizationId }]);
});
