// The message about a wallet whose ongoing balance is used up: wallets.md §6, webhooks.md §3.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  bookInWallet,
  createMetric,
  createPlan,
  createWallet,
  perCall,
  type Resource,
} from '../support/builders.js';
import type { Client } from '../support/client.js';
import { messagesAbout } from '../support/messages.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';
import { Story } from '../support/story.js';

const START = '2027-03-01T10:00:00Z';

let server: SharedServer;
let client: Client;
let metric: Resource;
let plan: Resource;

beforeAll(async () => {
  server = await shareTestServer();
  client = await server.organization();
  metric = await createMetric(client);
  plan = await createPlan(client, { charges: [perCall(metric)] });
});
afterAll(() => server.stop());

/** The ongoing balances in the messages about wallets that are used up. */
async function depletions(...wallets: Resource[]): Promise<unknown[]> {
  const messages = await messagesAbout(server, ...wallets.map(({ svc_id }) => svc_id));
  return messages
    .filter(({ webhookType }) => webhookType === 'wallet.depleted_ongoing_balance')
    .map(({ objectType, object }) => [objectType, object['code'], object['ongoing_balance_cents']]);
}

/** Uses some units, each worth 1.00. */
async function use(story: Story, subscription: Resource, at: string, times: number): Promise<void> {
  for (let each = 0; each < times; each += 1) await story.use(subscription, metric, { [at]: {} });
}

test('the depletion of a wallet is announced once when usage takes all of it, and again after the wallet had something left', async () => {
  const story = await Story.begin(client, START);
  const subscription = await story.subscribe(plan);
  const wallet = await createWallet(client, story.customer, { granted_credits: '2' });
  await use(story, subscription, START, 1);
  await story.advance('2027-03-02T00:00:00Z');
  expect(await depletions(wallet)).toEqual([]);

  await use(story, subscription, '2027-03-02T00:00:00Z', 1);
  await story.advance('2027-03-03T00:00:00Z');
  expect(await depletions(wallet)).toEqual([['wallet', wallet.code, 0]]);
  await use(story, subscription, '2027-03-03T00:00:00Z', 2);
  await story.advance('2027-03-04T00:00:00Z');
  expect(await depletions(wallet)).toHaveLength(1);

  // Not enough: the balance stays below zero.
  await bookInWallet(client, wallet, { granted_credits: '1' });
  await story.advance('2027-03-05T00:00:00Z');
  expect(await depletions(wallet)).toHaveLength(1);
  await bookInWallet(client, wallet, { granted_credits: '2' });
  await use(story, subscription, '2027-03-05T00:00:00Z', 3);
  await story.advance('2027-03-06T00:00:00Z');
  expect(await depletions(wallet)).toEqual([
    ['wallet', wallet.code, 0],
    ['wallet', wallet.code, -200],
  ]);
});

test('the depletion of a wallet that never had anything is not announced', async () => {
  const story = await Story.begin(client, START);
  const subscription = await story.subscribe(plan);
  const wallet = await createWallet(client, story.customer, { paid_credits: '5' });
  await use(story, subscription, START, 1);
  await story.advance('2027-03-02T00:00:00Z');
  expect(await depletions(wallet)).toEqual([]);
});

test('the depletion of a wallet is announced when a draft, a void or another wallet leaves nothing', async () => {
  const story = await Story.begin(client, START, { billing_configuration: { invoice_grace_period: 3 } });
  const wallet = await createWallet(client, story.customer, { granted_credits: '4' });
  await story.subscribe(await createPlan(client, { amount_cents: 400, pay_in_advance: true }));
  await story.advance('2027-03-02T00:00:00Z');
  expect(await depletions(wallet)).toEqual([['wallet', wallet.code, 0]]);

  const voided = await createWallet(client, story.customer, { granted_credits: '3' });
  await bookInWallet(client, voided, { voided_credits: '3' });
  const other = await Story.begin(client, START);
  await use(other, await other.subscribe(plan), START, 2);
  const first = await createWallet(client, other.customer, { granted_credits: '2', priority: 1 });
  const last = await createWallet(client, other.customer, { granted_credits: '2' });
  await Promise.all([story, other].map((each) => each.advance('2027-03-03T00:00:00Z')));
  expect(await depletions(voided)).toEqual([['wallet', voided.code, 0]]);
  expect(await depletions(first, last)).toEqual([]);
  await client.delete(`/wallets/${first.svc_id}`);
  await other.advance('2027-03-04T00:00:00Z');
  expect(await depletions(first, last)).toEqual([['wallet', last.code, 0]]);
});
