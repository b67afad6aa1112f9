// A server that goes on from a copy of its database, as after a restore, knows nothing of what was charged since; the provider does.
// Source: docs/adr/0117.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Db } from '../../src/platform/db/database.js';
import { expectPresent } from '../../src/platform/expect-present.js';
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
import {
  type ChargingProvider,
  type PostedMessage,
  startGocardless,
  startStripe,
} from '../support/charging-providers.js';
import { copyDatabase, createDatabase, socketUrl, type TestDatabase } from '../support/database.js';
import { GocardlessStandIn } from '../support/gocardless-stand-in.js';
import { differencesIn } from '../support/differences.js';
import { runProviderJobs } from '../support/provider-jobs.js';
import { FIRST_START, type ServedApp, serveApp } from '../support/server.js';
import { StripeStandIn } from '../support/stripe-stand-in.js';
import { runBackupProgram } from '../../src/main/backup/backup-commands.js';
import { bootstrap } from '../../src/main/bootstrap.js';

let providers: readonly ChargingProvider[];
/** The provider of the test. */
let provider: ChargingProvider;
let backup: TestDatabase;
/** The client of the backup: its server is gone. */
let remembered: Client;
let plan: Resource;
/** The customer of the test, and those of the tests to come. */
let customer: Resource;
const customers = new Map<ChargingProvider, Resource[]>();
let addOn: Resource;
/** Of a billing entity that numbers its invoices itself. */
let ownCustomer: Resource;

/** A server on a copy of the backup. */
interface Life {
  readonly client: Client;
  readonly run: () => Promise<void>;
  readonly db: Db;
  readonly stop: () => Promise<void>;
}
/** The server whose work is lost. */
let before: Life;
/** The server that goes on after the restore. */
let after: Life;
/** At least as many as there are tests of a provider. */
const CUSTOMERS = { stripe: 16, gocardless: 10 };
const HOUR_MS = 3_600_000;
const RESTORED_TO = new Date(Date.now() - HOUR_MS);

const outgoing = new OutgoingHttp({ allowPrivateNetworks: true });
const serve = (database: TestDatabase): Promise<ServedApp> => {
  const [stripe, gocardless] = providers;
  const urls = { stripeUrl: stripe?.standIn.url ?? '', gocardlessUrl: gocardless?.standIn.url ?? '' };
  return serveApp(database, { ...urls, outgoing, connections: 2 });
};

const CONNECT = `mutation ($input: CreatePaymentProviderInput!) {
  createPaymentProvider(input: $input) { paymentProvider { id } }
}`;

beforeAll(async () => {
  providers = [await startStripe(), await startGocardless()];
  backup = await createDatabase();
  const served = await serve(backup);
  await bootstrap(served.connections.jobs, served.app.services, FIRST_START);
  remembered = await served.organization();
  plan = await createPlan(remembered, { amount_cents: 10_000, pay_in_advance: true });
  addOn = await createAddOn(remembered);
  const billing_entity = { name: 'Own', code: 'own', document_numbering: 'per_billing_entity' };
  expect((await remembered.post('/billing_entities', { billing_entity })).status).toBe(200);
  ownCustomer = await createCustomer(remembered, { billing_entity_code: 'own' });
  expect((await remembered.post('/invoices', { invoice: billOf(ownCustomer) })).status).toBe(200);
  for (const { type, settings } of providers) {
    const input = { type, name: type, code: type, ...settings };
    expect((await remembered.graphql(CONNECT, { input })).errors).toBeUndefined();
  }
  for (const each of providers) {
    const made: Resource[] = [];
    for (let count = 0; count < CUSTOMERS[each.type]; count++) made.push(await customerOf(served, each));
    customers.set(each, made);
  }
  await served.stop();
  before = await serveCopy(false);
  after = await serveCopy(true);
});
afterAll(async () => {
  for (const life of [before, after]) await life.stop();
  await backup.drop();
  for (const { standIn } of providers) await standIn.stop();
});

/** A customer whom a provider can charge. */
async function customerOf(served: ServedApp, payer: ChargingProvider): Promise<Resource> {
  const { type } = payer;
  const client = remembered.at(served.baseUrl);
  const id = unique('cus');
  const made = await createCustomer(client, {
    billing_configuration: {
      payment_provider: type,
      payment_provider_code: type,
      provider_customer_id: id,
    },
  });
  await runProviderJobs(served, client);
  await post(client, type, payer.methodAdded(id));
  await runProviderJobs(served, client);
  return { ...made, provider_customer_id: id };
}

/** A provider posts a message to the server. */
async function post(client: Client, type: string, { body, headers }: PostedMessage): Promise<void> {
  const address = `${client.baseUrl}/webhooks/${type}/${client.organizationId}?code=${type}`;
  expect((await fetch(address, { method: 'POST', body, headers })).status).toBe(200);
}

/** Says that the database was restored, as an operator does. */
function mark(database: TestDatabase, ...options: string[]): Promise<{ code: number; output: string }> {
  return restore(database, 'mark', RESTORED_TO.toISOString(), ...options);
}

async function restore(database: TestDatabase, ...args: string[]): Promise<{ code: number; output: string }> {
  let output = '';
  const write = (line: string) => {
    output += `${line}\n`;
  };
  const environment = { DATABASE_URL: socketUrl(database) };
  return {
    code: await runBackupProgram(['restore', ...args], environment, { print: write, say: write }),
    output,
  };
}

async function serveCopy(isRestored: boolean): Promise<Life> {
  const database = await copyDatabase(backup);
  if (isRestored) {
    for (let repeated = 0; repeated < 2; repeated += 1)
      expect(await mark(database)).toMatchObject({ code: 0 });
  }
  const served = await serve(database);
  const client = remembered.at(served.baseUrl);
  return {
    client,
    run: () => runProviderJobs(served, client),
    db: served.pool.db,
    stop: async () => {
      await served.stop();
      await database.drop();
    },
  };
}

/**
 * Goes on from the backup.
 * @param isRestored false for the server whose work is lost later. When a restored one begins, the provider has lost all
 *   idempotency keys, as providers do after days.
 */
function goOn(isRestored: boolean): Life {
  if (isRestored) provider.standIn.clearKeys();
  return isRestored ? after : before;
}

const subscribes = ({ client }: Life, over: object = {}) =>
  subscribe(client, customer, plan, {
    external_id: `again-${customer.external_id}`,
    billing_time: 'anniversary',
    ...over,
  });
const billOf = ({ external_id }: Resource, units = 1): object => ({
  external_customer_id: external_id,
  currency: 'EUR',
  fees: [{ add_on_code: addOn.code, units, unit_amount_cents: 5_000 }],
});
const sells = async ({ client }: Life, units = 1): Promise<Resource> => {
  const { status, body } = await client.post('/invoices', { invoice: billOf(customer, units) });
  expect(status).toBe(200);
  return body.invoice;
};
const invoicesOf = async ({ client }: Life): Promise<Resource[]> =>
  (await client.get(`/invoices?external_customer_id=${customer.external_id}`)).body.invoices;
const paymentsOf = async ({ client }: Life): Promise<Resource[]> =>
  (await client.get(`/payments?external_customer_id=${customer.external_id}`)).body.payments;
/** Refunds a part of an invoice. */
const credits = async ({ client }: Life, { svc_id }: Resource, cents: number): Promise<void> => {
  const [fee] = (await client.get(`/invoices/${svc_id}`)).body.invoice.fees;
  const items = [{ fee_id: fee.svc_id, amount_cents: cents }];
  const credit_note = { invoice_id: svc_id, refund_amount_cents: cents, items };
  expect((await client.post('/credit_notes', { credit_note })).status).toBe(200);
};
const charges = () => provider.charges();
/** The only payment that the provider has made. */
const onlyPayment = (): string => {
  const [payment, ...others] = provider.payments();
  expect(others).toEqual([]);
  return payment?.id ?? '';
};

/** Lets the test charge at a provider that has made nothing yet. */
function use(type: ChargingProvider['type']): void {
  provider = expectPresent(
    providers.find((each) => each.type === type),
    type,
  );
  customer = expectPresent(customers.get(provider)?.pop(), `customer of ${type}`);
  provider.standIn.reset();
  Object.assign(provider.standIn, { isGarbled: false, isAway: false });
}

// What Tollgate makes of the payments that a provider lists does not depend on the provider.
describe('at one provider', () => {
  beforeEach(() => {
    use('stripe');
  });

  test('without the note of the restore, the provider is not asked', async () => {
    const server = goOn(false);
    await sells(server);
    await server.run();
    expect([charges().length, provider.reads()]).toEqual([1, 0]);
  });

  test('two invoices that bill the same are charged twice, also when one of them is made again', async () => {
    const lost = goOn(false);
    await sells(lost);
    await lost.run();
    const restored = goOn(true);
    await sells(restored);
    await sells(restored);
    await restored.run();
    expect(charges()).toHaveLength(2);
    expect(provider.payments()).toHaveLength(2);
  });

  test('another subscription, and other units, are charged', async () => {
    const lost = goOn(false);
    await subscribes(lost);
    await sells(lost);
    await lost.run();
    const restored = goOn(true);
    await subscribes(restored, { external_id: unique('other') });
    await sells(restored, 2);
    await restored.run();
    expect(charges()).toHaveLength(4);
  });

  test('a payment of less is taken, and the rest charged', async () => {
    const lost = goOn(false);
    await subscribes(lost);
    await lost.run();
    provider.change(onlyPayment(), { amount: 4_000 });
    const restored = goOn(true);
    await subscribes(restored);
    await restored.run();
    expect(charges().map(({ amountCents }) => amountCents)).toEqual([10_000, 6_000]);
    const [invoice] = await invoicesOf(restored);
    expect(invoice).toMatchObject({ payment_status: 'succeeded', total_paid_amount_cents: 10_000 });
  });

  test('an invoice that was paid together with others is not charged, and its payment fails', async () => {
    const lost = goOn(false);
    await subscribes(lost);
    await lost.run();
    const [billed = ''] = charges()[0]?.chargeReference?.split(':') ?? [];
    const metadata = { svc_charge_reference: `${'x'.repeat(22)}.${billed}:1` };
    provider.change(onlyPayment(), { metadata });
    const restored = goOn(true);
    await subscribes(restored);
    await restored.run();
    expect(charges()).toHaveLength(1);
    const [invoice] = await invoicesOf(restored);
    expect(invoice?.payment_status).toBe('failed');
  });
});

describe.each(['stripe', 'gocardless'] as const)('at %s', (type) => {
  beforeEach(() => {
    use(type);
  });

  test('a charge that was made after the backup is charged once, and is paid', async () => {
    const lost = goOn(false);
    await subscribes(lost);
    await sells(lost);
    await lost.run();
    expect(charges()).toHaveLength(2);
    const restored = goOn(true);
    await subscribes(restored);
    await sells(restored);
    await restored.run();
    expect(charges()).toHaveLength(2);
    expect((await invoicesOf(restored)).map((each) => each.payment_status)).toEqual([
      'succeeded',
      'succeeded',
    ]);
    const ids = (await paymentsOf(restored)).map((each) => each.provider_payment_id);
    expect(ids.toSorted()).toEqual(
      provider
        .payments()
        .map(({ id }) => id)
        .toSorted(),
    );
  });

  test('a charge whose answer was lost pays its own invoice, and not another that bills the same', async () => {
    const restored = goOn(true);
    await sells(restored);
    await sells(restored);
    provider.standIn.lostAnswers = 1;
    await restored.run();
    expect(provider.standIn.lostAnswers).toBe(0);
    expect(provider.payments()).toHaveLength(2);
    expect((await invoicesOf(restored)).map((each) => each.payment_status)).toEqual([
      'succeeded',
      'succeeded',
    ]);
  });

  test('a payment that is still processed keeps the document from being charged', async () => {
    const lost = goOn(false);
    await subscribes(lost);
    await lost.run();
    provider.change(onlyPayment(), { status: provider.processed });
    const restored = goOn(true);
    await subscribes(restored);
    await restored.run();
    await restored.run();
    expect(charges()).toHaveLength(1);
    expect((await paymentsOf(restored)).map((each) => each.payment_status)).toEqual(['processing']);
  });

  test('an attempt that had failed is not repeated with its key', async () => {
    const lost = goOn(false);
    await subscribes(lost);
    await lost.run();
    provider.change(onlyPayment(), { status: provider.failed });
    const restored = goOn(true);
    await subscribes(restored);
    await restored.run();
    const [first, second] = charges();
    expect(second?.chargeReference).toBe(first?.chargeReference?.replace(':1', ':2'));
    expect((await paymentsOf(restored)).map((each) => each.payment_status).toSorted()).toEqual([
      'failed',
      'succeeded',
    ]);
  });

  test('while the provider does not answer, nobody is charged', async () => {
    const lost = goOn(false);
    await subscribes(lost);
    await lost.run();
    const restored = goOn(true);
    await subscribes(restored);
    provider.standIn.isAway = true;
    await expect(restored.run()).rejects.toMatchObject({ kind: 'retriable' });
    expect(charges()).toHaveLength(1);
  });

  test('while the lists of the provider cannot be read, nobody is charged', async () => {
    const lost = goOn(false);
    await subscribes(lost);
    await lost.run();
    const restored = goOn(true);
    await subscribes(restored);
    provider.standIn.isGarbled = true;
    await expect(restored.run()).rejects.toThrow();
    expect(charges()).toHaveLength(1);
  });

  test('one among many payments is found, and only those since the restored instant are read', async () => {
    provider.standIn.pageSize = 2;
    const lost = goOn(false);
    for (const units of [1, 2, 3, 4, 5]) await sells(lost, units);
    await lost.run();
    const early = provider.payments().find(({ amount }) => amount === 5_000);
    provider.createdAt(early?.id ?? '', new Date(Date.now() - 3 * HOUR_MS));
    const restored = goOn(true);
    for (const units of [1, 2, 3, 4, 5]) await sells(restored, units);
    await restored.run();
    // What was made before that instant is in the backup, if it is of this server.
    expect(
      charges()
        .map(({ amountCents }) => amountCents)
        .toSorted((one, other) => one - other),
    ).toEqual([5_000, 5_000, 10_000, 15_000, 20_000, 25_000]);
  });

  test('a refund that was made after the backup is refunded once', async () => {
    provider.standIn.pageSize = 1;
    const refunds = async (life: Life): Promise<string[]> => {
      const invoice = await sells(life);
      await life.run();
      for (const cents of [2_000, 3_000]) {
        await credits(life, invoice, cents);
        await life.run();
      }
      const notes = await life.client.get(`/credit_notes?external_customer_id=${customer.external_id}`);
      return notes.body.credit_notes.map((note: Resource) => note.refund_status);
    };
    expect(await refunds(goOn(false))).toEqual(['succeeded', 'succeeded']);
    expect(await refunds(goOn(true))).toEqual(['succeeded', 'succeeded']);
    expect(provider.refunds()).toHaveLength(2);
    expect(charges()).toHaveLength(1);
  });

  test('a refund whose answer was lost is not taken for another of the same payment and amount', async () => {
    const restored = goOn(true);
    const invoice = await sells(restored);
    await restored.run();
    for (const cents of [2_000, 2_000]) await credits(restored, invoice, cents);
    provider.standIn.lostAnswers = 1;
    await restored.run();
    expect(provider.standIn.lostAnswers).toBe(0);
    expect(provider.refunds()).toHaveLength(2);
  });
});

test('a page of Stripe that was paid is not offered again', async () => {
  use('stripe');
  const { standIn: stripe } = provider;
  if (!(stripe instanceof StripeStandIn)) throw new Error('The first provider is not Stripe.');
  const lost = goOn(false);
  const { client } = lost;
  const page = await client.post(`/invoices/${(await sells(lost)).svc_id}/payment_url`);
  expect(page.status).toBe(200);
  const [session] = stripe.callsTo('/v1/checkout/sessions');
  if (session === undefined) throw new Error('No page was made.');
  stripe.pays(session, customer.provider_customer_id);
  stripe.calls.length = 0;
  const restored = goOn(true);
  const invoice = await sells(restored);
  const { status } = await restored.client.post(`/invoices/${invoice.svc_id}/payment_url`);
  expect(status).toBe(422);
  expect(stripe.callsTo('/v1/checkout/sessions')).toEqual([]);
  const [paid] = await invoicesOf(restored);
  expect(paid?.payment_status).toBe('succeeded');
});

test('a direct debit that was under way is not made again, and pays when GoCardless says so', async () => {
  use('gocardless');
  const { standIn: gocardless } = provider;
  if (!(gocardless instanceof GocardlessStandIn)) throw new Error('The second provider is not GoCardless.');
  const reports = async (life: Life, status: string): Promise<void> => {
    const id = onlyPayment();
    provider.change(id, { status });
    const { body, signature } = gocardless.message(gocardless.event('payments', status, id));
    await post(life.client, 'gocardless', { body, headers: { 'webhook-signature': signature } });
    await life.run();
  };
  const lost = goOn(false);
  await subscribes(lost);
  await lost.run();
  const restored = goOn(true);
  // GoCardless says it to a server that does not know the payment yet.
  await reports(restored, 'submitted');
  await subscribes(restored);
  await restored.run();
  expect((await paymentsOf(restored)).map((each) => each.status)).toEqual(['submitted']);
  await reports(restored, 'paid_out');
  expect((await invoicesOf(restored)).map((each) => each.payment_status)).toEqual(['succeeded']);
  expect(charges()).toHaveLength(1);
});

describe('numbers, after `restore mark`', () => {
  test('numbers after `restore mark` are not given a second time, and their gaps are known', async () => {
    use('stripe');
    const numbersOf = async (life: Life): Promise<string[]> => {
      const made = await createCustomer(life.client);
      await sells(life);
      await life.run();
      const [invoice] = await invoicesOf(life);
      const [payment] = await paymentsOf(life);
      await credits(life, invoice, 100);
      const notes = await life.client.get(`/credit_notes?external_customer_id=${customer.external_id}`);
      const own = await life.client.post('/invoices', { invoice: billOf(ownCustomer) });
      return [
        made.slug,
        invoice.number,
        payment.payment_receipt.number,
        notes.body.credit_notes[0].number,
        own.body.invoice.number,
      ];
    };
    const [lost, restored] = [await numbersOf(before), await numbersOf(after)];
    expect(lost.filter((number) => restored.includes(number))).toEqual([]);
    // The command was repeated, and has skipped 1,000 numbers once.
    expect(restored.at(-1)).toMatch(/-1002$/);
    expect(await differencesIn(after)).toEqual([]);
  });

  test('numbers after `restore mark` need the instant that was restored', async () => {
    const output = 'restore mark needs one instant, such as 2026-05-01T10:00:00Z.\n';
    for (const args of [[], [RESTORED_TO.toISOString(), 'more']])
      expect(await restore(backup, 'mark', ...args)).toEqual({ code: 1, output });
  });

  test('numbers after `restore mark` continue where the operator says; a wrong number changes nothing', async () => {
    const database = await copyDatabase(backup);
    for (const [chosen, message] of [
      ['none=5', /names no billing entity/],
      ['own=1', /has invoices up to number 1/],
    ] as const)
      expect(await mark(database, '--numbers-from', chosen)).toEqual({
        code: 1,
        output: expect.stringMatching(message),
      });
    expect(await mark(database, '--numbers-from', 'own=7000')).toMatchObject({ code: 0 });
    const served = await serve(database);
    const { body } = await remembered.at(served.baseUrl).post('/invoices', { invoice: billOf(ownCustomer) });
    expect(body.invoice.number).toMatch(/-7000$/);
    await served.stop();
    await database.drop();
  });
});
