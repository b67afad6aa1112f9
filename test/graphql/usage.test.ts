import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import {
  callerWith,
  createCustomer,
  createMetric,
  createPlan,
  createTax,
  perCall,
  type Resource,
  sendEvents,
  subscribe,
  unique,
} from '../support/builders.js';
import type { Client } from '../support/client.js';
import { countRows } from '../support/database.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';

let server: SharedServer;
let client: Client;

beforeAll(async () => {
  server = await shareTestServer();
  client = await server.organization();
});
afterAll(() => server.stop());

const EVENT = `fragment Shown on Event {
  id transactionId externalSubscriptionId code timestamp properties preciseTotalAmountCents subscriptionId customerId
  createdAt
}`;

const INGEST = `${EVENT} mutation ($input: IngestEventInput!) { ingestEvent(input: $input) { event { ...Shown } } }`;
const INGEST_BATCH = `${EVENT}
  mutation ($input: IngestEventsInput!, $onDuplicate: DuplicatePolicy) {
    ingestEvents(input: $input, onDuplicate: $onDuplicate) { events { ...Shown } }
  }`;

const anEvent = (over: Record<string, unknown> = {}) => ({
  transactionId: randomUUID(),
  externalSubscriptionId: unique('sub'),
  code: 'calls',
  ...over,
});

/** As REST answers it. */
const restNames = (event: Resource) => ({
  svc_id: event.id,
  transaction_id: event.transactionId,
  external_subscription_id: event.externalSubscriptionId,
  code: event.code,
  timestamp: event.timestamp,
  properties: event.properties,
  precise_total_amount_cents: event.preciseTotalAmountCents,
  svc_subscription_id: event.subscriptionId,
  svc_customer_id: event.customerId,
  created_at: event.createdAt,
});

describe('events over GraphQL', () => {
  test('events over GraphQL are stored and read, with the results of REST', async () => {
    const input = anEvent({
      timestamp: '1700158546.680590',
      properties: { tokens: 3 },
      preciseTotalAmountCents: '1.5',
    });
    const { data } = await client.graphql(INGEST, { input });
    const { event } = data.ingestEvent;
    expect(event).toMatchObject({ timestamp: '2023-11-16T18:15:46.680Z', properties: { tokens: 3 } });
    expect((await client.get(`/events/${input.transactionId}`)).body.event).toEqual(restNames(event));
    const read = await client.graphql(
      `${EVENT} query ($id: String!) { event(transactionId: $id) { ...Shown } }`,
      {
        id: input.transactionId,
      },
    );
    expect(read.data.event).toEqual(event);
  });

  test('literals and variables are read alike', async () => {
    const id = randomUUID();
    const { data } = await client.graphql(
      `mutation { ingestEvent(input: { transactionId: "${id}", externalSubscriptionId: "s", code: "c",
        timestamp: 1700158546.5, properties: { a: { b: [1, "x"] } } }) { event { timestamp properties } } }`,
    );
    expect(data.ingestEvent.event).toEqual({
      timestamp: '2023-11-16T18:15:46.500Z',
      properties: { a: { b: [1, 'x'] } },
    });
  });

  test('a batch holds as a whole', async () => {
    const known = anEvent();
    await client.graphql(INGEST, { input: known });
    const before = await countRows(server.pool, 'events', client.organizationId);
    const refused = await client.graphql(INGEST_BATCH, { input: { events: [anEvent(), known] } });
    expect(refused.errors?.[0]?.extensions).toMatchObject({
      code: 'unprocessable_entity',
      details: { 'events.1.transactionId': ['value_already_exist'] },
    });
    expect(await countRows(server.pool, 'events', client.organizationId)).toBe(before);
    const ignored = await client.graphql(INGEST_BATCH, {
      input: { events: [anEvent(), { ...known, properties: { n: 1 } }] },
      onDuplicate: 'ignore',
    });
    expect(ignored.data.ingestEvents.events[1].properties).toEqual({});
    expect(await countRows(server.pool, 'events', client.organizationId)).toBe(before + 1);
  });

  test.each([
    ['no events', { events: [] }, { events: ['no_events'] }],
    ['blank members', { events: [anEvent({ code: ' ' })] }, { 'events.0.code': ['value_is_mandatory'] }],
  ])('%s are refused', async (_, input, details) => {
    const { errors } = await client.graphql(INGEST_BATCH, { input });
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'unprocessable_entity', details });
  });

  test('a timestamp that is none is a bad request', async () => {
    const { errors } = await client.graphql(INGEST, { input: anEvent({ timestamp: 'soon' }) });
    expect(errors?.[0]?.extensions.code).toBe('bad_user_input');
  });

  test('events over GraphQL cannot be sent together with other changes', async () => {
    const { errors } = await client.graphql(
      `mutation ($input: IngestEventInput!) {
        ingestEvent(input: $input) { event { id } }
        createTax(input: { name: "n", code: "${unique('tax')}", rate: 1 }) { tax { id } }
      }`,
      { input: anEvent() },
    );
    expect(errors?.[0]?.extensions.code).toBe('bad_request');
  });

  test('pages by cursor meet every event once, also those of one instant', async () => {
    const externalSubscriptionId = unique('sub');
    const events = [3, 1, 1, 2, 1, 3].map((micros) =>
      anEvent({ externalSubscriptionId, timestamp: `1700000000.00000${micros}` }),
    );
    await client.graphql(INGEST_BATCH, { input: { events } });
    const page = async (slice: Record<string, unknown>) => {
      const { data } = await client.graphql(
        `query ($filter: EventFilter, $first: Int, $after: String, $last: Int, $before: String) {
          events(filter: $filter, first: $first, after: $after, last: $last, before: $before) {
            totalCount nodes { transactionId } pageInfo { endCursor startCursor hasNextPage }
          }
        }`,
        { filter: { externalSubscriptionId }, ...slice },
      );
      return data.events;
    };
    const all = (await page({ first: 10 })).nodes;
    expect(all).toHaveLength(6);
    const forward: object[] = [];
    for (let after: string | null = null, more = true; more;) {
      const { nodes, pageInfo, totalCount } = await page({ first: 2, after });
      expect(totalCount).toBe(6);
      forward.push(...nodes);
      ({ endCursor: after, hasNextPage: more } = pageInfo);
    }
    expect(forward).toEqual(all);
    const { nodes: lastTwo, pageInfo } = await page({ last: 2 });
    expect(lastTwo).toEqual(all.slice(4));
    expect((await page({ last: 2, before: pageInfo.startCursor })).nodes).toEqual(all.slice(2, 4));
  });

  test('events over GraphQL need the permission', async () => {
    const reader = await callerWith(server, client, { event: ['read'] });
    const { errors } = await reader.graphql(INGEST, { input: anEvent() });
    expect(errors?.[0]?.extensions).toMatchObject({
      code: 'forbidden',
      details: { base: ['write_action_not_allowed_for_event'] },
    });
  });
});

describe('customer usage over GraphQL', () => {
  const USAGE = `query ($customerId: ID, $externalCustomerId: String, $externalSubscriptionId: String!, $filter: UsageFilter) {
    customerUsage(customerId: $customerId, externalCustomerId: $externalCustomerId,
      externalSubscriptionId: $externalSubscriptionId, filter: $filter) {
      from to issuingDate currency amountCents taxesAmountCents totalAmountCents
      chargesUsage { units eventsCount amountCents charge { code } billableMetric { code } }
    }
  }`;

  test('customer usage over GraphQL is that of REST', async () => {
    const metric = await createMetric(client, { aggregation_type: 'sum_agg', field_name: 'n' });
    const plan = await createPlan(client, {
      charges: [
        {
          billable_metric_id: metric.svc_id,
          charge_model: 'standard',
          properties: { amount: '0.25' },
          code: 'n',
        },
      ],
    });
    const customer = await createCustomer(client);
    const subscription = await subscribe(client, customer, plan);
    await sendEvents(client, subscription, metric, [{ properties: { n: '1.5' } }, { properties: { n: 3 } }]);
    const externalSubscriptionId = subscription.external_id;
    const { data } = await client.graphql(USAGE, { customerId: customer.svc_id, externalSubscriptionId });
    expect(data.customerUsage).toMatchObject({
      currency: 'EUR',
      amountCents: 113,
      totalAmountCents: 113,
      chargesUsage: [
        {
          units: '4.5',
          eventsCount: 2,
          amountCents: 113,
          charge: { code: 'n' },
          billableMetric: { code: metric.code },
        },
      ],
    });
    const path = `/customers/${customer.external_id}/current_usage?external_subscription_id=${externalSubscriptionId}`;
    const { customer_usage: rest } = (await client.get(path)).body;
    expect([rest.from_datetime, rest.to_datetime, rest.amount_cents, rest.charges_usage[0].units]).toEqual([
      data.customerUsage.from,
      data.customerUsage.to,
      data.customerUsage.amountCents,
      data.customerUsage.chargesUsage[0].units,
    ]);
    const variables = {
      externalCustomerId: customer.external_id,
      externalSubscriptionId,
      filter: { chargeCode: 'x' },
    };
    const { errors } = await client.graphql(USAGE, variables);
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'not_found', details: { charge: ['not_found'] } });
  });

  test('customer usage over GraphQL requires one way to name the customer', async () => {
    const { errors } = await client.graphql(USAGE, { externalSubscriptionId: 's' });
    expect(errors?.[0]?.extensions.code).toBe('bad_request');
  });
});

describe('usage of subscriptions within lists', () => {
  const TOTALS = 'from to issuingDate currency amountCents taxesAmountCents totalAmountCents';
  const CHARGES = 'chargesUsage { units eventsCount amountCents charge { code } billableMetric { code } }';
  const LISTED = `query ($first: Int) { subscriptions(first: $first, filter: { status: [active, terminated] }) {
    nodes { externalId status customer { externalId } currentUsage { ${TOTALS} ${CHARGES} } }
  } }`;
  let own: Client;

  beforeAll(async () => {
    own = await server.organization();
    await createTax(own, { rate: 10, applied_to_organization: true });
    const metrics = [
      await createMetric(own),
      await createMetric(own, { aggregation_type: 'sum_agg', field_name: 'n' }),
      await createMetric(own, { aggregation_type: 'unique_count_agg', field_name: 'n' }),
    ];
    const plans = await Promise.all(
      ['0.1', '0.3', '12'].map((amount, index) =>
        createPlan(own, {
          charges: metrics.slice(index).map((metric) => perCall(metric, { properties: { amount } })),
        }),
      ),
    );
    for (let index = 0; index < 10; index += 1) {
      const customer = await createCustomer(own);
      const subscription = await subscribe(own, customer, plans[index % plans.length]);
      for (const metric of metrics)
        await sendEvents(own, subscription, metric, [{ properties: { n: index } }, { properties: { n: 2 } }]);
    }
    const ended = await subscribe(own, await createCustomer(own), plans[0]);
    await own.delete(`/subscriptions/${ended.external_id}`);
  });

  test('usage of subscriptions within lists is that of `customerUsage`, and null of those that are not active', async () => {
    const { data, errors } = await own.graphql(LISTED, { first: 100 });
    expect(errors).toBeUndefined();
    const { nodes } = data.subscriptions;
    const active = nodes.filter(({ status }: Resource) => status === 'active');
    expect(active).toHaveLength(10);
    expect(nodes.length).toBe(11);
    expect(nodes.find(({ status }: Resource) => status === 'terminated').currentUsage).toBeNull();
    for (const { externalId, customer, currentUsage } of active.slice(0, 6)) {
      const { data: alone } = await own.graphql(
        `query ($customer: String!, $externalId: String!) {
          customerUsage(externalCustomerId: $customer, externalSubscriptionId: $externalId) { ${TOTALS} ${CHARGES} }
        }`,
        { customer: customer.externalId, externalId },
      );
      expect(currentUsage).toEqual(alone.customerUsage);
      expect(currentUsage.taxesAmountCents).toBeGreaterThan(0);
    }
  });

  /** The number of statements once the catalog is read, and what is asked for at once has become one statement (docs/adr/0056). */
  async function statementsOf(document: string, variables: Record<string, unknown>): Promise<unknown> {
    for (let times = 0; times < 3; times += 1) await own.graphql(document, variables);
    const { errors, extensions } = await own.graphql(document, variables);
    expect(errors).toBeUndefined();
    return extensions?.cost?.['statements'];
  }

  /** Five where they are merged; a process that has merged a hundred other combinations sends more. */
  const MOST = 8;

  test.each<[string, string, (count: number) => Record<string, unknown>]>([
    [
      'of subscriptions',
      `query ($first: Int) { subscriptions(first: $first) { nodes { externalId currentUsage { ${TOTALS} ${CHARGES} } } } }`,
      (first) => ({ first }),
    ],
    [
      'of the subscriptions of customers',
      `query ($first: Int) { customers(first: $first) { nodes {
        subscriptions(first: 1) { nodes { currentUsage { ${TOTALS} ${CHARGES} } } }
      } } }`,
      (count) => ({ first: count + 1 }),
    ],
    [
      'of the subscriptions of plans',
      `query ($plans: Int, $first: Int) { plans(first: $plans) { nodes {
        code subscriptions(first: $first) { totalCount nodes { plan { code } currentUsage { ${TOTALS} } } }
      } } }`,
      (count) => ({ plans: Math.min(count, 3), first: count }),
    ],
  ])(
    'usage of subscriptions within lists takes as many statements for ten as for one: %s',
    async (_, document, variables) => {
      const [one, ten] = [
        await statementsOf(document, variables(1)),
        await statementsOf(document, variables(10)),
      ];
      expect([one, ten]).toEqual([one, one]);
      expect(one).toBeLessThanOrEqual(MOST);
    },
  );

  test('plans list their own active subscriptions, counted, and others by a filter', async () => {
    const { data, errors } = await own.graphql(`{ plans { nodes {
      code activeSubscriptionsCount
      subscriptions(first: 2) { totalCount nodes { status plan { code } } }
      ended: subscriptions(filter: { status: [terminated] }) { totalCount }
    } } }`);
    expect(errors).toBeUndefined();
    for (const { code, activeSubscriptionsCount, subscriptions } of data.plans.nodes)
      expect(subscriptions).toEqual({
        totalCount: activeSubscriptionsCount,
        nodes: Array(2).fill({ status: 'active', plan: { code } }),
      });
    const ended: number[] = data.plans.nodes.map((plan: Resource) => plan.ended.totalCount);
    expect(ended.toSorted()).toEqual([0, 0, 1]);
  });

  test('usage needs its own permission, and lists show the rest without', async () => {
    const reader = await callerWith(server, own, { subscription: ['read'] });
    const { data, errors } = await reader.graphql(
      '{ subscriptions(first: 1) { nodes { externalId currentUsage { totalAmountCents } } } }',
    );
    expect(errors).toMatchObject([{ extensions: { code: 'forbidden' } }]);
    expect(data.subscriptions.nodes).toEqual([{ externalId: expect.any(String), currentUsage: null }]);
  });
});
