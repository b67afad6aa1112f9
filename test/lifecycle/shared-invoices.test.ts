// Which subscriptions of a customer share an invoice.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { addBillingEntity, createPlan, type Resource } from '../support/builders.js';
import type { Client } from '../support/client.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';
import { Story } from '../support/story.js';

let server: SharedServer;
let client: Client;
const plans: Record<string, Resource> = {};

beforeAll(async () => {
  server = await shareTestServer();
  client = await server.organization();
  await addBillingEntity(server, client, { code: 'other' });
  plans['euro'] = await createPlan(client, { amount_cents: 100 });
  plans['expensive'] = await createPlan(client, { amount_cents: 1_000 });
  plans['yen'] = await createPlan(client, { amount_cents: 7, amount_currency: 'JPY' });
  plans['weekly'] = await createPlan(client, { amount_cents: 10, interval: 'weekly' });
});
afterAll(() => server.stop());

type Asked = readonly [plan: string, over: Record<string, unknown>];

const manual = { payment_method: { payment_method_type: 'manual' } };

test.each<[Asked, Asked, number[][], string]>([
  [['euro', {}], ['expensive', {}], [[100, 1_000]], 'alike: one invoice'],
  [['euro', {}], ['yen', {}], [[100], [7]], 'another currency'],
  [['euro', {}], ['euro', { purchase_order_number: 'PO 7' }], [[100], [100]], 'another purchase order'],
  [
    ['euro', { purchase_order_number: 'PO 7' }],
    ['expensive', { purchase_order_number: 'PO 7' }],
    [[100, 1_000]],
    'the same purchase order',
  ],
  [['euro', {}], ['expensive', { consolidate_invoice: false }], [[100], [1_000]], 'one wants to be alone'],
  [['euro', {}], ['expensive', { billing_entity_code: 'other' }], [[100], [1_000]], 'another billing entity'],
  [['euro', {}], ['expensive', manual], [[100], [1_000]], 'another way to pay'],
  [['euro', manual], ['expensive', manual], [[100, 1_000]], 'the same way to pay'],
  [['euro', {}], ['weekly', {}], [[10], [10], [100, 10]], 'weeks and months meet on a Monday the 1st'],
])('%j and %j are billed as %j: %s', async (one, other, expected) => {
  // 1 November 2027 is a Monday.
  const story = await Story.begin(client, '2027-10-16T00:00:00Z');
  for (const [plan, over] of [one, other]) {
    await story.subscribe(plans[plan], { subscription_at: '2027-10-01', ...over });
  }
  await story.advance('2027-11-01T00:00:00Z');
  const amounts = (await story.invoices()).map((invoice) =>
    invoice.fees.map((fee: Resource) => fee.amount_cents),
  );
  expect(amounts.toSorted()).toEqual(expected.toSorted());
});

test('an invoice of several subscriptions shows each with its windows, in the order of their creation', async () => {
  const story = await Story.begin(client, '2027-10-16T00:00:00Z');
  const first = await story.subscribe(plans['expensive']);
  const second = await story.subscribe(plans['euro'], { purchase_order_number: null });
  await story.advance('2027-11-01T00:00:00Z');
  const [invoice] = await story.invoices();
  expect(invoice.billing_periods.map((period: Resource) => period.external_subscription_id)).toEqual([
    first.external_id,
    second.external_id,
  ]);
  expect(invoice.subscriptions.map((subscription: Resource) => subscription.svc_id)).toEqual([
    first.svc_id,
    second.svc_id,
  ]);
});
