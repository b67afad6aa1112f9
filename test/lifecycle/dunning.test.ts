// Attempts of dunning campaigns on a test clock: payments.md §12.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createAddOn, createPlan, type Resource, unique } from '../support/builders.js';
import type { Client } from '../support/client.js';
import { messagesAbout } from '../support/messages.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';
import { Story } from '../support/story.js';

let server: SharedServer;
let client: Client;

beforeAll(async () => {
  server = await shareTestServer();
  client = await server.organization();
});
afterAll(() => server.stop());

async function run(document: string, input: object): Promise<Resource> {
  const { data, errors } = await client.graphql(document, { input });
  expect(errors).toBeUndefined();
  return Object.values(data)[0] as Resource;
}

const create = async (over: object = {}): Promise<Resource> => {
  const input = {
    code: unique('campaign'),
    name: 'Reminders',
    daysBetweenAttempts: 4,
    maxAttempts: 3,
    thresholds: [{ currency: 'EUR', amountCents: 5_000 }],
    bccEmails: ['books@example.com'],
    ...over,
  };
  const document = `mutation ($input: CreateDunningCampaignInput!) {
    createDunningCampaign(input: $input) { dunningCampaign { id code } } }`;
  return (await run(document, input)).dunningCampaign;
};
const update = (input: object) =>
  run(
    `mutation ($input: UpdateDunningCampaignInput!) {
      updateDunningCampaign(input: $input) { dunningCampaign { id } } }`,
    input,
  );
const dun = (story: Story, input: object) =>
  run(
    `mutation ($input: SetCustomerDunningInput!) {
      setCustomerDunning(input: $input) { customer { dunningCampaign { id } excludedFromDunning } } }`,
    { customerId: story.customer.svc_id, ...input },
  );

/** Issues an invoice, due on the day it is issued. */
async function bill(story: Story, cents: number): Promise<Resource> {
  const addOn = await createAddOn(client, { amount_cents: cents });
  const invoice = { external_customer_id: story.customer.external_id, fees: [{ add_on_code: addOn.code }] };
  return (await client.post('/invoices', { invoice })).body.invoice;
}

const begin = (at: string) => Story.begin(client, at, { email: 'payer@example.com', currency: 'EUR' });

/** When each request of the customer was made, and its amount, oldest first. */
async function attempts(story: Story): Promise<[at: string, cents: number][]> {
  const path = `/customers/${story.customer.external_id}/payment_requests`;
  const { payment_requests: requests } = (await client.get(path)).body;
  return requests.toReversed().map((request: Resource) => [request.created_at, request.amount_cents]);
}

test('requests follow each other, strictly later than the pause, up to the last one: payments.md §13, example C', async () => {
  const campaign = await create();
  const story = await begin('2027-05-01T10:00:00Z');
  await dun(story, { dunningCampaignId: campaign.id });
  await bill(story, 4_999);
  await story.advance('2027-05-02T09:00:00Z');
  expect(await attempts(story)).toEqual([]);

  await bill(story, 101);
  await story.advance('2027-05-03T00:00:00Z');
  expect(await attempts(story)).toEqual([['2027-05-03T00:00:00Z', 5_100]]);
  await story.advance('2027-05-07T00:00:00Z');
  expect(await attempts(story)).toHaveLength(1);
  await story.advance('2027-06-30T00:00:00Z');
  expect(await attempts(story)).toEqual([
    ['2027-05-03T00:00:00Z', 5_100],
    ['2027-05-07T01:00:00Z', 5_100],
    ['2027-05-11T02:00:00Z', 5_100],
  ]);

  const finished = await messagesAbout(server, campaign.id);
  expect(finished).toMatchObject([
    {
      webhookType: 'dunning_campaign.finished',
      objectType: 'dunning_campaign',
      object: {
        external_customer_id: story.customer.external_id,
        dunning_campaign_code: campaign.code,
        overdue_balance_cents: 5_100,
        overdue_balance_currency: 'EUR',
        overdue_balances: [{ currency: 'EUR', amount_cents: 5_100 }],
      },
    },
  ]);
  const logs = `/activity_logs?external_customer_id=${story.customer.external_id}&activity_types[]=payment_request.created`;
  const { activity_logs: entries } = (await client.get(logs)).body;
  expect(entries.map((entry: Resource) => entry.activity_source)).toEqual(['system', 'system', 'system']);
  const { data } = await client.graphql(
    `{ customer(externalId: "${String(story.customer.external_id)}") {
        paymentRequests { nodes { email bccEmails dunningCampaign { id } } } } }`,
  );
  expect(data.customer.paymentRequests.nodes[0]).toEqual({
    email: 'payer@example.com',
    bccEmails: ['books@example.com'],
    dunningCampaign: { id: campaign.id },
  });
});

test('a paid invoice begins the attempts in its currency again; the pause stays', async () => {
  const campaign = await create({ maxAttempts: 1, thresholds: [{ currency: 'EUR', amountCents: 0 }] });
  const story = await begin('2027-05-01T10:00:00Z');
  await dun(story, { dunningCampaignId: campaign.id });
  const first = await bill(story, 1_000);
  await bill(story, 500);
  await story.advance('2027-05-20T00:00:00Z');
  expect(await attempts(story)).toEqual([['2027-05-02T00:00:00Z', 1_500]]);
  await client.post('/payments', {
    payment: { invoice_id: first.svc_id, amount_cents: 1_000, reference: 'wire' },
  });
  await story.advance('2027-05-20T02:00:00Z');
  expect((await attempts(story)).slice(1)).toEqual([['2027-05-20T00:00:00Z', 500]]);
});

test('the campaign of the billing entity applies to customers without their own, unless they are excluded', async () => {
  const plan = await createPlan(client, { amount_cents: 700, pay_in_advance: true });
  const [free, low, high] = [
    await begin('2027-05-01T10:00:00Z'),
    await begin('2027-05-01T10:00:00Z'),
    await begin('2027-05-01T10:00:00Z'),
  ];
  const ofEntity = await create({ thresholds: [{ currency: 'EUR', amountCents: 700 }] });
  const own = await create({ thresholds: [{ currency: 'EUR', amountCents: 701 }] });
  const { id } = (await client.graphql('{ billingEntities { nodes { id } } }')).data.billingEntities.nodes[0];
  const assign = (dunningCampaignId: string | null) =>
    run(
      `mutation ($input: SetBillingEntityDunningCampaignInput!) {
        setBillingEntityDunningCampaign(input: $input) { billingEntity { dunningCampaign { id } } } }`,
      { billingEntityId: id, dunningCampaignId },
    );
  await dun(high, { dunningCampaignId: own.id });
  const { customer } = await dun(free, { excluded: true });
  expect(customer).toEqual({ dunningCampaign: null, excludedFromDunning: true });
  for (const story of [free, low, high]) {
    await story.subscribe(plan);
    await story.advance('2027-05-03T00:30:00Z');
  }
  expect(await attempts(low)).toEqual([]);

  // The assignment finds customers who owe already, at the next full hour.
  expect((await assign(ofEntity.id)).billingEntity.dunningCampaign).toEqual({ id: ofEntity.id });
  for (const story of [free, low, high]) await story.advance('2027-05-03T05:00:00Z');
  expect(await Promise.all([free, low, high].map(attempts))).toEqual([
    [],
    [['2027-05-03T01:00:00Z', 700]],
    [],
  ]);

  // So do a lower threshold and the end of an exclusion; another assignment begins again.
  await update({ id: own.id, thresholds: [{ currency: 'EUR', amountCents: 1 }] });
  await dun(free, { excluded: false });
  await assign((await create({ thresholds: [{ currency: 'EUR', amountCents: 1 }] })).id);
  for (const story of [free, low, high]) await story.advance('2027-05-03T06:00:00Z');
  expect(await Promise.all([free, low, high].map(attempts))).toEqual([
    [['2027-05-03T05:00:00Z', 700]],
    [
      ['2027-05-03T01:00:00Z', 700],
      ['2027-05-03T05:00:00Z', 700],
    ],
    [['2027-05-03T05:00:00Z', 700]],
  ]);
  await assign(null);
  await low.advance('2027-05-20T00:00:00Z');
  expect(await attempts(low)).toHaveLength(2);
});
