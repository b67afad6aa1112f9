import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { OutgoingHttp } from '../../src/platform/outgoing/outgoing-http.js';
import { createCustomer, createPlan, subscribe } from '../support/builders.js';
import type { Client } from '../support/client.js';
import { runProviderJobs } from '../support/provider-jobs.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { StripeStandIn } from '../support/stripe-stand-in.js';
import { until } from '../support/until.js';
import { startKillableServer } from './killable-server.js';

let stripe: StripeStandIn;
let server: TestServer;
let client: Client;

beforeAll(async () => {
  stripe = await StripeStandIn.start();
  const outgoing = new OutgoingHttp({ allowPrivateNetworks: true });
  server = await startTestServer({ stripeUrl: stripe.url, outgoing });
  client = await server.organization();
  const input = { type: 'stripe', name: 'Stripe', code: 'stripe', stripe: { secretKey: 'sk_test_right' } };
  await client.graphql(
    'mutation ($input: CreatePaymentProviderInput!) { createPaymentProvider(input: $input) { paymentProvider { id } } }',
    { input },
  );
  await runProviderJobs(server, client);
});
afterAll(async () => {
  await server.stop();
  await stripe.stop();
});

/** A customer whom Stripe knows, with a card. */
async function payer() {
  const customer = await createCustomer(client, {
    billing_configuration: {
      payment_provider: 'stripe',
      payment_provider_code: 'stripe',
      provider_customer_id: 'cus_1',
    },
  });
  const { body, signature } = stripe.event('setup_intent.succeeded', {
    id: 'seti_1',
    customer: 'cus_1',
    payment_method: 'pm_card',
  });
  await fetch(`${server.baseUrl}/webhooks/stripe/${client.organizationId}?code=stripe`, {
    method: 'POST',
    body,
    headers: { 'stripe-signature': signature },
  });
  await runProviderJobs(server, client);
  return customer;
}

test('a server that is killed after Stripe has charged, before it has recorded that, charges once', async () => {
  const customer = await payer();
  stripe.isSilent = true;
  const plan = await createPlan(client, { amount_cents: 10_000, pay_in_advance: true });
  await subscribe(client, customer, plan, { billing_time: 'anniversary' });
  const killed = await startKillableServer(server, client, 'all', stripe.url);
  await until(() => Promise.resolve(stripe.intents.length > 0));
  killed.child.kill('SIGKILL');
  stripe.isSilent = false;
  const payments = async () =>
    (await client.get(`/payments?external_customer_id=${customer.external_id}`)).body.payments;
  expect(await payments()).toMatchObject([{ payment_status: 'pending' }]);

  // The queue itself takes the jobs of the dead back after some hours.
  await server.pool.sql`update graphile_worker._private_jobs set locked_at = null, locked_by = null`;
  const { child } = await startKillableServer(server, client, 'all', stripe.url);
  // A program starts meanwhile.
  await until(async () => (await payments())[0].payment_status === 'succeeded', undefined, 100);
  child.kill('SIGKILL');
  expect(stripe.intents).toHaveLength(1);
  expect(await payments()).toHaveLength(1);
  const { body } = await client.get(`/invoices?external_customer_id=${customer.external_id}`);
  expect(body.invoices).toMatchObject([{ payment_status: 'succeeded', total_paid_amount_cents: 10_000 }]);
  expect((await client.get('/payment_receipts')).body.payment_receipts).toHaveLength(1);
});
