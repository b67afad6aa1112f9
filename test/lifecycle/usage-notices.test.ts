// How stored events cause what follows from usage: docs/adr/0069.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { systemActor } from '../../src/platform/actor.js';
import {
  createCustomer,
  createMetric,
  createPlan,
  createWallet,
  perCall,
  type Resource,
  subscribe,
  unique,
} from '../support/builders.js';
import type { Client } from '../support/client.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';
import { Story } from '../support/story.js';

const START = '2027-03-31T09:00:00Z';

let server: SharedServer;
let client: Client;
let metric: Resource;
let plan: Resource;

beforeAll(async () => {
  server = await shareTestServer();
});
beforeEach(async () => {
  client = await server.organization();
  metric = await createMetric(client);
  plan = await createPlan(client, { charges: [perCall(metric)] });
});
afterAll(() => server.stop());

const watch = () =>
  server.connections.jobs.transaction((tx) =>
    server.app.services.usageNotices.watch(tx, systemActor(client.organizationId, null)),
  );
const noted = async (): Promise<string[]> => {
  const rows = await server.pool.sql<{ external_subscription_id: string }[]>`
    select external_subscription_id from used_subscriptions where organization_id = ${client.organizationId}
    order by sequence`;
  return rows.map((row) => row.external_subscription_id);
};
const reviews = () => server.pool.sql<{ subject_id: string; due_at: string }[]>`
  select subject_id, due_at from due_work
  where organization_id = ${client.organizationId} and kind = 'wallet_review'`;
const send = (...subscriptions: Resource[]) =>
  client.post('/events/batch', {
    events: subscriptions.map(({ external_id }) => ({
      transaction_id: unique('event'),
      external_subscription_id: external_id,
      code: metric.code,
    })),
  });

test('events of an organization without metrics, which watches nothing, are not noted', async () => {
  client = await server.organization();
  const subscription = await subscribe(client, await createCustomer(client), await createPlan(client));
  await send(subscription);
  expect(await noted()).toEqual([]);
});

test('a flush notes each subscription once, with an idempotency key too', async () => {
  await watch();
  const customer = await createCustomer(client);
  const [one, other] = [await subscribe(client, customer, plan), await subscribe(client, customer, plan)];
  await send(one, other, one, one);
  expect((await noted()).toSorted()).toEqual([one.external_id, other.external_id].toSorted());
  const event = {
    transaction_id: unique('event'),
    external_subscription_id: one.external_id,
    code: metric.code,
  };
  await client.post('/events', { event }, { headers: { 'Idempotency-Key': unique('key') } });
  expect(await noted()).toHaveLength(3);
});

test('refused events are not noted', async () => {
  await watch();
  const subscription = await subscribe(client, await createCustomer(client), plan);
  const event = {
    transaction_id: unique('event'),
    external_subscription_id: subscription.external_id,
    code: metric.code,
  };
  await client.post('/events', { event });
  await client.post('/events/batch', { events: [{ ...event, transaction_id: unique('event') }, event] });
  expect(await noted()).toHaveLength(1);
});

describe('a wallet with a threshold', () => {
  const threshold = { trigger: 'threshold', method: 'fixed', threshold_credits: '5', granted_credits: '1' };
  const toppedUp = (customer: Resource) =>
    createWallet(client, customer, {
      recurring_transaction_rules: [threshold],
      granted_credits: '100',
    });

  test('a wallet with a threshold is reviewed after events, once for all of them, and not earlier than planned', async () => {
    const customer = await createCustomer(client, { currency: 'EUR' });
    const subscription = await subscribe(client, customer, plan);
    const wallet = await toppedUp(customer);
    await server.pool.sql`delete from due_work where subject_id = ${wallet.svc_id}`;
    await send(subscription, subscription);
    await send(subscription);
    await server.app.services.usageNotices.announce(null);
    expect(await noted()).toEqual([]);
    const [review] = await reviews();
    expect(review?.subject_id).toBe(wallet.svc_id);
    const later = '2099-01-01T00:00:00.000Z';
    await server.pool.sql`update due_work set due_at = ${later} where subject_id = ${wallet.svc_id}`;
    await send(subscription);
    await server.app.services.usageNotices.announce(null);
    expect(await reviews()).toEqual([{ subject_id: wallet.svc_id, due_at: '2099-01-01 00:00:00+00' }]);
  });

  test('a wallet with a threshold on a test clock is reviewed at the instant at which events were stored', async () => {
    const story = await Story.begin(client, START);
    await toppedUp(story.customer);
    const subscription = await story.subscribe(plan);
    await story.advance('2027-03-31T10:00:00Z');
    await send(subscription);
    await server.app.services.usageNotices.announce(null);
    expect(await noted()).toHaveLength(1);
    await story.advance('2027-03-31T11:00:00Z');
    expect(await noted()).toEqual([]);
  });

  test('a wallet with a threshold is deleted with its test clock', async () => {
    const story = await Story.begin(client, START);
    await toppedUp(story.customer);
    await send(await story.subscribe(plan));
    await client.delete(`/test_clocks/${story.clock.svc_id}`);
    expect(await noted()).toEqual([]);
  });
});

test('an unknown subscription is noted and changes nothing', async () => {
  await watch();
  await client.post('/events', {
    event: { transaction_id: unique('event'), external_subscription_id: 'nobody', code: metric.code },
  });
  await server.app.services.usageNotices.announce(null);
  expect([await noted(), (await reviews()).length]).toEqual([[], 0]);
});
