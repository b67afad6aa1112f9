// Payments by Stripe, against a stand-in that speaks its protocol.
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
import { messagesAbout, messageTypesAbout } from '../support/messages.js';
import { runProviderJobs } from '../support/provider-jobs.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { StripeStandIn } from '../support/stripe-stand-in.js';

let server: TestServer;
let stripe: StripeStandIn;
let client: Client;
let plan: Resource;

const CREATE = `mutation ($input: CreatePaymentProviderInput!) {
  createPaymentProvider(input: $input) { paymentProvider { id code type supports3ds } }
}`;
const connect = (input: object) =>
  client.graphql(CREATE, { input: { type: 'stripe', name: 'Stripe', code: 'stripe', ...input } });

beforeAll(async () => {
  stripe = await StripeStandIn.start();
  const outgoing = new OutgoingHttp({ allowPrivateNetworks: true });
  server = await startTestServer({ stripeUrl: stripe.url, outgoing });
  client = await server.organization();
  plan = await createPlan(client, { amount_cents: 10_000, pay_in_advance: true });
  const { data } = await connect({ stripe: { secretKey: 'sk_test_right' } });
  expect(data.createPaymentProvider.paymentProvider).toMatchObject({ type: 'stripe', supports3ds: false });
  await run();
});
afterAll(async () => {
  await server.stop();
  await stripe.stop();
});
beforeEach(() => {
  stripe.calls.length = 0;
  stripe.lostAnswers = 0;
});

const run = () => runProviderJobs(server, client);

/** Sends an event to the address that is registered at Stripe. */
async function send(
  { body, signature }: { body: string; signature: string },
  code = 'stripe',
  organization = client.organizationId,
): Promise<number> {
  const address = `${server.baseUrl}/webhooks/stripe/${organization}?code=${code}`;
  const { status } = await fetch(address, {
    method: 'POST',
    body,
    headers: { 'stripe-signature': signature },
  });
  await run();
  return status;
}

/** A customer whom Stripe knows, with a method, and an invoice of 100.00 that was asked for. */
async function billed(method: string): Promise<{ customer: Resource; invoice: Resource; id: string }> {
  const id = unique('cus');
  const customer = await createCustomer(client, {
    billing_configuration: {
      payment_provider: 'stripe',
      payment_provider_code: 'stripe',
      provider_customer_id: id,
    },
  });
  await send(
    stripe.event('setup_intent.succeeded', { id: unique('seti'), customer: id, payment_method: method }),
  );
  stripe.calls.length = 0;
  // A whole period, whatever the day of the test.
  await subscribe(client, customer, plan, { billing_time: 'anniversary' });
  await run();
  const { body } = await client.get(`/invoices?external_customer_id=${customer.external_id}`);
  return { customer, invoice: body.invoices[0], id };
}

const read = async ({ svc_id }: Resource): Promise<Resource> =>
  (await client.get(`/invoices/${svc_id}`)).body.invoice;
const paymentsOf = async ({ svc_id }: Resource): Promise<Resource[]> =>
  (await client.get(`/payments?invoice_id=${svc_id}`)).body.payments;
const intentOf = ({ svc_id }: Resource): Resource => {
  const found = stripe.intents.find(({ metadata }) => (metadata as Resource).svc_payment_id === svc_id);
  return found as Resource;
};

describe('connections (payment-providers.md §2)', () => {
  test('connections to Stripe register the address of their messages; their secrets are encrypted and never shown', async () => {
    const [{ secrets } = { secrets: '' }] = await server.pool.sql<{ secrets: string }[]>`
      select encode(secrets, 'escape') as secrets from payment_providers where code = 'stripe'`;
    expect(secrets).not.toContain('sk_test');
    expect(secrets).not.toContain('whsec');
  });

  test.each<[string, object, string]>([
    ['no key', {}, 'value_is_mandatory'],
    ['a code that is taken', { stripe: { secretKey: 'sk' } }, 'value_already_exist'],
    ['the code of the sandbox', { code: 'sandbox', stripe: { secretKey: 'sk' } }, 'value_already_exist'],
    ['a provider without implementation', { type: 'cashfree', code: 'a' }, 'unsupported_value'],
    [
      'no address',
      { code: 'b', stripe: { secretKey: 'sk' }, successRedirectUrl: 'ftp://x' },
      'url_is_invalid',
    ],
  ])('connections to Stripe with %s are refused', async (_, input, code) => {
    const { errors } = await connect(input);
    expect(JSON.stringify(errors?.[0]?.extensions.details)).toContain(code);
  });

  test('connections that Stripe refuses stay, and the refusal is announced', async () => {
    const { data } = await connect({ code: 'wrong', stripe: { secretKey: 'sk_test_wrong' } });
    await run();
    const { id } = data.createPaymentProvider.paymentProvider;
    expect(await messageTypesAbout(server, id)).toEqual(['payment_provider.error']);
    const DELETE = `mutation ($id: ID!) { deletePaymentProvider(input: { id: $id }) { deletedId } }`;
    expect((await client.graphql(DELETE, { id })).data.deletePaymentProvider.deletedId).toBe(id);
  });
});

describe('payments', () => {
  test('payments at Stripe are made off session, with a key and a reference made of what they pay', async () => {
    const { invoice, id } = await billed('pm_card');
    const [payment] = await paymentsOf(invoice);
    expect(payment).toMatchObject({
      payment_status: 'succeeded',
      status: 'succeeded',
      provider_customer_id: id,
    });
    const [call] = stripe.callsTo('/v1/payment_intents');
    expect(call).toMatchObject({
      key: expect.stringMatching(/^[\w-]{43}$/),
      fields: {
        amount: '10000',
        currency: 'eur',
        customer: id,
        payment_method: 'pm_card',
        off_session: 'true',
        confirm: 'true',
        'metadata[svc_payment_id]': payment?.svc_id,
        'metadata[svc_invoice_id]': invoice.svc_id,
        'metadata[svc_charge_reference]': expect.stringMatching(/^[\w-]{22}:1$/),
      },
    });
    expect(await read(invoice)).toMatchObject({
      payment_status: 'succeeded',
      total_paid_amount_cents: 10_000,
    });
  });

  // Stripe takes no thousandths, and nothing is rounded for it.
  test.each([
    [1_230, ['1230'], 'succeeded', []],
    [1_234, [], 'failed', ['amount_not_supported']],
  ])('payments of %d thousandths of a dinar: %j, %s', async (amount_cents, amounts, status, errors) => {
    const { customer } = await billed('pm_card');
    stripe.calls.length = 0;
    const fees = [{ add_on_code: (await createAddOn(client, { amount_cents })).code }];
    const { body } = await client.post('/invoices', {
      invoice: { external_customer_id: customer.external_id, currency: 'KWD', fees },
    });
    await run();
    const charged = stripe.callsTo('/v1/payment_intents').map(({ fields }) => fields['amount']);
    expect([charged, (await read(body.invoice)).payment_status]).toEqual([amounts, status]);
    const failures = (await messagesAbout(server, body.invoice.svc_id)).filter(
      ({ webhookType }) => webhookType === 'invoice.payment_failure',
    );
    expect(failures).toMatchObject(
      errors.map((error_code) => ({ object: { provider_error: { error_code } } })),
    );
    expect(failures).toHaveLength(errors.length);
  });

  test.each([
    ['pm_declined', 'failed', 'insufficient_funds'],
    ['pm_3ds', 'failed', 'authentication_required'],
    ['pm_small', 'pending', null],
  ])('payments at Stripe with %s: %s', async (method, status, errorCode) => {
    const { invoice } = await billed(method);
    expect((await read(invoice)).payment_status).toBe(status);
    const sent = await messagesAbout(server, invoice.svc_id);
    const failures = sent.filter(({ webhookType }) => webhookType === 'invoice.payment_failure');
    expect(failures).toMatchObject(
      errorCode === null ? [] : [{ object: { provider_error: { error_code: errorCode } } }],
    );
  });

  test('payments at Stripe whose answer was lost are asked for with the same key, and made once', async () => {
    stripe.lostAnswers = 0;
    const { customer } = await billed('pm_card');
    stripe.calls.length = 0;
    stripe.lostAnswers = 2;
    const { external_id } = customer;
    await client.post('/subscriptions', {
      subscription: { external_customer_id: external_id, external_id: unique('again'), plan_code: plan.code },
    });
    await run();
    const calls = stripe.callsTo('/v1/payment_intents');
    expect(calls).toHaveLength(3);
    expect(new Set(calls.map(({ key }) => key)).size).toBe(1);
    const { body } = await client.get(`/payments?external_customer_id=${external_id}`);
    expect(body.payments.map((each: Resource) => each.payment_status)).toEqual(['succeeded', 'succeeded']);
    expect(
      stripe.intents.filter((intent) => intent['customer'] === calls[0]?.fields['customer']),
    ).toHaveLength(2);
  });
});

describe('messages (§8)', () => {
  test('messages of Stripe are refused when forged, old, or for another connection', async () => {
    const { body, signature } = stripe.event('customer.updated', { id: 'cus_1' });
    expect(await send({ body, signature: stripe.sign(body, 'whsec_other') })).toBe(400);
    expect(await send({ body: `${body} `, signature })).toBe(400);
    expect(await send({ body, signature: stripe.sign(body, stripe.webhookSecret, 1_600_000_000) })).toBe(400);
    expect(await send({ body, signature }, 'other')).toBe(400);
    const stranger = await server.organization();
    expect(await send({ body, signature }, 'stripe', stranger.organizationId)).toBe(400);
    expect(await send({ body, signature }, 'stripe', 'nobody')).toBe(400);
    expect(await send({ body, signature })).toBe(200);
  });

  test('a payment that is processed succeeds once, whatever the order of its messages', async () => {
    const { invoice } = await billed('pm_slow');
    const [payment] = await paymentsOf(invoice);
    expect(payment).toMatchObject({ payment_status: 'processing', status: 'processing' });
    const intent = { ...intentOf(payment), amount_received: 10_000 };
    const created = Math.floor(Date.now() / 1_000);
    const success = stripe.event('payment_intent.succeeded', { ...intent, status: 'succeeded' }, { created });
    const failure = stripe.event(
      'payment_intent.payment_failed',
      {
        ...intent,
        status: 'requires_payment_method',
        last_payment_error: { code: 'late', message: 'Late.' },
      },
      { created: created - 60 },
    );
    for (const message of [success, success, failure]) expect(await send(message)).toBe(200);
    expect(await read(invoice)).toMatchObject({
      payment_status: 'succeeded',
      total_paid_amount_cents: 10_000,
    });
    expect(await messageTypesAbout(server, payment?.svc_id)).toEqual(['payment.succeeded']);
  });

  test('a payment on a page of Stripe is recorded by its message, and its method kept', async () => {
    const { invoice, customer, id } = await billed('pm_small');
    const { body } = await client.post(`/invoices/${invoice.svc_id}/payment_url`);
    expect(body.invoice_payment_details.payment_url).toContain('https://checkout.stripe.test/');
    const [call] = stripe.callsTo('/v1/checkout/sessions');
    expect(call?.fields).toMatchObject({
      mode: 'payment',
      customer: id,
      'line_items[0][price_data][unit_amount]': '10000',
      'payment_intent_data[metadata][svc_invoice_id]': invoice.svc_id,
    });
    const intent = {
      id: unique('pi'),
      status: 'succeeded',
      amount: 10_000,
      amount_received: 10_000,
      currency: 'eur',
      customer: id,
      payment_method: 'pm_new',
      setup_future_usage: 'off_session',
      metadata: { svc_invoice_id: invoice.svc_id },
    };
    await send(stripe.event('payment_intent.succeeded', intent));
    expect((await read(invoice)).payment_status).toBe('succeeded');
    const methods = await client.get(`/customers/${customer.external_id}/payment_methods`);
    const kept = methods.body.payment_methods.find((each: Resource) => each.provider_method_id === 'pm_new');
    expect(kept.is_default).toBe(true);
    expect(stripe.callsTo('/v1/checkout/sessions').map(({ path }) => path.endsWith('/expire'))).toContain(
      true,
    );
  });

  test('the description of a method by Stripe is stored, and changed by its later messages only', async () => {
    const method = unique('pm');
    const card = (exp_year: number) => ({
      id: method,
      object: 'payment_method',
      type: 'card',
      card: { brand: 'visa', last4: '4242', exp_month: 8, exp_year },
    });
    stripe.methods.set(method, card(2031));
    const { customer } = await billed(method);
    const described = async (): Promise<unknown> => {
      const { data } = await client.graphql(
        `query ($externalId: String!) { customer(externalId: $externalId) {
          paymentMethods { nodes { kind brand lastDigits expiryMonth expiryYear } } } }`,
        { externalId: customer.external_id },
      );
      return data.customer.paymentMethods.nodes;
    };
    const visa = { kind: 'card', brand: 'visa', lastDigits: '4242', expiryMonth: 8 };
    expect(await described()).toEqual([{ ...visa, expiryYear: 2031 }]);
    const created = Math.floor(Date.now() / 1_000) + 60;
    for (const [year, at] of [
      [2035, created],
      [2033, created - 30],
    ] as const)
      await send(stripe.event('payment_method.automatically_updated', card(year), { created: at }));
    expect(await described()).toEqual([{ ...visa, expiryYear: 2035 }]);
  });

  test('a method that Stripe does not describe is stored all the same', async () => {
    const { customer } = await billed(unique('pm_unknown'));
    const { body } = await client.get(`/customers/${customer.external_id}/payment_methods`);
    expect(body.payment_methods).toHaveLength(1);
  });

  test('a method that is detached goes; a lost dispute is recorded', async () => {
    const method = unique('pm');
    const { invoice, customer } = await billed(method);
    const [payment] = await paymentsOf(invoice);
    await send(stripe.event('payment_method.detached', { id: method }));
    const methods = await client.get(`/customers/${customer.external_id}/payment_methods`);
    expect(methods.body.payment_methods).toEqual([]);
    const dispute = {
      id: unique('dp'),
      status: 'lost',
      reason: 'fraudulent',
      payment_intent: payment?.provider_payment_id,
    };
    await send(stripe.event('charge.dispute.closed', dispute));
    expect((await read(invoice)).payment_dispute_lost_at).not.toBeNull();
    expect(await messageTypesAbout(server, invoice.svc_id)).toContain('invoice.payment_dispute_lost');
  });

  test('a refund that fails later is announced', async () => {
    const { invoice } = await billed('pm_card');
    const { fees } = await read(invoice);
    const { body } = await client.post('/credit_notes', {
      credit_note: {
        invoice_id: invoice.svc_id,
        refund_amount_cents: 2_000,
        items: [{ fee_id: fees[0].svc_id, amount_cents: 2_000 }],
      },
    });
    const note = body.credit_note.svc_id;
    await run();
    const [call] = stripe.callsTo('/v1/refunds');
    expect(call).toMatchObject({
      key: expect.stringMatching(/^[\w-]{43}$/),
      fields: { amount: '2000', 'metadata[svc_credit_note_id]': note },
    });
    const [{ id: providerRefundId } = { id: '' }] = await server.pool.sql<{ id: string }[]>`
      select provider_refund_id as id from payment_refunds where credit_note_id = ${note}`;
    const refund = {
      id: providerRefundId,
      object: 'refund',
      status: 'failed',
      failure_reason: 'lost_or_stolen_card',
      metadata: {},
    };
    await send(stripe.event('charge.refund.updated', refund));
    expect((await client.get(`/credit_notes/${note}`)).body.credit_note.refund_status).toBe('failed');
    expect(await messageTypesAbout(server, note)).toContain('credit_note.refund_failure');
  });
});

describe('links of payment requests (§6)', () => {
  /** A customer whom Stripe knows, without a method, with two overdue invoices of 100.00 and a request for both. */
  async function requested(code = 'stripe') {
    const id = unique('cus');
    const customer = await createCustomer(client, {
      email: 'payer@whale.example',
      billing_configuration: {
        payment_provider: 'stripe',
        payment_provider_code: code,
        provider_customer_id: id,
      },
    });
    for (const each of ['one', 'other']) {
      await subscribe(client, customer, plan, { billing_time: 'anniversary', external_id: unique(each) });
    }
    await run();
    const listed = await client.get(`/invoices?external_customer_id=${customer.external_id}`);
    const ids = listed.body.invoices.map(({ svc_id }: Resource) => svc_id);
    // Their due dates pass.
    await server.pool.sql`update invoices set payment_overdue = true where id in ${server.pool.sql(ids)}`;
    stripe.calls.length = 0;
    const { body } = await client.post('/payment_requests', {
      payment_request: { external_customer_id: customer.external_id, svc_invoice_ids: ids },
    });
    await run();
    return { id, invoices: listed.body.invoices as Resource[], request: body.payment_request };
  }
  const textsOf = async ({ svc_id }: Resource): Promise<string[]> => {
    const mails = await server.pool.sql<{ text: string }[]>`
      select body_text as text from queued_mails where about ->> 'resourceId' = ${svc_id}`;
    return mails.map(({ text }) => text);
  };
  const readRequest = async ({ svc_id }: Resource): Promise<Resource> =>
    (await client.get(`/payment_requests/${svc_id}`)).body.payment_request;
  const sessionsOf = () =>
    stripe.callsTo('/v1/checkout/sessions').map(({ path }) => path.replace(/.*\/sessions/, ''));
  const intentFor = ({ svc_id }: Resource, customer: string, over: object = {}) => ({
    id: unique('pi'),
    amount: 20_000,
    currency: 'eur',
    customer,
    metadata: { svc_payment_request_id: svc_id },
    ...over,
  });

  beforeAll(() =>
    client.put('/billing_entities/default', { billing_entity: { email: 'desk@northwind.example' } }),
  );

  test('links of payment requests are mailed, and pay once whatever the order and the number of messages', async () => {
    const { id, invoices, request } = await requested();
    const [call] = stripe.callsTo('/v1/checkout/sessions');
    expect(call?.fields).toMatchObject({
      mode: 'payment',
      customer: id,
      'line_items[0][price_data][unit_amount]': '20000',
      'payment_intent_data[metadata][svc_payment_request_id]': request.svc_id,
      'payment_intent_data[setup_future_usage]': 'off_session',
    });
    const [text, ...others] = await textsOf(request);
    expect(others).toEqual([]);
    expect(text).toContain('https://checkout.stripe.test/');

    const intent = intentFor(request, id);
    const created = Math.floor(Date.now() / 1_000);
    const success = { ...intent, status: 'succeeded', amount_received: 20_000 };
    const late = { created: created - 60 };
    const messages = [
      stripe.event('payment_intent.succeeded', success, { created }),
      stripe.event('payment_intent.succeeded', success, { created }),
      stripe.event('payment_intent.processing', { ...intent, status: 'processing' }, late),
      stripe.event('payment_intent.payment_failed', { ...intent, status: 'requires_payment_method' }, late),
    ];
    for (const message of [...messages, ...messages]) expect(await send(message)).toBe(200);
    expect((await readRequest(request)).payment_status).toBe('succeeded');
    for (const invoice of invoices) {
      expect(await read(invoice)).toMatchObject({
        payment_status: 'succeeded',
        total_paid_amount_cents: 10_000,
      });
      expect(await paymentsOf(invoice)).toMatchObject([
        { amount_cents: 20_000, payment_status: 'succeeded' },
      ]);
    }
    expect(sessionsOf()).toEqual(['', expect.stringMatching(/^\/.+\/expire$/)]);
    expect(stripe.callsTo('/v1/refunds')).toEqual([]);
  });

  test('twenty messages about a payment that are read at once record it once', async () => {
    const { id, invoices, request } = await requested();
    const success = intentFor(request, id, { status: 'succeeded', amount_received: 20_000 });
    const messages = Array.from({ length: 20 }, () => stripe.event('payment_intent.succeeded', success));
    await Promise.all(
      messages.map(({ body, signature }) =>
        fetch(`${server.baseUrl}/webhooks/stripe/${client.organizationId}?code=stripe`, {
          method: 'POST',
          body,
          headers: { 'stripe-signature': signature },
        }),
      ),
    );
    const { organizationId } = client;
    const stored = await server.pool.sql<{ id: string }[]>`
      select id from provider_messages where payload -> 'data' -> 'object' ->> 'id' = ${success.id}`;
    expect(stored).toHaveLength(20);
    const { providerReports } = server.app.services;
    await Promise.all(
      stored.map(({ id: messageId }) => providerReports.run({ organizationId, messageIds: [messageId] })),
    );
    expect(await paymentsOf(invoices[0])).toMatchObject([
      { amount_cents: 20_000, payment_status: 'succeeded' },
    ]);
    await run();
    expect(stripe.callsTo('/v1/refunds')).toEqual([]);
  });

  test('a payment of a page that was left open is given back when the invoices are paid otherwise', async () => {
    const { id, invoices, request } = await requested();
    for (const { svc_id } of invoices)
      await client.post('/payments', {
        payment: { invoice_id: svc_id, amount_cents: 10_000, reference: 'wire' },
      });
    await run();
    expect(sessionsOf()).toEqual(['', expect.stringMatching(/^\/.+\/expire$/)]);
    const success = intentFor(request, id, { status: 'succeeded', amount_received: 20_000 });
    for (let times = 0; times < 2; times += 1) await send(stripe.event('payment_intent.succeeded', success));
    expect(stripe.callsTo('/v1/refunds')).toMatchObject([
      { fields: { amount: '20000', payment_intent: success.id } },
    ]);
    expect((await read(invoices[0])).total_paid_amount_cents).toBe(10_000);
  });

  test('links of payment requests that Stripe refuses are announced, and the e-mail is sent without', async () => {
    await connect({ code: 'refused', stripe: { secretKey: 'sk_test_wrong' } });
    await run();
    const { request } = await requested('refused');
    expect(await textsOf(request)).toEqual([expect.not.stringContaining('checkout.stripe.test')]);
    expect(await messageTypesAbout(server, request.svc_id)).toEqual([
      'payment_request.created',
      'payment_request.payment_failure',
    ]);
    const { errors } = await client.graphql(
      `mutation ($id: ID!) { generatePaymentRequestPaymentUrl(input: { id: $id }) { paymentPage { paymentUrl } } }`,
      { id: request.svc_id },
    );
    expect(errors?.[0]?.extensions.details).toMatchObject({ third_party: ['stripe'] });
  });

  test('links of payment requests whose call is not answered are asked for again, and the e-mail waits', async () => {
    stripe.lostAnswers = 1;
    await expect(requested()).rejects.toThrow('Try again.');
    const [job] = await server.pool.sql<{ request: string }[]>`
      select payment_request_id as request from payment_links where url is null and closed_at is null`;
    const request = { svc_id: job?.request };
    expect(await textsOf(request)).toEqual([]);
    const { organizationId } = client;
    const paymentRequestId = request.svc_id ?? '';
    await server.app.services.documentMails.mailRequest({ organizationId, paymentRequestId });
    expect(await textsOf(request)).toEqual([expect.stringContaining('https://checkout.stripe.test/')]);
    expect(new Set(stripe.callsTo('/v1/checkout/sessions').map(({ key }) => key)).size).toBe(1);
    expect(await messageTypesAbout(server, paymentRequestId)).toEqual(['payment_request.created']);
  });
});

test('customers on a test clock are linked to the sandbox only (§10)', async () => {
  const { body } = await client.post('/test_clocks', { test_clock: { frozen_time: '2027-03-01T00:00:00Z' } });
  const customer = await createCustomer(client, {
    test_clock_id: body.test_clock.svc_id,
    billing_configuration: {
      payment_provider: 'stripe',
      payment_provider_code: 'stripe',
      provider_customer_id: 'cus_clock',
    },
  });
  await subscribe(client, customer, plan);
  await run();
  expect(stripe.calls).toEqual([]);
});

test('a customer is created at Stripe, and its address passed on', async () => {
  const configuration = {
    payment_provider: 'stripe',
    payment_provider_code: 'stripe',
    sync_with_provider: true,
  };
  const customer = await createCustomer(client, { name: 'Acme', billing_configuration: configuration });
  await run();
  expect(stripe.callsTo('/v1/customers')[0]?.fields).toMatchObject({ name: 'Acme' });
  expect(await messageTypesAbout(server, customer.svc_id)).toEqual([
    'customer.created',
    'customer.payment_provider_created',
    'customer.checkout_url_generated',
  ]);
  await client.post('/customers', { customer: { external_id: customer.external_id, city: 'Lyon' } });
  await run();
  expect(stripe.callsTo('/v1/customers/').at(-1)?.fields).toMatchObject({ 'address[city]': 'Lyon' });
});
