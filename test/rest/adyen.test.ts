// Payments by Adyen, against a stand-in that speaks its protocol: integrations.md §15, §16, payment-providers.md, payments.md §7.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createLogger } from '../../src/platform/log.js';
import { OutgoingHttp } from '../../src/platform/outgoing/outgoing-http.js';
import { type AdyenFault, type AdyenPayment, AdyenStandIn } from '../support/adyen-stand-in.js';
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
import { until } from '../support/until.js';

let server: TestServer;
let adyen: AdyenStandIn;
let client: Client;
let plan: Resource;
/** All that the server has logged. */
let logged = '';

const CREATE = `mutation ($input: CreatePaymentProviderInput!) {
  createPaymentProvider(input: $input) { paymentProvider { id code type merchantAccount livePrefix } }
}`;
const UPDATE = `mutation ($input: UpdatePaymentProviderInput!) {
  updatePaymentProvider(input: $input) { paymentProvider { merchantAccount livePrefix } }
}`;
const account = () => ({ apiKey: adyen.apiKey, merchantAccount: adyen.merchantAccount });
const connect = (input: object) =>
  client.graphql(CREATE, { input: { type: 'adyen', name: 'Adyen', code: 'adyen', ...input } });

beforeAll(async () => {
  adyen = await AdyenStandIn.start();
  server = await startTestServer({
    adyenUrl: adyen.url,
    outgoing: new OutgoingHttp({ allowPrivateNetworks: true }),
    // A call inside of a transaction would leave too few of them.
    connections: 2,
    log: createLogger('trace', {
      write: (line) => {
        logged += line;
      },
    }),
  });
  client = await server.organization();
  plan = await createPlan(client, { amount_cents: 10_000, pay_in_advance: true });
  const { data } = await connect({ adyen: { ...account(), hmacKey: adyen.hmacKey } });
  expect(data.createPaymentProvider.paymentProvider).toMatchObject({
    type: 'adyen',
    merchantAccount: 'TollgateTest',
    livePrefix: null,
  });
  await run();
});
afterAll(async () => {
  await server.stop();
  await adyen.stop();
});
beforeEach(() => {
  for (const list of [adyen.calls, adyen.faults, adyen.payments, adyen.refunds]) list.length = 0;
  adyen.failing.clear();
  adyen.during = null;
});

const run = () => runProviderJobs(server, client);

/** Posts a message to the address that the organization has entered at Adyen. */
async function post(body: string, code = 'adyen'): Promise<{ status: number; answer: string }> {
  const address = `${server.baseUrl}/webhooks/adyen/${client.organizationId}?code=${code}`;
  const response = await fetch(address, { method: 'POST', body });
  return { status: response.status, answer: await response.text() };
}

/** Sends items as one message, and has it read. */
async function send(...items: Record<string, unknown>[]): Promise<void> {
  expect(await post(adyen.message(...items))).toEqual({ status: 200, answer: '[accepted]' });
  await run();
}

const linkedTo = (id: string | null, over: object = {}) => ({
  billing_configuration: {
    payment_provider: 'adyen',
    payment_provider_code: 'adyen',
    provider_customer_id: id,
    ...over,
  },
});
const short = ({ svc_id }: Resource): string => String(svc_id).replaceAll('-', '');

/** A customer whom Adyen knows by a name, with a stored method; without one for null. */
async function payer(method: string | null = 'CARD'): Promise<{ customer: Resource; shopper: string }> {
  const shopper = unique('shopper');
  const customer = await createCustomer(client, {
    email: 'payer@example.com',
    ...linkedTo(shopper),
  });
  if (method === null) return { customer, shopper };
  await send(
    adyen.item('AUTHORISATION', {
      amount: { value: 0, currency: 'EUR' },
      merchantReference: `reg_${short(customer)}`,
      additionalData: {
        'tokenization.shopperReference': shopper,
        'tokenization.storedPaymentMethodId': adyen.store(shopper, method),
      },
    }),
  );
  adyen.calls.length = 0;
  return { customer, shopper };
}

/** A payer with an invoice of 100.00, which Adyen was asked for if there is a method. */
async function billed(
  method: string | null = 'CARD',
): Promise<{ customer: Resource; invoice: Resource; shopper: string }> {
  const { customer, shopper } = await payer(method);
  return { customer, shopper, invoice: await bill(customer) };
}

async function bill(customer: Resource): Promise<Resource> {
  // A whole period, whatever the day of the test.
  await subscribe(client, customer, plan, { billing_time: 'anniversary', external_id: unique('sub') });
  await run();
  const { body } = await client.get(`/invoices?external_customer_id=${customer.external_id}`);
  return body.invoices[0];
}

const read = async ({ svc_id }: Resource): Promise<Resource> =>
  (await client.get(`/invoices/${svc_id}`)).body.invoice;
const paymentsOf = async ({ svc_id }: Resource): Promise<Resource[]> =>
  (await client.get(`/payments?invoice_id=${svc_id}`)).body.payments;
const methodsOf = async ({ external_id }: Resource): Promise<Resource[]> =>
  (await client.get(`/customers/${external_id}/payment_methods`)).body.payment_methods;
const charges = () => adyen.callsTo('POST', '/payments').filter(({ path }) => path === '/payments');
const madeFor = ({ svc_id }: Resource): AdyenPayment | undefined =>
  adyen.payments.find(({ reference }) => reference.endsWith(String(svc_id).replaceAll('-', '')));
const failuresAbout = async ({ svc_id }: Resource) =>
  (await messagesAbout(server, svc_id)).filter(
    ({ webhookType }) => webhookType === 'invoice.payment_failure',
  );

describe('connections (payment-providers.md §2)', () => {
  test('connections to Adyen keep their secrets encrypted', async () => {
    const [{ secrets } = { secrets: '' }] = await server.pool.sql<{ secrets: string }[]>`
      select encode(secrets, 'escape') as secrets from payment_providers where code = 'adyen'`;
    expect(secrets).not.toContain(adyen.apiKey);
    expect(secrets).not.toContain(adyen.hmacKey);
  });

  test.each<[string, object, object]>([
    [
      'nothing',
      { adyen: {} },
      { 'adyen.apiKey': ['value_is_mandatory'], 'adyen.merchantAccount': ['value_is_mandatory'] },
    ],
    [
      'no merchant account',
      { adyen: { apiKey: 'key' } },
      { 'adyen.merchantAccount': ['value_is_mandatory'] },
    ],
    [
      'a blank merchant account',
      { adyen: { apiKey: 'key', merchantAccount: ' ' } },
      { 'adyen.merchantAccount': ['value_is_mandatory'] },
    ],
    [
      'a prefix that leads elsewhere',
      { adyen: { apiKey: 'key', merchantAccount: 'M', livePrefix: 'evil.example/?' } },
      { 'adyen.livePrefix': ['invalid_format'] },
    ],
    [
      'a prefix that is too long for a host name',
      { adyen: { apiKey: 'key', merchantAccount: 'M', livePrefix: 'a'.repeat(50) } },
      { 'adyen.livePrefix': ['invalid_format'] },
    ],
    [
      'a key of signatures that is not hexadecimal',
      { adyen: { apiKey: 'key', merchantAccount: 'M', hmacKey: 'abc' } },
      { 'adyen.hmacKey': ['invalid_format'] },
    ],
  ])('connections to Adyen with %s are refused', async (_, input, details) => {
    const { errors } = await connect({ code: unique('refused'), ...input });
    expect(errors?.[0]?.extensions.details).toEqual(details);
  });

  test('settings of Adyen are changed and cleared, and logged without secrets', async () => {
    const { data } = await connect({
      code: unique('changed'),
      adyen: { apiKey: 'first', merchantAccount: 'First', livePrefix: '1797a841-Demo' },
    });
    const { id } = data.createPaymentProvider.paymentProvider;
    const changed = await client.graphql(UPDATE, {
      input: { id, adyen: { merchantAccount: ' Second ', livePrefix: null, apiKey: 'second' } },
    });
    expect(changed.data.updatePaymentProvider.paymentProvider).toEqual({
      merchantAccount: 'Second',
      livePrefix: null,
    });
    const [entry] = (await client.get('/security_logs?per_page=1')).body.security_logs;
    expect(entry).toMatchObject({
      log_event: 'integration.updated',
      resources: {
        integration_type: 'adyen',
        merchant_account: { deleted: 'First', added: 'Second' },
        live_prefix: { deleted: '1797a841-Demo', added: null },
        secrets: 'replaced',
      },
    });
    const refused = await client.graphql(UPDATE, { input: { id, adyen: { merchantAccount: null } } });
    expect(refused.errors?.[0]?.extensions.details).toEqual({
      'adyen.merchantAccount': ['value_is_mandatory'],
    });
  });
});

describe('payments (integrations.md §15)', () => {
  test('payments at Adyen are asked of the stored method, with a reference that names them, and reported once', async () => {
    const { invoice, shopper } = await billed();
    const [payment] = await paymentsOf(invoice);
    expect(payment).toMatchObject({ payment_status: 'succeeded', status: 'Authorised' });
    expect(charges()).toMatchObject([
      {
        key: expect.stringMatching(/^[\w-]{43}$/),
        body: {
          merchantAccount: 'TollgateTest',
          reference: `pay_${short(payment)}_inv_${short(invoice)}`,
          amount: { value: 10_000, currency: 'EUR' },
          paymentMethod: { type: 'scheme', storedPaymentMethodId: 'CARD' },
          shopperReference: shopper,
          shopperEmail: 'payer@example.com',
          shopperInteraction: 'ContAuth',
          recurringProcessingModel: 'UnscheduledCardOnFile',
          returnUrl: 'https://www.adyen.com',
          merchantOrderReference: expect.stringContaining(`Invoice ${invoice.number}`),
        },
      },
    ]);
    const made = madeFor(invoice);
    expect(made?.pspReference).toBe(payment.external_payment_id);
    if (made !== undefined) for (let times = 0; times < 2; times += 1) await send(adyen.authorisation(made));
    expect(await read(invoice)).toMatchObject({
      payment_status: 'succeeded',
      total_paid_amount_cents: 10_000,
    });
    expect(adyen.refunds).toEqual([]);
  });

  test.each([
    ['JPY', 13_580, 13_580],
    ['ISK', 12_345, 1_234_500],
    ['IDR', 1_050_000, 10_500],
  ])('payments in %s of %d are %d for Adyen (example 6)', async (currency, cents, value) => {
    const { customer } = await payer();
    const invoice = await sell(customer, currency, cents);
    expect(charges()).toMatchObject([{ body: { amount: { value, currency } } }]);
    const made = madeFor(invoice);
    if (made !== undefined) await send(adyen.authorisation(made));
    expect(await read(invoice)).toMatchObject({
      payment_status: 'succeeded',
      total_paid_amount_cents: cents,
    });
  });

  test('payments in IDR of a part of a unit are refused without a call (example 6)', async () => {
    const { customer } = await payer();
    const invoice = await sell(customer, 'IDR', 1_050_050);
    expect(adyen.calls).toEqual([]);
    expect((await read(invoice)).payment_status).toBe('failed');
    expect(await failuresAbout(invoice)).toMatchObject([
      { object: { provider_error: { error_code: 'amount_not_representable' } } },
    ]);
  });

  async function sell(customer: Resource, currency: string, cents: number): Promise<Resource> {
    const addOn = await createAddOn(client, { amount_cents: cents, amount_currency: currency });
    const fees = [{ add_on_code: addOn.code, unit_amount_cents: cents }];
    const { body } = await client.post('/invoices', {
      invoice: { external_customer_id: customer.external_id, currency, fees },
    });
    await run();
    return body.invoice;
  }

  test.each([
    ['REFUSED', 'Refused', { error_code: '12', message: 'Not enough balance' }],
    ['ERROR', 'Error', { error_code: '4', message: 'Acquirer Error' }],
    ['CANCELLED', 'Cancelled', { error_code: '15', message: 'Cancelled' }],
    ['INVALID', 'failed', { error_code: '101', message: 'Invalid card number' }],
    ['ASKS', 'failed', expect.objectContaining({ error_code: 'authentication_required' })],
  ])('payments with the method %s have failed, and are announced once', async (method, status, error) => {
    const { invoice } = await billed(method);
    expect(await paymentsOf(invoice)).toMatchObject([{ payment_status: 'failed', status }]);
    const made = madeFor(invoice);
    if (made !== undefined) await send(adyen.authorisation(made, { reason: 'refused' }));
    expect(await failuresAbout(invoice)).toMatchObject([{ object: { provider_error: error } }]);
    expect(charges()).toHaveLength(1);
  });

  test.each(['PENDING', 'RECEIVED'])('payments with the method %s wait for their message', async (method) => {
    const { invoice } = await billed(method);
    expect(await paymentsOf(invoice)).toMatchObject([{ payment_status: 'processing' }]);
    expect((await read(invoice)).payment_status).toBe('pending');
    const made = madeFor(invoice);
    if (made !== undefined) await send(adyen.authorisation(made, { success: 'true' }));
    expect((await read(invoice)).payment_status).toBe('succeeded');
  });

  test('the bank that asks the payer is refused also where a connection supports that', async () => {
    await server.pool.sql`update payment_providers set settings = settings || '{"supports3ds": true}'
      where code = 'adyen'`;
    await billed('ASKS');
    expect(charges()).toHaveLength(1);
  });

  test.each([401, 403])('payments that are answered %i are asked for once', async (status) => {
    const { customer } = await payer();
    adyen.faults.push({ status });
    const invoice = await bill(customer);
    expect(charges()).toHaveLength(1);
    expect(await failuresAbout(invoice)).toMatchObject([
      { object: { provider_error: { error_code: `status_${status}` } } },
    ]);
  });
});

describe('one payment of a document (integrations.md §16)', () => {
  test.each<[string, AdyenFault]>([
    ['lost', 'lost'],
    ['cut', 'cut'],
    ['HTML', 'html'],
    ['of wrong types', 'wrong types'],
    ['a closed connection', 'close'],
    ['408', { status: 408 }],
    ['429', { status: 429, headers: { 'retry-after': '1' } }],
    ['500', { status: 500 }],
    ['422 and transient', { status: 422, headers: { 'transient-error': 'true' } }],
  ])('payments whose answer is %s are asked for with the same key, and made once', async (_, fault) => {
    const { customer } = await payer();
    adyen.faults.push(fault, fault);
    const invoice = await bill(customer);
    expect([charges().length, new Set(charges().map(({ key }) => key)).size]).toEqual([3, 1]);
    expect(adyen.payments).toHaveLength(1);
    expect(await paymentsOf(invoice)).toMatchObject([{ payment_status: 'succeeded' }]);
  });

  test('payments that are never answered have failed after six calls; one that was made is paid by its message', async () => {
    const { customer } = await payer();
    adyen.faults.push(...Array.from({ length: 6 }, () => 'lost' as const));
    const invoice = await bill(customer);
    expect(charges()).toHaveLength(6);
    expect((await read(invoice)).payment_status).toBe('failed');
    const made = madeFor(invoice);
    if (made !== undefined) await send(adyen.authorisation(made));
    expect(await paymentsOf(invoice)).toMatchObject([{ payment_status: 'succeeded' }]);
    expect((await read(invoice)).total_paid_amount_cents).toBe(10_000);
  });

  test('a payment that a restored server does not know is not made again, as long as Adyen keeps its key', async () => {
    const { invoice } = await billed();
    const [lost] = await paymentsOf(invoice);
    const { sql } = server.pool;
    await sql`delete from payment_receipts where payment_id = ${lost.svc_id}`;
    await sql`delete from payments where id = ${lost.svc_id}`;
    await sql`update invoices set payment_status = 'pending', total_paid_amount_cents = 0
      where id = ${invoice.svc_id}`;
    expect((await client.post(`/invoices/${invoice.svc_id}/retry_payment`)).status).toBe(200);
    await run();
    expect([charges().length, new Set(charges().map(({ key }) => key)).size]).toEqual([2, 1]);
    expect(adyen.payments).toHaveLength(1);
    expect(await paymentsOf(invoice)).toMatchObject([
      { payment_status: 'succeeded', external_payment_id: lost.external_payment_id },
    ]);
  });

  test('a call is made outside of any transaction, with two connections', async () => {
    // Other transactions may be open for an instant; one around the call is as long as the call.
    const noneIsOpen = async () => {
      const [row] = await server.pool.sql<{ count: number }[]>`
        select count(*)::int as count from pg_stat_activity
        where datname = current_database() and state like 'idle in transaction%'`;
      return row?.count === 0;
    };
    const stayOpen: boolean[] = [];
    adyen.during = async () => {
      stayOpen.push(
        await until(noneIsOpen, 5_000).then(
          () => false,
          () => true,
        ),
      );
    };
    const { customer, invoice } = await billed();
    await client.post(`/customers/${customer.external_id}/checkout_url`);
    await refund(invoice, 1_000);
    await client.post(`/invoices/${(await billed(null)).invoice.svc_id}/payment_url`);
    const paths = new Set(adyen.calls.map(({ path }) => path.split('/').at(-1)));
    expect(paths).toEqual(new Set(['payments', 'paymentLinks', 'refunds']));
    expect(stayOpen.length).toBeGreaterThanOrEqual(adyen.calls.length);
    expect(stayOpen).toEqual(stayOpen.map(() => false));
  });

  test('a customer whose payments fail delays no other', async () => {
    const [one, other] = [await payer(), await payer()];
    adyen.failing.set(one.shopper, { status: 500 });
    for (const { customer } of [one, other])
      await subscribe(client, customer, plan, { billing_time: 'anniversary', external_id: unique('sub') });
    await run();
    const asked = charges().map(({ body }) => body['shopperReference']);
    expect(asked.indexOf(other.shopper)).toBeLessThan(asked.lastIndexOf(one.shopper));
    expect(asked.filter((each) => each === one.shopper)).toHaveLength(6);
    expect(adyen.payments.map(({ shopperReference }) => shopperReference)).toEqual([other.shopper]);
  });

  /** An invoice of which a part is paid otherwise while Adyen is asked for all of it. */
  async function paidMeanwhile(cents: number, ...faults: (AdyenFault | null)[]): Promise<Resource> {
    const { customer } = await payer();
    adyen.during = async () => {
      adyen.during = null;
      const { body } = await client.get(`/invoices?external_customer_id=${customer.external_id}`);
      const payment = { invoice_id: body.invoices[0].svc_id, amount_cents: cents, reference: 'wire' };
      expect((await client.post('/payments', { payment })).status).toBe(200);
    };
    adyen.faults.push(...faults);
    return bill(customer);
  }

  const byAdyen = async (invoice: Resource): Promise<Resource[]> =>
    (await paymentsOf(invoice)).filter(({ type }) => type === 'provider');

  test('a payment of what was paid otherwise is cancelled, and given back whole if it is made nevertheless', async () => {
    const invoice = await paidMeanwhile(10_000, 'lost');
    expect(charges()).toHaveLength(1);
    const made = madeFor(invoice);
    expect(adyen.callsTo('POST', '/cancels')).toMatchObject([
      { body: { merchantAccount: 'TollgateTest', paymentReference: made?.reference } },
    ]);
    expect(await byAdyen(invoice)).toMatchObject([{ payment_status: 'failed', status: 'cancelled' }]);
    expect(await failuresAbout(invoice)).toEqual([]);
    if (made === undefined) return;
    await send(adyen.item('TECHNICAL_CANCEL', { originalReference: made.pspReference, success: 'false' }));
    for (let times = 0; times < 2; times += 1) await send(adyen.authorisation(made));
    expect(adyen.refunds).toMatchObject([
      { paymentPspReference: made.pspReference, amount: { value: 10_000, currency: 'EUR' } },
    ]);
    const [row] = await server.pool.sql<{ error: object }[]>`
      select provider_error as error from payments where provider_payment_id = ${made.pspReference}`;
    expect(row?.error).toMatchObject({ errorCode: 'already_paid' });
    expect((await read(invoice)).total_paid_amount_cents).toBe(10_000);
  });

  test('a payment of more than is still due is cancelled, and the rest charged by another one', async () => {
    const invoice = await paidMeanwhile(4_000, 'lost');
    expect(charges().map(({ body }) => body['amount'])).toEqual([
      { value: 10_000, currency: 'EUR' },
      { value: 6_000, currency: 'EUR' },
    ]);
    expect(new Set(charges().map(({ key }) => key)).size).toBe(2);
    const [cancelled] = adyen.payments;
    if (cancelled !== undefined) await send(adyen.authorisation(cancelled));
    expect(adyen.refunds).toMatchObject([{ amount: { value: 10_000 } }]);
    expect(await read(invoice)).toMatchObject({
      payment_status: 'succeeded',
      total_paid_amount_cents: 10_000,
    });
  });

  test('a cancellation that is refused is no longer asked for', async () => {
    const invoice = await paidMeanwhile(10_000, 'lost', { status: 422 });
    expect(adyen.callsTo('POST', '/cancels')).toHaveLength(1);
    expect((await read(invoice)).payment_status).toBe('succeeded');
    expect(await byAdyen(invoice)).toMatchObject([{ payment_status: 'failed', status: 'cancelled' }]);
  });

  test('a payment that pays nothing is given back once, though its success is reported again', async () => {
    const invoice = await paidMeanwhile(10_000, null);
    const made = madeFor(invoice);
    if (made !== undefined) await send(adyen.authorisation(made));
    expect(adyen.refunds).toHaveLength(1);
    expect((await read(invoice)).total_paid_amount_cents).toBe(10_000);
  });
});

/** Refunds a part of an invoice. @returns the credit note. */
async function refund(invoice: Resource, cents: number): Promise<Resource> {
  const { fees } = await read(invoice);
  const items = [{ fee_id: fees[0].svc_id, amount_cents: cents }];
  const { status, body } = await client.post('/credit_notes', {
    credit_note: { invoice_id: invoice.svc_id, refund_amount_cents: cents, items },
  });
  expect(status).toBe(200);
  await run();
  return body.credit_note;
}

describe('refunds', () => {
  const statusOf = async ({ svc_id }: Resource): Promise<string> =>
    (await client.get(`/credit_notes/${svc_id}`)).body.credit_note.refund_status;

  test('refunds at Adyen are made once, wait for their message, and a failure after a success counts', async () => {
    const { invoice } = await billed();
    adyen.faults.push('lost');
    const note = await refund(invoice, 2_000);
    const calls = adyen.callsTo('POST', `/payments/${madeFor(invoice)?.pspReference}/refunds`);
    expect([calls.length, new Set(calls.map(({ key }) => key)).size]).toEqual([2, 1]);
    const [made] = adyen.refunds;
    expect(adyen.refunds).toMatchObject([
      {
        amount: { value: 2_000, currency: 'EUR' },
        reference: expect.stringMatching(/^ref_\w{32}_pay_\w{32}$/),
      },
    ]);
    expect(await statusOf(note)).toBe('pending');
    const about = {
      pspReference: made?.pspReference,
      originalReference: madeFor(invoice)?.pspReference,
      merchantReference: made?.['reference'],
    };
    for (let times = 0; times < 2; times += 1) await send(adyen.item('REFUND', about));
    expect(await statusOf(note)).toBe('succeeded');
    await send(adyen.item('REFUND_FAILED', { ...about, reason: 'Card closed' }));
    expect(await statusOf(note)).toBe('failed');
    await send(adyen.item('REFUND', about));
    expect(await statusOf(note)).toBe('failed');
    const failures = (await messagesAbout(server, note.svc_id)).filter(
      ({ webhookType }) => webhookType === 'credit_note.refund_failure',
    );
    expect(failures).toMatchObject([
      { object: { provider_error: { message: 'Card closed', error_code: 'refund_failed' } } },
    ]);
  });

  test('a refund whose message comes before the answer is recorded', async () => {
    const { invoice } = await billed();
    const payment = madeFor(invoice);
    adyen.during = async () => {
      adyen.during = null;
      const { reference } = adyen.calls.at(-1)?.body ?? {};
      const over = { originalReference: payment?.pspReference, merchantReference: reference };
      const { status } = await post(adyen.message(adyen.item('REFUND', over)));
      expect(status).toBe(200);
    };
    expect(await statusOf(await refund(invoice, 1_000))).toBe('succeeded');
    expect(adyen.refunds).toHaveLength(1);
  });

  test('a refund of another connection is not changed by a message', async () => {
    await connect({ code: 'neighbour', adyen: { ...account(), hmacKey: adyen.hmacKey } });
    const { invoice } = await billed();
    const note = await refund(invoice, 1_000);
    const merchantReference = adyen.refunds[0]?.['reference'];
    await post(adyen.message(adyen.item('REFUND', { merchantReference })), 'neighbour');
    await run();
    expect(await statusOf(note)).toBe('pending');
  });
});

describe('disputes', () => {
  test.each<[string, string, object]>([
    ['a chargeback that is lost', 'CHARGEBACK', { additionalData: { disputeStatus: 'Lost' } }],
    ['a capture that failed', 'CAPTURE_FAILED', {}],
  ])('%s loses the dispute of the invoice', async (_, eventCode, over) => {
    const { invoice } = await billed();
    const originalReference = madeFor(invoice)?.pspReference;
    await send(adyen.item(eventCode, { originalReference, ...over }));
    const { payment_status, payment_dispute_lost_at } = await read(invoice);
    expect([payment_status, payment_dispute_lost_at === null]).toEqual(['succeeded', false]);
  });

  test('a chargeback that can be defended changes nothing', async () => {
    const { invoice } = await billed();
    const originalReference = madeFor(invoice)?.pspReference;
    await send(
      adyen.item('CHARGEBACK', { originalReference, additionalData: { disputeStatus: 'Undefended' } }),
    );
    expect((await read(invoice)).payment_dispute_lost_at).toBeNull();
  });
});

describe('messages (payment-providers.md §8)', () => {
  const events = async (): Promise<number> => {
    const [row] = await server.pool.sql<
      { count: number }[]
    >`select count(*)::int as count from provider_messages`;
    return row?.count ?? -1;
  };
  const changed = (item: Record<string, unknown>, over: object) => ({ ...item, ...over });

  test.each<[string, () => string, string]>([
    [
      'an unsigned message',
      () => adyen.message(changed(adyen.item('CAPTURE'), { additionalData: {} })),
      'adyen',
    ],
    [
      'a message signed with another key',
      () => adyen.message(adyen.item('CAPTURE', {}, { key: '00ff' })),
      'adyen',
    ],
    [
      'a message with a changed amount',
      () => adyen.message(changed(adyen.item('CAPTURE'), { amount: { value: 1, currency: 'EUR' } })),
      'adyen',
    ],
    [
      'a message of another merchant account',
      () => adyen.message(adyen.item('CAPTURE', { merchantAccountCode: 'Other' })),
      'adyen',
    ],
    [
      'a message with one bad item among good ones',
      () => adyen.message(adyen.item('CAPTURE'), changed(adyen.item('CAPTURE'), { success: 'false' })),
      'adyen',
    ],
    ['a message without items', () => adyen.message(), 'adyen'],
    ['a text that is no JSON', () => 'x', 'adyen'],
    ['a message to an unknown connection', () => adyen.message(adyen.item('CAPTURE')), 'unknown'],
    ['a message to a connection without a key', () => adyen.message(adyen.item('CAPTURE')), 'silent'],
  ])('%s is refused, and stores nothing', async (_, body, code) => {
    if (code === 'silent') await connect({ code, adyen: account() });
    const before = await events();
    expect(await post(body(), code)).toEqual({ status: 400, answer: '' });
    expect(await events()).toBe(before);
  });

  test('messages of kinds that say nothing are stored', async () => {
    const before = await events();
    await send(adyen.item('CAPTURE'), adyen.item('REPORT_AVAILABLE'));
    expect(await events()).toBe(before + 2);
  });

  test('a payment on a page of Adyen is recorded once, and its method is stored, though the message does not name the shopper', async () => {
    const { customer, invoice, shopper } = await billed(null);
    const open = async () =>
      (await client.post(`/invoices/${invoice.svc_id}/payment_url`)).body.invoice_payment_details.payment_url;
    adyen.faults.push('lost');
    expect((await client.post(`/invoices/${invoice.svc_id}/payment_url`)).status).toBe(422);
    const url = await open();
    expect(url).toContain('https://pay.adyen.test/');
    expect(await open()).toBe(url);
    const calls = adyen.callsTo('POST', '/paymentLinks');
    expect([calls.length, new Set(calls.map(({ key }) => key)).size]).toEqual([2, 1]);
    expect(calls[0]?.body).toMatchObject({
      merchantAccount: 'TollgateTest',
      reference: expect.stringMatching(new RegExp(`^inv_${short(invoice)}_lnk_[0-9a-f]{32}$`)),
      amount: { value: 10_000, currency: 'EUR' },
      shopperReference: shopper,
      shopperEmail: 'payer@example.com',
      storePaymentMethodMode: 'enabled',
      recurringProcessingModel: 'UnscheduledCardOnFile',
      returnUrl: 'https://www.adyen.com',
      expiresAt: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T/),
    });
    const paid = adyen.item('AUTHORISATION', {
      merchantReference: calls[0]?.body['reference'],
      additionalData: { 'tokenization.storedPaymentMethodId': adyen.store(shopper, 'NEW') },
    });
    for (let times = 0; times < 2; times += 1) await send(paid);
    expect(await paymentsOf(invoice)).toMatchObject([
      { payment_status: 'succeeded', external_payment_id: paid['pspReference'], amount_cents: 10_000 },
    ]);
    expect(await methodsOf(customer)).toMatchObject([{ provider_method_id: 'NEW', is_default: true }]);
    expect(adyen.callsTo('PATCH', '/paymentLinks/')).toMatchObject([{ body: { status: 'expired' } }]);
  });

  test('a payment request is charged, and paid on a page, by references that name it', async () => {
    const { customer, invoice, shopper } = await billed('REFUSED');
    // Its due date passes.
    await server.pool.sql`update invoices set payment_overdue = true where id = ${invoice.svc_id}`;
    adyen.calls.length = 0;
    const { body } = await client.post('/payment_requests', {
      payment_request: { external_customer_id: customer.external_id, svc_invoice_ids: [invoice.svc_id] },
    });
    await run();
    const request = body.payment_request;
    const named = new RegExp(`^pay_[0-9a-f]{32}_req_${short(request)}$`);
    expect(charges()).toMatchObject([{ body: { reference: expect.stringMatching(named) } }]);
    const { data } = await client.graphql(
      `mutation ($id: ID!) { generatePaymentRequestPaymentUrl(input: { id: $id }) { paymentPage { paymentUrl } } }`,
      { id: request.svc_id },
    );
    expect(data.generatePaymentRequestPaymentUrl.paymentPage.paymentUrl).toContain('https://pay.adyen.test/');
    const { reference } = adyen.callsTo('POST', '/paymentLinks')[0]?.body ?? {};
    expect(reference).toMatch(new RegExp(`^req_${short(request)}_lnk_[0-9a-f]{32}$`));
    const additionalData = { shopperReference: shopper };
    await send(adyen.item('AUTHORISATION', { merchantReference: reference, additionalData }));
    expect(await read(invoice)).toMatchObject({
      payment_status: 'succeeded',
      total_paid_amount_cents: 10_000,
    });
    const { body: after } = await client.get(`/payment_requests/${request.svc_id}`);
    expect(after.payment_request.payment_status).toBe('succeeded');
  });

  test('a page that was paid, or has expired, needs no closing', async () => {
    const { invoice } = await billed(null);
    await client.post(`/invoices/${invoice.svc_id}/payment_url`);
    for (const id of adyen.pages.keys()) adyen.pages.set(id, 'completed');
    const payment = { invoice_id: invoice.svc_id, amount_cents: 10_000, reference: 'wire' };
    await client.post('/payments', { payment });
    await run();
    expect(adyen.callsTo('PATCH', '/paymentLinks/')).toHaveLength(1);
  });

  test('a payment that was cancelled stays so when the older message of its success comes later', async () => {
    const { invoice } = await billed(null);
    await client.post(`/invoices/${invoice.svc_id}/payment_url`);
    const { reference: merchantReference } = adyen.callsTo('POST', '/paymentLinks')[0]?.body ?? {};
    const success = adyen.item('AUTHORISATION', { merchantReference, eventDate: '2027-05-01T10:00:00Z' });
    const originalReference = success['pspReference'];
    const cancelled = { merchantReference, originalReference, eventDate: '2027-05-01T10:05:00Z' };
    await send(adyen.item('CANCELLATION', cancelled));
    await send(success);
    expect(await paymentsOf(invoice)).toMatchObject([{ payment_status: 'failed', status: 'Cancelled' }]);
    expect((await read(invoice)).payment_status).toBe('failed');
  });

  test('a payment that was processed fails by its cancellation; one that succeeded stays', async () => {
    const { invoice } = await billed('PENDING');
    const made = madeFor(invoice);
    await send(adyen.item('CANCELLATION', { originalReference: made?.pspReference }));
    expect((await read(invoice)).payment_status).toBe('failed');
    const { invoice: paid } = await billed();
    await send(adyen.item('CANCELLATION', { originalReference: madeFor(paid)?.pspReference }));
    expect((await read(paid)).payment_status).toBe('succeeded');
  });

  test('messages of Adyen about records of nobody change nothing', async () => {
    const id = '0190a1b200007000800000000000a001';
    await send(
      adyen.item('AUTHORISATION', { merchantReference: `pay_${id}_inv_${id}` }),
      adyen.item('AUTHORISATION', { merchantReference: `inv_${id}_lnk_${id}` }),
      adyen.item('AUTHORISATION', { merchantReference: 'order-4711' }),
      adyen.item('REFUND', { merchantReference: `ref_${id}_pay_${id}` }),
      adyen.item('CHARGEBACK', { originalReference: 'X', additionalData: { disputeStatus: 'Lost' } }),
    );
    const [{ unread } = { unread: 1 }] = await server.pool.sql<{ unread: number }[]>`
      select count(*)::int as unread from provider_messages where processed_at is null`;
    expect(unread).toBe(0);
  });
});

describe('customers', () => {
  test('customers at Adyen are named by their id, without a call, and register a method on a page', async () => {
    const customer = await createCustomer(client, {
      currency: 'USD',
      ...linkedTo(null, { sync_with_provider: true }),
    });
    await run();
    expect(await messageTypesAbout(server, customer.svc_id)).toEqual([
      'customer.created',
      'customer.payment_provider_created',
      'customer.checkout_url_generated',
    ]);
    expect(adyen.calls).toMatchObject([
      {
        method: 'POST',
        path: '/paymentLinks',
        body: {
          reference: `reg_${short(customer)}`,
          amount: { value: 0, currency: 'USD' },
          shopperReference: customer.svc_id,
          storePaymentMethodMode: 'enabled',
        },
      },
    ]);
    await client.post('/customers', { customer: { external_id: customer.external_id, city: 'Lyon' } });
    await run();
    expect(adyen.calls).toHaveLength(1);
    await send(
      adyen.item('AUTHORISATION', {
        amount: { value: 0, currency: 'USD' },
        merchantReference: `reg_${short(customer)}`,
        additionalData: { 'recurring.recurringDetailReference': adyen.store(customer.svc_id, 'KEPT') },
      }),
    );
    const { data } = await client.graphql(
      `query ($externalId: String!) { customer(externalId: $externalId) {
        paymentMethods { nodes { providerMethodId isDefault kind brand lastDigits expiryMonth expiryYear } } } }`,
      { externalId: customer.external_id },
    );
    expect(data.customer.paymentMethods.nodes).toEqual([
      {
        providerMethodId: 'KEPT',
        isDefault: true,
        kind: 'scheme',
        brand: 'visa',
        lastDigits: '1111',
        expiryMonth: 3,
        expiryYear: 2030,
      },
    ]);
  });

  test('customers at Adyen without a currency register a method in euros', async () => {
    const { customer } = await payer(null);
    const { body } = await client.post(`/customers/${customer.external_id}/checkout_url`);
    expect(body.customer.checkout_url).toContain('https://pay.adyen.test/');
    expect(adyen.calls[0]?.body['amount']).toEqual({ value: 0, currency: 'EUR' });
  });

  test('a method that Adyen does not list is stored without a description', async () => {
    const { customer, shopper } = await payer(null);
    await send(
      adyen.item('AUTHORISATION', {
        amount: { value: 0, currency: 'EUR' },
        merchantReference: `reg_${short(customer)}`,
        additionalData: { shopperReference: shopper, 'tokenization.storedPaymentMethodId': 'UNLISTED' },
      }),
    );
    expect(await methodsOf(customer)).toMatchObject([{ provider_method_id: 'UNLISTED' }]);
  });

  test('customers on a test clock are not linked to Adyen', async () => {
    const { body } = await client.post('/test_clocks', {
      test_clock: { frozen_time: '2027-03-01T00:00:00Z' },
    });
    const customer = await createCustomer(client, {
      test_clock_id: body.test_clock.svc_id,
      ...linkedTo('shopper_on_clock'),
    });
    await subscribe(client, customer, plan);
    await run();
    expect(adyen.calls).toEqual([]);
  });
});

test('a private address is refused, and nothing reaches it', async () => {
  const guarded = await startTestServer({ adyenUrl: adyen.url });
  const other = await guarded.organization();
  await other.graphql(CREATE, { input: { type: 'adyen', name: 'A', code: 'adyen', adyen: account() } });
  const customer = await createCustomer(other, linkedTo('shopper'));
  const { status, body } = await other.post(`/customers/${customer.external_id}/checkout_url`);
  expect([status, body.error_details]).toMatchObject([
    422,
    { third_party: ['adyen'], thirdparty_error: ['network: blocked address'] },
  ]);
  expect(adyen.calls).toEqual([]);
  await guarded.stop();
});

test('secrets of Adyen are in no log, answer or webhook', async () => {
  const answers = [
    await client.graphql('{ paymentProviders { nodes { id name code type merchantAccount livePrefix } } }'),
    await client.get('/security_logs'),
    await client.get('/activity_logs'),
    await client.get('/api_logs'),
  ];
  const sent = await server.pool.sql`select * from outbox_messages`;
  const received = await server.pool.sql`select * from provider_messages`;
  expect(sent.length).toBeGreaterThan(0);
  const texts = [logged, JSON.stringify(answers), JSON.stringify(sent), JSON.stringify(received)];
  for (const secret of [adyen.apiKey, adyen.hmacKey])
    expect(texts.map((text) => text.includes(secret))).toEqual(texts.map(() => false));
});
