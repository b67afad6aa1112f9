// Amounts that payment methods have to be able to pay before a subscription is created, on both surfaces: docs/adr/0200.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { OutgoingHttp } from '../../src/platform/outgoing/outgoing-http.js';
import { type AdyenPayment, AdyenStandIn } from '../support/adyen-stand-in.js';
import { createClock, createCustomer, createPlan, type Resource, unique } from '../support/builders.js';
import type { Client, RestAnswer } from '../support/client.js';
import { GocardlessStandIn } from '../support/gocardless-stand-in.js';
import { runProviderJobs } from '../support/provider-jobs.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { StripeStandIn } from '../support/stripe-stand-in.js';
import { until } from '../support/until.js';

let server: TestServer;
let stripe: StripeStandIn;
let adyen: AdyenStandIn;
let gocardless: GocardlessStandIn;
let client: Client;
let plan: Resource;

const CONNECT = `mutation ($input: CreatePaymentProviderInput!) {
  createPaymentProvider(input: $input) { paymentProvider { id } }
}`;
const CREATE = `mutation ($input: CreateSubscriptionInput!) {
  createSubscription(input: $input) { subscription { id status } }
}`;
const AUTHORIZATION = { amount_cents: 1_250, amount_currency: 'EUR' };

beforeAll(async () => {
  stripe = await StripeStandIn.start();
  adyen = await AdyenStandIn.start();
  gocardless = await GocardlessStandIn.start();
  server = await startTestServer({
    stripeUrl: stripe.url,
    adyenUrl: adyen.url,
    gocardlessUrl: gocardless.url,
    outgoing: new OutgoingHttp({ allowPrivateNetworks: true }),
    // A call that keeps one of them would leave none.
    connections: 1,
  });
  client = await server.organization();
  await connectAll(client);
  plan = await createPlan(client, { amount_cents: 900, amount_currency: 'EUR' });
});
afterAll(async () => {
  await server.stop();
  await stripe.stop();
  await adyen.stop();
  await gocardless.stop();
});
beforeEach(() => {
  stripe.reset();
  for (const list of [adyen.calls, adyen.faults, adyen.payments]) list.length = 0;
  adyen.during = null;
});
afterEach(async () => {
  stripe.lostAnswers = 0;
  await run();
  expect(held()).toEqual([]);
  expect(await holds()).toEqual([]);
});

async function connectAll(organization: Client): Promise<void> {
  const { apiKey, merchantAccount, hmacKey } = adyen;
  for (const input of [
    { type: 'stripe', stripe: { secretKey: 'sk_test_right' } },
    { type: 'adyen', adyen: { apiKey, merchantAccount, hmacKey } },
    { type: 'gocardless', gocardless: { accessToken: 'token_right', webhookSecret: 'secret' } },
  ]) {
    const named = { name: input.type, code: input.type, ...input };
    expect((await organization.graphql(CONNECT, { input: named })).errors).toBeUndefined();
  }
  await runProviderJobs(server, organization);
}

const run = () => runProviderJobs(server, client);

/** The amounts that providers hold. */
const held = () => [
  ...stripe.intents.filter(({ status }) => status === 'requires_capture'),
  ...adyen.payments.filter(({ isHeld }) => isHeld),
];
const holds = async (): Promise<Resource[]> => [...(await server.pool.sql`select * from payment_holds`)];

/** Posts a message of a provider, and has it read. */
async function send(type: string, body: string, headers: Record<string, string> = {}): Promise<void> {
  const address = `${server.baseUrl}/webhooks/${type}/${client.organizationId}?code=${type}`;
  expect((await fetch(address, { method: 'POST', body, headers })).status).toBe(200);
  await run();
}

const linked = (
  type: string,
  id: string | null,
  over: object = {},
  organization = client,
): Promise<Resource> =>
  createCustomer(organization, {
    email: 'payer@example.com',
    billing_configuration: { payment_provider: type, payment_provider_code: type, provider_customer_id: id },
    ...over,
  });

/** A customer of Stripe with a method; without one for null. */
async function stripePayer(method: string | null = 'pm_card'): Promise<Resource> {
  const id = unique('cus');
  const customer = await linked('stripe', id);
  if (method !== null) {
    const intent = { id: unique('seti'), customer: id, payment_method: method };
    const { body, signature } = stripe.event('setup_intent.succeeded', intent);
    await send('stripe', body, { 'stripe-signature': signature });
  }
  stripe.calls.length = 0;
  return customer;
}

/** A customer of Adyen with a method. */
async function adyenPayer(method = 'CARD'): Promise<Resource> {
  const shopper = unique('shopper');
  const customer = await linked('adyen', shopper);
  const item = adyen.item('AUTHORISATION', {
    amount: { value: 0, currency: 'EUR' },
    merchantReference: `reg_${String(customer.svc_id).replaceAll('-', '')}`,
    additionalData: {
      'tokenization.shopperReference': shopper,
      'tokenization.storedPaymentMethodId': adyen.store(shopper, method),
    },
  });
  await send('adyen', adyen.message(item));
  adyen.calls.length = 0;
  return customer;
}

interface Sent {
  readonly authorization?: unknown;
  readonly key?: string;
  readonly over?: object;
}

const bodyFor = (customer: Resource, over: object = {}) => ({
  external_customer_id: customer.external_id,
  plan_code: plan.code,
  external_id: `of_${customer.external_id}`,
  ...over,
});

const subscribe = (
  customer: Resource,
  { authorization = AUTHORIZATION, key, over }: Sent = {},
): Promise<RestAnswer> =>
  client.post(
    '/subscriptions',
    { authorization, subscription: bodyFor(customer, over) },
    key === undefined ? {} : { headers: { 'idempotency-key': key } },
  );

const inputFor = (customer: Resource, over: object = {}) => ({
  externalCustomerId: customer.external_id,
  planCode: plan.code,
  externalId: `of_${customer.external_id}`,
  authorization: { amountCents: 1_250, amountCurrency: 'EUR' },
  ...over,
});

const subscriptionsOf = async ({ external_id }: Resource): Promise<Resource[]> => {
  const query = `external_customer_id=${external_id}&status[]=active&status[]=pending&status[]=incomplete`;
  return (await client.get(`/subscriptions?${query}`)).body.subscriptions;
};
const methodOf = async ({ external_id }: Resource): Promise<Resource> =>
  (await client.get(`/customers/${external_id}/payment_methods`)).body.payment_methods[0];

async function terminate(customer: Resource): Promise<void> {
  const { external_id } = (await subscriptionsOf(customer))[0];
  expect((await client.delete(`/subscriptions/${external_id}`)).status).toBe(200);
}

/** What was asked of all providers. */
const asked = () =>
  [...stripe.calls, ...adyen.calls, ...gocardless.calls].filter(({ method }) => method !== 'GET');
const refusal = ({ status, body }: RestAnswer) => [status, body.code, body.error_details];

describe('Stripe', () => {
  test('an amount is held before the subscription is created, and released after', async () => {
    const customer = await stripePayer();
    expect((await subscribe(customer)).status).toBe(200);
    expect(stripe.calls).toMatchObject([
      {
        method: 'POST',
        path: '/v1/payment_intents',
        fields: {
          amount: '1250',
          currency: 'eur',
          payment_method: 'pm_card',
          capture_method: 'manual',
          confirm: 'true',
          off_session: 'true',
          description: `Authorization of subscription of_${customer.external_id}`,
        },
      },
    ]);
    const [{ id, provider_payment_id: intent }] = (await holds()) as [Resource];
    expect(stripe.calls[0]?.key).toBe(id);
    expect(stripe.calls[0]?.fields['metadata[svc_payment_hold_id]']).toBe(id);
    expect(held()).toHaveLength(1);
    await run();
    expect(stripe.calls.slice(1)).toMatchObject([
      { method: 'POST', path: `/v1/payment_intents/${String(intent)}/cancel` },
    ]);
    expect(await subscriptionsOf(customer)).toMatchObject([{ status: 'active', plan_code: plan.code }]);
    const { body } = await client.get(`/payments?external_customer_id=${customer.external_id}`);
    expect(body.payments).toEqual([]);
  });

  test('a declined amount creates nothing, and the refused payment intent is canceled', async () => {
    const customer = await stripePayer('pm_declined');
    expect(refusal(await subscribe(customer))).toEqual([
      422,
      'validation_errors',
      { authorization: ['authorization_declined', 'insufficient_funds: No funds.'] },
    ]);
    expect(await subscriptionsOf(customer)).toEqual([]);
    await run();
    expect(stripe.intents).toMatchObject([{ status: 'canceled' }]);
  });

  test.each([
    ['pm_3ds', 'authentication_required: The bank wants a confirmation.'],
    ['pm_small', 'amount_too_small: Too small.'],
  ])('the method %s is refused: %s', async (method, reason) => {
    const customer = await stripePayer(method);
    const { status, body } = await subscribe(customer);
    expect([status, body.error_details]).toEqual([
      422,
      { authorization: ['authorization_declined', reason] },
    ]);
    expect(await subscriptionsOf(customer)).toEqual([]);
  });

  test('an amount that is still processed is refused, and released once it is held', async () => {
    const customer = await stripePayer('pm_slow');
    const { status, body } = await subscribe(customer);
    const reason = 'processing: The payment intent is not held: processing.';
    expect([status, body.error_details]).toEqual([
      422,
      { authorization: ['authorization_declined', reason] },
    ]);
    const { organizationId } = client;
    const [{ id: holdId }] = (await holds()) as [{ id: string }];
    await server.app.services.paymentHolds.release({ organizationId, holdId, failures: 0 });
    for (const intent of stripe.intents) intent['status'] = 'requires_capture';
    await run();
    expect(stripe.intents).toMatchObject([{ status: 'canceled' }]);
  });

  test('two equal requests at once hold the amount once', async () => {
    const customer = await stripePayer();
    const answers = await Promise.all([subscribe(customer), subscribe(customer)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await subscriptionsOf(customer)).toHaveLength(1);
    expect(stripe.intents).toHaveLength(1);
  });

  test('a request without an answer is refused, and a repetition with the same key continues the hold', async () => {
    const customer = await stripePayer();
    const key = unique('key');
    stripe.lostAnswers = 1;
    const lost = await subscribe(customer, { key });
    expect([lost.status, lost.body.code]).toEqual([503, 'service_unavailable']);
    expect(await subscriptionsOf(customer)).toEqual([]);
    expect((await subscribe(customer, { key })).status).toBe(200);
    const [first, second] = stripe.callsTo('/v1/payment_intents');
    expect(second).toMatchObject({ key: first?.key, fields: first?.fields });
    expect(stripe.intents).toHaveLength(1);
  });

  test('a hold whose answer was lost is found among those of the customer, and released', async () => {
    const customer = await stripePayer();
    stripe.lostAnswers = 1;
    expect((await subscribe(customer)).status).toBe(503);
    expect(held()).toHaveLength(1);
    const [job] = await server.pool.sql<{ waits: boolean }[]>`
      select run_at > now() + interval '1 minute' as waits from graphile_worker._private_jobs
      where key like 'release-payment-hold:%'`;
    // A repeated request may still continue it.
    expect(job).toEqual({ waits: true });
    await run();
    expect(held()).toEqual([]);
    expect(await holds()).toEqual([]);
  });

  test.each([
    ['answered', 0],
    ['lost', 1],
  ])('a hold is not continued after two minutes, though no job has released it: %s', async (_, lost) => {
    const customer = await stripePayer();
    stripe.lostAnswers = lost;
    expect((await subscribe(customer)).status).toBe(lost === 0 ? 200 : 503);
    if (lost === 0) await terminate(customer);
    await server.pool.sql`update payment_holds set created_at = created_at - interval '121 seconds'`;
    expect((await subscribe(customer)).status).toBe(200);
    expect(stripe.intents).toHaveLength(2);
  });

  test('a request whose hold was never made leaves nothing to release', async () => {
    const customer = await stripePayer();
    stripe.isAway = true;
    expect((await subscribe(customer)).status).toBe(503);
    stripe.isAway = false;
    stripe.intents.length = 0;
    await run();
    expect(stripe.callsTo('/v1/payment_intents/')).toEqual([]);
  });

  test('a release without an answer is repeated until it is done', async () => {
    const customer = await stripePayer();
    expect((await subscribe(customer)).status).toBe(200);
    stripe.lostAnswers = 2;
    await run();
    expect(stripe.callsTo('/v1/payment_intents/')).toHaveLength(3);
    expect(await holds()).toEqual([]);
  });

  test('messages about a hold are no payments', async () => {
    const customer = await stripePayer();
    expect((await subscribe(customer)).status).toBe(200);
    await run();
    const [intent] = stripe.intents;
    const { body, signature } = stripe.event('payment_intent.canceled', intent as Resource);
    await send('stripe', body, { 'stripe-signature': signature });
    const { body: list } = await client.get(`/payments?external_customer_id=${customer.external_id}`);
    expect(list.payments).toEqual([]);
  });
});

describe('Adyen', () => {
  const payment = () => adyen.payments[0] as AdyenPayment;
  const isHold = ({ reference }: AdyenPayment) => reference.startsWith('hld_');

  test('an amount is held before the subscription is created, and released after', async () => {
    const customer = await adyenPayer();
    expect((await subscribe(customer)).status).toBe(200);
    const [{ id }] = (await holds()) as [Resource];
    const reference = `hld_${String(id).replaceAll('-', '')}`;
    expect(adyen.calls).toMatchObject([
      {
        method: 'POST',
        path: '/payments',
        key: id,
        body: {
          reference,
          amount: { value: 1_250, currency: 'EUR' },
          paymentMethod: { type: 'scheme', storedPaymentMethodId: 'CARD' },
          additionalData: { manualCapture: 'true' },
          shopperInteraction: 'ContAuth',
          recurringProcessingModel: 'UnscheduledCardOnFile',
        },
      },
    ]);
    expect(held()).toHaveLength(1);
    await run();
    expect(adyen.calls.slice(1)).toMatchObject([
      {
        method: 'POST',
        path: `/payments/${payment().pspReference}/cancels`,
        body: { merchantAccount: 'TollgateTest', reference },
      },
    ]);
    expect(await subscriptionsOf(customer)).toMatchObject([{ status: 'active' }]);
  });

  test.each([
    ['REFUSED', '12: Not enough balance'],
    ['INVALID', '101: Invalid card number'],
    ['PENDING', 'Pending: The payment is not authorised: Pending.'],
    [
      'ASKS',
      'authentication_required: The bank asks the payer to confirm the payment, which is done on payment pages only.',
    ],
  ])('the method %s is refused: %s', async (method, reason) => {
    const customer = await adyenPayer(method);
    const { status, body } = await subscribe(customer);
    expect([status, body.error_details]).toEqual([
      422,
      { authorization: ['authorization_declined', reason] },
    ]);
    expect(await subscriptionsOf(customer)).toEqual([]);
  });

  test.each(['lost', 'wrong types'] as const)(
    'a hold whose answer is %s is cancelled by its reference',
    async (fault) => {
      const customer = await adyenPayer();
      adyen.faults.push(fault);
      expect((await subscribe(customer)).status).toBe(503);
      expect(held()).toHaveLength(1);
      await run();
      expect(adyen.callsTo('POST', '/cancels')).toMatchObject([
        { body: { merchantAccount: 'TollgateTest', paymentReference: payment().reference } },
      ]);
    },
  );

  test.each<['lost' | null, number]>([
    ['lost', 503],
    [null, 200],
  ])('a hold that is being released is not continued: its answer is %s', async (fault, status) => {
    const customer = await adyenPayer();
    if (fault !== null) adyen.faults.push(fault);
    expect((await subscribe(customer)).status).toBe(status);
    if (fault === null) await terminate(customer);
    adyen.during = async () => {
      adyen.during = null;
      expect((await subscribe(customer)).status).toBe(200);
    };
    await run();
    expect(adyen.payments.filter(isHold)).toHaveLength(2);
  });

  test('a hold whose release has failed proves nothing to a later request', async () => {
    const customer = await adyenPayer();
    expect((await subscribe(customer)).status).toBe(200);
    await terminate(customer);
    const [{ id: holdId }] = (await holds()) as [{ id: string }];
    adyen.faults.push({ status: 500 });
    const { organizationId } = client;
    await server.app.services.paymentHolds.release({ organizationId, holdId, failures: 0 });
    expect((await subscribe(customer)).status).toBe(200);
    expect(adyen.payments.filter(isHold)).toHaveLength(2);
  });

  test('a release that is refused for its key is repeated', async () => {
    const customer = await adyenPayer();
    expect((await subscribe(customer)).status).toBe(200);
    adyen.faults.push({ status: 401 }, 'close', { status: 500 });
    await run();
    expect(adyen.calls.filter(({ path }) => path.endsWith('/cancels'))).toHaveLength(4);
  });

  test('messages about a hold are no payments', async () => {
    const customer = await adyenPayer();
    expect((await subscribe(customer)).status).toBe(200);
    await run();
    const { reference, pspReference, amount } = payment();
    const cancelled = { merchantReference: reference, originalReference: pspReference, amount };
    const message = adyen.message(adyen.authorisation(payment()), adyen.item('CANCELLATION', cancelled));
    await send('adyen', message);
    const { body } = await client.get(`/payments?external_customer_id=${customer.external_id}`);
    expect(body.payments).toEqual([]);
  });

  test('a call keeps no database connection, of which the server has one', async () => {
    const customer = await adyenPayer();
    let plans = 0;
    adyen.during = async () => {
      plans = (await client.get('/plans')).body.plans.length;
    };
    expect((await subscribe(customer)).status).toBe(200);
    expect(plans).toBe(1);
  });

  test('ten requests of an organization wait at once, and others are refused', async () => {
    const customers = await Promise.all(Array.from({ length: 11 }, () => adyenPayer()));
    let open = (): void => undefined;
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    adyen.during = () => gate;
    const waiting = customers.slice(0, 10).map((customer) => subscribe(customer));
    await until(() => Promise.resolve(adyen.calls.length === 10));
    const refused = await subscribe(customers[10]);
    open();
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many_requests']);
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(await subscriptionsOf(customers[10])).toEqual([]);
  });
});

describe('the sandbox', () => {
  test.each<[string, string | null]>([
    ['ok', null],
    ['declined', 'card_declined: Your card was declined.'],
    ['too_small', 'amount_too_small: The amount is too small.'],
    ['processing_ok', 'processing: The sandbox does not hold amounts on this method.'],
    ['action_ok', 'requires_action: The sandbox does not hold amounts on this method.'],
  ])('%s: %s, on a test clock too', async (word, reason) => {
    const clock = await createClock(client);
    for (const over of [{}, { test_clock_id: clock.svc_id }]) {
      const customer = await linked('sandbox', word, over);
      const { status, body } = await subscribe(customer);
      expect([status, body.error_details]).toEqual(
        reason === null ? [200, undefined] : [422, { authorization: ['authorization_declined', reason] }],
      );
      expect(await subscriptionsOf(customer)).toHaveLength(reason === null ? 1 : 0);
    }
  });

  test('network: the third request is answered', async () => {
    const customer = await linked('sandbox', 'network');
    const statuses = [];
    for (let attempt = 1; attempt <= 3; attempt += 1) statuses.push((await subscribe(customer)).status);
    expect(statuses).toEqual([503, 503, 200]);
  });
});

describe('whose method is asked', () => {
  test('the method of the request comes before the default one', async () => {
    const customer = await stripePayer('pm_card');
    const { svc_id: id } = await methodOf(customer);
    const { provider_customer_id: cus } = (await client.get(`/customers/${customer.external_id}`)).body
      .customer.billing_configuration;
    const intent = { id: unique('seti'), customer: cus, payment_method: 'pm_declined' };
    const { body, signature } = stripe.event('setup_intent.succeeded', intent);
    await send('stripe', body, { 'stripe-signature': signature });
    expect((await subscribe(customer)).status).toBe(422);
    const method = { payment_method_type: 'provider', payment_method_id: id };
    expect((await subscribe(customer, { over: { payment_method: method } })).status).toBe(200);
  });

  test.each<[string, () => Promise<Resource>, object, string]>([
    ['an unlinked customer', () => createCustomer(client), {}, 'no_linked_payment_provider'],
    [
      'a customer of a provider without implementation',
      () => linked('cashfree', 'x'),
      {},
      'missing_payment_provider',
    ],
    [
      'a customer that its provider does not know',
      () => linked('stripe', null),
      {},
      'missing_payment_provider_customer',
    ],
    ['GoCardless', () => linked('gocardless', unique('CU')), {}, 'authorization_not_supported'],
    ['a customer without methods', () => stripePayer(null), {}, 'no_default_payment_method'],
    [
      'a customer who pays manually',
      () => stripePayer(),
      { payment_method: { payment_method_type: 'manual' } },
      'invalid_payment_method',
    ],
  ])('%s: 422, and nobody is asked', async (_, make, over, code) => {
    const customer = await make();
    await run();
    for (const calls of [stripe.calls, adyen.calls, gocardless.calls]) calls.length = 0;
    const { status, body } = await subscribe(customer, { over });
    expect([status, body.error_details]).toEqual([422, { authorization: [code] }]);
    expect(asked()).toEqual([]);
    expect(await subscriptionsOf(customer)).toEqual([]);
  });

  test('a customer who does not exist yet has no method, and is not created', async () => {
    const external_id = unique('new');
    const { status, body } = await subscribe({ external_id } as Resource);
    expect([status, body.error_details]).toEqual([422, { authorization: ['no_linked_payment_provider'] }]);
    expect((await client.get(`/customers/${external_id}`)).status).toBe(404);
  });

  test('methods of other customers and organizations cannot be named', async () => {
    const customer = await stripePayer();
    const other = await server.organization();
    const theirs = await linked('sandbox', 'ok', {}, other);
    const { body } = await other.get(`/customers/${theirs.external_id}/payment_methods`);
    const foreign = [await methodOf(await stripePayer()), body.payment_methods[0]];
    stripe.calls.length = 0;
    for (const { svc_id } of foreign) {
      const method = { payment_method_type: 'provider', payment_method_id: svc_id };
      const answer = await subscribe(customer, { over: { payment_method: method } });
      expect([answer.status, answer.body.error_details]).toEqual([
        422,
        { payment_method: ['invalid_payment_method'] },
      ]);
    }
    expect(asked()).toEqual([]);
  });
});

describe('requests', () => {
  test.each<[string, Sent, unknown]>([
    [
      'nothing',
      { authorization: { amount_cents: 0, amount_currency: 'EUR' } },
      { 'authorization.amount_cents': ['value_is_out_of_range'] },
    ],
    [
      'a currency that the customer does not pay in',
      { authorization: { amount_cents: 1, amount_currency: 'USD' } },
      { 'authorization.amount_currency': ['currencies_does_not_match'] },
    ],
    [
      'an unknown currency',
      { authorization: { amount_cents: 1, amount_currency: 'XXX' } },
      { 'authorization.amount_currency': ['value_is_invalid'] },
    ],
    [
      'no currency',
      { authorization: { amount_cents: 1 } },
      { 'authorization.amount_currency': ['value_is_mandatory'] },
    ],
    ['no object', { authorization: 5 }, { authorization: ['invalid_format'] }],
    ['an end in the past', { over: { ending_at: '2020-01-01' } }, { ending_at: ['invalid_date'] }],
    [
      'an activation rule that is refused',
      {
        over: {
          activation_rules: [{ type: 'payment' }],
          payment_method: { payment_method_type: 'manual' },
        },
      },
      { customer: ['manual_payment_method_invalid_for_payment_activation_rules'] },
    ],
  ])('an invalid request asks nobody: %s', async (_, sent, details) => {
    const customer = await stripePayer();
    const { status, body } = await subscribe(customer, sent);
    expect([status, body.error_details]).toEqual([422, details]);
    expect(asked()).toEqual([]);
  });

  test('an unknown plan asks nobody', async () => {
    const customer = await stripePayer();
    expect((await subscribe(customer, { over: { plan_code: 'none' } })).status).toBe(404);
    expect(asked()).toEqual([]);
  });

  test('null asks nobody', async () => {
    const customer = await stripePayer();
    expect((await subscribe(customer, { authorization: null })).status).toBe(200);
    expect(asked()).toEqual([]);
  });

  test.each(['pm_card', 'pm_declined'])(
    'a repetition with the same Idempotency-Key asks once: %s',
    async (method) => {
      const customer = await stripePayer(method);
      const key = unique('key');
      const first = await subscribe(customer, { key });
      const second = await subscribe(customer, { key });
      expect(second.headers.get('idempotent-replayed')).toBe('true');
      expect([second.status, second.body]).toEqual([first.status, first.body]);
      expect(asked()).toHaveLength(1);
    },
  );

  test('a request for a subscription that is there already asks nobody', async () => {
    const customer = await stripePayer();
    expect((await subscribe(customer)).status).toBe(200);
    expect((await subscribe(customer)).status).toBe(200);
    expect(stripe.callsTo('/v1/payment_intents')).toHaveLength(1);
  });

  test('a refused request asks again, with another key', async () => {
    const customer = await stripePayer('pm_declined');
    expect((await subscribe(customer)).status).toBe(422);
    expect((await subscribe(customer)).status).toBe(422);
    const [first, second] = stripe.callsTo('/v1/payment_intents');
    expect(second?.key).not.toBe(first?.key);
  });

  test('a change of plan is authorized, and a declined one changes nothing', async () => {
    const customer = await stripePayer();
    expect((await subscribe(customer, { authorization: null })).status).toBe(200);
    const expensive = await createPlan(client, { amount_cents: 5_000, amount_currency: 'EUR' });
    const over = { plan_code: expensive.code };
    await server.pool.sql`update payment_methods set provider_method_id = 'pm_declined'
      where id = ${String((await methodOf(customer)).svc_id)}`;
    expect((await subscribe(customer, { over })).status).toBe(422);
    expect(await subscriptionsOf(customer)).toMatchObject([{ plan_code: plan.code }]);
    await server.pool.sql`update payment_methods set provider_method_id = 'pm_card'
      where id = ${String((await methodOf(customer)).svc_id)}`;
    expect((await subscribe(customer, { over })).status).toBe(200);
    expect(await subscriptionsOf(customer)).toMatchObject([{ plan_code: expensive.code }]);
    expect(stripe.callsTo('/v1/payment_intents')).toHaveLength(2);
  });

  test('a hold that another request has made and not released is not made again', async () => {
    const customer = await stripePayer();
    expect((await subscribe(customer)).status).toBe(200);
    await terminate(customer);
    expect((await subscribe(customer)).status).toBe(200);
    expect(stripe.callsTo('/v1/payment_intents')).toHaveLength(1);
  });

  test('the hold of a connection that was deleted is given up', async () => {
    const organization = client;
    client = await server.organization();
    await connectAll(client);
    plan = await createPlan(client, { code: plan.code, amount_currency: 'EUR' });
    const customer = await adyenPayer();
    expect((await subscribe(customer)).status).toBe(200);
    const remove =
      'mutation ($input: DeletePaymentProviderInput!) { deletePaymentProvider(input: $input) { __typename } }';
    const [hold] = await holds();
    const { errors } = await client.graphql(remove, { input: { id: hold?.payment_provider_id } });
    expect(errors).toBeUndefined();
    await run();
    expect(await holds()).toEqual([]);
    adyen.payments.length = 0;
    client = organization;
  });
});

describe('GraphQL', () => {
  test('an amount is held before the subscription is created', async () => {
    const customer = await stripePayer();
    const key = unique('key');
    const send = () => client.graphql(CREATE, { input: inputFor(customer) }, { 'idempotency-key': key });
    const { data, errors } = await send();
    expect(errors).toBeUndefined();
    expect(data.createSubscription.subscription.status).toBe('active');
    expect((await send()).data).toEqual(data);
    expect(asked()).toHaveLength(1);
    expect(stripe.calls[0]?.fields['amount']).toBe('1250');
  });

  test('a declined amount is refused at its field', async () => {
    const customer = await stripePayer('pm_declined');
    const { data, errors } = await client.graphql(CREATE, { input: inputFor(customer) });
    expect(data).toEqual({ createSubscription: null });
    expect(errors).toMatchObject([
      {
        path: ['createSubscription'],
        extensions: {
          code: 'unprocessable_entity',
          details: { authorization: ['authorization_declined', 'insufficient_funds: No funds.'] },
        },
      },
    ]);
  });

  const TWO = `mutation ($one: CreateSubscriptionInput!, $other: CreateSubscriptionInput!) {
    one: createSubscription(input: $one) { subscription { id } }
    other: createSubscription(input: $other) { subscription { id } }
  }`;

  test('two subscriptions of an operation are both authorized', async () => {
    const [one, other] = [await stripePayer(), await adyenPayer()];
    const { errors } = await client.graphql(TWO, { one: inputFor(one), other: inputFor(other) });
    expect(errors).toBeUndefined();
    expect(asked()).toHaveLength(2);
    expect([...(await subscriptionsOf(one)), ...(await subscriptionsOf(other))]).toHaveLength(2);
  });

  test.each([
    ['ok', undefined],
    ['declined', 'authorization: card_declined: Your card was declined.'],
  ])('a customer whom the same operation creates is asked once: %s', async (word, message) => {
    const external_id = unique('new');
    const link = {
      paymentProvider: 'sandbox',
      paymentProviderCode: 'sandbox',
      providerCustomerId: word,
    };
    const { errors } = await client.graphql(
      `mutation ($customer: CreateCustomerInput!, $subscription: CreateSubscriptionInput!) {
        createCustomer(input: $customer) { customer { id } }
        createSubscription(input: $subscription) { subscription { id } }
      }`,
      {
        customer: { externalId: external_id, billingConfiguration: link },
        subscription: inputFor({ external_id }),
      },
    );
    expect(errors?.[0]?.message).toBe(message);
    expect(await holds()).toHaveLength(word === 'ok' ? 1 : 0);
  });

  test('an operation that is refused for another of its mutations asks nobody', async () => {
    const [one, other] = [await stripePayer(), await adyenPayer()];
    const { data, errors } = await client.graphql(TWO, {
      one: inputFor(one),
      other: inputFor(other, { planCode: 'none' }),
    });
    expect(data).toEqual({ one: null, other: null });
    expect(errors?.map(({ path, extensions }) => [path, extensions.code])).toEqual([
      [['other'], 'not_found'],
      [['one'], 'rolled_back'],
    ]);
    expect(asked()).toEqual([]);
  });
});
