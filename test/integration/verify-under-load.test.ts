// `verify` beside a server that bills, taxes, pays and credits: each batch is one snapshot, so it finds nothing.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  applyCoupon,
  bookInWallet,
  createCoupon,
  createMetric,
  createPlan,
  createTax,
  createWallet,
  perCall,
  type Resource,
} from '../support/builders.js';
import type { Client } from '../support/client.js';
import { differencesIn } from '../support/differences.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { Story } from '../support/story.js';

let server: TestServer;
let client: Client;
let metric: Resource;
let plan: Resource;
let coupon: Resource;
let taxes: readonly Resource[];

beforeAll(async () => {
  server = await startTestServer();
  client = await server.organization();
  const entity = await createTax(client, { rate: 10, applied_to_organization: true });
  const own = await createTax(client, { rate: 20 });
  taxes = [entity, own];
  metric = await createMetric(client);
  coupon = await createCoupon(client, { amount_cents: 700, reusable: true });
  plan = await createPlan(client, {
    amount_cents: 5_000,
    pay_in_advance: true,
    tax_codes: [own.code],
    charges: [perCall(metric)],
  });
});
afterAll(() => server.stop());

/** A customer who is billed for three periods, pays, gets credits and uses them. */
async function live(): Promise<void> {
  const story = await Story.begin(client, '2027-01-10T09:00:00Z');
  await applyCoupon(client, story.customer, coupon);
  const wallet = await createWallet(client, story.customer, { granted_credits: '5' });
  const subscription = await story.subscribe(plan);
  const [first] = await story.invoices();
  const payment = { invoice_id: first.svc_id, amount_cents: 1_000, reference: 'cheque' };
  expect((await client.post('/payments', { payment })).status).toBe(200);
  const items = [{ fee_id: first.fees[0].svc_id, amount_cents: 500 }];
  await client.post('/credit_notes', { credit_note: { invoice_id: first.svc_id, items } });
  for (const month of ['02', '03']) {
    await story.use(subscription, metric, { [`2027-${month}-01T00:00:00Z`]: {} });
    await bookInWallet(client, wallet, { granted_credits: '1' });
    await story.advance(`2027-${month}-05T00:00:00Z`);
  }
  await client.delete(`/subscriptions/${subscription.external_id}`);
}

test('verify finds nothing while customers are billed and taxes are edited', async () => {
  const over = new AbortController();
  const editing = async () => {
    for (let rate = 1; !over.signal.aborted; rate += 1)
      for (const { code } of taxes) await client.put(`/taxes/${code}`, { tax: { rate: (rate % 30) + 1 } });
  };
  const billing = Promise.all(
    Array.from({ length: 2 }, async () => {
      for (let customer = 0; customer < 2; customer += 1) await live();
    }),
  ).finally(() => {
    over.abort();
  });
  const edits = editing();
  let rounds = 0;
  const found = [];
  while (!over.signal.aborted && found.length === 0) {
    found.push(...(await differencesIn(server.pool)));
    rounds += 1;
  }
  await Promise.all([billing, edits]);
  expect(found).toEqual([]);
  expect(rounds).toBeGreaterThan(1);
  expect(await differencesIn(server.pool)).toEqual([]);
});
