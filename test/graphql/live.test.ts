// GraphQL subscriptions over WebSocket: graphql-surface.md §7, ADR 0089.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { buildSchema, getNullableType, isListType, isRequiredArgument } from 'graphql';
import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import {
  callerWith,
  createAddOn,
  createCustomer,
  createFeature,
  createMetric,
  createPlan,
  createWallet,
  perCall,
  subscribe,
  unique,
} from '../support/builders.js';
import type { Client } from '../support/client.js';
import { LiveConnection, type LiveStream } from '../support/live.js';
import { type ServedApp, serveApp, startTestServer, type TestServer } from '../support/server.js';
import { until } from '../support/until.js';
import { LIVE_CHANNEL, notificationsOf } from '../../src/platform/live/live-update.js';

/** As the program emits it. */
const SCHEMA = buildSchema(readFileSync(new URL('../../schema/schema.graphql', import.meta.url), 'utf8'));
/** One character more than an argument of a subscription may have. */
const LONG = 'x'.repeat(256);

const LIMITS = {
  organizationLiveConnections: 4,
  keyLiveConnections: 2,
  connectionSubscriptions: 3,
  liveMessageBytes: 5_000,
  liveWaiting: 5,
  graphqlDepth: 6,
};

let server: TestServer;
/** Another process on the same database, which does not hear of keys. */
let other: ServedApp;
let client: Client;
const stops: (() => void)[] = [];
let connections: LiveConnection[] = [];

beforeAll(async () => {
  server = await startTestServer({ limits: LIMITS });
  other = await serveApp(server.database, { limits: LIMITS });
  for (const { app, connections: database } of [server, other]) {
    stops.push(await app.services.liveUpdates.follow(database.listen));
    stops.push(await app.services.apiKeyAuthenticator.follow(database.listen));
  }
});
afterAll(async () => {
  for (const stop of stops) stop();
  await other.stop();
  await server.stop();
});
beforeEach(async () => {
  client = await server.organization();
});
afterEach(async () => {
  for (const { socket } of connections) socket.close();
  await Promise.all(connections.map(({ closed }) => closed));
  connections = [];
  await until(() => Promise.resolve(server.app.services.liveUpdates.size === 0));
});

async function connect(caller = client, baseUrl = server.baseUrl): Promise<LiveConnection> {
  const connection = await LiveConnection.with(baseUrl, caller.key);
  connections.push(connection);
  return connection;
}
/** Waits until the server watches for so many subscriptions. */
const watching = (count: number) =>
  until(() => Promise.resolve(server.app.services.liveUpdates.size === count));

async function subscribed(query: string, variables: Record<string, unknown> = {}): Promise<LiveStream> {
  const connection = await connect();
  const stream = connection.subscribe(query, variables);
  await watching(1);
  return stream;
}
async function createKey(): Promise<{ id: string; value: string }> {
  const { data } = await client.graphql(
    `mutation { createApiKey(input: {name: "live"}) { apiKey { id value } } }`,
  );
  return data.createApiKey.apiKey;
}
const newKey = async () => client.withKey((await createKey()).value);
const refusalOf = async (stream: LiveStream) => {
  const { code, status } = (await stream.next())?.errors?.[0]?.extensions ?? {};
  return [code, status];
};

const ACTIVITY = `subscription ($types: [String!]) {
  organizationActivity(resourceTypes: $types) { activityType resourceId organizationId activityObject } }`;

/**
 * Waits until all changes so far have been notified, in the order of their transactions: one that is late would be shown
 * to whoever subscribes next.
 */
async function allNotified(): Promise<void> {
  const connection = await connect();
  const stream = connection.subscribe(ACTIVITY, { types: ['BillableMetric'] });
  await watching(1);
  await createMetric(client);
  await stream.next();
  connection.socket.close();
  await watching(0);
}

describe('organizationActivity', () => {
  test('organizationActivity shows each change of the organization, of every process', async () => {
    const stream = await subscribed(ACTIVITY);
    for (const caller of [client, client.at(other.baseUrl)]) {
      const metric = await createMetric(caller);
      expect(await stream.next()).toEqual({
        data: {
          organizationActivity: {
            activityType: 'billable_metric.created',
            resourceId: metric.svc_id,
            organizationId: client.organizationId,
            activityObject: expect.objectContaining({ code: metric.code }),
          },
        },
      });
    }
  });

  test('organizationActivity shows only changes of the chosen types, and none of other organizations or of what is rolled back', async () => {
    const stream = await subscribed(ACTIVITY, { types: ['Customer', 'Plan'] });
    await createMetric(client);
    await createCustomer(await server.organization());
    const rolledBack = await client.graphql(
      `mutation { a: createCustomer(input: {externalId: "a"}) { customer { id } } deleteTax(input: {id: "x"}) { deletedId } }`,
    );
    expect(rolledBack.errors).toBeDefined();
    const customer = await createCustomer(client);
    expect((await stream.next())?.data.organizationActivity.resourceId).toBe(customer.svc_id);
    expect(stream.waiting).toBe(0);
  });

  test('organizationActivity ends when the client completes it', async () => {
    const connection = await connect();
    connection.subscribe(ACTIVITY);
    await watching(1);
    connection.complete();
    await watching(0);
  });
});

describe('invoiceUpdated', () => {
  const INVOICE = 'subscription ($id: ID!) { invoiceUpdated(id: $id) { id paymentStatus status } }';

  test('invoiceUpdated shows the invoice as it is, then after each change', async () => {
    const customer = await createCustomer(client, { currency: 'EUR' });
    const addOn = { code: unique('setup'), name: 'Setup', amount_cents: 1_000, amount_currency: 'EUR' };
    await client.post('/add_ons', { add_on: addOn });
    const fees = [{ add_on_code: addOn.code }];
    const sent = { external_customer_id: customer.external_id, currency: 'EUR', fees };
    const { invoice } = (await client.post('/invoices', { invoice: sent })).body;
    await allNotified();
    const stream = await subscribed(INVOICE, { id: invoice.svc_id });
    const shown = { id: invoice.svc_id, status: 'finalized' };
    expect(await stream.next()).toEqual({ data: { invoiceUpdated: { ...shown, paymentStatus: 'pending' } } });
    const payment = { payment_status: 'succeeded' };
    await client.at(other.baseUrl).put(`/invoices/${invoice.svc_id}`, { invoice: payment });
    expect(await stream.next()).toEqual({
      data: { invoiceUpdated: { ...shown, paymentStatus: 'succeeded' } },
    });
  });

  test('invoiceUpdated does not find that of another organization', async () => {
    const connection = await connect();
    const stream = connection.subscribe(INVOICE, { id: '7b3ac1de-9a5c-4a53-9d39-5d9b6a1c0b11' });
    expect(await refusalOf(stream)).toEqual(['not_found', 404]);
    expect(await stream.next()).toBeNull();
  });
});

describe('customerUpdated', () => {
  const CUSTOMER = `subscription ($id: String!) {
    customerUpdated(externalId: $id) { name invoices { totalCount nodes { paymentStatus } } wallets { totalCount } } }`;

  test('customerUpdated shows the customer as it is, then after each change of it and of what belongs to it', async () => {
    const customer = await createCustomer(client, { external_id: 'Nørd/1', name: 'Old', currency: 'EUR' });
    const addOn = await createAddOn(client);
    await allNotified();
    const stream = await subscribed(CUSTOMER, { id: customer.external_id });
    const next = async () => (await stream.next())?.data?.customerUpdated;
    /** Waits for what a change leads to: its parts may be announced one after another. */
    const shows = async (expected: object) => {
      let shown = await next();
      while (!isDeepStrictEqual(shown, expected)) shown = await next();
    };
    const first = { name: 'Old', invoices: { totalCount: 0, nodes: [] }, wallets: { totalCount: 0 } };
    expect(await next()).toEqual(first);
    const there = client.at(other.baseUrl);
    await there.post('/customers', { customer: { external_id: customer.external_id, name: 'New' } });
    await shows({ ...first, name: 'New' });
    // Of another customer, whose changes are not announced here.
    await createCustomer(client, { external_id: 'nørd/1' });
    const { invoice } = (
      await client.post('/invoices', {
        invoice: {
          external_customer_id: customer.external_id,
          currency: 'EUR',
          fees: [{ add_on_code: addOn.code }],
        },
      })
    ).body;
    const billed = { totalCount: 1, nodes: [{ paymentStatus: 'pending' }] };
    await shows({ ...first, name: 'New', invoices: billed });
    await there.put(`/invoices/${invoice.svc_id}`, { invoice: { payment_status: 'succeeded' } });
    const paid = { totalCount: 1, nodes: [{ paymentStatus: 'succeeded' }] };
    await shows({ ...first, name: 'New', invoices: paid });
    await createWallet(client, customer);
    await shows({ name: 'New', invoices: paid, wallets: { totalCount: 1 } });
    await client.delete(`/customers/${encodeURIComponent('Nørd/1')}`);
    let last = await stream.next();
    while (last !== null && last.errors === undefined) last = await stream.next();
    expect(last?.errors?.[0]?.extensions?.['code']).toBe('not_found');
    expect(await stream.next()).toBeNull();
  });

  test('customerUpdated does not find that of another organization, and needs the permission of the query', async () => {
    const stranger = await server.organization();
    const customer = await createCustomer(stranger);
    const connection = await connect();
    const stream = connection.subscribe(CUSTOMER, { id: customer.external_id });
    expect(await refusalOf(stream)).toEqual(['not_found', 404]);
    const without = await callerWith(server, client, { invoice: ['read'] });
    const refused = (await connect(without)).subscribe(CUSTOMER, { id: customer.external_id });
    expect(await refusalOf(refused)).toEqual(['forbidden', 403]);
  });
});

describe('walletBalanceUpdated', () => {
  const WALLET = 'subscription ($id: ID!) { walletBalanceUpdated(walletId: $id) { balanceCents } }';

  test('walletBalanceUpdated shows the balance as it is, then after each change', async () => {
    const customer = await createCustomer(client, { currency: 'EUR' });
    const created = { external_customer_id: customer.external_id, currency: 'EUR', rate_amount: '1' };
    const { wallet } = (await client.post('/wallets', { wallet: { ...created, name: 'W' } })).body;
    await allNotified();
    const stream = await subscribed(WALLET, { id: wallet.svc_id });
    expect(await stream.next()).toEqual({ data: { walletBalanceUpdated: { balanceCents: 0 } } });
    const granted = { wallet_id: wallet.svc_id, granted_credits: '10' };
    await client.post('/wallet_transactions', { wallet_transaction: granted });
    expect(await stream.next()).toEqual({ data: { walletBalanceUpdated: { balanceCents: 1_000 } } });
  });

  test('walletBalanceUpdated does not find that of another organization', async () => {
    const stranger = await server.organization();
    const customer = await createCustomer(stranger, { currency: 'EUR' });
    const created = { external_customer_id: customer.external_id, currency: 'EUR', rate_amount: '1' };
    const { wallet } = (await stranger.post('/wallets', { wallet: { ...created, name: 'W' } })).body;
    const connection = await connect();
    const stream = connection.subscribe(WALLET, { id: wallet.svc_id });
    expect(await refusalOf(stream)).toEqual(['not_found', 404]);
    expect(await stream.next()).toBeNull();
  });
});

describe('eventIngested', () => {
  const EVENTS = `subscription ($subscription: String, $code: String) {
    eventIngested(externalSubscriptionId: $subscription, code: $code) { transactionId code properties } }`;
  const send = async (code: string, subscription: string, caller = client): Promise<string> => {
    const transactionId = unique('event');
    const event = {
      transaction_id: transactionId,
      external_subscription_id: subscription,
      code,
      properties: { gb: '2' },
    };
    const answer = await caller.post('/events', { event });
    expect(answer.status).toBe(200);
    return transactionId;
  };

  test('eventIngested shows the chosen events as they are stored, of every process', async () => {
    const { code } = await createMetric(client);
    const stream = await subscribed(EVENTS, { code, subscription: 'watched' });
    await send(code, 'not watched');
    await send('other code', 'watched');
    const transactionId = await send(code, 'watched');
    const shown = { transactionId, code, properties: { gb: '2' } };
    expect(await stream.next()).toEqual({ data: { eventIngested: shown } });
    // The other process hears in a moment that somebody watches.
    await until(async () => {
      await send(code, 'watched', client.at(other.baseUrl));
      return stream.waiting > 0;
    });
  });

  test('eventIngested shows no events of another organization, and a repeated one once', async () => {
    const stream = await subscribed(EVENTS);
    await send('code', 'sub', await server.organization());
    const event = { transaction_id: unique('event'), external_subscription_id: 'sub', code: 'code' };
    await client.post('/events', { event });
    await client.post('/events', { event });
    const last = await send('code', 'sub');
    expect((await stream.next())?.data.eventIngested.transactionId).toBe(event.transaction_id);
    expect((await stream.next())?.data.eventIngested.transactionId).toBe(last);
  });
});

describe('webhookDeliveries', () => {
  const DELIVERIES = `subscription ($id: ID!) {
    webhookDeliveries(endpointId: $id) { id endpointId status } }`;

  test('webhookDeliveries shows a delivery that is queued again, of its endpoint only', async () => {
    const created = await client.post('/webhook_endpoints', {
      webhook_endpoint: { webhook_url: 'https://203.1.2.3/hook' },
    });
    const endpointId = created.body.webhook_endpoint.svc_id;
    await createFeature(client);
    const log = `query ($id: ID!) { webhooks(endpointId: $id) { nodes { id } } }`;
    const { data } = await client.graphql(log, { id: endpointId });
    const id = data.webhooks.nodes[0]?.id;
    const stream = await subscribed(DELIVERIES, { id: endpointId });
    const retry = `mutation ($id: ID!) { retryWebhook(input: {id: $id}) { webhook { id } } }`;
    await client.graphql(retry, { id });
    expect(await stream.next()).toEqual({
      data: { webhookDeliveries: { id, endpointId, status: 'retrying' } },
    });
  });
});

describe('organizationMessages', () => {
  const MESSAGES = `subscription ($types: [String!], $customer: String) {
    organizationMessages(webhookTypes: $types, externalCustomerId: $customer) {
      id webhookType objectType objectId payload createdAt } }`;
  const updatedName = (customer: { external_id: string }, caller = client) =>
    caller.post('/customers', { customer: { external_id: customer.external_id, name: unique('name') } });

  test('organizationMessages shows each message as endpoints receive it, of every process, also when there is no endpoint', async () => {
    const stream = await subscribed(MESSAGES);
    for (const caller of [client, client.at(other.baseUrl)]) {
      const customer = await createCustomer(caller);
      const payload = {
        webhook_type: 'customer.created',
        object_type: 'customer',
        organization_id: client.organizationId,
        customer: expect.objectContaining({ external_id: customer.external_id }),
      };
      expect(await stream.next()).toEqual({
        data: {
          organizationMessages: {
            id: expect.any(String),
            webhookType: 'customer.created',
            objectType: 'customer',
            objectId: customer.svc_id,
            payload,
            createdAt: expect.any(String),
          },
        },
      });
    }
  });

  test('organizationMessages shows only messages of the chosen kinds and customer, and none of other organizations', async () => {
    const [customer, another] = [await createCustomer(client), await createCustomer(client)];
    const stranger = await server.organization();
    await createCustomer(stranger, { external_id: customer.external_id });
    await allNotified();
    const variables = { types: ['customer.updated'], customer: customer.external_id };
    const stream = await subscribed(MESSAGES, variables);
    await updatedName(customer, stranger);
    await updatedName(another);
    await createMetric(client);
    await client.post('/wallets', {
      wallet: { external_customer_id: customer.external_id, currency: 'EUR', rate_amount: '1', name: 'W' },
    });
    await updatedName(customer);
    expect((await stream.next())?.data.organizationMessages).toMatchObject({
      webhookType: 'customer.updated',
      objectId: customer.svc_id,
    });
    expect(stream.waiting).toBe(0);
  });
});

describe('subscriptionUsageUpdated', () => {
  const USAGE = `subscription ($id: String!) { subscriptionUsageUpdated(externalSubscriptionId: $id) {
    currency amountCents chargesUsage { units billableMetric { code } } } }`;
  const used = async () => {
    const metric = await createMetric(client);
    const plan = await createPlan(client, { charges: [perCall(metric)] });
    const subscription = await subscribe(client, await createCustomer(client), plan);
    return { code: String(metric.code), subscription: String(subscription.external_id) };
  };
  const send = async ({ code, subscription }: { code: string; subscription: string }, caller = client) => {
    const event = { transaction_id: unique('event'), external_subscription_id: subscription, code };
    expect((await caller.post('/events', { event })).status).toBe(200);
  };
  const unitsOf = async (stream: LiveStream) =>
    Number((await stream.next())?.data.subscriptionUsageUpdated.chargesUsage[0].units);

  test('subscriptionUsageUpdated shows the usage as it is, then after events of every process', async () => {
    const own = await used();
    await send(own);
    const connection = await connect();
    const streams = [0, 1].map(() => connection.subscribe(USAGE, { id: own.subscription }));
    for (const stream of streams)
      expect(await stream.next()).toEqual({
        data: {
          subscriptionUsageUpdated: {
            currency: 'EUR',
            amountCents: 100,
            chargesUsage: [{ units: '1.0', billableMetric: { code: own.code } }],
          },
        },
      });
    await send(own);
    for (const stream of streams) expect(await unitsOf(stream)).toBe(2);
    // What is sent meanwhile is shown together, and nothing is omitted.
    await Promise.all(Array.from({ length: 5 }, () => send(own)));
    for (const stream of streams) {
      let units = 0;
      while (units < 7) units = await unitsOf(stream);
      expect(units).toBe(7);
    }
    // The other process hears in a moment that somebody watches.
    await until(async () => {
      await send(own, client.at(other.baseUrl));
      return streams.every(({ waiting }) => waiting > 0);
    });
  });

  test('subscriptionUsageUpdated shows no other usage, and that of a subscription once it begins', async () => {
    const own = await used();
    const stream = await subscribed(USAGE, { id: own.subscription });
    expect(await unitsOf(stream)).toBe(0);
    const stranger = await server.organization();
    await send(own, stranger);
    await send(await used());
    await send(own);
    expect(await unitsOf(stream)).toBe(1);
    const early = await connect();
    const waiting = early.subscribe(USAGE, { id: 'later' });
    expect((await refusalOf(waiting))[0]).toBe('no_active_subscription');
  });
});

describe('authentication', () => {
  test('authentication of live updates takes the key of the first message, or of the header of the request', async () => {
    const connection = await LiveConnection.open(server.baseUrl, {
      headers: { authorization: `Bearer ${String(client.key)}` },
    });
    connections.push(connection);
    await connection.start();
  });

  test.each([
    ['no key', undefined],
    ['an unknown key', { authorization: 'Bearer unknown' }],
    ['a key that is no text', { authorization: 5 }],
  ])('authentication of live updates closes a connection with %s', async (_name, payload) => {
    const connection = await LiveConnection.open(server.baseUrl);
    await expect(connection.start(payload)).rejects.toThrow('4401');
  });

  test('authentication of live updates closes a connection that subscribes before it sends a key', async () => {
    const connection = await LiveConnection.open(server.baseUrl);
    connection.subscribe(ACTIVITY);
    expect((await connection.closed).code).toBe(4401);
  });

  test('authentication of live updates refuses pages of other origins', async () => {
    const headers = { origin: 'https://elsewhere.example' };
    await expect(LiveConnection.open(server.baseUrl, { headers })).rejects.toThrow('403');
    const own = await LiveConnection.open(server.baseUrl, { headers: { origin: server.baseUrl } });
    own.socket.close();
    await own.closed;
  });

  test('authentication of live updates closes the connection of a key that is deleted or expires, in any process', async () => {
    const { id, value } = await createKey();
    const connection = await connect(client.withKey(value));
    const stream = connection.subscribe(ACTIVITY);
    await watching(1);
    await client
      .at(other.baseUrl)
      .graphql(`mutation ($id: ID!) { deleteApiKey(input: {id: $id}) { deletedId } }`, { id });
    expect(await connection.closed).toMatchObject({ code: 4401 });
    expect(stream.waiting).toBe(0);
  });

  test('authentication of live updates needs the permission of the matching query', async () => {
    const limited = await server.organization({ invoice: ['read'] });
    const connection = await connect(limited);
    expect(await refusalOf(connection.subscribe(ACTIVITY))).toEqual(['forbidden', 403]);
    expect(await refusalOf(connection.subscribe('subscription { eventIngested { id } }'))).toEqual([
      'forbidden',
      403,
    ]);
    for (const query of [
      'subscription { organizationMessages { id } }',
      'subscription { subscriptionUsageUpdated(externalSubscriptionId: "a") { currency } }',
    ])
      expect(await refusalOf(connection.subscribe(query))).toEqual(['forbidden', 403]);
  });
});

describe('members', () => {
  const PASSWORD = 'long enough 1';
  const call = async (query: string, variables: object, token: string | null = null, organization = '') => {
    const headers = organization === '' ? {} : { 'x-svc-organization': organization };
    const { data, errors } = await client.withKey(token).graphql(query, { ...variables }, headers);
    expect(errors).toBeUndefined();
    return data;
  };
  /** A new member of the organization, by the invitation of its key. */
  const join = async (...roles: string[]) => {
    const email = `${unique('member')}@example.com`;
    const { createInvite } = (
      await client.graphql(
        'mutation ($input: CreateInviteInput!) { createInvite(input: $input) { token } }',
        {
          input: { email, roles },
        },
      )
    ).data;
    const { acceptInvite } = await call(
      'mutation ($input: AcceptInviteInput!) { acceptInvite(input: $input) { token } }',
      { input: { token: createInvite.token, password: PASSWORD } },
    );
    return { email, token: String(acceptInvite.token) };
  };
  const connectAs = async (token: string, organization?: string): Promise<LiveConnection> => {
    const connection = await LiveConnection.open(server.baseUrl);
    connections.push(connection);
    await connection.start({
      authorization: `Bearer ${token}`,
      ...(organization === undefined ? {} : { organization }),
    });
    return connection;
  };

  test('members who watch live updates see what their roles allow, of the organization that they name', async () => {
    const { token } = await join('admin');
    const stream = (await connectAs(token, client.organizationId)).subscribe(ACTIVITY);
    await watching(1);
    const customer = await createCustomer(client);
    expect((await stream.next())?.data.organizationActivity).toMatchObject({
      activityType: 'customer.created',
      resourceId: customer.svc_id,
      organizationId: client.organizationId,
    });
    const limited = await connectAs((await join('finance')).token, client.organizationId);
    expect(await refusalOf(limited.subscribe(ACTIVITY))).toEqual(['forbidden', 403]);
  });

  test('members who watch live updates need an organization of which they are members', async () => {
    const { token } = await join('admin');
    const stranger = await server.organization();
    for (const organization of [undefined, stranger.organizationId, 'nonsense'])
      await expect(connectAs(token, organization)).rejects.toThrow('4401');
    await expect(connectAs(`${token}x`, client.organizationId)).rejects.toThrow('4401');
  });

  test.each([
    [
      'the user logs out',
      (token: string) => call('mutation { logoutUser { userId } }', {}, token, client.organizationId),
    ],
    [
      'the membership is revoked',
      async (_: string, email: string) => {
        const listed = await client.graphql('{ memberships { nodes { id user { email } } } }');
        const { id } = listed.data.memberships.nodes.find(
          ({ user }: { user: { email: string } }) => user.email === email,
        );
        const query = 'mutation ($id: ID!) { revokeMembership(input: { id: $id }) { membership { id } } }';
        expect((await client.graphql(query, { id })).errors).toBeUndefined();
      },
    ],
  ])('members who watch live updates are disconnected when %s', async (_, end) => {
    await join('admin');
    const { token, email } = await join('admin');
    const connection = await connectAs(token, client.organizationId);
    connection.subscribe(ACTIVITY);
    await watching(1);
    await end(token, email);
    expect(await connection.closed).toMatchObject({ code: 4401 });
  });

  test('members who watch live updates have a number of connections each', async () => {
    const { token } = await join('admin');
    await connectAs(token, client.organizationId);
    await connectAs(token, client.organizationId);
    await expect(connectAs(token, client.organizationId)).rejects.toThrow(
      '4429 The user has too many connections.',
    );
    await connectAs((await join('admin')).token, client.organizationId);
  });
});

describe('limits', () => {
  test('the limits of live updates are those of queries', async () => {
    const connection = await connect();
    const deep =
      'subscription { organizationActivity { ...A } } fragment A on ActivityLog { activityObject { a } }';
    for (const [query, code] of [
      ['subscription {', 'bad_user_input'],
      [deep, 'bad_user_input'],
      ['{ taxes { totalCount } }', 'bad_user_input'],
      ['mutation { createTax(input: {}) { tax { id } } }', 'bad_user_input'],
      ['subscription ($x: Int) { organizationActivity(resourceTypes: [$x]) { id } }', 'bad_user_input'],
      ['subscription { organizationActivity { id } eventIngested { id } }', 'bad_user_input'],
      [
        `subscription { invoiceUpdated(id: "1") { customer { invoices(perPage: 100) { nodes { fees(perPage: 100) { nodes { id } } } } } } }`,
        'bad_user_input',
      ],
    ] as const) {
      expect([query, (await refusalOf(connection.subscribe(query)))[0]]).toEqual([query, code]);
    }
  });

  test('the limits of live updates hold for the subscriptions of a connection', async () => {
    const connection = await connect();
    for (let count = 0; count < 3; count += 1) connection.subscribe(ACTIVITY);
    await watching(3);
    expect(await refusalOf(connection.subscribe(ACTIVITY))).toEqual(['too_many_requests', 429]);
  });

  test('the limits of live updates hold for the connections of a key and of an organization', async () => {
    await connect();
    await connect();
    await expect(connect()).rejects.toThrow('4429 The API key has too many connections.');
    const another = await newKey();
    await connect(another);
    await connect(another);
    const third = await newKey();
    await expect(connect(third)).rejects.toThrow('4429 The organization has too many connections.');
    await connect(await server.organization());
  });

  test('the limits of live updates hold for the texts in the arguments of every subscription, and nobody else misses an update', async () => {
    const watching = await server.organization();
    const stream = (await connect(watching)).subscribe(ACTIVITY);
    const connection = await connect();
    let tried = 0;
    for (const { name, args } of Object.values(SCHEMA.getSubscriptionType()?.getFields() ?? {}))
      for (const { name: argument, type } of args) {
        const value = isListType(getNullableType(type)) ? [LONG] : LONG;
        const others = args.filter((other) => other.name !== argument && isRequiredArgument(other));
        const call = (sent: string) =>
          [`${argument}: ${sent}`, ...others.map((other) => `${other.name}: "any"`)].join(', ');
        const calls: [string, object][] = [
          [`subscription { ${name}(${call(JSON.stringify(value))}) { __typename } }`, {}],
          [
            `subscription ($value: ${String(type)}) { ...S } fragment S on Subscription { ${name}(${call('$value')}) { __typename } }`,
            { value },
          ],
        ];
        for (const [query, variables] of calls) {
          const refused = await refusalOf(connection.subscribe(query, { ...variables }));
          expect([query, refused]).toEqual([query, ['unprocessable_entity', 422]]);
          tried += 1;
        }
      }
    expect(tried).toBeGreaterThanOrEqual(20);
    const { code } = await createMetric(watching);
    expect((await stream.next())?.data.organizationActivity.activityObject.code).toBe(code);
  });

  test('the limits of live updates hold for the connections that are not admitted, of an address and in all', async () => {
    const few = await serveApp(server.database, {
      limits: { ...LIMITS, addressLiveConnections: 3, waitingLiveConnections: 2 },
    });
    const open = () => LiveConnection.open(few.baseUrl);
    try {
      const silent = [await open(), await open()];
      await expect(open()).rejects.toThrow('503');
      for (const connection of silent) {
        await connection.start({ authorization: `Bearer ${String(client.key)}` });
        connections.push(connection);
      }
      // Who is admitted takes no place of those who are not.
      connections.push(await connect(await server.organization(), few.baseUrl));
    } finally {
      few.app.closeLiveConnections();
      await few.stop();
    }
  });

  test('the limits of live updates hold for the connections of an address that are not admitted', async () => {
    const silent = [];
    for (let opened = 0; opened < 10; opened += 1) silent.push(await LiveConnection.open(server.baseUrl));
    await expect(LiveConnection.open(server.baseUrl)).rejects.toThrow('429');
    for (const { socket } of silent) socket.close();
    await Promise.all(silent.map(({ closed }) => closed));
    await connect();
  });

  test('the limits of live updates hold for the messages of a client in a second; those beyond wait, in their order', async () => {
    const connection = await connect();
    const first = performance.now();
    const streams = Array.from({ length: 50 }, () => connection.subscribe('subscription { nothing }'));
    for (const stream of streams) expect((await refusalOf(stream))[1]).toBeGreaterThanOrEqual(400);
    // The first message came before: 19 in the first second, 20 in the second one, and the rest.
    expect(performance.now() - first).toBeGreaterThan(1_900);
  });

  test('the limits of live updates hold for the size of a message', async () => {
    const connection = await connect();
    connection.subscribe(`subscription { ${' '.repeat(5_000)} organizationActivity { id } }`);
    expect((await connection.closed).code).toBe(1009);
  });

  test('the limits of live updates close the connection of a client that reads too slowly', async () => {
    const connection = await connect();
    connection.subscribe(ACTIVITY);
    await watching(1);
    const ids = Array.from({ length: 20 }, (_, index) => `id ${index}`);
    const update = { topic: 'activity', organizationId: client.organizationId, group: 'Tax', ids } as const;
    server.connections.notify(LIVE_CHANNEL, notificationsOf(update));
    expect(await connection.closed).toEqual({
      code: 1013,
      reason: 'The client reads too slowly and has missed updates.',
    });
  });
});

test('a subscription sent by POST is refused', async () => {
  const { status, errors } = await client.graphql(ACTIVITY);
  expect([status, errors?.[0]?.message]).toEqual([
    400,
    'A subscription runs over WebSocket (graphql-transport-ws), at the same path.',
  ]);
});

test('a message that is not one of the protocol closes the connection', async () => {
  const connection = await connect();
  connection.send({ type: 'nonsense' });
  expect((await connection.closed).code).toBe(4400);
});

test('a stop closes connections so that clients connect again', async () => {
  const connection = await connect(client, other.baseUrl);
  other.app.closeLiveConnections();
  expect(await connection.closed).toEqual({ code: 1012, reason: 'The server stops.' });
});
