// The customer portal over GraphQL: portal.md.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  applyCoupon,
  bookInWallet,
  callerWith,
  createAddOn,
  createClock,
  createCoupon,
  createCustomer,
  createFeature,
  createMetric,
  createPlan,
  createTax,
  createWallet,
  grant,
  perCall,
  type Resource,
  sendEvents,
  subscribe,
  unique,
} from '../support/builders.js';
import { AccountCalls, newEmail, SIGNS_IN } from '../support/account-calls.js';
import { Client, type GraphqlAnswer } from '../support/client.js';
import { readFile } from '../support/documents.js';
import { documentOf, requiredVariables, ROOT_FIELDS } from '../support/graphql-fields.js';
import { HandClock } from '../support/hand-clock.js';
import { buildWorld } from '../support/hostile-world.js';
import { messageTypesAbout } from '../support/messages.js';
import { runProviderJobs } from '../support/provider-jobs.js';
import { startTestServer, type TestServer } from '../support/server.js';

const NOW = '2026-05-10T12:00:00Z';

let server: TestServer;
let clock: HandClock;
let client: Client;
let mine: Owned;
/** What belongs to another customer of the organization, and to a customer of another one. */
let strangers: Owned[];
let ask: Portal;

/** A customer with one of everything that the portal shows. */
interface Owned {
  readonly customer: Resource;
  readonly invoice: Resource;
  readonly voided: Resource;
  readonly draft: Resource;
  readonly creditNote: Resource;
  readonly subscription: Resource;
  readonly wallet: Resource;
  readonly method: Resource;
}

type Portal = (query: string, variables?: Record<string, unknown>) => Promise<GraphqlAnswer>;

beforeAll(async () => {
  clock = new HandClock(NOW);
  server = await startTestServer({ clock, limits: { portalRequests: 10_000 } });
  client = await server.organization();
  mine = await own(client);
  strangers = [await own(client), await own(await server.organization())];
  ask = await enter(client, mine.customer);
});
afterAll(() => server.stop());

const bill = async (caller: Client, customer: Resource, over: object = {}) => {
  const { code } = await createAddOn(caller);
  const invoice = {
    external_customer_id: customer.external_id,
    currency: 'EUR',
    fees: [{ add_on_code: code }],
  };
  return (await caller.post('/invoices', { invoice: { ...invoice, ...over } })).body.invoice;
};

/** Links a customer to the sandbox, with a payment method. */
const linkedTo = (word: string, over: object = {}) => ({
  billing_configuration: {
    payment_provider: 'sandbox',
    payment_provider_code: 'sandbox',
    provider_customer_id: word,
    ...over,
  },
});

const methodsOf = async (caller: Client, { external_id }: Resource): Promise<Resource[]> =>
  (await caller.get(`/customers/${external_id}/payment_methods`)).body.payment_methods;

async function own(caller: Client): Promise<Owned> {
  const customer = await createCustomer(caller, {
    name: 'Ada Ltd',
    email: 'ada@example.com',
    currency: 'EUR',
    ...linkedTo('ok'),
  });
  const metric = await createMetric(caller, { name: 'Calls' });
  const plan = await createPlan(caller, { name: 'Pro', amount_cents: 5_000, charges: [perCall(metric)] });
  const feature = await createFeature(caller, { privileges: [{ code: 'max', value_type: 'integer' }] });
  await grant(caller, plan, { [feature.code]: { max: 20 } });
  const subscription = await subscribe(caller, customer, plan);
  await sendEvents(caller, subscription, metric, [{}, {}, {}]);
  const invoice = await bill(caller, customer);
  const voided = await bill(caller, customer);
  await caller.post(`/invoices/${voided.svc_id}/void`);
  const { body } = await caller.post('/credit_notes', {
    credit_note: {
      invoice_id: invoice.svc_id,
      items: [{ fee_id: invoice.fees[0].svc_id, amount_cents: 100 }],
      credit_amount_cents: 100,
    },
  });
  const wallet = await createWallet(caller, customer, { granted_credits: '5', metadata: { secret: 'x' } });
  const grace = { external_id: customer.external_id, billing_configuration: { invoice_grace_period: 20 } };
  await caller.post('/customers', { customer: grace });
  await subscribe(caller, customer, await createPlan(caller, { amount_cents: 100, pay_in_advance: true }));
  const [method] = await methodsOf(caller, customer);
  const { invoices } = (
    await caller.get(`/invoices?external_customer_id=${customer.external_id}&status=draft`)
  ).body;
  return {
    customer,
    invoice,
    voided,
    draft: invoices[0],
    creditNote: body.credit_note,
    subscription,
    wallet,
    method,
  };
}

async function tokenOf(caller: Client, customer: Resource): Promise<string> {
  const { body } = await caller.get(`/customers/${customer.external_id}/portal_url`);
  return body.customer.portal_url.split('#')[1];
}

interface Person {
  readonly email: string;
  readonly send: Portal;
  /** With an unlimited key. */
  readonly client: Client;
}

/** The admin of a new organization, and a member who holds these permissions only. */
async function peopleWith(permissions: readonly string[]): Promise<{ admin: Person; member: Person }> {
  const calls = new AccountCalls(() => server, {
    registerUser: `${SIGNS_IN} organization { id }`,
    createRole: 'role { id }',
    createInvite: 'token',
    createApiKey: 'apiKey { value }',
  });
  const password = 'long enough 1';
  const { token, user, organization } = await calls.done('registerUser', {
    email: newEmail(),
    password,
    organizationName: 'Hooli',
  });
  const founder = { token, organizationId: organization.id };
  await calls.done('createRole', { code: 'some', name: 'Some', permissions }, founder);
  const invitation = await calls.done('createInvite', { email: newEmail(), roles: ['some'] }, founder);
  const joined = await calls.done('acceptInvite', { token: invitation.token, password });
  const { apiKey } = await calls.done('createApiKey', {}, founder);
  const person = (email: string, session: string): Person => ({
    email,
    send: (query, variables = {}) => calls.send(query, variables, { ...founder, token: session }),
    client: new Client(server.baseUrl, apiKey.value, organization.id),
  });
  return { admin: person(user.email, token), member: person(joined.user.email, joined.token) };
}

const addEntity = async (over: object): Promise<Resource> => {
  const entity = { code: unique('entity'), name: 'Acme EU', ...over };
  return (await client.post('/billing_entities', { billing_entity: entity })).body;
};

const withToken =
  (token: string): Portal =>
  (query, variables = {}) =>
    client.withKey(null).graphql(query, variables, { 'x-svc-portal-token': token });

const enter = async (caller: Client, customer: Resource) => withToken(await tokenOf(caller, customer));

const NAME = '{ portal { customer { name } } }';
const codesOf = ({ errors = [] }: GraphqlAnswer) =>
  errors.map(({ extensions }) => `${extensions.code} ${extensions.status}`);
const UNAUTHORIZED = ['unauthorized 401'];
const NOT_LINKED = { base: ['no_linked_payment_provider'] };

describe('access', () => {
  test('a token at each call, on the host that the request came to', async () => {
    const path = `/customers/${mine.customer.external_id}/portal_url`;
    const [one, other] = await Promise.all([client.get(path), client.get(path)]);
    const url: string = one.body.customer.portal_url;
    expect(url).toMatch(new RegExp(`^${server.baseUrl}/portal#[\\w-]+\\.[\\w-]{43}$`));
    expect(other.body.customer.portal_url).not.toBe(url);
    const { data } = await client.graphql(
      'mutation ($id: ID!) { generateCustomerPortalUrl(input: { id: $id }) { portalUrl } }',
      { id: mine.customer.svc_id },
    );
    for (const each of [url, other.body.customer.portal_url, data.generateCustomerPortalUrl.portalUrl])
      expect((await withToken(each.split('#')[1])(NAME)).data.portal.customer.name).toBe('Ada Ltd');
  });

  test('access to the portal is handed out with permission, for own customers, and writes nothing', async () => {
    const reader = await callerWith(server, client, { customer: ['read'] });
    const path = `/customers/${mine.customer.external_id}/portal_url`;
    expect((await reader.get(path)).status).toBe(200);
    const billing = await callerWith(server, client, { invoice: ['read'] });
    expect((await billing.get(path)).body.code).toBe('read_action_not_allowed_for_customer');
    for (const name of ['none', strangers[1]?.customer.external_id])
      expect((await client.get(`/customers/${name}/portal_url`)).body.code).toBe('customer_not_found');
    const mutation = 'mutation ($id: ID!) { generateCustomerPortalUrl(input: { id: $id }) { portalUrl } }';
    expect(codesOf(await client.graphql(mutation, { id: strangers[1]?.customer.svc_id }))).toEqual([
      'not_found 404',
    ]);
    expect(codesOf(await billing.graphql(mutation, { id: mine.customer.svc_id }))).toEqual(['forbidden 403']);
    const { customer } = mine;
    const logs = await client.get(`/activity_logs?resource_ids[]=${customer.svc_id}&per_page=100`);
    expect(logs.body.activity_logs.filter((entry: Resource) => /portal/.test(entry.activity_type))).toEqual(
      [],
    );
  });

  test('a link of its own beside each customer of a list, with one statement', async () => {
    const list = (first: number) =>
      client.graphql(`{ customers(first: ${first}) { nodes { id portalUrl } } }`);
    // Reads the key that signs.
    await list(1);
    for (const first of [1, 20]) expect((await list(first)).extensions?.cost?.['statements']).toBe(1);
    const { nodes } = (await list(20)).data.customers;
    const links = nodes.map(({ portalUrl }: Resource) => portalUrl);
    expect(new Set(links).size).toBe(nodes.length);
    for (const { id, portalUrl } of nodes.slice(0, 3)) {
      const { data } = await withToken(portalUrl.split('#')[1])('{ portal { customer { id } } }');
      expect(data.portal.customer).toEqual({ id });
    }
    const billing = await callerWith(server, client, { invoice: ['read'] });
    const { data, errors } = await billing.graphql(
      '{ invoices(first: 1) { nodes { number customer { portalUrl } } } }',
    );
    expect(codesOf({ errors } as GraphqlAnswer)).toEqual(['forbidden 403']);
    expect(JSON.stringify(data)).not.toContain('portal#');
  });

  test('altered, shortened, empty and foreign tokens open nothing of the portal; neither does a key', async () => {
    const token = await tokenOf(client, mine.customer);
    const swap = (at: number) => token.slice(0, at) + (token[at] === 'x' ? 'y' : 'x') + token.slice(at + 1);
    const dot = token.indexOf('.');
    const other = await tokenOf(client, strangers[0]?.customer);
    const mixed = `${token.slice(0, dot)}${other.slice(other.indexOf('.'))}`;
    const bad = [
      swap(0),
      swap(dot - 1),
      swap(dot + 1),
      token.slice(0, -5),
      mixed,
      '',
      'nonsense',
      'a.b',
      client.key ?? '',
    ];
    for (const each of bad)
      expect([each, codesOf(await withToken(each)(NAME))]).toEqual([each, UNAUTHORIZED]);
    expect(codesOf(await client.graphql(NAME))).toEqual(UNAUTHORIZED);
    expect(codesOf(await client.withKey(null).graphql(NAME))).toEqual(UNAUTHORIZED);
    expect((await client.withKey(token).get('/customers')).status).toBe(401);
    expect(codesOf(await client.withKey(token).graphql(NAME))).toEqual(UNAUTHORIZED);
    // Beside a key, a token that opens nothing is not overlooked.
    expect(
      codesOf(await client.graphql('{ taxes { totalCount } }', {}, { 'x-svc-portal-token': token })),
    ).toEqual(UNAUTHORIZED);
  });

  test('access to the portal ends after 12 hours of the wall clock, also for customers of test clocks, and with the customer', async () => {
    const frozen = await createClock(client);
    const customer = await createCustomer(client, { name: 'T', svc_test_clock_id: frozen.svc_id });
    const [live, simulated] = [await enter(client, mine.customer), await enter(client, customer)];
    clock.set('2026-05-10T23:59:59Z');
    for (const portal of [live, simulated]) expect((await portal(NAME)).errors).toBeUndefined();
    clock.set('2026-05-11T00:00:00Z');
    for (const portal of [live, simulated]) expect(codesOf(await portal(NAME))).toEqual(UNAUTHORIZED);
    clock.set(NOW);
    const deleted = await createCustomer(client);
    const portal = await enter(client, deleted);
    await client.delete(`/customers/${deleted.external_id}`);
    expect(codesOf(await portal(NAME))).toEqual(UNAUTHORIZED);
  });

  test('a token answers no root field outside of the portal', async () => {
    const owner = await server.organization();
    const world = await buildWorld(owner);
    const portal = await enter(owner, await createCustomer(owner));
    const answered: string[] = [];
    for (const root of ROOT_FIELDS) {
      if (root.field.extensions['portal'] === true || /^portal/.test(root.field.name)) continue;
      const answer = await portal(documentOf(root), requiredVariables(root, world.known));
      if (codesOf(answer).some((code) => code !== UNAUTHORIZED[0]) || answer.errors === undefined)
        answered.push(`${root.field.name}: ${JSON.stringify(answer.errors ?? answer.data)}`);
    }
    expect(answered).toEqual([]);
  });

  test('access to the portal takes no Idempotency-Key', async () => {
    const token = await tokenOf(client, mine.customer);
    const headers = { 'x-svc-portal-token': token, 'idempotency-key': 'k' };
    const answer = await client
      .withKey(null)
      .graphql('mutation { portalUpdateCustomer(input: {}) { customer { id } } }', {}, headers);
    expect([answer.status, codesOf(answer)]).toEqual([400, ['bad_request 400']]);
  });
});

describe('reads', () => {
  test('the customer and who bills it', async () => {
    const { data, errors } = await ask(`{ portal {
      customer { id name email currency applicableTimezone documentLocale language country shippingAddress { city } }
      organization { name logoUrl language timezone email topUpsAvailable paymentLinksAvailable checkoutLinksAvailable } } }`);
    expect(errors).toBeUndefined();
    expect(data.portal.customer).toEqual({
      id: mine.customer.svc_id,
      name: 'Ada Ltd',
      email: 'ada@example.com',
      currency: 'EUR',
      applicableTimezone: 'UTC',
      documentLocale: null,
      language: 'en',
      country: null,
      shippingAddress: null,
    });
    expect(data.portal.organization).toEqual({
      name: expect.stringMatching(/^Test /),
      logoUrl: null,
      language: 'en',
      timezone: 'UTC',
      email: null,
      topUpsAvailable: true,
      paymentLinksAvailable: true,
      checkoutLinksAvailable: true,
    });
  });

  test('the language is that of the customer, else of its billing entity, else English', async () => {
    const entity = await addEntity({ document_locale: 'fr' });
    const languageOf = async (over: Record<string, unknown>) => {
      const portal = await enter(client, await createCustomer(client, over));
      return (await portal('{ portal { customer { language } } }')).data.portal.customer.language;
    };
    const ofEntity = { billing_entity_code: entity.code };
    expect([
      await languageOf(ofEntity),
      await languageOf({ ...ofEntity, billing_configuration: { document_locale: 'pt-BR' } }),
      await languageOf({ ...ofEntity, billing_configuration: { document_locale: 'ja' } }),
    ]).toEqual(['fr', 'pt-BR', 'en']);
  });

  test('the portal shows finalized invoices only, with lines, taxes, credits, what is due and the file', async () => {
    const customer = await createCustomer(client);
    const tax = await createTax(client, { name: 'VAT', rate: 20 });
    await applyCoupon(client, customer, await createCoupon(client, { name: 'Welcome', amount_cents: 500 }));
    const [invoice, voided] = [await bill(client, customer, {}), await bill(client, customer)];
    const { code } = await createAddOn(client, { name: 'Seat', tax_codes: [tax.code] });
    const taxed = await bill(client, customer, {
      fees: [{ add_on_code: code, units: 2, tax_codes: [tax.code] }],
    });
    await client.post(`/invoices/${voided.svc_id}/void`);
    const portal = await enter(client, customer);
    const query = `query ($search: String, $status: [InvoicePaymentStatus!]) { portal {
      invoices(first: 5, search: $search, status: $status) { totalCount nodes { id number paymentStatus totalDueAmountCents
        lines { type name units amountCents } taxes { name rate amountCents } credits { type name amountCents } fileUrl } } } }`;
    const { data, errors } = await portal(query);
    expect(errors).toBeUndefined();
    const { nodes, totalCount } = data.portal.invoices;
    expect([totalCount, nodes.map(({ id }: Resource) => id).toSorted()]).toEqual([
      2,
      [invoice.svc_id, taxed.svc_id].toSorted(),
    ]);
    expect(nodes.find(({ id }: Resource) => id === taxed.svc_id)).toMatchObject({
      number: taxed.number,
      paymentStatus: 'pending',
      totalDueAmountCents: 2_400,
      lines: [{ type: 'add_on', name: 'Seat', units: '2.0', amountCents: 2_000 }],
      taxes: [{ name: 'VAT', rate: '20.0', amountCents: 400 }],
      credits: [],
      fileUrl: null,
    });
    const numbers = async (variables: object) =>
      (await portal(query, { ...variables })).data.portal.invoices.nodes.map(
        ({ number }: Resource) => number,
      );
    expect(await numbers({ search: taxed.number })).toEqual([taxed.number]);
    expect(await numbers({ search: voided.number })).toEqual([]);
    expect(await numbers({ status: ['succeeded'] })).toEqual([]);
  });

  test('the account to which an invoice is paid, while something is due', async () => {
    const account = { currency: 'EUR', iban: 'DE89370400440532013000', bic: 'COBADEFF' };
    const { body: entity } = await client.post('/billing_entities', {
      billing_entity: { code: unique('entity'), name: 'Hooli', bank_accounts: [account] },
    });
    const customer = await createCustomer(client, { billing_entity_code: entity.code });
    const { svc_id, total_amount_cents: amount } = await bill(client, customer);
    await client.put(`/billing_entities/${entity.code}`, { billing_entity: { bank_accounts: [] } });
    const portal = await enter(client, customer);
    const shown = async () => {
      const { data, errors } = await portal(`{ portal { invoices { nodes {
        bankAccount { holder iban accountNumber routingCode bic bankName } } } } }`);
      expect(errors).toBeUndefined();
      return data.portal.invoices.nodes;
    };
    const { iban, bic } = account;
    const others = { accountNumber: null, routingCode: null, bankName: null };
    expect(await shown()).toEqual([{ bankAccount: { holder: 'Hooli', iban, bic, ...others } }]);
    await client.post('/payments', {
      payment: { invoice_id: svc_id, amount_cents: amount, reference: 'transfer' },
    });
    expect(await shown()).toEqual([{ bankAccount: null }]);
  });

  test('the portal reports the own documents', async () => {
    const customer = await createCustomer(client, { currency: 'EUR', net_payment_term: 0 });
    await bill(client, customer);
    const paid = await bill(client, customer);
    await client.put(`/invoices/${paid.svc_id}`, { invoice: { payment_status: 'succeeded' } });
    await bill(client, customer, { currency: 'USD' });
    const portal = await enter(client, customer);
    const { data, errors } = await portal(`{ portal {
      invoiceCollections { month currency paymentStatus invoicesCount amountCents }
      overdueBalances { month currency amountCents invoiceIds } } }`);
    expect(errors).toBeUndefined();
    const month = { month: '2026-05-01T00:00:00.000Z', currency: 'EUR' };
    expect(data.portal.invoiceCollections).toEqual([
      { ...month, paymentStatus: 'pending', invoicesCount: 1, amountCents: 1_000 },
      { ...month, paymentStatus: 'succeeded', invoicesCount: 1, amountCents: 1_000 },
    ]);
    expect(data.portal.overdueBalances).toEqual([]);
  });

  test('the portal shows credit notes, subscriptions with their entitlements, and usage without taxes', async () => {
    const { data, errors } = await ask(
      `query ($id: ID!) { portal {
        creditNotes { nodes { number invoiceId totalAmountCents fileUrl } }
        subscriptions { nodes { id status planName amountCents currency interval currentPeriodFrom currentPeriodTo
          entitlements { name privileges { code value } } } }
        ended: subscriptions(status: [terminated]) { nodes { id } }
        subscription(id: $id) { planName }
        usage(subscriptionId: $id) { currency amountCents chargesUsage { name units amountCents amountCurrency filters { units } groupedUsage { units } } }
        projectedUsage(subscriptionId: $id) { amountCents projectedAmountCents chargesUsage { name units projectedUnits } } } }`,
      { id: mine.subscription.svc_id },
    );
    expect(errors).toBeUndefined();
    const { portal } = data;
    expect(portal.creditNotes.nodes).toEqual([
      {
        number: mine.creditNote.number,
        invoiceId: mine.invoice.svc_id,
        totalAmountCents: 100,
        fileUrl: null,
      },
    ]);
    expect(portal.subscriptions.nodes).toHaveLength(2);
    expect(portal.subscriptions.nodes).toContainEqual({
      id: mine.subscription.svc_id,
      status: 'active',
      planName: 'Pro',
      amountCents: 5_000,
      currency: 'EUR',
      interval: 'monthly',
      currentPeriodFrom: expect.any(String),
      currentPeriodTo: '2026-05-31T23:59:59Z',
      entitlements: [{ name: 'Seats', privileges: [{ code: 'max', value: 20 }] }],
    });
    expect([portal.ended.nodes, portal.subscription]).toEqual([[], { planName: 'Pro' }]);
    const charge = { name: 'Calls', units: '3.0' };
    expect(portal.usage).toEqual({
      currency: 'EUR',
      amountCents: 300,
      chargesUsage: [{ ...charge, amountCents: 300, amountCurrency: 'EUR', filters: [], groupedUsage: [] }],
    });
    expect(portal.projectedUsage).toMatchObject({ amountCents: 300, chargesUsage: [charge] });
    expect(portal.projectedUsage.projectedAmountCents).toEqual(expect.any(Number));
  });

  test('wallets in the order in which they pay, with settled and pending transactions', async () => {
    const customer = await createCustomer(client, { currency: 'EUR' });
    const late = await createWallet(client, customer, { name: 'late', priority: 50 });
    const first = await createWallet(client, customer, { name: 'first', priority: 1, granted_credits: '5' });
    const ended = await createWallet(client, customer, { name: 'ended', priority: 2 });
    await client.delete(`/wallets/${ended.svc_id}`);
    const [purchase] = await bookInWallet(client, first, { paid_credits: '7' });
    const bought = await client.get(`/invoices?external_customer_id=${customer.external_id}`);
    await bookInWallet(client, first, { paid_credits: '3' });
    const payment = { payment_status: 'failed' };
    await client.put(`/invoices/${bought.body.invoices[0].svc_id}`, { invoice: payment });
    const portal = await enter(client, customer);
    const query = `query ($id: ID!, $status: WalletStatus) { portal { wallets(first: 1, status: $status) {
      nodes { name } pageInfo { endCursor hasNextPage } }
      all: wallets { nodes { name balanceCents creditsBalance rateAmount } }
      wallet(id: $id) { name status }
      walletTransactions(walletId: $id) { nodes { id direction type status creditAmount amountCents } } } }`;
    const { data, errors } = await portal(query, { id: first.svc_id });
    expect(errors).toBeUndefined();
    expect(data.portal.wallets.nodes).toEqual([{ name: 'first' }]);
    expect(data.portal.all.nodes).toEqual([
      { name: 'first', balanceCents: 500, creditsBalance: '5.0', rateAmount: '1.0' },
      { name: 'late', balanceCents: 0, creditsBalance: '0.0', rateAmount: '1.0' },
    ]);
    const after = `{ portal { wallets(first: 1, after: "${data.portal.wallets.pageInfo.endCursor}") { nodes { name } } } }`;
    expect((await portal(after)).data.portal.wallets.nodes).toEqual([{ name: 'late' }]);
    expect(data.portal.wallet).toEqual({ name: 'first', status: 'active' });
    const transactions = data.portal.walletTransactions.nodes;
    expect(transactions.map(({ status }: Resource) => status).toSorted()).toEqual(['pending', 'settled']);
    expect(transactions.map(({ id }: Resource) => id)).not.toContain(purchase.svc_id);
    const terminated = await portal(query, { id: ended.svc_id, status: 'terminated' });
    expect(terminated.data.portal.wallets.nodes).toEqual([{ name: 'ended' }]);
    expect((await portal(query, { id: late.svc_id })).data.portal.walletTransactions.nodes).toEqual([]);
  });
});

const PAY = 'mutation ($id: ID!) { portalGeneratePaymentUrl(input: { invoiceId: $id }) { paymentUrl } }';

/** Every field and mutation that names something, with what of another customer it is given. */
const NAMED: readonly (readonly [field: string, document: string, of: keyof Owned])[] = [
  ['invoice', 'query ($id: ID!) { portal { invoice(id: $id) { id } } }', 'invoice'],
  ['subscription', 'query ($id: ID!) { portal { subscription(id: $id) { id } } }', 'subscription'],
  ['usage', 'query ($id: ID!) { portal { usage(subscriptionId: $id) { amountCents } } }', 'subscription'],
  [
    'projectedUsage',
    'query ($id: ID!) { portal { projectedUsage(subscriptionId: $id) { amountCents } } }',
    'subscription',
  ],
  ['wallet', 'query ($id: ID!) { portal { wallet(id: $id) { id } } }', 'wallet'],
  [
    'walletTransactions',
    'query ($id: ID!) { portal { walletTransactions(walletId: $id) { totalCount } } }',
    'wallet',
  ],
  [
    'portalDownloadInvoice',
    'mutation ($id: ID!) { portalDownloadInvoice(input: { id: $id }) { invoice { id } } }',
    'invoice',
  ],
  [
    'portalDownloadCreditNote',
    'mutation ($id: ID!) { portalDownloadCreditNote(input: { id: $id }) { creditNote { id } } }',
    'creditNote',
  ],
  [
    'portalTopUpWallet',
    'mutation ($id: ID!) { portalTopUpWallet(input: { walletId: $id, paidCredits: "1" }) { walletTransaction { id } } }',
    'wallet',
  ],
  ['portalGeneratePaymentUrl', PAY, 'invoice'],
  [
    'portalSetDefaultPaymentMethod',
    'mutation ($id: ID!) { portalSetDefaultPaymentMethod(input: { id: $id }) { paymentMethod { id } } }',
    'method',
  ],
];

describe('what belongs to others', () => {
  test.each(NAMED)('%s does not find it', async (_, document, of) => {
    expect((await ask(document, { id: mine[of].svc_id })).errors).toBeUndefined();
    const ids = [...strangers.map((stranger) => stranger[of].svc_id), 'nonsense', mine.customer.svc_id];
    for (const id of ids) expect([id, codesOf(await ask(document, { id }))]).toEqual([id, ['not_found 404']]);
  });

  test.each(['voided', 'draft'] as const)('a %s invoice of its own is not found either', async (kind) => {
    const { svc_id: id } = mine[kind];
    expect(codesOf(await ask(PAY, { id }))).toEqual(['not_found 404']);
    const read = await ask('query ($id: ID!) { portal { invoice(id: $id) { id } } }', { id });
    const made = await ask(
      'mutation ($id: ID!) { portalDownloadInvoice(input: { id: $id }) { invoice { id } } }',
      { id },
    );
    expect([codesOf(read), codesOf(made)]).toEqual([['not_found 404'], ['not_found 404']]);
  });

  test('every field that names something is tried above', async () => {
    const named = ROOT_FIELDS.filter(({ field }) => /^portal./.test(field.name)).map(
      ({ field }) => field.name,
    );
    const { data } = await client.graphql(
      '{ __type(name: "Portal") { fields { name args { name type { kind } } } } }',
    );
    const reads = data.__type.fields.filter((field: Resource) =>
      field.args.some(({ type }: Resource) => type.kind === 'NON_NULL'),
    );
    const tried = [...NAMED.map(([name]) => name), 'portalGenerateCheckoutUrl', 'portalUpdateCustomer'];
    expect([...named, ...reads.map(({ name }: Resource) => name)].toSorted()).toEqual(tried.toSorted());
  });

  test('lists of the portal hold nothing of others', async () => {
    const stranger = await createCustomer(client);
    const { data, errors } = await (
      await enter(client, stranger)
    )(`{ portal { invoices { totalCount } creditNotes { totalCount }
      subscriptions { totalCount } wallets { totalCount } paymentMethods { totalCount } invoiceCollections { month } overdueBalances { month } } }`);
    expect(errors).toBeUndefined();
    const none = { totalCount: 0 };
    expect(data.portal).toEqual({
      invoices: none,
      creditNotes: none,
      subscriptions: none,
      wallets: none,
      paymentMethods: none,
      invoiceCollections: [],
      overdueBalances: [],
    });
  });

  test('usage of an ended subscription is not that of the one that has its external id now', async () => {
    const customer = await createCustomer(client);
    const plan = await createPlan(client);
    const ended = await subscribe(client, customer, plan);
    await client.delete(`/subscriptions/${ended.external_id}`);
    await subscribe(client, customer, plan, { external_id: ended.external_id });
    const portal = await enter(client, customer);
    const answer = await portal(
      'query ($id: ID!) { portal { usage(subscriptionId: $id) { amountCents } } }',
      { id: ended.svc_id },
    );
    expect(codesOf(answer)).toEqual(['no_active_subscription 405']);
  });
});

describe('a link changes no more than its maker could, but shows and pays', () => {
  const CHANGES = {
    portalUpdateCustomer: ['customer'],
    portalGenerateCheckoutUrl: ['customer'],
    portalTopUpWallet: ['wallet', 'wallet_transaction'],
    portalSetDefaultPaymentMethod: ['payment_method'],
  };
  const UPDATE = 'mutation { portalUpdateCustomer(input: { firstname: "Eve" }) { customer { id } } }';
  const documents: (readonly [name: string, document: string, id: string])[] = [];
  beforeAll(() => {
    documents.push(
      ...NAMED.map(([name, document, of]) => [name, document, mine[of].svc_id] as const),
      ['portalGenerateCheckoutUrl', 'mutation { portalGenerateCheckoutUrl { checkoutUrl } }', ''],
      ['portalUpdateCustomer', UPDATE, ''],
    );
  });

  const OFFERS = `{ portal { detailsCanBeChanged defaultPaymentMethodCanBeChanged
    organization { topUpsAvailable checkoutLinksAvailable paymentLinksAvailable } } }`;
  const resources = ['wallet', 'wallet_transaction', 'payment_method', 'invoice'] as const;

  test.each([
    ['read customers', { customer: ['read'] }],
    ['write customers, too', { customer: ['read', 'write'] }],
    ...resources.map(
      (resource) => [`write ${resource}s`, { customer: ['read'], [resource]: ['write'] }] as const,
    ),
  ] as const)(
    'a link by a key that may %s changes no more than its maker could, but shows and pays',
    async (_name, permissions) => {
      const maker = await callerWith(server, client, permissions);
      const portal = await enter(maker, mine.customer);
      const writes = Object.entries(permissions).flatMap(([resource, modes]: [string, readonly string[]]) =>
        modes.includes('write') ? [resource] : [],
      );
      const allowed = (name: string) =>
        !(name in CHANGES) ||
        CHANGES[name as keyof typeof CHANGES].some((resource) => writes.includes(resource));
      for (const [name, document, id] of documents) {
        const answer = await portal(document, document.includes('$id') ? { id } : {});
        expect([name, codesOf(answer)]).toEqual([name, allowed(name) ? [] : ['forbidden 403']]);
      }
      const { detailsCanBeChanged, defaultPaymentMethodCanBeChanged, organization } = (await portal(OFFERS))
        .data.portal;
      expect(
        [
          [detailsCanBeChanged, allowed('portalUpdateCustomer')],
          [defaultPaymentMethodCanBeChanged, allowed('portalSetDefaultPaymentMethod')],
          [organization.topUpsAvailable, allowed('portalTopUpWallet')],
          [organization.checkoutLinksAvailable, allowed('portalGenerateCheckoutUrl')],
          [organization.paymentLinksAvailable, true],
        ].filter(([offered, expected]) => offered !== expected),
      ).toEqual([]);
    },
  );

  test('a refused change says which permission its maker lacks', async () => {
    const maker = await callerWith(server, client, { customer: ['read'] });
    const { errors } = await (await enter(maker, mine.customer))(UPDATE);
    expect(errors?.[0].extensions.details).toEqual({ base: ['write_action_not_allowed_for_customer'] });
  });

  test('the activity names the key or the member who made the link', async () => {
    const maker = await callerWith(server, client, { customer: ['read', 'write'] });
    const customer = await createCustomer(client);
    await (
      await enter(maker, customer)
    )(UPDATE);
    const { data } = await client.graphql(
      `query ($ids: [ID!]) { activityLogs(filter: { resourceIds: $ids, activityTypes: ["customer.updated"] }) {
        nodes { activitySource userEmail apiKeyId } } apiKeys(search: "limited") { nodes { id value } } }`,
      { ids: [customer.svc_id] },
    );
    const made = data.apiKeys.nodes.find(({ value }: Resource) => value.endsWith(maker.key?.slice(-4) ?? ''));
    expect(data.activityLogs.nodes).toEqual([
      { activitySource: 'front', userEmail: null, apiKeyId: made.id },
    ]);
  });

  test.each([
    [['customers:view', 'audit_logs:view'], ['forbidden 403']],
    [['customers:view', 'customers:update', 'audit_logs:view'], []],
  ])(
    'a link by a member who holds %j changes no more than its maker could, but shows and pays',
    async (permissions, expected) => {
      const { member, admin } = await peopleWith(permissions);
      const customer = await createCustomer(admin.client);
      const enterAs = async ({ send }: Person) => {
        const { data } = await send(
          'mutation ($id: ID!) { generateCustomerPortalUrl(input: { id: $id }) { portalUrl } }',
          { id: customer.svc_id },
        );
        return withToken(data.generateCustomerPortalUrl.portalUrl.split('#')[1]);
      };
      const asMember = await enterAs(member);
      expect((await asMember(NAME)).errors).toBeUndefined();
      expect(codesOf(await asMember(UPDATE))).toEqual(expected);
      const OTHER = UPDATE.replace('Eve', 'Adam');
      expect(codesOf(await (await enterAs(admin))(OTHER))).toEqual([]);
      const { data } = await member.send(
        '{ activityLogs(filter: { activityTypes: ["customer.updated"] }) { nodes { activitySource userEmail apiKeyId } } }',
      );
      const makers = expected.length === 0 ? [admin.email, member.email] : [admin.email];
      expect(data.activityLogs.nodes).toEqual(
        makers.map((userEmail) => ({ activitySource: 'front', userEmail, apiKeyId: null })),
      );
    },
  );
});

describe('writes', () => {
  const UPDATE = `mutation ($input: PortalUpdateCustomerInput!) { portalUpdateCustomer(input: $input) {
    customer { name email documentLocale language customerType city shippingAddress { city country } } } }`;

  test('the own details, with activity and message of source front', async () => {
    const customer = await createCustomer(client, {
      name: 'Before',
      metadata: [{ key: 'k', value: 'v', display_in_invoice: false }],
      billing_configuration: { invoice_grace_period: 3 },
    });
    const portal = await enter(client, customer);
    const shippingAddress = { city: 'Lyon', country: 'FR' };
    const input = {
      name: 'After',
      email: 'a@example.com',
      documentLocale: 'fr',
      customerType: 'company',
      city: 'Paris',
      shippingAddress,
    };
    const { data, errors } = await portal(UPDATE, { input });
    expect(errors).toBeUndefined();
    expect(data.portalUpdateCustomer.customer).toEqual({ ...input, language: 'fr' });
    const { body } = await client.get(`/customers/${customer.external_id}`);
    expect(body.customer).toMatchObject({ name: 'After', metadata: [{ key: 'k' }] });
    expect(body.customer.billing_configuration).toMatchObject({
      invoice_grace_period: 3,
      document_locale: 'fr',
    });
    const path = `/activity_logs?resource_ids[]=${customer.svc_id}&activity_types[]=customer.updated`;
    const { activity_logs: entries } = (await client.get(path)).body;
    expect(entries).toHaveLength(1);
    expect(entries[0]).toMatchObject({
      activity_source: 'front',
      user_email: null,
      activity_object_changes: { name: ['Before', 'After'] },
    });
    const types = await messageTypesAbout(server, customer.svc_id);
    expect(types.filter((type) => type === 'customer.updated')).toHaveLength(1);
  });

  test.each([
    [{ email: 'nobody' }, { email: ['invalid_email_format'] }],
    [{ documentLocale: 'xx-nonsense-yy' }, { documentLocale: ['not_a_valid_language_code'] }],
    [
      { name: 'n'.repeat(256), documentLocale: '!' },
      { name: ['value_is_too_long'], documentLocale: ['not_a_valid_language_code'] },
    ],
    [{ shippingAddress: { city: 'c'.repeat(256) } }, { 'shippingAddress.city': ['value_is_too_long'] }],
  ])('the portal refuses %j as customers do', async (input, details) => {
    const { errors } = await ask(UPDATE, { input });
    expect(errors?.[0].extensions).toMatchObject({ code: 'unprocessable_entity', status: 422, details });
    expect((await client.get(`/customers/${mine.customer.external_id}`)).body.customer.name).toBe('Ada Ltd');
  });

  test('the portal offers neither currency nor ids', () => {
    const update = ROOT_FIELDS.find(({ field }) => field.name === 'portalUpdateCustomer');
    expect(JSON.stringify(update?.field.args)).not.toMatch(/currency|externalId/);
  });

  test('the portal evaluates taxes anew', async () => {
    const entity = await addEntity({ country: 'FR', eu_tax_management: true });
    const customer = await createCustomer(client, { billing_entity_code: entity.code, country: 'FR' });
    const before = (await client.get(`/customers/${customer.external_id}`)).body.customer.taxes;
    const portal = await enter(client, customer);
    expect((await portal(UPDATE, { input: { country: 'US' } })).errors).toBeUndefined();
    const after = (await client.get(`/customers/${customer.external_id}`)).body.customer.taxes;
    expect(after.map(({ code }: Resource) => code)).not.toEqual(before.map(({ code }: Resource) => code));
  });

  test('downloads of the portal are addresses of files that exist', async () => {
    const invoice = await ask(
      'mutation ($id: ID!) { portalDownloadInvoice(input: { id: $id }) { invoice { number fileUrl } } }',
      { id: mine.invoice.svc_id },
    );
    const note = await ask(
      'mutation ($id: ID!) { portalDownloadCreditNote(input: { id: $id }) { creditNote { fileUrl } } }',
      { id: mine.creditNote.svc_id },
    );
    for (const { fileUrl } of [
      invoice.data.portalDownloadInvoice.invoice,
      note.data.portalDownloadCreditNote.creditNote,
    ]) {
      expect(fileUrl).toMatch(`${server.baseUrl}/files/`);
      expect((await readFile(fileUrl)).status).toBe(200);
    }
  });

  const TOP_UP = `mutation ($input: PortalTopUpWalletInput!) { portalTopUpWallet(input: $input) {
    walletTransaction { direction type status creditAmount amountCents } } }`;

  test('a top-up is a purchase with an invoice, within the limits of the wallet', async () => {
    const customer = await createCustomer(client, { currency: 'EUR' });
    const wallet = await createWallet(client, customer, {
      paid_top_up_min_amount_cents: 500,
      paid_top_up_max_amount_cents: 2_000,
    });
    const portal = await enter(client, customer);
    const topUp = async (paidCredits: string) =>
      portal(TOP_UP, { input: { walletId: wallet.svc_id, paidCredits } });
    const { data, errors } = await topUp('12.5');
    expect(errors).toBeUndefined();
    expect(data.portalTopUpWallet.walletTransaction).toEqual({
      direction: 'inbound',
      type: 'purchased',
      status: 'pending',
      creditAmount: '12.5',
      amountCents: 1_250,
    });
    const bought = await portal('{ portal { invoices { nodes { invoiceType totalAmountCents } } } }');
    expect(bought.data.portal.invoices.nodes).toEqual([{ invoiceType: 'credit', totalAmountCents: 1_250 }]);
    const codes = await Promise.all(
      ['4', '21', '-1'].map(async (paid) => (await topUp(paid)).errors?.[0].extensions.details),
    );
    expect(codes).toEqual([
      { paidCredits: ['amount_below_minimum'] },
      { paidCredits: ['amount_above_maximum'] },
      { paidCredits: expect.arrayContaining(['invalid_paid_credits']) },
    ]);
    expect((await topUp('0')).data.portalTopUpWallet).toEqual({ walletTransaction: null });
    await client.delete(`/wallets/${wallet.svc_id}`);
    expect((await topUp('12')).errors?.[0].extensions.details).toEqual({
      walletId: ['wallet_is_terminated'],
    });
  });

  const CHECKOUT = 'mutation { portalGenerateCheckoutUrl { checkoutUrl } }';

  test('an invoice is paid on the page of its provider, the same for a day', async () => {
    const customer = await createCustomer(client, linkedTo('ok'));
    const { svc_id: id } = await bill(client, customer);
    const portal = await enter(client, customer);
    const { paymentUrl } = (await portal(PAY, { id })).data.portalGeneratePaymentUrl;
    expect((await portal(PAY, { id })).data.portalGeneratePaymentUrl.paymentUrl).toBe(paymentUrl);
    const page = `${server.baseUrl}${new URL(paymentUrl).pathname}`;
    const body = new URLSearchParams({ choice: 'ok' });
    expect((await fetch(page, { method: 'POST', body })).status).toBe(200);
    await runProviderJobs(server, client);
    expect((await client.get(`/invoices/${id}`)).body.invoice.payment_status).toBe('succeeded');
    expect((await portal(PAY, { id })).errors?.[0].extensions.details).toEqual({
      base: ['invalid_invoice_status_or_payment_status'],
    });
  });

  test('payment methods of the portal are registered on the page of the provider, and one is the default', async () => {
    const customer = await createCustomer(client, linkedTo('declined'));
    await client.post('/customers', { customer: { external_id: customer.external_id, ...linkedTo('ok') } });
    const portal = await enter(client, customer);
    const { checkoutUrl } = (await portal(CHECKOUT)).data.portalGenerateCheckoutUrl;
    expect(checkoutUrl).toMatch(/\/sandbox\//);
    const list =
      '{ portal { paymentMethods { nodes { id isDefault kind brand lastDigits expiryMonth expiryYear createdAt } } } }';
    const listed = async (): Promise<Resource[]> => (await portal(list)).data.portal.paymentMethods.nodes;
    const methods = await listed();
    expect(methods.map(({ isDefault }) => isDefault).toSorted()).toEqual([false, true]);
    const visa = { kind: 'card', brand: 'visa', expiryMonth: 12, expiryYear: 2050 };
    expect(methods).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ ...visa, lastDigits: '4242' }),
        expect.objectContaining({ ...visa, lastDigits: '0002' }),
      ]),
    );
    const [preset, other] = methods.toSorted((one, two) => Number(two.isDefault) - Number(one.isDefault));
    const mutation =
      'mutation ($id: ID!) { portalSetDefaultPaymentMethod(input: { id: $id }) { paymentMethod { isDefault } } }';
    expect((await portal(mutation, { id: other?.id })).data.portalSetDefaultPaymentMethod).toEqual({
      paymentMethod: { isDefault: true },
    });
    expect(await listed()).toEqual(
      methods.map((method) => ({ ...method, isDefault: method.id === other?.id })),
    );
    await client.delete(`/customers/${customer.external_id}/payment_methods/${preset?.id}`);
    expect(await listed()).toEqual([{ ...other, isDefault: true }]);
    expect(codesOf(await portal(mutation, { id: preset?.id }))).toEqual(['not_found 404']);
  });

  test.each<[string, Record<string, unknown>, object, object]>([
    ['unlinked', {}, { paymentLinksAvailable: false, checkoutLinksAvailable: false }, NOT_LINKED],
    [
      'linked to nothing to register',
      linkedTo('ok', { provider_payment_methods: ['customer_balance'] }),
      { paymentLinksAvailable: true, checkoutLinksAvailable: false },
      { providerPaymentMethods: ['no_payment_methods_to_setup_available'] },
    ],
  ])('the portal says what a customer that is %s cannot do', async (_, over, organization, details) => {
    const customer = await createCustomer(client, over);
    const portal = await enter(client, customer);
    const asked = '{ portal { organization { paymentLinksAvailable checkoutLinksAvailable } } }';
    expect((await portal(asked)).data.portal.organization).toEqual(organization);
    expect((await portal(CHECKOUT)).errors?.[0].extensions.details).toEqual(details);
  });

  test('an invoice of an unlinked customer has no page', async () => {
    const customer = await createCustomer(client);
    const { svc_id: id } = await bill(client, customer);
    const { errors } = await (await enter(client, customer))(PAY, { id });
    expect(errors?.[0].extensions.details).toEqual(NOT_LINKED);
  });

  test('mutations of the API and of the portal do not mix', async () => {
    const code = unique('tax');
    const mixed = `mutation { portalUpdateCustomer(input: { name: "Mixed" }) { customer { name } }
      createTax(input: { name: "t", code: "${code}", rate: "1" }) { tax { id } } }`;
    expect(codesOf(await ask(mixed))).toContain(UNAUTHORIZED[0]);
    expect(codesOf(await client.graphql(mixed))).toContain(UNAUTHORIZED[0]);
    expect((await client.get(`/customers/${mine.customer.external_id}`)).body.customer.name).toBe('Ada Ltd');
    expect((await client.get(`/taxes/${code}`)).status).toBe(404);
  });
});
