// Direct debits by GoCardless, against a stand-in that speaks its protocol: payments.md §7, payment-providers.md.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { OutgoingHttp } from '../../src/platform/outgoing/outgoing-http.js';
import {
  createAddOn,
  createCustomer,
  createPlan,
  type Resource,
  subscribe,
  unique,
} from '../support/builders.js';
import type { Client } from '../support/client.js';
import { GocardlessStandIn } from '../support/gocardless-stand-in.js';
import { messagesAbout, messageTypesAbout } from '../support/messages.js';
import { runProviderJobs } from '../support/provider-jobs.js';
import { startTestServer, type TestServer } from '../support/server.js';

let server: TestServer;
let gocardless: GocardlessStandIn;
let client: Client;
let plan: Resource;

const CREATE = `mutation ($input: CreatePaymentProviderInput!) {
  createPaymentProvider(input: $input) { paymentProvider { id code type } }
}`;
const connect = (input: object) =>
  client.graphql(CREATE, { input: { type: 'gocardless', name: 'GoCardless', code: 'gocardless', ...input } });

beforeAll(async () => {
  gocardless = await GocardlessStandIn.start();
  const outgoing = new OutgoingHttp({ allowPrivateNetworks: true });
  server = await startTestServer({ gocardlessUrl: gocardless.url, outgoing });
  client = await server.organization();
  plan = await createPlan(client, { amount_cents: 10_000, pay_in_advance: true });
  const settings = { accessToken: 'token_right', webhookSecret: gocardless.webhookSecret };
  const { data } = await connect({ gocardless: settings });
  expect(data.createPaymentProvider.paymentProvider).toMatchObject({ type: 'gocardless' });
  await run();
});
afterAll(async () => {
  await server.stop();
  await gocardless.stop();
});
beforeEach(() => {
  gocardless.calls.length = 0;
  gocardless.lostAnswers = 0;
});

const run = () => runProviderJobs(server, client);

const linkedTo = (id: string | null, over: object = {}) => ({
  billing_configuration: {
    payment_provider: 'gocardless',
    payment_provider_code: 'gocardless',
    provider_customer_id: id,
    ...over,
  },
});

/** Sends a message to the address that the organization has entered at GoCardless. */
async function send(
  { body, signature }: { body: string; signature: string },
  code = 'gocardless',
): Promise<number> {
  const address = `${server.baseUrl}/webhooks/gocardless/${client.organizationId}?code=${code}`;
  const { status } = await fetch(address, {
    method: 'POST',
    body,
    headers: { 'webhook-signature': signature },
  });
  await run();
  return status;
}

/** Changes a resource, and sends the event that says so. */
function report(kind: string, id: string, status: string, details: object = {}): Promise<number> {
  gocardless.change(id, { status });
  return send(gocardless.message(gocardless.event(kind, status, id, { details })));
}

/** A customer with an active mandate, and an invoice of 100.00 that was asked for. */
async function billed(): Promise<{ customer: Resource; invoice: Resource; mandate: string }> {
  const id = unique('CU');
  const customer = await createCustomer(client, linkedTo(id));
  const mandate = gocardless.addMandate(id);
  await send(gocardless.message(gocardless.event('mandates', 'active', mandate)));
  // A whole period, whatever the day of the test.
  await subscribe(client, customer, plan, { billing_time: 'anniversary' });
  await run();
  const { body } = await client.get(`/invoices?external_customer_id=${customer.external_id}`);
  return { customer, invoice: body.invoices[0], mandate };
}

const read = async ({ svc_id }: Resource): Promise<Resource> =>
  (await client.get(`/invoices/${svc_id}`)).body.invoice;
const paymentOf = async ({ svc_id }: Resource): Promise<Resource> => {
  const { body } = await client.get(`/payments?invoice_id=${svc_id}`);
  expect(body.payments).toHaveLength(1);
  return body.payments[0];
};
const methodsOf = async ({ external_id }: Resource): Promise<Resource[]> =>
  (await client.get(`/customers/${external_id}/payment_methods`)).body.payment_methods;

describe('connections (§2)', () => {
  test('connections to GoCardless keep their secrets encrypted', async () => {
    const [{ secrets } = { secrets: '' }] = await server.pool.sql<{ secrets: string }[]>`
      select encode(secrets, 'escape') as secrets from payment_providers where code = 'gocardless'`;
    expect(secrets).not.toMatch(/token_right|secret of/);
  });

  test.each<[string, object, string]>([
    ['no token', { code: 'a' }, 'value_is_mandatory'],
    ['the key of another provider', { code: 'b', stripe: { secretKey: 'sk' } }, 'value_is_mandatory'],
    [
      'a blank secret',
      { code: 'c', gocardless: { accessToken: 't', webhookSecret: ' ' } },
      'value_is_mandatory',
    ],
  ])('connections to GoCardless with %s are refused', async (_, input, code) => {
    const { errors } = await connect(input);
    expect(JSON.stringify(errors?.[0]?.extensions.details)).toContain(code);
  });
});

describe('payments', () => {
  test('payments at GoCardless are asked of the mandate, and succeed once, whatever the order of their events', async () => {
    const { invoice, mandate } = await billed();
    const payment = await paymentOf(invoice);
    expect(payment).toMatchObject({ payment_status: 'processing', status: 'pending_submission' });
    expect((await read(invoice)).payment_status).toBe('pending');
    expect(gocardless.callsTo('POST', '/payments')).toMatchObject([
      {
        key: expect.stringMatching(/^[\w-]{43}$/),
        members: {
          amount: 10_000,
          currency: 'EUR',
          links: { mandate },
          metadata: { svc_payment_id: payment.svc_id, svc_invoice_id: invoice.svc_id },
        },
      },
    ]);
    const id = String(payment.provider_payment_id ?? payment.external_payment_id);
    const [submitted, confirmed, paidOut] = ['submitted', 'confirmed', 'paid_out'].map((action) =>
      gocardless.event('payments', action, id),
    );
    gocardless.change(id, { status: 'submitted' });
    await send(gocardless.message(submitted ?? {}));
    expect((await paymentOf(invoice)).status).toBe('submitted');
    gocardless.change(id, { status: 'paid_out' });
    const messages = [[paidOut, confirmed], [confirmed], [paidOut, submitted]];
    for (const events of messages)
      expect(await send(gocardless.message(...events.map((event) => event ?? {})))).toBe(200);
    expect(await read(invoice)).toMatchObject({
      payment_status: 'succeeded',
      total_paid_amount_cents: 10_000,
    });
    expect(await messageTypesAbout(server, payment.svc_id)).toEqual(['payment.succeeded']);
  });

  test('payments of three decimals are refused: GoCardless counts hundredths', async () => {
    const id = unique('CU');
    const customer = await createCustomer(client, linkedTo(id));
    await send(gocardless.message(gocardless.event('mandates', 'active', gocardless.addMandate(id))));
    gocardless.calls.length = 0;
    const fees = [{ add_on_code: (await createAddOn(client, { amount_cents: 1_230 })).code }];
    const { body } = await client.post('/invoices', {
      invoice: { external_customer_id: customer.external_id, currency: 'KWD', fees },
    });
    await run();
    expect(gocardless.callsTo('POST', '/payments')).toEqual([]);
    expect(await read(body.invoice)).toMatchObject({ payment_status: 'failed', total_amount_cents: 1_230 });
    const [failure] = (await messagesAbout(server, body.invoice.svc_id)).filter(
      ({ webhookType }) => webhookType === 'invoice.payment_failure',
    );
    expect(failure?.object).toMatchObject({
      provider_error: {
        error_code: 'currency_not_supported',
        message: 'GoCardless takes no payments in KWD, which has no hundredths.',
      },
    });
  });

  test('payments at GoCardless that fail are announced with the reason of GoCardless', async () => {
    const { invoice } = await billed();
    const { external_payment_id: id } = await paymentOf(invoice);
    await report('payments', id, 'failed', { cause: 'insufficient_funds', description: 'No funds.' });
    expect((await read(invoice)).payment_status).toBe('failed');
    const failures = (await messagesAbout(server, invoice.svc_id)).filter(
      ({ webhookType }) => webhookType === 'invoice.payment_failure',
    );
    expect(failures).toMatchObject([
      { object: { provider_error: { message: 'No funds.', error_code: 'insufficient_funds' } } },
    ]);
  });

  test('payments at GoCardless whose answer was lost are found by their key, and made once', async () => {
    const { customer } = await billed();
    gocardless.calls.length = 0;
    gocardless.lostAnswers = 2;
    await subscribe(client, customer, plan, { billing_time: 'anniversary', external_id: unique('again') });
    await run();
    const calls = gocardless.callsTo('POST', '/payments');
    expect([calls.length, new Set(calls.map(({ key }) => key)).size]).toEqual([3, 1]);
    const { body } = await client.get(`/payments?external_customer_id=${customer.external_id}`);
    expect(body.payments.map((each: Resource) => each.payment_status)).toEqual(['processing', 'processing']);
    expect(new Set(body.payments.map((each: Resource) => each.external_payment_id)).size).toBe(2);
  });

  test('payments of a mandate that is not active are refused; one that ends is a method no more', async () => {
    const { customer, mandate } = await billed();
    gocardless.change(mandate, { status: 'cancelled' });
    await subscribe(client, customer, plan, { billing_time: 'anniversary', external_id: unique('again') });
    await run();
    const { body } = await client.get(`/invoices?external_customer_id=${customer.external_id}`);
    const statuses = body.invoices.map((each: Resource) => each.payment_status);
    expect(statuses.toSorted()).toEqual(['failed', 'pending']);
    expect(await methodsOf(customer)).toHaveLength(1);
    await report('mandates', mandate, 'cancelled');
    expect(await methodsOf(customer)).toEqual([]);
  });

  test.each([
    ['after they were paid out: the dispute is lost', true],
    ['before: they have failed', false],
  ])('payments at GoCardless that are charged back %s', async (_, isPaidOut) => {
    const { invoice } = await billed();
    const { external_payment_id: id } = await paymentOf(invoice);
    if (isPaidOut) await report('payments', id, 'paid_out');
    await report('payments', id, 'charged_back', { cause: 'refund_requested', description: 'Asked for.' });
    const { payment_status, payment_dispute_lost_at } = await read(invoice);
    expect([payment_status, payment_dispute_lost_at === null]).toEqual([
      isPaidOut ? 'succeeded' : 'failed',
      !isPaidOut,
    ]);
  });

  test('payments at GoCardless are refunded with all that was refunded before', async () => {
    const { invoice } = await billed();
    const payment = await paymentOf(invoice);
    await report('payments', payment.external_payment_id, 'paid_out');
    const { fees } = await read(invoice);
    const credit = async (cents: number): Promise<string> => {
      const { body } = await client.post('/credit_notes', {
        credit_note: {
          invoice_id: invoice.svc_id,
          refund_amount_cents: cents,
          items: [{ fee_id: fees[0].svc_id, amount_cents: cents }],
        },
      });
      await run();
      return body.credit_note.svc_id;
    };
    const statusOf = async (note: string): Promise<string> =>
      (await client.get(`/credit_notes/${note}`)).body.credit_note.refund_status;
    const notes = [await credit(2_000), await credit(3_000)];
    expect(gocardless.callsTo('POST', '/refunds')).toMatchObject([
      {
        key: expect.stringMatching(/^[\w-]{43}$/),
        members: { amount: 2_000, total_amount_confirmation: 2_000 },
      },
      {
        key: expect.stringMatching(/^[\w-]{43}$/),
        members: { amount: 3_000, total_amount_confirmation: 5_000 },
      },
    ]);
    const refunds = await server.pool.sql<{ id: string }[]>`
      select provider_refund_id as id from payment_refunds where payment_id = ${payment.svc_id} order by created_at`;
    await report('refunds', refunds[0]?.id ?? '', 'paid');
    await report('refunds', refunds[1]?.id ?? '', 'bounced');
    expect([await statusOf(notes[0] ?? ''), await statusOf(notes[1] ?? '')]).toEqual(['succeeded', 'failed']);
  });
});

describe('messages (§8)', () => {
  test('messages of GoCardless are refused when forged, or for a connection without a secret', async () => {
    await connect({ code: 'silent', gocardless: { accessToken: 'token_right' } });
    const { body, signature } = gocardless.message();
    expect(await send({ body, signature: gocardless.sign(body, 'another') })).toBe(400);
    expect(await send({ body: `${body} `, signature })).toBe(400);
    expect(await send({ body, signature }, 'silent')).toBe(400);
    expect(await send({ body, signature }, 'unknown')).toBe(400);
    expect(await send({ body, signature })).toBe(200);
  });

  test('messages of GoCardless about unknown records change nothing', async () => {
    const events = [
      gocardless.event('payments', 'paid_out', 'PM_unknown'),
      gocardless.event('payouts', 'paid', 'PO1'),
      gocardless.event('mandates', 'active', gocardless.addMandate('CU_unknown')),
      { resource_type: 'payments' },
    ];
    expect(await send(gocardless.message(...events))).toBe(200);
    const [{ unread } = { unread: 1 }] = await server.pool.sql<{ unread: number }[]>`
      select count(*)::int as unread from provider_messages where processed_at is null`;
    expect(unread).toBe(0);
  });
});

describe('customers', () => {
  test('customers at GoCardless register a mandate on a page, which is described; the latest one is the default', async () => {
    const { customer, mandate } = await billed();
    const { body } = await client.post(`/customers/${customer.external_id}/checkout_url`);
    expect(body.customer.checkout_url).toBe('https://pay.gocardless.test/flow');
    const { data } = await client.graphql(
      `query ($externalId: String!) { customer(externalId: $externalId) {
        paymentMethods { nodes { providerMethodId isDefault kind brand lastDigits expiryYear } } } }`,
      { externalId: customer.external_id },
    );
    expect(data.customer.paymentMethods.nodes).toEqual([
      {
        providerMethodId: mandate,
        isDefault: true,
        kind: 'bacs',
        brand: 'BARCLAYS BANK PLC',
        lastDigits: '11',
        expiryYear: null,
      },
    ]);
  });

  test('customers at GoCardless pay on no page (§5), and are asked to pay requests without one', async () => {
    const { invoice } = await billed();
    const { body } = await client.post(`/invoices/${invoice.svc_id}/payment_url`);
    expect(body.error_details).toEqual({ base: ['invalid_payment_provider'] });
  });

  test('customers at GoCardless are created, and their address passed on', async () => {
    const members = { name: 'Acme', ...linkedTo(null, { sync_with_provider: true }) };
    const customer = await createCustomer(client, members);
    await run();
    const [call] = gocardless.callsTo('POST', '/customers');
    expect(call?.members).toMatchObject({
      company_name: 'Acme',
      metadata: { svc_customer_id: customer.svc_id },
    });
    expect(await messageTypesAbout(server, customer.svc_id)).toEqual([
      'customer.created',
      'customer.payment_provider_created',
      'customer.checkout_url_generated',
    ]);
    await client.post('/customers', { customer: { external_id: customer.external_id, city: 'Lyon' } });
    await run();
    expect(gocardless.callsTo('PUT', '/customers/').at(-1)?.members).toMatchObject({ city: 'Lyon' });
  });

  test('customers at GoCardless whom GoCardless refuses are announced', async () => {
    await connect({ code: 'wrong', gocardless: { accessToken: 'token_wrong' } });
    const configuration = linkedTo(null, { payment_provider_code: 'wrong', sync_with_provider: true });
    const customer = await createCustomer(client, configuration);
    await run();
    const [failure] = (await messagesAbout(server, customer.svc_id)).slice(-1);
    expect(failure).toMatchObject({
      webhookType: 'customer.payment_provider_error',
      object: { provider_error: { error_code: 'access_token_not_found' } },
    });
  });
});
