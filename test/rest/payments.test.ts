// Payments that are recorded by hand, and what they do to invoices, on both surfaces.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { asc, eq } from 'drizzle-orm';
import { invoices as invoiceTable } from '../../src/modules/invoices/records/invoice.table.js';
import { activityLogEntries } from '../../src/platform/activity/activity.table.js';
import { callerWith, createPlan, type Resource } from '../support/builders.js';
import type { Client } from '../support/client.js';
import { countRows } from '../support/database.js';
import { messageTypesAbout } from '../support/messages.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';
import { Story } from '../support/story.js';

const NOW = '2027-03-01T09:30:00Z';

let server: SharedServer;
let client: Client;
let plan: Resource;

beforeAll(async () => {
  server = await shareTestServer();
  client = await server.organization();
  plan = await createPlan(client, { amount_cents: 10_000, pay_in_advance: true });
});
afterAll(() => server.stop());

/** A customer on a clock, with an invoice of 100.00. */
async function owing(): Promise<{ story: Story; invoice: Resource }> {
  const story = await Story.begin(client, NOW);
  await story.subscribe(plan);
  const [invoice] = await story.invoices();
  return { story, invoice };
}

const pay = (invoice: Resource, amount_cents: unknown, over: object = {}) =>
  client.post('/payments', {
    payment: { invoice_id: invoice.svc_id, amount_cents, reference: 'cheque 7', ...over },
  });

const settle = (invoice: Resource, payment_status: unknown) =>
  client.put(`/invoices/${invoice.svc_id}`, { invoice: { payment_status } });

const read = async (invoice: Resource): Promise<Resource> =>
  (await client.get(`/invoices/${invoice.svc_id}`)).body.invoice;

/** What is paid and due of an invoice, and how it stands. */
const standing = async (invoice: Resource): Promise<unknown[]> => {
  const { total_paid_amount_cents, total_due_amount_cents, payment_status, fees } = await read(invoice);
  return [total_paid_amount_cents, total_due_amount_cents, payment_status, fees[0].payment_status];
};

/** Types of the messages about objects, oldest first. */
const messagesOf = (...ids: string[]) => messageTypesAbout(server, ...ids);

test('a payment shows every member of the contract, and is found again', async () => {
  const { story, invoice } = await owing();
  const { body } = await pay(invoice, '4000', { paid_at: '2027-02-27' });
  expect(body.payment).toEqual({
    svc_id: expect.any(String),
    svc_customer_id: story.customer.svc_id,
    external_customer_id: story.customer.external_id,
    invoice_ids: [invoice.svc_id],
    invoice_numbers: [invoice.number],
    svc_payable_id: invoice.svc_id,
    payable_type: 'Invoice',
    amount_cents: 4_000,
    amount_currency: 'EUR',
    status: 'succeeded',
    payment_status: 'succeeded',
    type: 'manual',
    reference: 'cheque 7',
    payment_provider_code: null,
    payment_provider_type: null,
    external_payment_id: null,
    provider_payment_id: null,
    provider_customer_id: null,
    payment_method_id: null,
    payment_method: null,
    payment_receipt: {
      svc_id: expect.any(String),
      number: `${story.customer.slug}-RCPT-000001`,
      file_url: null,
      xml_url: null,
      created_at: NOW,
    },
    next_action: null,
    created_at: '2027-02-27T00:00:00Z',
  });
  const { payment: later } = (await pay(invoice, 1)).body;
  expect(later.created_at).toBe(NOW);
  const { svc_id } = body.payment;
  expect((await client.get(`/payments/${svc_id}`)).body).toEqual(body);
  const both = [later.svc_id, svc_id];
  const lists = [
    `/payments?invoice_id=${invoice.svc_id}`,
    `/payments?external_customer_id=${story.customer.external_id}`,
    `/customers/${story.customer.external_id}/payments`,
  ];
  for (const path of lists) {
    const { payments, meta } = (await client.get(path)).body;
    expect([path, payments.map((payment: Resource) => payment.svc_id), meta.total_count]).toEqual([
      path,
      both,
      2,
    ]);
  }
  const { payments: none } = (await client.get('/payments?invoice_id=unknown')).body;
  expect(none).toEqual([]);
  expect((await client.get('/customers/nobody/payments')).body.code).toBe('customer_not_found');
  expect((await client.get('/payments/unknown')).body.code).toBe('payment_not_found');
});

test('parts add up, and the whole settles the invoice and its fees; all of it is announced and logged', async () => {
  const { story, invoice } = await owing();
  const paidIn = (state: string) =>
    client
      .get(`/invoices?external_customer_id=${story.customer.external_id}&${state}`)
      .then(({ body }) => body.invoices.length);
  expect(await paidIn('partially_paid=false')).toBe(1);
  expect(await paidIn('settlements[]=payment')).toBe(0);
  const { payment } = (await pay(invoice, 4_000)).body;
  expect(await standing(invoice)).toEqual([4_000, 6_000, 'pending', 'pending']);
  expect(await paidIn('partially_paid=true')).toBe(1);
  expect(await paidIn('settlements[]=payment')).toBe(1);
  expect(await messagesOf(invoice.svc_id)).toEqual(['invoice.created']);

  expect((await pay(invoice, 6_001)).body.error_details).toEqual({ amount_cents: ['value_is_out_of_range'] });
  await story.advance('2027-03-01T20:00:00Z');
  await pay(invoice, 6_000);
  expect(await standing(invoice)).toEqual([10_000, 0, 'succeeded', 'succeeded']);
  const { updated_at, fees } = await read(invoice);
  expect([updated_at, fees[0].succeeded_at]).toEqual(['2027-03-01T20:00:00Z', '2027-03-01T20:00:00Z']);
  expect(await paidIn('partially_paid=true')).toBe(0);

  expect(await messagesOf(invoice.svc_id, payment.svc_id)).toEqual([
    'invoice.created',
    'invoice.payment_status_updated',
  ]);
  const entries = await server.pool.db
    .select()
    .from(activityLogEntries)
    .where(eq(activityLogEntries.resourceId, invoice.svc_id))
    .orderBy(asc(activityLogEntries.id));
  expect(entries.map((entry) => [entry.activityType, entry.resourceType])).toEqual([
    ['invoice.created', 'Invoice'],
    ['payment.recorded', 'Invoice'],
    ['invoice.payment_status_updated', 'Invoice'],
    ['payment.recorded', 'Invoice'],
  ]);
  expect(entries[1]).toMatchObject({
    // Its receipt is issued afterwards.
    activityObject: { ...payment, payment_receipt: null },
    externalCustomerId: story.customer.external_id,
    externalSubscriptionId: null,
  });
});

describe('refusals', () => {
  let owed: Resource;

  beforeAll(async () => {
    owed = (await owing()).invoice;
  });

  test.each<[string, object, number, string, object | undefined]>([
    [
      'no invoice is named',
      { invoice_id: undefined },
      422,
      'validation_errors',
      { invoice_id: ['value_is_mandatory'] },
    ],
    ['a blank one', { invoice_id: ' ' }, 422, 'validation_errors', { invoice_id: ['value_is_mandatory'] }],
    ['no amount', { amount_cents: undefined }, 422, 'validation_errors', { amount_cents: ['invalid_value'] }],
    ['nothing', { amount_cents: 0 }, 422, 'validation_errors', { amount_cents: ['invalid_value'] }],
    [
      'less than nothing',
      { amount_cents: -5 },
      422,
      'validation_errors',
      { amount_cents: ['invalid_value'] },
    ],
    [
      'a part of a cent',
      { amount_cents: 10.5 },
      422,
      'validation_errors',
      { amount_cents: ['invalid_value'] },
    ],
    [
      'an amount before an invoice',
      { invoice_id: 'x', amount_cents: 0 },
      422,
      'validation_errors',
      { amount_cents: ['invalid_value'] },
    ],
    [
      'an unknown invoice, before other errors',
      { invoice_id: 'x', reference: '' },
      404,
      'invoice_not_found',
      undefined,
    ],
    [
      'a day that is none',
      { paid_at: '2027-02-30' },
      422,
      'validation_errors',
      { paid_at: ['invalid_date'] },
    ],
    [
      'no reference',
      { reference: undefined },
      422,
      'validation_errors',
      { reference: ['value_is_mandatory'] },
    ],
    [
      'a blank reference',
      { reference: ' ' },
      422,
      'validation_errors',
      { reference: ['value_is_mandatory'] },
    ],
    [
      'a long reference and too much',
      { reference: 'x'.repeat(41), amount_cents: 10_001 },
      422,
      'validation_errors',
      { reference: ['value_is_too_long'], amount_cents: ['value_is_out_of_range'] },
    ],
  ])('%s', async (_, over, status, code, details) => {
    const before = await countRows(server.pool, 'payments', client.organizationId);
    const { body } = await pay(owed, 1_000, over);
    expect([body.status, body.code, body.error_details]).toEqual([status, code, details]);
    expect(await countRows(server.pool, 'payments', client.organizationId)).toBe(before);
    expect(await standing(owed)).toEqual([0, 10_000, 'pending', 'pending']);
  });

  test('an invoice that is voided, or closed', async () => {
    const { invoice } = await owing();
    const put = (status: 'voided' | 'closed') =>
      server.pool.db.update(invoiceTable).set({ status }).where(eq(invoiceTable.id, invoice.svc_id));
    await put('voided');
    expect((await pay(invoice, 1_000)).body).toMatchObject({ status: 403, code: 'forbidden' });
    expect((await settle(invoice, 'succeeded')).body).toMatchObject({
      status: 405,
      code: 'update_on_voided_invoice',
    });
    await put('closed');
    expect((await pay(invoice, 1_000)).body.code).toBe('invoice_not_found');
  });

  test('a customer whose clock advances', async () => {
    const { story, invoice } = await owing();
    const clock = { id: story.clock.svc_id, organizationId: client.organizationId };
    await server.pool.sql`update test_clocks set status = 'advancing' where id = ${clock.id}`;
    expect((await pay(invoice, 1_000)).body.code).toBe('test_clock_advancing');
    expect((await settle(invoice, 'succeeded')).body.code).toBe('test_clock_advancing');
  });
});

test('payments that are recorded at once never exceed what is due', async () => {
  const { invoice } = await owing();
  const answers = await Promise.all(Array.from({ length: 6 }, () => pay(invoice, 4_000)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 422, 422, 422, 422]);
  expect(await standing(invoice)).toEqual([8_000, 2_000, 'pending', 'pending']);
});

test('a payment with an idempotency key is recorded once', async () => {
  const { invoice } = await owing();
  const body = { payment: { invoice_id: invoice.svc_id, amount_cents: 100, reference: 'once' } };
  const headers = { 'idempotency-key': `once-${invoice.svc_id}` };
  const first = await client.post('/payments', body, { headers });
  expect((await client.post('/payments', body, { headers })).body).toEqual(first.body);
  expect(await standing(invoice)).toEqual([100, 9_900, 'pending', 'pending']);
});

test('the payment status set by hand changes the messages, not the paid amount', async () => {
  const { invoice } = await owing();
  await server.pool.sql`update invoices set payment_overdue = true where id = ${invoice.svc_id}`;
  const moves: [string, string, string][] = [
    ['failed', 'failed', 'the first attempt went wrong'],
    ['failed', 'failed', 'repeated: nothing changes'],
    ['pending', 'pending', 'a new one'],
    ['succeeded', 'succeeded', 'which went well'],
  ];
  for (const [status, expected, why] of moves) {
    const { body } = await settle(invoice, status);
    expect([why, body.invoice.payment_status]).toEqual([why, expected]);
    expect([why, await standing(invoice)]).toEqual([why, [0, 10_000, expected, expected]]);
  }
  expect((await read(invoice)).payment_overdue).toBe(false);
  expect(await messagesOf(invoice.svc_id)).toEqual([
    'invoice.created',
    ...Array.from({ length: 3 }, () => 'invoice.payment_status_updated'),
  ]);
  expect((await settle(invoice, 'failed')).body.error_details).toEqual({
    payment_status: ['value_is_invalid'],
  });
  expect((await settle(invoice, 'paid')).body.error_details).toEqual({
    payment_status: ['value_is_invalid'],
  });
  // What came in is still to be recorded, and may be.
  await pay(invoice, 10_000);
  expect(await standing(invoice)).toEqual([10_000, 0, 'succeeded', 'succeeded']);
});

test('GraphQL records, lists and shows payments', async () => {
  const { story, invoice } = await owing();
  const { data } = await client.graphql(
    `mutation ($input: RecordPaymentInput!) {
      recordPayment(input: $input) {
        payment { id type paymentStatus amountCents amountCurrency reference createdAt updatedAt
          customer { externalId } invoices { number paymentStatus totalPaidAmountCents totalDueAmountCents } }
      }
    }`,
    {
      input: {
        invoiceId: invoice.svc_id,
        amountCents: 10_000,
        reference: 'wire',
        paidAt: '2027-02-28T10:00:00Z',
      },
    },
  );
  const { payment } = data.recordPayment;
  expect(payment).toEqual({
    id: expect.any(String),
    type: 'manual',
    paymentStatus: 'succeeded',
    amountCents: 10_000,
    amountCurrency: 'EUR',
    reference: 'wire',
    createdAt: '2027-02-28T10:00:00Z',
    updatedAt: NOW,
    customer: { externalId: story.customer.external_id },
    invoices: [
      {
        number: invoice.number,
        paymentStatus: 'succeeded',
        totalPaidAmountCents: 10_000,
        totalDueAmountCents: 0,
      },
    ],
  });
  const { data: found } = await client.graphql(
    `query ($id: ID!, $invoiceId: ID!, $externalId: String!, $number: String!) {
      payment(id: $id) { id }
      payments(search: $number) { nodes { id } }
      invoice(id: $invoiceId) { payments { nodes { id } } }
      customer(externalId: $externalId) { payments { nodes { id } } }
    }`,
    {
      id: payment.id,
      invoiceId: invoice.svc_id,
      externalId: story.customer.external_id,
      number: invoice.number,
    },
  );
  const nodes = { nodes: [{ id: payment.id }] };
  expect(found).toEqual({
    payment: { id: payment.id },
    payments: nodes,
    invoice: { payments: nodes },
    customer: { payments: nodes },
  });
  const refused = await client.graphql(
    `mutation ($input: UpdateInvoiceInput!) { updateInvoice(input: $input) { invoice { id } } }`,
    { input: { id: invoice.svc_id, paymentStatus: 'failed' } },
  );
  expect(refused.errors?.[0].extensions).toMatchObject({
    code: 'unprocessable_entity',
    details: { paymentStatus: ['value_is_invalid'] },
  });
});

test('another organization sees and touches nothing, and keys need the permission', async () => {
  const { invoice } = await owing();
  const { payment } = (await pay(invoice, 1_000)).body;
  const stranger = await server.organization();
  expect((await stranger.get(`/payments/${payment.svc_id}`)).body.code).toBe('payment_not_found');
  expect((await stranger.get('/payments')).body.payments).toEqual([]);
  const body = { payment: { invoice_id: invoice.svc_id, amount_cents: 1, reference: 'x' } };
  expect((await stranger.post('/payments', body)).body.code).toBe('invoice_not_found');
  const change = { invoice: { payment_status: 'succeeded' } };
  expect((await stranger.put(`/invoices/${invoice.svc_id}`, change)).body.code).toBe('invoice_not_found');
  expect(await standing(invoice)).toEqual([1_000, 9_000, 'pending', 'pending']);

  const reader = await callerWith(server, client, { payment: ['read'], invoice: ['read'] });
  expect((await reader.get(`/payments/${payment.svc_id}`)).status).toBe(200);
  expect((await reader.post('/payments', body)).body.code).toBe('write_action_not_allowed_for_payment');
  expect((await reader.put(`/invoices/${invoice.svc_id}`, change)).body.code).toBe(
    'write_action_not_allowed_for_invoice',
  );
});

test('payments go with their test clock', async () => {
  const { story, invoice } = await owing();
  const { payment } = (await pay(invoice, 1_000)).body;
  expect((await client.delete(`/test_clocks/${story.clock.svc_id}`)).status).toBe(200);
  expect((await client.get(`/payments/${payment.svc_id}`)).body.code).toBe('payment_not_found');
});
