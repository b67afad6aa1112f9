// What is owed becomes overdue at the end of its due date, a local date.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createPlan, type Resource } from '../support/builders.js';
import type { Client } from '../support/client.js';
import { messagesAbout } from '../support/messages.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';
import { Story } from '../support/story.js';

let server: SharedServer;
let client: Client;
let plan: Resource;

beforeAll(async () => {
  server = await shareTestServer();
  client = await server.organization();
  plan = await createPlan(client, { amount_cents: 3_100, interval: 'yearly', pay_in_advance: true });
});
afterAll(() => server.stop());

const settle = ({ svc_id }: Resource, payment_status: string) =>
  client.put(`/invoices/${svc_id}`, { invoice: { payment_status } });

/** Types of the messages about an invoice, oldest first. */
async function messagesOf({ svc_id }: Resource): Promise<string[]> {
  return (await messagesAbout(server, svc_id))
    .slice(1)
    .map(({ webhookType, object }) => `${webhookType} ${String(object['payment_overdue'])}`);
}

test.each([
  ['UTC', '2027-03-01T10:00:00Z', '2027-03-08T00:00:00Z', 'due on 7 March'],
  ['Asia/Tokyo', '2027-03-01T20:00:00Z', '2027-03-08T15:00:00Z', 'issued on 2 March, due on 8 March'],
  ['America/Denver', '2027-04-29T20:00:00Z', '2027-05-06T06:00:00Z', 'due on 5 May'],
])('%s: issued at %s, overdue at %s (%s)', async (timezone, start, at) => {
  const story = await Story.begin(client, start, { timezone, net_payment_term: 6 });
  await story.subscribe(plan);
  await story.advance(new Date(Date.parse(at) - 1_000).toISOString());
  const [due] = await story.invoices();
  expect(due.payment_overdue).toBe(false);
  await story.advance(at);
  const [overdue] = await story.invoices();
  expect(overdue).toMatchObject({ payment_overdue: true, updated_at: at });
  const path = `/invoices?external_customer_id=${story.customer.external_id}&payment_overdue=true`;
  expect((await client.get(path)).body.invoices).toHaveLength(1);

  // When paid, it is no longer overdue; marked as unpaid again, it is overdue at the next full hour.
  await settle(due, 'succeeded');
  await settle(due, 'pending');
  const hour = new Date(Date.parse(at) + 3_600_000).toISOString();
  await story.advance(hour);
  expect(await messagesOf(due)).toEqual([
    'invoice.payment_overdue true',
    'invoice.payment_status_updated false',
    'invoice.payment_status_updated false',
    'invoice.payment_overdue true',
  ]);
  const again = (await story.invoices())[0];
  expect(`${again.updated_at.slice(0, 19)}.000Z`).toBe(hour);
});

test('a due date stays when the customer moves, and its end is that of the new zone', async () => {
  const story = await Story.begin(client, '2027-04-29T20:00:00Z', {
    timezone: 'Asia/Tokyo',
    net_payment_term: 5,
  });
  await story.subscribe(plan);
  const customer = { external_id: story.customer.external_id, timezone: 'America/Denver' };
  await client.post('/customers', { customer });
  await story.advance('2027-05-06T05:59:59Z');
  const [due] = await story.invoices();
  expect(due).toMatchObject({ payment_due_date: '2027-05-05', payment_overdue: false });
  await story.advance('2027-05-06T06:00:00Z');
  expect((await story.listedInvoices())[0].payment_overdue).toBe(true);
});

test('an invoice that is paid in time, or in part, before it is due is not overdue', async () => {
  const story = await Story.begin(client, '2027-03-01T00:00:00Z', { net_payment_term: 3 });
  await story.subscribe(plan);
  await story.subscribe(plan);
  const [paid, owed] = await story.invoices();
  const pay = (invoice: Resource, amount_cents: number) =>
    client.post('/payments', { payment: { invoice_id: invoice.svc_id, amount_cents, reference: 'wire' } });
  await pay(paid, paid.total_amount_cents);
  await pay(owed, 1);
  const due = await server.pool.sql`select subject_id from due_work where kind = 'payment_overdue'`;
  const waiting = due.map((row) => row['subject_id']);
  expect([waiting.includes(paid.svc_id), waiting.includes(owed.svc_id)]).toEqual([false, true]);
  await story.advance('2027-04-01T00:00:00Z');
  const overdue = (await story.invoices()).filter((invoice) => invoice.payment_overdue);
  expect(overdue.map(({ svc_id }) => svc_id)).toEqual([owed.svc_id]);
});
