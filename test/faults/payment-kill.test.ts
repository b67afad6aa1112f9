// A server that is killed between the call of a provider and its record charges once, and releases what is held: docs/adr/0084,
// docs/adr/0200, integrations.md §16.
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { ChildProcess } from 'node:child_process';
import { OutgoingHttp } from '../../src/platform/outgoing/outgoing-http.js';
import { AdyenStandIn } from '../support/adyen-stand-in.js';
import { createCustomer, createPlan, type Resource, subscribe, unique } from '../support/builders.js';
import type { Client } from '../support/client.js';
import { runProviderJobs } from '../support/provider-jobs.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { StripeStandIn } from '../support/stripe-stand-in.js';
import { until } from '../support/until.js';
import { startKillableServer } from './killable-server.js';

let stripe: StripeStandIn;
let adyen: AdyenStandIn;
let server: TestServer;
let client: Client;

const CREATE =
  'mutation ($input: CreatePaymentProviderInput!) { createPaymentProvider(input: $input) { paymentProvider { id } } }';

beforeAll(async () => {
  stripe = await StripeStandIn.start();
  adyen = await AdyenStandIn.start();
  const outgoing = new OutgoingHttp({ allowPrivateNetworks: true });
  server = await startTestServer({ stripeUrl: stripe.url, adyenUrl: adyen.url, outgoing });
});
afterAll(async () => {
  await server.stop();
  await stripe.stop();
  await adyen.stop();
});
beforeEach(async () => {
  client = await server.organization();
  const { apiKey, merchantAccount, hmacKey } = adyen;
  const inputs = [
    { type: 'stripe', stripe: { secretKey: 'sk_test_right' } },
    { type: 'adyen', adyen: { apiKey, merchantAccount, hmacKey } },
  ];
  for (const input of inputs) {
    const named = { ...input, name: input.type, code: input.type };
    expect((await client.graphql(CREATE, { input: named })).errors).toBeUndefined();
  }
  await runProviderJobs(server, client);
});

/** A customer whom a provider knows by an id. */
const linked = (type: string, id: string): Promise<Resource> =>
  createCustomer(client, {
    billing_configuration: {
      payment_provider: type,
      payment_provider_code: type,
      provider_customer_id: id,
    },
  });

/** The provider says that the customer has a card. */
async function post(type: string, body: string, headers: Record<string, string>): Promise<void> {
  const address = `${server.baseUrl}/webhooks/${type}/${client.organizationId}?code=${type}`;
  expect((await fetch(address, { method: 'POST', body, headers })).status).toBe(200);
  await runProviderJobs(server, client);
}

interface Provider {
  /** A customer with a card. */
  readonly payer: () => Promise<Resource>;
  /** True: it does what it is asked to, and never answers. */
  readonly setSilent: (isSilent: boolean) => void;
  /** How many payments it has made. */
  readonly made: () => number;
  /** How many amounts it holds. */
  readonly held: () => number;
}

const PROVIDERS: Readonly<Record<'Stripe' | 'Adyen', Provider>> = {
  Stripe: {
    payer: async () => {
      const customer = await linked('stripe', 'cus_1');
      const added = { id: 'seti_1', customer: 'cus_1', payment_method: 'pm_card' };
      const { body, signature } = stripe.event('setup_intent.succeeded', added);
      await post('stripe', body, { 'stripe-signature': signature });
      return customer;
    },
    setSilent: (isSilent) => {
      stripe.isSilent = isSilent;
    },
    made: () => stripe.intents.length,
    held: () => stripe.intents.filter(({ status }) => status === 'requires_capture').length,
  },
  Adyen: {
    payer: async () => {
      const shopper = unique('shopper');
      const customer = await linked('adyen', shopper);
      const added = adyen.item('AUTHORISATION', {
        amount: { value: 0, currency: 'EUR' },
        merchantReference: `reg_${String(customer.svc_id).replaceAll('-', '')}`,
        additionalData: {
          shopperReference: shopper,
          'tokenization.storedPaymentMethodId': adyen.store(shopper),
        },
      });
      await post('adyen', adyen.message(added), {});
      return customer;
    },
    setSilent: (isSilent) => {
      adyen.faults.length = 0;
      if (isSilent) adyen.faults.push('silent');
    },
    made: () => adyen.payments.length,
    held: () => adyen.payments.filter(({ isHeld }) => isHeld).length,
  },
};

const urls = () => ({ stripeUrl: stripe.url, adyenUrl: adyen.url });

/** Starts a server that does the work of one that was killed. */
async function startNext(): Promise<ChildProcess> {
  // The queue itself takes the jobs of the dead back after some hours, and others have their time.
  await server.pool.sql`
    update graphile_worker._private_jobs set locked_at = null, locked_by = null, run_at = now()`;
  return (await startKillableServer(server, client, 'all', urls())).child;
}

test.each(['Stripe', 'Adyen'] as const)(
  'a server that is killed after %s has charged, before it has recorded that, charges once',
  async (name) => {
    const { payer, setSilent, made } = PROVIDERS[name];
    const customer = await payer();
    setSilent(true);
    const plan = await createPlan(client, { amount_cents: 10_000, pay_in_advance: true });
    await subscribe(client, customer, plan, { billing_time: 'anniversary' });
    const killed = await startKillableServer(server, client, 'all', urls());
    await until(() => Promise.resolve(made() > 0));
    killed.child.kill('SIGKILL');
    setSilent(false);
    const payments = async () =>
      (await client.get(`/payments?external_customer_id=${customer.external_id}`)).body.payments;
    expect(await payments()).toMatchObject([{ payment_status: 'pending' }]);

    const child = await startNext();
    // A program starts meanwhile.
    await until(async () => (await payments())[0].payment_status === 'succeeded', undefined, 100);
    child.kill('SIGKILL');
    expect(made()).toBe(1);
    expect(await payments()).toHaveLength(1);
    const { body } = await client.get(`/invoices?external_customer_id=${customer.external_id}`);
    expect(body.invoices).toMatchObject([{ payment_status: 'succeeded', total_paid_amount_cents: 10_000 }]);
    expect((await client.get('/payment_receipts')).body.payment_receipts).toHaveLength(1);
  },
);

test.each(['Stripe', 'Adyen'] as const)(
  'a server that is killed after %s holds an amount, before it has recorded that, releases it',
  async (name) => {
    const { payer, setSilent, held } = PROVIDERS[name];
    const { external_id } = await payer();
    const plan = await createPlan(client);
    const killed = await startKillableServer(server, client, 'all', urls());
    setSilent(true);
    const request = killed.caller.post('/subscriptions', {
      authorization: { amount_cents: 100, amount_currency: 'EUR' },
      subscription: { external_customer_id: external_id, external_id: unique('sub'), plan_code: plan.code },
    });
    const refused = expect(request).rejects.toThrow();
    await until(() => Promise.resolve(held() > 0));
    killed.child.kill('SIGKILL');
    await refused;
    setSilent(false);
    const child = await startNext();
    await until(() => Promise.resolve(held() === 0), undefined, 100);
    await until(async () => (await server.pool.sql`select from payment_holds`).length === 0);
    child.kill('SIGKILL');
    const { body } = await client.get(`/subscriptions?external_customer_id=${external_id}`);
    expect(body.subscriptions).toEqual([]);
  },
);
