// Requests to pay overdue invoices, and what their payment does: payments.md §11, payment-providers.md §6.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { activityLogEntries } from '../../src/platform/activity/activity.table.js';
import {
  addBillingEntity,
  callerWith,
  createAddOn,
  createCustomer,
  createPlan,
  type Resource,
  unique,
} from '../support/builders.js';
import type { Client } from '../support/client.js';
import { countRows } from '../support/database.js';
import { messagesAbout, messageTypesAbout } from '../support/messages.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';
import { Story } from '../support/story.js';

const NOW = '2027-03-01T09:30:00Z';
const OVERDUE = '2027-03-02T09:30:00Z';
const UNKNOWN_ID = '0196f3a0-0000-7000-8000-000000000000';

let server: SharedServer;
let client: Client;
let plan: Resource;

beforeAll(async () => {
  server = await shareTestServer();
  client = await server.organization();
  plan = await createPlan(client, { amount_cents: 3_000, pay_in_advance: true });
});
afterAll(() => server.stop());

/** A customer on a clock with overdue invoices of 30.00, one for each subscription. */
async function owing(
  count = 1,
  over: object = {},
  caller = client,
): Promise<{ story: Story; invoices: Resource[] }> {
  const story = await Story.begin(caller, NOW, { email: 'payer@example.com', ...over });
  const billed =
    caller === client ? plan : await createPlan(caller, { amount_cents: 3_000, pay_in_advance: true });
  for (let n = 0; n < count; n += 1) await story.subscribe(billed);
  await story.advance(OVERDUE);
  const invoices = await story.invoices();
  return { story, invoices: invoices.toSorted((one, other) => (one.svc_id < other.svc_id ? -1 : 1)) };
}

const ask = (customer: Resource, invoices: readonly Resource[], over: object = {}) =>
  client.post('/payment_requests', {
    payment_request: {
      external_customer_id: customer.external_id,
      svc_invoice_ids: invoices.map(({ svc_id }) => svc_id),
      ...over,
    },
  });

const read = async ({ svc_id }: Resource): Promise<Resource> =>
  (await client.get(`/invoices/${svc_id}`)).body.invoice;

const PAY = `mutation ($input: RecordPaymentOfRequestInput!) {
  recordPaymentOfRequest(input: $input) {
    payment { id payableType payableId paymentRequest { id paymentStatus } invoiceIds invoiceNumbers amountCents createdAt } } }`;
const pay = (request: Resource, amountCents: number, over: object = {}, caller = client) =>
  caller.graphql(PAY, {
    input: { paymentRequestId: request.svc_id, amountCents, reference: 'wire', ...over },
  });

test('a request shows what is due, is found again, announced and logged', async () => {
  const { story, invoices } = await owing(2);
  const [first, second] = invoices;
  await client.post('/payments', {
    payment: { invoice_id: first.svc_id, amount_cents: 500, reference: 'part' },
  });
  const { body, status } = await ask(story.customer, [second, first, second], {
    email: ' books@example.com ',
    payment_method: { payment_method_type: 'manual' },
  });
  expect(status).toBe(200);
  const request = body.payment_request;
  expect(request).toMatchObject({
    svc_id: expect.any(String),
    email: 'books@example.com',
    amount_cents: 5_500,
    amount_currency: 'EUR',
    payment_status: 'pending',
    created_at: OVERDUE,
    customer: { external_id: story.customer.external_id },
    invoices: [
      { svc_id: first.svc_id, total_due_amount_cents: 2_500, payment_overdue: true },
      { svc_id: second.svc_id, total_due_amount_cents: 3_000 },
    ],
  });
  expect(request.invoices[0]).not.toHaveProperty('customer');

  expect((await client.get(`/payment_requests/${request.svc_id}`)).body).toEqual(body);
  for (const path of [
    `/payment_requests?external_customer_id=${story.customer.external_id}`,
    `/customers/${story.customer.external_id}/payment_requests?currency=eur&payment_status=pending`,
  ]) {
    const { payment_requests, meta } = (await client.get(path)).body;
    expect([path, payment_requests, meta.total_count]).toEqual([path, [request], 1]);
  }

  const [message] = await messagesAbout(server, request.svc_id);
  expect(message).toMatchObject({
    webhookType: 'payment_request.created',
    objectType: 'payment_request',
    object: request,
  });
  const entries = await server.pool.db
    .select()
    .from(activityLogEntries)
    .where(eq(activityLogEntries.resourceId, request.svc_id));
  expect(entries).toMatchObject([
    {
      activityType: 'payment_request.created',
      resourceType: 'PaymentRequest',
      activitySource: 'api',
      externalCustomerId: story.customer.external_id,
      activityObject: request,
    },
  ]);

  // An invoice may be in several requests, and the address of the customer is the default.
  const again = (await ask(story.customer, [first], { email: null })).body.payment_request;
  expect([again.amount_cents, again.email]).toEqual([2_500, 'payer@example.com']);
});

test('lists are filtered', async () => {
  const { story, invoices } = await owing();
  const { payment_request: request } = (await ask(story.customer, invoices)).body;
  const listed = async (query: string): Promise<string[]> => {
    const path = `/payment_requests?external_customer_id=${story.customer.external_id}&${query}`;
    return (await client.get(path)).body.payment_requests.map(({ svc_id }: Resource) => svc_id);
  };
  const code = story.customer.billing_entity_code;
  const other = unique('entity');
  await addBillingEntity(server, client, { code: other });
  expect(await listed(`billing_entity_codes[]=${code}`)).toEqual([request.svc_id]);
  expect(await listed(`billing_entity_codes[]=${other}`)).toEqual([]);
  expect(await listed('currency=usd')).toEqual([]);
  expect(await listed('payment_status=succeeded')).toEqual([]);
  for (const base of ['/payment_requests', `/customers/${story.customer.external_id}/payment_requests`]) {
    expect((await client.get(`${base}?billing_entity_codes[]=none`)).body.code).toBe(
      'billing_entity_not_found',
    );
    expect((await client.get(`${base}?payment_status=processing`)).body.error_details).toEqual({
      payment_status: ['value_is_invalid'],
    });
  }
  expect((await client.get('/payment_requests?external_customer_id=nobody')).body.payment_requests).toEqual(
    [],
  );
  expect((await client.get('/customers/nobody/payment_requests')).body.code).toBe('customer_not_found');
  for (const id of [UNKNOWN_ID, 'unknown'])
    expect((await client.get(`/payment_requests/${id}`)).body.code).toBe('payment_request_not_found');
});

describe('refusals', () => {
  let story: Story;
  let overdue: Resource;

  beforeAll(async () => {
    const owed = await owing();
    story = owed.story;
    overdue = owed.invoices[0];
  });

  const refused = async (over: object, status: number, code: string, details?: object) => {
    const before = await countRows(server.pool, 'payment_requests', client.organizationId);
    const { body } = await ask(story.customer, [overdue], over);
    expect([body.status, body.code, body.error_details]).toEqual([status, code, details]);
    expect(await countRows(server.pool, 'payment_requests', client.organizationId)).toBe(before);
  };

  test.each<[string, object, number, string, object | undefined]>([
    [
      'no e-mail address, before anything else',
      { email: 'payer', external_customer_id: 'nobody' },
      422,
      'validation_errors',
      { email: ['invalid_email_format'] },
    ],
    [
      'no list of invoices',
      { svc_invoice_ids: 'x' },
      422,
      'validation_errors',
      { svc_invoice_ids: ['invalid_format'] },
    ],
    [
      'an unknown customer, before its invoices',
      { external_customer_id: 'nobody', svc_invoice_ids: [] },
      404,
      'customer_not_found',
      undefined,
    ],
    ['no invoices', { svc_invoice_ids: [] }, 404, 'invoice_not_found', undefined],
    ['a text that is no id', { svc_invoice_ids: ['x'] }, 404, 'invoice_not_found', undefined],
    ['an unknown invoice', { svc_invoice_ids: [UNKNOWN_ID] }, 404, 'invoice_not_found', undefined],
    [
      'a stored payment method',
      { payment_method: { payment_method_type: 'provider', payment_method_id: UNKNOWN_ID } },
      422,
      'validation_errors',
      { payment_method: ['invalid_payment_method'] },
    ],
  ])('%s', (_, over, status, code, details) => refused(over, status, code, details));

  test('an invoice of another customer, or of another organization', async () => {
    const { invoices } = await owing();
    await refused({ svc_invoice_ids: [overdue.svc_id, invoices[0].svc_id] }, 404, 'invoice_not_found');
    const other = await server.organization();
    const theirs = await owing(1, {}, other);
    await refused({ svc_invoice_ids: [theirs.invoices[0].svc_id] }, 404, 'invoice_not_found');
    await refused({ external_customer_id: theirs.story.customer.external_id }, 404, 'customer_not_found');
    const { payment_request: request } = (await ask(story.customer, [overdue])).body;
    expect((await other.get(`/payment_requests/${request.svc_id}`)).body.code).toBe(
      'payment_request_not_found',
    );
    expect((await other.get('/payment_requests')).body.payment_requests).toEqual([]);
    const { errors } = await pay(request, 3_000, {}, other);
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'not_found' });
  });

  test('invoices that are not overdue, or differ in currency or billing entity', async () => {
    const dollars = await createAddOn(client, { amount_currency: 'USD', amount_cents: 700 });
    const euros = await createAddOn(client, { amount_cents: 700 });
    const entity = unique('entity');
    await addBillingEntity(server, client, { code: entity });
    const bill = async (addOn: Resource, over: object) => {
      const invoice = {
        external_customer_id: story.customer.external_id,
        fees: [{ add_on_code: addOn.code }],
        ...over,
      };
      const { body, status } = await client.post('/invoices', { invoice });
      expect([status, body.error_details]).toEqual([200, undefined]);
      return body.invoice;
    };
    const inDollars = await bill(dollars, { currency: 'USD' });
    const elsewhere = await bill(euros, { billing_entity_code: entity });
    const both = (other: Resource) => ({ svc_invoice_ids: [overdue.svc_id, other.svc_id] });
    await refused(both(elsewhere), 405, 'invoices_not_overdue');
    await story.advance('2027-03-05T00:00:00Z');
    await refused(both(inDollars), 405, 'invoices_have_different_currencies');
    await refused(both(elsewhere), 405, 'invoices_have_different_billing_entities');
  });

  test('a key without the permission', async () => {
    const reader = await callerWith(server, client, { payment_request: ['read'] });
    const { body } = await reader.post('/payment_requests', { payment_request: {} });
    expect(body.code).toBe('write_action_not_allowed_for_payment_request');
    const none = await callerWith(server, client, { payment: ['read', 'write'] });
    const path = `/customers/${story.customer.external_id}/payment_requests`;
    expect((await none.get(path)).body.code).toBe('read_action_not_allowed_for_payment_request');
  });

  test('a payment request without a body is refused', async () => {
    expect((await client.post('/payment_requests', {})).status).toBe(400);
    const empty = await createCustomer(client);
    const { payment_requests } = (await client.get(`/customers/${empty.external_id}/payment_requests`)).body;
    expect(payment_requests).toEqual([]);
  });
});

describe('a payment of a request', () => {
  test('a payment of a request pays what is due on each invoice: payments.md §13, example B', async () => {
    const { story, invoices } = await owing(3);
    const [a, b, paidOtherwise] = invoices;
    await client.post('/payments', {
      payment: { invoice_id: a.svc_id, amount_cents: 500, reference: 'part' },
    });
    const { payment_request: request } = (await ask(story.customer, invoices)).body;
    expect(request.amount_cents).toBe(8_500);
    await client.put(`/invoices/${paidOtherwise.svc_id}`, { invoice: { payment_status: 'succeeded' } });

    const { data, errors } = await pay(request, 5_500, { paidAt: '2027-03-02T08:00:00Z' });
    expect(errors).toBeUndefined();
    const { payment } = data.recordPaymentOfRequest;
    expect(payment).toMatchObject({
      payableType: 'PaymentRequest',
      payableId: request.svc_id,
      paymentRequest: { id: request.svc_id, paymentStatus: 'succeeded' },
      invoiceIds: invoices.map(({ svc_id }) => svc_id),
      invoiceNumbers: invoices.map(({ number }) => number),
      createdAt: '2027-03-02T08:00:00Z',
    });
    const standing = async (invoice: Resource) => {
      const { payment_status, total_paid_amount_cents, payment_overdue } = await read(invoice);
      return [payment_status, total_paid_amount_cents, payment_overdue];
    };
    expect(await Promise.all(invoices.map(standing))).toEqual([
      ['succeeded', 3_000, false],
      ['succeeded', 3_000, false],
      // Its payment status was set by hand, which records no payment.
      ['succeeded', 0, false],
    ]);
    expect(await messageTypesAbout(server, request.svc_id, b.svc_id)).toEqual([
      'invoice.created',
      'invoice.payment_overdue',
      'payment_request.created',
      'invoice.payment_status_updated',
      'payment_request.payment_status_updated',
    ]);
    const entries = await server.pool.db
      .select()
      .from(activityLogEntries)
      .where(eq(activityLogEntries.resourceId, request.svc_id))
      .orderBy(activityLogEntries.id);
    expect(entries.map((entry) => [entry.activityType, entry.resourceType])).toEqual([
      ['payment_request.created', 'PaymentRequest'],
      ['payment.recorded', 'PaymentRequest'],
    ]);

    // REST shows the payment with each of the invoices.
    const { payments } = (await client.get(`/payments?invoice_id=${b.svc_id}`)).body;
    expect(payments).toMatchObject([
      { svc_id: payment.id, payable_type: 'PaymentRequest', svc_payable_id: request.svc_id },
    ]);
    const byNumber = await client.graphql(
      `{ payments(search: "${String(b.number)}") { nodes { id } }
         invoice(id: "${String(b.svc_id)}") { payments { nodes { id } } } }`,
    );
    expect([byNumber.data.payments.nodes, byNumber.data.invoice.payments.nodes]).toEqual([
      [{ id: payment.id }],
      [{ id: payment.id }],
    ]);

    // The request and its invoices are paid once.
    const again = await pay(request, 1);
    expect(again.errors?.[0]?.extensions).toMatchObject({
      details: { base: ['payment_request_is_already_succeeded'] },
    });
    await client.put(`/invoices/${b.svc_id}`, { invoice: { payment_status: 'pending' } });
    const { body } = await client.post('/payments', {
      payment: { invoice_id: b.svc_id, amount_cents: 1, reference: 'wire' },
    });
    expect(body.error_details.base).toEqual(['payment_request_is_already_succeeded']);
  });

  test('a payment of a request is the whole of it, and of what is still due', async () => {
    const { story, invoices } = await owing(2);
    const { payment_request: request } = (await ask(story.customer, invoices)).body;
    const refusal = async (amount: number, over: object = {}) =>
      (await pay(request, amount, over)).errors?.[0]?.extensions.details;
    expect(await refusal(5_999)).toEqual({ amountCents: ['invalid_amount'] });
    expect(await refusal(6_001)).toEqual({ amountCents: ['value_is_out_of_range'] });
    expect(await refusal(0)).toEqual({ amountCents: ['invalid_value'] });
    expect(await refusal(6_000, { reference: ' ' })).toEqual({ reference: ['value_is_mandatory'] });
    await client.post('/payments', {
      payment: { invoice_id: invoices[0].svc_id, amount_cents: 3_000, reference: 'wire' },
    });
    // Paying an invoice otherwise does not change the request.
    expect((await client.get(`/payment_requests/${request.svc_id}`)).body.payment_request).toMatchObject({
      payment_status: 'pending',
      amount_cents: 6_000,
    });
    expect(await refusal(6_000)).toEqual({ amountCents: ['value_is_out_of_range'] });
    expect((await pay(request, 3_000)).errors).toBeUndefined();
    expect((await read(invoices[1])).payment_status).toBe('succeeded');
  });

  test('a payment of a request that is recorded twice at once counts once', async () => {
    const { story, invoices } = await owing();
    const { payment_request: request } = (await ask(story.customer, invoices)).body;
    const answers = await Promise.all([1, 2, 3].map(() => pay(request, 3_000)));
    expect(answers.filter(({ errors }) => errors === undefined)).toHaveLength(1);
    expect((await read(invoices[0])).total_paid_amount_cents).toBe(3_000);
  });
});
