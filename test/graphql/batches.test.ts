// What is read together for many objects fails for each of them alone.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  createCustomer,
  createMetric,
  createPlan,
  perCall,
  type Resource,
  sendEvents,
  subscribe,
} from '../support/builders.js';
import type { Client } from '../support/client.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';

/** An amount that no answer can hold. */
const TOO_MUCH = '9007199254740992';

let server: SharedServer;
let client: Client;
let subscriptions: Resource[];

beforeAll(async () => {
  server = await shareTestServer();
  client = await server.organization();
  const metric = await createMetric(client, { aggregation_type: 'sum_agg', field_name: 'n' });
  const plan = await createPlan(client, { charges: [perCall(metric)] });
  subscriptions = [];
  for (const n of ['1', TOO_MUCH, '3']) {
    const subscription = await subscribe(client, await createCustomer(client), plan);
    await sendEvents(client, subscription, metric, [{ properties: { n } }]);
    subscriptions.push(subscription);
  }
});
afterAll(() => server.stop());

test('usage that is out of range is an error of its subscription, and others show theirs', async () => {
  const { data, errors } = await client.graphql(
    '{ subscriptions { nodes { id lifetimeUsage { currentUsageAmountCents invoicedUsageAmountCents } } } }',
  );
  const shown = new Map(
    data.subscriptions.nodes.map(({ id, lifetimeUsage }: Resource) => [id, lifetimeUsage]),
  );
  const used = (currentUsageAmountCents: number) => ({
    currentUsageAmountCents,
    invoicedUsageAmountCents: 0,
  });
  expect(subscriptions.map(({ svc_id: id }) => shown.get(id))).toEqual([used(100), null, used(300)]);
  const place = data.subscriptions.nodes.findIndex(({ id }: Resource) => id === subscriptions[1].svc_id);
  expect(errors).toEqual([
    expect.objectContaining({
      path: ['subscriptions', 'nodes', place, 'lifetimeUsage', 'currentUsageAmountCents'],
      extensions: expect.objectContaining({ details: { amountCents: ['value_is_out_of_range'] } }),
    }),
  ]);
});

test('a cursor of another list is an error of the fields that send it', async () => {
  const cursor = Buffer.from('["x"]').toString('base64url');
  const { errors } = await client.graphql(
    `{ customers(first: 2) { nodes { subscriptions { totalCount } bad: subscriptions(after: "${cursor}") { totalCount } } } }`,
  );
  const places = errors?.map(({ path, extensions }) => [path.at(-1), extensions.code]);
  expect(new Set(places?.map(String))).toEqual(new Set(['bad,bad_request']));
});

test('an unknown billing entity of a filter is an error of the fields that name it', async () => {
  const { errors } = await client.graphql(
    `{ customers(first: 2) { nodes {
      subscriptions { totalCount }
      bad: subscriptions(filter: { billingEntityCodes: ["none"] }) { totalCount }
    } } }`,
  );
  const places = errors?.map(({ path, extensions }) => [path.at(-1), extensions.code]);
  expect(new Set(places?.map(String))).toEqual(new Set(['bad,not_found']));
});
