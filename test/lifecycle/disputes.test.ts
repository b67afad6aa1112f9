// A lost dispute about the payment of an invoice: it is not overdue from then on, and nothing else changes.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createPlan, type Resource } from '../support/builders.js';
import type { Client } from '../support/client.js';
import { messagesAbout, messageTypesAbout } from '../support/messages.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';
import { Story } from '../support/story.js';

const START = '2027-03-01T10:00:00Z';
const OVERDUE = '2027-03-08T00:00:00Z';

let server: SharedServer;
let client: Client;
let plan: Resource;

beforeAll(async () => {
  server = await shareTestServer();
  client = await server.organization();
  plan = await createPlan(client, { amount_cents: 3_100, interval: 'yearly', pay_in_advance: true });
});
afterAll(() => server.stop());

/** An invoice that is due on 7 March 2027. */
async function anInvoice(over: Record<string, unknown> = {}) {
  const story = await Story.begin(client, START, { net_payment_term: 6, ...over });
  await story.subscribe(plan);
  const [invoice] = await story.invoices();
  return { story, invoice };
}

const lose = ({ svc_id }: Resource, caller = client) => caller.post(`/invoices/${svc_id}/lose_dispute`, {});
const read = async ({ svc_id }: Resource) => (await client.get(`/invoices/${svc_id}`)).body.invoice;
const listed = async ({ customer }: Story, isLost: boolean) =>
  (await client.get(`/invoices?external_customer_id=${customer.external_id}&payment_dispute_lost=${isLost}`))
    .body.invoices.length;

describe('a lost dispute', () => {
  test('a lost dispute keeps the invoice from becoming overdue, whatever becomes of its payment status', async () => {
    const { story, invoice } = await anInvoice();
    expect([await listed(story, true), await listed(story, false)]).toEqual([0, 1]);
    const { status, body } = await lose(invoice);
    expect(status).toBe(200);
    expect(body.invoice).toEqual({
      ...invoice,
      payment_dispute_lost_at: START,
      updated_at: body.invoice.updated_at,
    });
    expect([await listed(story, true), await listed(story, false)]).toEqual([1, 0]);
    await story.advance(OVERDUE);
    for (const payment_status of ['succeeded', 'pending'])
      await client.put(`/invoices/${invoice.svc_id}`, { invoice: { payment_status } });
    await story.advance('2027-03-09T00:00:00Z');
    expect((await read(invoice)).payment_overdue).toBe(false);
    expect(await messageTypesAbout(server, invoice.svc_id)).not.toContain('invoice.payment_overdue');
  });

  test('a lost dispute ends that the invoice is overdue; what is due stays', async () => {
    const { story, invoice } = await anInvoice();
    await story.advance(OVERDUE);
    expect((await read(invoice)).payment_overdue).toBe(true);
    expect((await lose(invoice)).body.invoice).toMatchObject({
      payment_overdue: false,
      payment_status: 'pending',
      payment_dispute_lost_at: OVERDUE,
      total_due_amount_cents: invoice.total_due_amount_cents,
    });
  });

  test('a lost dispute is announced once, with the invoice and no entry in the log', async () => {
    const { story, invoice } = await anInvoice();
    const { body } = await lose(invoice);
    await story.advance('2027-03-02T00:00:00Z');
    expect((await lose(invoice)).body).toEqual(body);
    const messages = (await messagesAbout(server, invoice.svc_id)).filter(
      ({ webhookType }) => webhookType === 'invoice.payment_dispute_lost',
    );
    expect(messages.map(({ objectType, object }) => ({ objectType, object }))).toEqual([
      { objectType: 'payment_dispute_lost', object: { invoice: body.invoice, provider_error: null } },
    ]);
    const log = await client.get(`/activity_logs?resource_ids[]=${invoice.svc_id}`);
    expect(log.body.activity_logs.map((entry: Resource) => entry.activity_type)).toEqual(['invoice.created']);
  });

  test('a dispute can be lost by PUT, which clients of the origin of the contract send', async () => {
    const { invoice } = await anInvoice();
    const address = `${client.baseUrl}/api/v1/invoices/${invoice.svc_id}/lose_dispute`;
    const headers = { authorization: `Bearer ${client.key}` };
    const response = await fetch(address, { method: 'PUT', headers });
    expect([response.status, await response.json()]).toEqual([200, (await lose(invoice)).body]);
    expect((await read(invoice)).payment_dispute_lost_at).toBe(START);
  });

  test('a dispute can be lost over GraphQL', async () => {
    const { invoice } = await anInvoice();
    const { data, errors } = await client.graphql(
      `mutation ($id: ID!) { loseInvoiceDispute(input: {id: $id}) { invoice { paymentDisputeLostAt paymentOverdue } } }`,
      { id: invoice.svc_id },
    );
    expect(errors).toBeUndefined();
    expect(data.loseInvoiceDispute.invoice).toEqual({ paymentDisputeLostAt: START, paymentOverdue: false });
    expect((await read(invoice)).payment_dispute_lost_at).toBe(START);
  });
});

describe('refused', () => {
  test('a draft, with nothing written', async () => {
    const { story, invoice } = await anInvoice({ billing_configuration: { invoice_grace_period: 3 } });
    expect(invoice.status).toBe('draft');
    expect((await lose(invoice)).body).toEqual({
      status: 405,
      error: 'Method Not Allowed',
      code: 'not_disputable',
    });
    expect(await listed(story, true)).toBe(0);
  });

  test("an unknown invoice, and another organization's", async () => {
    const { invoice } = await anInvoice();
    const notFound = { status: 404, error: 'Not Found', code: 'invoice_not_found' };
    expect((await lose({ svc_id: '0190a0a0-0000-7000-8000-000000000000' })).body).toEqual(notFound);
    expect((await lose(invoice, await server.organization())).body).toEqual(notFound);
    expect((await read(invoice)).payment_dispute_lost_at).toBeNull();
  });

  test('a key without the permission', async () => {
    const { invoice } = await anInvoice();
    const reader = await server.organization({ invoice: ['read'] });
    expect((await lose(invoice, reader)).body.code).toBe('write_action_not_allowed_for_invoice');
  });
});
