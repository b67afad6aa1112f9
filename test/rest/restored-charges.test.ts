// A server that goes on from a copy of its database, as after a restore, knows nothing of what was charged since; the provider does.
// Source: docs/adr/0117.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { noteRestore } from '../../src/platform/installation/installation.js';
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
import { copyDatabase, createDatabase, type TestDatabase } from '../support/database.js';
import { runProviderJobs } from '../support/provider-jobs.js';
import { FIRST_START, type ServedApp, serveApp } from '../support/server.js';
import { StripeStandIn } from '../support/stripe-stand-in.js';
import { bootstrap } from '../../src/main/bootstrap.js';

let stripe: StripeStandIn;
let backup: TestDatabase;
/** The client of the backup: its server is gone. */
let remembered: Client;
let plan: Resource;
let customer: Resource;
let addOn: Resource;

/** A server on a copy of the backup. */
interface Life {
  readonly client: Client;
  readonly run: () => Promise<void>;
  readonly stop: () => Promise<void>;
}
const lives: Life[] = [];

const outgoing = new OutgoingHttp({ allowPrivateNetworks: true });
const serve = (database: TestDatabase): Promise<ServedApp> =>
  serveApp(database, { stripeUrl: stripe.url, outgoing, connections: 2 });

const CONNECT = `mutation ($input: CreatePaymentProviderInput!) {
  createPaymentProvider(input: $input) { paymentProvider { id } }
}`;

beforeAll(async () => {
  stripe = await StripeStandIn.start();
  backup = await createDatabase();
  const served = await serve(backup);
  await bootstrap(served.connections.jobs, served.app.services, FIRST_START);
  remembered = await served.organization();
  plan = await createPlan(remembered, { amount_cents: 10_000, pay_in_advance: true });
  addOn = await createAddOn(remembered);
  const input = { type: 'stripe', name: 'Stripe', code: 'stripe', stripe: { secretKey: 'sk_test_right' } };
  expect((await remembered.graphql(CONNECT, { input })).errors).toBeUndefined();
  customer = await customerWith(served, 'pm_card');
  await served.stop();
}, 60_000);
afterAll(async () => {
  await backup.drop();
  await stripe.stop();
});
beforeEach(() => {
  stripe.forget();
});
afterEach(async () => {
  for (const life of lives.splice(0)) await life.stop();
});

/** A customer who pays with a method. */
async function customerWith(served: ServedApp, method: string): Promise<Resource> {
  const client = remembered.at(served.baseUrl);
  const id = unique('cus');
  const made = await createCustomer(client, {
    billing_configuration: {
      payment_provider: 'stripe',
      payment_provider_code: 'stripe',
      provider_customer_id: id,
    },
  });
  await runProviderJobs(served, client);
  const { body, signature } = stripe.event('setup_intent.succeeded', {
    id: unique('seti'),
    customer: id,
    payment_method: method,
  });
  const address = `${served.baseUrl}/webhooks/stripe/${client.organizationId}?code=stripe`;
  await fetch(address, { method: 'POST', body, headers: { 'stripe-signature': signature } });
  await runProviderJobs(served, client);
  return { ...made, provider_customer_id: id };
}

/** Goes on from the backup. @param isRestored false for the server whose work is lost later. */
async function goOn(isRestored: boolean): Promise<Life> {
  const database = await copyDatabase(backup);
  const served = await serve(database);
  const client = remembered.at(served.baseUrl);
  if (isRestored) {
    const now = new Date();
    const hour = 3_600_000;
    await served.pool.db.transaction((tx) => noteRestore(tx, new Date(now.getTime() - hour), now, now));
  }
  const life = {
    client,
    run: () => runProviderJobs(served, client),
    stop: async () => {
      await served.stop();
      await database.drop();
    },
  };
  lives.push(life);
  return life;
}

const subscribes = ({ client }: Life, over: object = {}) =>
  subscribe(client, customer, plan, {
    external_id: 'again',
    billing_time: 'anniversary',
    ...over,
  });
const sells = async ({ client }: Life, units = 1): Promise<Resource> => {
  const fees = [{ add_on_code: addOn.code, units, unit_amount_cents: 5_000 }];
  const invoice = { external_customer_id: customer.external_id, currency: 'EUR', fees };
  const { status, body } = await client.post('/invoices', { invoice });
  expect(status).toBe(200);
  return body.invoice;
};
const invoicesOf = async ({ client }: Life): Promise<Resource[]> =>
  (await client.get(`/invoices?external_customer_id=${customer.external_id}`)).body.invoices;
const paymentsOf = async ({ client }: Life): Promise<Resource[]> =>
  (await client.get(`/payments?external_customer_id=${customer.external_id}`)).body.payments;
const charges = () => stripe.callsTo('/v1/payment_intents').filter(({ method }) => method === 'POST');

test('what was charged after the backup is charged once, and is paid', async () => {
  const lost = await goOn(false);
  await subscribes(lost);
  await sells(lost);
  await lost.run();
  expect(charges()).toHaveLength(2);
  const restored = await goOn(true);
  await subscribes(restored);
  await sells(restored);
  await restored.run();
  expect(charges()).toHaveLength(2);
  expect((await invoicesOf(restored)).map((each) => each.payment_status)).toEqual(['succeeded', 'succeeded']);
  const ids = (await paymentsOf(restored)).map((each) => each.provider_payment_id);
  expect(ids.toSorted()).toEqual(stripe.intents.map(({ id }) => id).toSorted());
});

test('without the note of the restore, the provider is not asked', async () => {
  const server = await goOn(false);
  await sells(server);
  await server.run();
  expect(stripe.callsTo('/v1/payment_intents').map(({ method }) => method)).toEqual(['POST']);
});

test('what bills the same twice is charged twice, also when one of them is made again', async () => {
  const lost = await goOn(false);
  await sells(lost);
  await lost.run();
  const restored = await goOn(true);
  await sells(restored);
  await sells(restored);
  await restored.run();
  expect(charges()).toHaveLength(2);
  expect(stripe.intents).toHaveLength(2);
});

test('a charge whose answer was lost pays its own invoice, and not another that bills the same', async () => {
  const restored = await goOn(true);
  await sells(restored);
  await sells(restored);
  stripe.lostAnswers = 1;
  await restored.run();
  expect(stripe.lostAnswers).toBe(0);
  expect(stripe.intents).toHaveLength(2);
  expect((await invoicesOf(restored)).map((each) => each.payment_status)).toEqual(['succeeded', 'succeeded']);
});

test('another subscription, and other units, are charged', async () => {
  const lost = await goOn(false);
  await subscribes(lost);
  await sells(lost);
  await lost.run();
  const restored = await goOn(true);
  await subscribes(restored, { external_id: 'other' });
  await sells(restored, 2);
  await restored.run();
  expect(charges()).toHaveLength(4);
});

test('a payment of less is taken, and the rest charged', async () => {
  const lost = await goOn(false);
  await subscribes(lost);
  await lost.run();
  const [intent] = stripe.intents;
  Object.assign(intent ?? {}, { amount: 4_000 });
  const restored = await goOn(true);
  await subscribes(restored);
  await restored.run();
  expect(charges().map(({ fields }) => fields['amount'])).toEqual(['10000', '6000']);
  const [invoice] = await invoicesOf(restored);
  expect(invoice).toMatchObject({ payment_status: 'succeeded', total_paid_amount_cents: 10_000 });
});

test('a payment that is still processed keeps the document from being charged', async () => {
  const lost = await goOn(false);
  await subscribes(lost);
  await lost.run();
  Object.assign(stripe.intents[0] ?? {}, { status: 'processing' });
  const restored = await goOn(true);
  await subscribes(restored);
  await restored.run();
  await restored.run();
  expect(charges()).toHaveLength(1);
  expect((await paymentsOf(restored)).map((each) => each.payment_status)).toEqual(['processing']);
});

test('an attempt that had failed is not repeated with its key', async () => {
  const lost = await goOn(false);
  await subscribes(lost);
  await lost.run();
  Object.assign(stripe.intents[0] ?? {}, { status: 'requires_payment_method' });
  const restored = await goOn(true);
  await subscribes(restored);
  await restored.run();
  const [first, second] = charges();
  expect(second?.fields['metadata[svc_charge_reference]']).toBe(
    first?.fields['metadata[svc_charge_reference]']?.replace(':1', ':2'),
  );
  expect((await paymentsOf(restored)).map((each) => each.payment_status).toSorted()).toEqual([
    'failed',
    'succeeded',
  ]);
});

test('while the provider does not answer, nobody is charged', async () => {
  const lost = await goOn(false);
  await subscribes(lost);
  await lost.run();
  const restored = await goOn(true);
  await subscribes(restored);
  stripe.isAway = true;
  await expect(restored.run()).rejects.toMatchObject({ kind: 'retriable' });
  stripe.isAway = false;
  expect(charges()).toHaveLength(1);
});

describe('pages and requests', () => {
  test('a page that was paid is not offered again', async () => {
    const lost = await goOn(false);
    const { client } = lost;
    const page = await client.post(`/invoices/${(await sells(lost)).svc_id}/payment_url`);
    expect(page.status).toBe(200);
    const [session] = stripe.callsTo('/v1/checkout/sessions');
    if (session === undefined) throw new Error('No page was made.');
    stripe.pays(session, customer.provider_customer_id);
    stripe.calls.length = 0;
    const restored = await goOn(true);
    const invoice = await sells(restored);
    const { status } = await restored.client.post(`/invoices/${invoice.svc_id}/payment_url`);
    expect(status).toBe(422);
    expect(stripe.callsTo('/v1/checkout/sessions')).toEqual([]);
    const [paid] = await invoicesOf(restored);
    expect(paid?.payment_status).toBe('succeeded');
  });

  test('an invoice that was paid together with others is not charged, and its payment fails', async () => {
    const lost = await goOn(false);
    await subscribes(lost);
    await lost.run();
    const [intent] = stripe.intents;
    const metadata = { ...(intent?.['metadata'] as Record<string, string>) };
    const [billed] = String(metadata['svc_charge_reference']).split(':');
    Object.assign(intent ?? {}, { metadata: { svc_charge_reference: `${'x'.repeat(22)}.${billed}:1` } });
    const restored = await goOn(true);
    await subscribes(restored);
    await restored.run();
    expect(charges()).toHaveLength(1);
    const [invoice] = await invoicesOf(restored);
    expect(invoice?.payment_status).toBe('failed');
  });
});

test('what was refunded after the backup is refunded once', async () => {
  const refunds = async (life: Life) => {
    const invoice = await sells(life);
    await life.run();
    const { body } = await life.client.get(`/invoices/${invoice.svc_id}`);
    const [fee] = body.invoice.fees;
    const { status, body: note } = await life.client.post('/credit_notes', {
      credit_note: {
        invoice_id: invoice.svc_id,
        refund_amount_cents: 5_000,
        items: [{ fee_id: fee.svc_id, amount_cents: 5_000 }],
      },
    });
    expect([status, note]).toMatchObject([200, {}]);
    await life.run();
    const notes = (await life.client.get(`/credit_notes?external_customer_id=${customer.external_id}`)).body;
    return notes.credit_notes.map((note: Resource) => note.refund_status);
  };
  expect(await refunds(await goOn(false))).toEqual(['succeeded']);
  expect(await refunds(await goOn(true))).toEqual(['succeeded']);
  expect(stripe.refunds).toHaveLength(1);
  expect(charges()).toHaveLength(1);
});

test('a refund whose answer was lost is not taken for another of the same payment and amount', async () => {
  const restored = await goOn(true);
  const invoice = await sells(restored);
  await restored.run();
  const [fee] = (await restored.client.get(`/invoices/${invoice.svc_id}`)).body.invoice.fees;
  for (const amount_cents of [2_000, 2_000]) {
    const items = [{ fee_id: fee.svc_id, amount_cents }];
    const credit_note = { invoice_id: invoice.svc_id, refund_amount_cents: amount_cents, items };
    expect((await restored.client.post('/credit_notes', { credit_note })).status).toBe(200);
  }
  stripe.lostAnswers = 1;
  await restored.run();
  expect(stripe.lostAnswers).toBe(0);
  expect(stripe.refunds).toHaveLength(2);
});
