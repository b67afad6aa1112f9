import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { callerWith, createMetric, createPlan, createTax, type Resource } from '../support/builders.js';
import type { Client } from '../support/client.js';
import { countRows } from '../support/database.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';
import { Story } from '../support/story.js';
import { readLifetimeUsage } from '../support/usage.js';

let server: SharedServer;
let client: Client;
let metric: Resource;
let plan: Resource;

beforeAll(async () => {
  server = await shareTestServer();
  client = await server.organization();
  metric = await createMetric(client, { aggregation_type: 'sum_agg', field_name: 'n' });
  plan = await createPlan(client, {
    amount_cents: 1_000,
    tax_codes: [(await createTax(client)).code],
    charges: [{ billable_metric_id: metric.svc_id, charge_model: 'standard', properties: { amount: '1' } }],
  });
});
afterAll(() => server.stop());

const path = ({ external_id: externalId }: Resource) => `/subscriptions/${externalId}/lifetime_usage`;
const body = (amount: unknown) => ({ lifetime_usage: { external_historical_usage_amount_cents: amount } });

describe('lifetime usage', () => {
  test('lifetime usage is what was invoiced, what is in progress, and what its owner says of the time before', async () => {
    const story = await Story.begin(client, '2027-01-10T12:00:00Z');
    const subscription = await story.subscribe(plan);
    await story.use(subscription, metric, {
      '2027-01-11': { n: 30 },
      '2027-02-11': { n: 40 },
      '2027-03-01': { n: 5 },
    });
    const first = await readLifetimeUsage(client, subscription);
    expect(first).toEqual({
      svc_id: expect.any(String),
      svc_subscription_id: subscription.svc_id,
      external_subscription_id: subscription.external_id,
      external_historical_usage_amount_cents: 0,
      invoiced_usage_amount_cents: 0,
      current_usage_amount_cents: 3_000,
      from_datetime: '2027-01-10T12:00:00Z',
      to_datetime: '2027-01-10T12:00:00Z',
      usage_thresholds: null,
    });
    await story.advance('2027-03-02T00:00:00Z');
    const { status, body: answer } = await client.put(path(subscription), body(9_900));
    const later = {
      ...first,
      external_historical_usage_amount_cents: 9_900,
      // Charges of two months: neither the plan nor taxes.
      invoiced_usage_amount_cents: 7_000,
      current_usage_amount_cents: 500,
      to_datetime: '2027-03-02T00:00:00Z',
    };
    expect([status, answer.lifetime_usage]).toEqual([200, later]);
    await client.put(path(subscription), body(0));
    expect(await readLifetimeUsage(client, subscription)).toEqual({
      ...later,
      external_historical_usage_amount_cents: 0,
    });
  });

  test('lifetime usage stays when the subscription ends, and is deleted with its clock', async () => {
    const story = await Story.begin(client, '2027-01-10T12:00:00Z');
    const subscription = await story.subscribe(plan);
    await story.use(subscription, metric, { '2027-01-10T12:00:00Z': { n: 30 } });
    await client.put(path(subscription), body(100));
    await client.delete(`/subscriptions/${subscription.external_id}`);
    expect(await readLifetimeUsage(client, subscription)).toMatchObject({
      external_historical_usage_amount_cents: 100,
      invoiced_usage_amount_cents: 3_000,
      current_usage_amount_cents: 0,
    });
    const before = await countRows(server.pool, 'historical_usages', client.organizationId);
    await client.delete(`/test_clocks/${story.clock.svc_id}`);
    expect(await countRows(server.pool, 'historical_usages', client.organizationId)).toBe(before - 1);
    expect((await client.get(path(subscription))).body.code).toBe('lifetime_usage_not_found');
  });

  test('lifetime usage can be changed over GraphQL', async () => {
    const subscription = await (await Story.begin(client, '2027-01-10T12:00:00Z')).subscribe(plan);
    const update = `mutation ($input: UpdateLifetimeUsageInput!) {
      updateSubscriptionLifetimeUsage(input: $input) { lifetimeUsage { externalHistoricalUsageAmountCents } }
    }`;
    const input = { id: subscription.svc_id, externalHistoricalUsageAmountCents: 7 };
    const { data } = await client.graphql(update, { input });
    expect(data.updateSubscriptionLifetimeUsage.lifetimeUsage).toEqual({
      externalHistoricalUsageAmountCents: 7,
    });
    const refused = await client.graphql(update, {
      input: { ...input, externalHistoricalUsageAmountCents: -1 },
    });
    expect(refused.errors?.[0]?.extensions.details).toEqual({
      externalHistoricalUsageAmountCents: ['value_is_out_of_range'],
    });
  });

  test('lifetime usage is not there before the subscription begins', async () => {
    const story = await Story.begin(client, '2027-01-10T12:00:00Z');
    const subscription = await story.subscribe(plan, { subscription_at: '2027-02-01T00:00:00Z' });
    expect((await client.get(path(subscription))).body.code).toBe('lifetime_usage_not_found');
    const { data } = await client.graphql(
      'query ($id: ID!) { subscription(id: $id) { lifetimeUsage { id } } }',
      { id: subscription.svc_id },
    );
    expect(data.subscription.lifetimeUsage).toBeNull();
  });

  test.each<[unknown, number, object]>([
    [body(-1), 422, { external_historical_usage_amount_cents: ['value_is_out_of_range'] }],
    [body(1.5), 422, { external_historical_usage_amount_cents: ['value_is_invalid'] }],
    [
      { lifetime_usage: { other: 1 } },
      422,
      { external_historical_usage_amount_cents: ['value_is_mandatory'] },
    ],
  ])('%j is refused', async (sent, status, details) => {
    const subscription = await (await Story.begin(client, '2027-01-10T12:00:00Z')).subscribe(plan);
    const answer = await client.put(path(subscription), sent);
    expect([answer.status, answer.body.error_details]).toEqual([status, details]);
  });

  test('lifetime usage of nobody, of another organization, and without the permission is not found', async () => {
    const subscription = await (await Story.begin(client, '2027-01-10T12:00:00Z')).subscribe(plan);
    const other = await server.organization();
    const reader = await callerWith(server, client, { lifetime_usage: ['read'] });
    const answers = [
      await client.get('/subscriptions/none/lifetime_usage'),
      await client.put('/subscriptions/none/lifetime_usage', body(1)),
      await other.get(path(subscription)),
      await other.put(path(subscription), body(1)),
      await reader.put(path(subscription), body(1)),
    ];
    expect(answers.map((answer) => answer.body.code)).toEqual([
      ...Array<string>(4).fill('lifetime_usage_not_found'),
      'write_action_not_allowed_for_lifetime_usage',
    ]);
  });
});
