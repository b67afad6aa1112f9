// What was recorded of changes, read on both surfaces. Source: logs.md §1, §2.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import {
  callerWith,
  createAddOn,
  createCustomer,
  createMetric,
  createPlan,
  perCall,
  type Resource,
  subscribe,
} from '../support/builders.js';
import type { Client } from '../support/client.js';
import { HandClock } from '../support/hand-clock.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { Story } from '../support/story.js';

const NOW = '2027-03-01T09:30:00Z';
const clock = new HandClock(NOW);

let server: TestServer;
let client: Client;

beforeAll(async () => {
  server = await startTestServer({ clock });
});
afterAll(() => server.stop());
beforeEach(async () => {
  clock.set(NOW);
  client = await server.organization();
});

const logs = async (query = ''): Promise<Resource[]> => {
  const { status, body } = await client.get(`/activity_logs${query}`);
  expect([status, body.error_details]).toEqual([200, undefined]);
  return body.activity_logs;
};
const types = async (query = '') => (await logs(query)).map(({ activity_type }) => activity_type);

test('a metric leaves an entry when it is created, changed and deleted, and none when nothing changes', async () => {
  const metric = await createMetric(client, { description: 'before' });
  const changed = { billable_metric: { description: 'after' } };
  await client.put(`/billable_metrics/${metric.code}`, changed);
  await client.put(`/billable_metrics/${metric.code}`, changed);
  await client.delete(`/billable_metrics/${metric.code}`);

  const entries = await logs(`?resource_ids[]=${metric.svc_id}`);

  expect(entries.map((entry) => entry.activity_type).toSorted()).toEqual([
    'billable_metric.created',
    'billable_metric.deleted',
    'billable_metric.updated',
  ]);
  const update = entries.find((entry) => entry.activity_type === 'billable_metric.updated');
  expect(update).toEqual({
    activity_id: expect.any(String),
    activity_type: 'billable_metric.updated',
    activity_source: 'api',
    resource_id: metric.svc_id,
    resource_type: 'BillableMetric',
    organization_id: client.organizationId,
    user_email: null,
    external_customer_id: null,
    external_subscription_id: null,
    activity_object: { ...metric, description: 'after' },
    activity_object_changes: { description: ['before', 'after'] },
    logged_at: NOW,
    created_at: NOW,
  });
  const { status, body } = await client.get(`/activity_logs/${update.activity_id}`);
  expect([status, body]).toEqual([200, { activity_log: update }]);
  const deletion = entries.find((entry) => entry.activity_type === 'billable_metric.deleted');
  expect([deletion.activity_object.description, deletion.activity_object_changes]).toEqual(['after', {}]);
});

test('GraphQL shows the same entries, newest first, page after page', async () => {
  await createMetric(client);
  clock.set('2027-03-01T09:30:01Z');
  const plan = await createPlan(client);
  const query = `query ($first: Int, $after: String) {
    activityLogs(first: $first, after: $after, filter: { activitySources: [api] }) {
      totalCount
      nodes { id activityType activitySource resourceType resourceId organizationId loggedAt activityObject }
      pageInfo { hasNextPage endCursor }
    }
  }`;
  const first = (await client.graphql(query, { first: 1 })).data.activityLogs;
  expect(first).toEqual({
    totalCount: 2,
    nodes: [
      {
        id: expect.any(String),
        activityType: 'plan.created',
        activitySource: 'api',
        resourceType: 'Plan',
        resourceId: plan.svc_id,
        organizationId: client.organizationId,
        loggedAt: '2027-03-01T09:30:01Z',
        activityObject: expect.objectContaining({ code: plan.code }),
      },
    ],
    pageInfo: { hasNextPage: true, endCursor: expect.any(String) },
  });
  const { endCursor: after } = first.pageInfo;
  const second = (await client.graphql(query, { first: 1, after })).data.activityLogs;
  expect(second.nodes.map((node: Resource) => node.activityType)).toEqual(['billable_metric.created']);
  expect(second.pageInfo.hasNextPage).toBe(false);

  const one = await client.graphql(
    `query ($id: ID!) { activityLog(activityId: $id) { activityType activityObjectChanges } }`,
    { id: first.nodes[0].id },
  );
  expect(one.data).toEqual({ activityLog: { activityType: 'plan.created', activityObjectChanges: {} } });
});

test('entries of one instant are ordered by their ids, the last first', async () => {
  for (let made = 0; made < 4; made += 1) await createMetric(client);
  const ids = (await logs()).map(({ activity_id }) => activity_id);
  expect(ids).toEqual(ids.toSorted().toReversed());
  const pages = [1, 2, 3].map((page) => client.get(`/activity_logs?per_page=2&page=${page}`));
  const paged = (await Promise.all(pages)).flatMap(({ body }) => body.activity_logs);
  expect(paged.map(({ activity_id }) => activity_id)).toEqual(ids);
});

describe('filters', () => {
  test('filters of customers, subscriptions, resources and types: values of one are or-ed, filters and-ed', async () => {
    const plan = await createPlan(client, { amount_cents: 100 });
    const customer = await createCustomer(client, { currency: 'EUR' });
    const subscription = await subscribe(client, customer, plan);
    const other = await createCustomer(client);
    const find = async (query: string) => (await types(query)).toSorted();

    expect(await find(`?external_customer_id=${customer.external_id}`)).toEqual([
      'customer.created',
      'subscription.started',
    ]);
    expect(await find(`?external_subscription_id=${subscription.external_id}`)).toEqual([
      'subscription.started',
    ]);
    expect(await find(`?resource_ids[]=${other.svc_id}&resource_ids[]=${plan.svc_id}`)).toEqual([
      'customer.created',
      'plan.created',
    ]);
    expect(await find('?resource_types[]=Plan&resource_types[]=Subscription')).toEqual([
      'plan.created',
      'subscription.started',
    ]);
    expect(await find('?activity_types[]=plan.created&activity_types[]=customer.created')).toHaveLength(3);
    expect(
      await find(`?activity_types[]=customer.created&external_customer_id=${other.external_id}`),
    ).toEqual(['customer.created']);
  });

  test('filters of sources: what time does is done by the system', async () => {
    const story = await Story.begin(client, NOW);
    await story.subscribe(await createPlan(client, { amount_cents: 100 }));
    await story.advance('2027-04-01T12:00:00Z');
    expect(await types('?activity_sources[]=system')).toEqual(['invoice.created']);
    expect(await types('?activity_sources[]=api&activity_sources[]=front')).not.toContain('invoice.created');
    const [entry] = await logs('?activity_types[]=invoice.created');
    expect([entry.logged_at, entry.external_customer_id]).toEqual([NOW, story.customer.external_id]);
  });

  test('filters of e-mail addresses find them in any case', async () => {
    const metric = await createMetric(client);
    await createMetric(client);
    // Members cannot sign in yet, so that no change has one.
    await server.pool.sql`
      insert into activity_log_entries
      select (entry_with_email).* from activity_log_entries entry, json_populate_record(
        entry, json_build_object('id', gen_random_uuid(), 'user_email', 'Ann@Example.com')) entry_with_email
      where entry.resource_id = ${metric.svc_id}`;
    const found = await logs('?user_emails[]=aNN@example.com&user_emails[]=bob@example.com');
    expect(found.map((entry) => [entry.resource_id, entry.user_email])).toEqual([
      [metric.svc_id, 'Ann@Example.com'],
    ]);
  });

  test.each([
    'activity_types[]=moon.landed',
    'resource_types[]=Moon',
    'resource_ids[]=moon',
    'resource_ids[]=00000000-0000-4000-8000-000000000000',
    'user_emails[]=nobody@example.com',
    'external_customer_id=nobody',
    'external_subscription_id=nothing',
  ])('filters of what does not exist find nothing: %s', async (query) => {
    await createMetric(client);
    expect(await logs(`?${query}`)).toEqual([]);
  });

  test.each<[string, string[]]>([
    ['', ['28', '27 night', '27', '26 night']],
    ['from_date=2027-02-27', ['28', '27 night', '27']],
    ['to_date=2027-02-27', ['27 night', '27', '26 night']],
    ['from_date=2027-02-27&to_date=2027-02-27', ['27 night', '27']],
    ['from_date=2027-02-27T00:00:01Z', ['28', '27 night']],
    ['to_date=2027-02-27T00:00:00Z', ['27', '26 night']],
    ['from_date=2027-02-28T01:00:00%2B01:00', ['28']],
    ['from_date=2027-03-01', []],
  ])('filters of days in UTC, and of instants, are both inclusive: %s', async (query, expected) => {
    const instants = [
      ['2027-02-26T23:59:59.999Z', '26 night'],
      ['2027-02-27T00:00:00Z', '27'],
      ['2027-02-27T23:59:59.999Z', '27 night'],
      ['2027-02-28T00:00:00Z', '28'],
    ] as const;
    for (const [at, name] of instants) {
      clock.set(at);
      await createMetric(client, { name });
    }
    clock.set(NOW);
    expect((await logs(`?${query}`)).map(({ activity_object }) => activity_object.name)).toEqual(expected);
  });

  test.each<[string, Record<string, string[]>]>([
    ['from_date=yesterday&to_date=2027-02-30', { from_date: ['invalid_date'], to_date: ['invalid_date'] }],
    ['activity_sources[]=api&activity_sources[]=moon', { activity_sources: ['value_is_invalid'] }],
  ])('filters that cannot be meant are refused: %s', async (query, details) => {
    const { status, body } = await client.get(`/activity_logs?${query}`);
    expect([status, body.code, body.error_details]).toEqual([422, 'validation_errors', details]);
  });
});

describe('a change of the payment status of an invoice', () => {
  const invoiceOf = async () => {
    const story = await Story.begin(client, NOW);
    await story.subscribe(await createPlan(client, { amount_cents: 10_000, pay_in_advance: true }));
    const [invoice] = await story.invoices();
    return invoice;
  };
  const changesOf = async () => {
    const [entry] = await logs('?activity_types[]=invoice.payment_status_updated');
    const { fees, ...own } = entry.activity_object_changes;
    return { ...own, fees: fees.map(([fee]: Resource[]) => fee.payment_status) };
  };

  test('a change of the payment status of an invoice shows the amounts that a payment changed with it', async () => {
    const invoice = await invoiceOf();
    const pay = (amount_cents: number) =>
      client.post('/payments', { payment: { invoice_id: invoice.svc_id, reference: 'r', amount_cents } });
    await pay(4_000);
    expect(await types('?activity_types[]=invoice.payment_status_updated')).toEqual([]);
    await pay(6_000);
    expect(await changesOf()).toEqual({
      payment_status: ['pending', 'succeeded'],
      total_paid_amount_cents: [4_000, 10_000],
      total_due_amount_cents: [6_000, 0],
      fees: ['pending', 'succeeded'],
    });
  });

  test('a change of the payment status by hand shows no amounts', async () => {
    const invoice = await invoiceOf();
    await client.put(`/invoices/${invoice.svc_id}`, { invoice: { payment_status: 'failed' } });
    expect(await changesOf()).toEqual({
      payment_status: ['pending', 'failed'],
      fees: ['pending', 'failed'],
    });
  });
});

describe('an entry', () => {
  test.each<[number, number, boolean]>([
    [50, 2, true],
    [51, 0, false],
    [50, 3, false],
  ])(
    'an entry about a plan of %i charges, with %i filters each, contains them: %s',
    async (count, filters, shown) => {
      const metric = await createMetric(client, { filters: [{ key: 'region', values: ['a', 'b', 'c'] }] });
      const filter = (value: string) => ({ values: { region: [value] }, properties: { amount: '2' } });
      const filtersOfCharge = ['a', 'b', 'c'].slice(0, filters).map(filter);
      const charges = Array.from({ length: count }, () => ({ ...perCall(metric), filters: filtersOfCharge }));
      const plan = await createPlan(client, { charges });
      await client.put(`/plans/${plan.code}/charges/${plan.charges[0].code}`, {
        charge: { properties: { amount: '3' } },
      });

      const entries = await logs('?resource_types[]=Plan');
      const members = ({ activity_object, activity_object_changes: changes }: Resource) => [
        activity_object.charges?.length,
        Object.keys(changes),
      ];
      expect(entries.map(members).toSorted()).toEqual([
        [shown ? count : undefined, []],
        [shown ? count : undefined, shown ? ['charges'] : []],
      ]);
      const messages = await server.pool.sql<{ object: Resource }[]>`
      select object from outbox_messages where object_id = ${plan.svc_id}`;
      expect(messages.map(({ object }) => object.charges.length)).toEqual([count, count]);
    },
  );

  test.each([25, 26])('an entry about an invoice of %i fees contains them up to 25', async (count) => {
    const story = await Story.begin(client, NOW);
    const addOn = await createAddOn(client);
    const fees = Array.from({ length: count }, () => ({ add_on_code: addOn.code }));
    const { external_id } = story.customer;
    await client.post('/invoices', { invoice: { external_customer_id: external_id, currency: 'EUR', fees } });
    const [entry] = await logs('?activity_types[]=invoice.one_off_created');
    expect(entry.activity_object.fees?.length).toBe(count === 25 ? 25 : undefined);
  });

  test('an entry of the activity log shows differences of updates only', async () => {
    const story = await Story.begin(client, NOW);
    const { body } = await client.post('/wallets', {
      wallet: { external_customer_id: story.customer.external_id, rate_amount: '1', currency: 'EUR' },
    });
    await client.delete(`/wallets/${body.wallet.svc_id}`);
    const [entry] = await logs('?activity_types[]=wallet.terminated');
    expect([entry.activity_object.status, entry.activity_object_changes]).toEqual(['terminated', {}]);
  });
});

test('entries are shown for 30 days, also by id', async () => {
  const metric = await createMetric(client);
  const [{ activity_id: id }] = await logs();

  clock.set('2027-03-31T09:30:00Z');
  expect(await types()).toEqual(['billable_metric.created']);
  expect((await client.get(`/activity_logs/${id}`)).status).toBe(200);

  clock.set('2027-03-31T09:30:01Z');
  expect(await logs()).toEqual([]);
  expect(await logs(`?resource_ids[]=${metric.svc_id}&from_date=2027-01-01`)).toEqual([]);
  const { status, body } = await client.get(`/activity_logs/${id}`);
  expect([status, body.code]).toEqual([404, 'activity_log_not_found']);
});

test('nobody can change an entry', async () => {
  const metric = await createMetric(client);
  await expect(
    server.pool.sql`update activity_log_entries set user_email = null where resource_id = ${metric.svc_id}`,
  ).rejects.toThrow('entries of activity_log_entries are never changed');
});

test('nobody sees entries of another organization', async () => {
  const metric = await createMetric(client);
  const [{ activity_id: id }] = await logs();
  const stranger = await server.organization();

  expect((await stranger.get(`/activity_logs?resource_ids[]=${metric.svc_id}`)).body.activity_logs).toEqual(
    [],
  );
  for (const named of [id, 'unknown']) {
    const { status, body } = await stranger.get(`/activity_logs/${named}`);
    expect([status, body.code]).toEqual([404, 'activity_log_not_found']);
  }
  const { errors } = await stranger.graphql(`{ activityLog(activityId: "${id}") { id } }`);
  expect(errors?.[0].extensions).toMatchObject({ code: 'not_found' });
});

test('a key needs the permission to read activity logs', async () => {
  const reader = await callerWith(server, client, { activity_log: ['read'] });
  expect((await reader.get('/activity_logs')).status).toBe(200);
  const other = await callerWith(server, client, { customer: ['read'] });
  const { status, body } = await other.get('/activity_logs');
  expect([status, body.code]).toEqual([403, 'read_action_not_allowed_for_activity_log']);
});

test('a page whose objects are too large is refused, and smaller ones are read', async () => {
  const small = await startTestServer({ limits: { pageBytes: 2_000 } });
  try {
    const caller = await small.organization();
    for (let made = 0; made < 3; made += 1) await createMetric(caller, { description: 'x'.repeat(2_000) });
    const { status, body } = await caller.get('/activity_logs');
    expect([status, body.error_details]).toEqual([
      422,
      {
        per_page: ['value_is_out_of_range'],
        base: ['The entries of a page hold objects of at most 2 kB: ask for fewer.'],
      },
    ]);
    expect((await caller.get('/activity_logs?per_page=1')).body.activity_logs).toHaveLength(1);
  } finally {
    await small.stop();
  }
});
