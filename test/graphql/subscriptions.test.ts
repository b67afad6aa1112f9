import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  createClock,
  createCustomer,
  createPlan,
  type Resource,
  subscribe,
  unique,
} from '../support/builders.js';
import type { Client } from '../support/client.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';
import { questionsIn, requestStatementsOf } from '../support/statements.js';

let server: SharedServer;
let client: Client;
let customer: Resource;
let plan: Resource;

beforeAll(async () => {
  server = await shareTestServer();
  client = await server.organization();
  const clock = await createClock(client, { frozen_time: '2027-09-18T09:30:00Z' });
  customer = await createCustomer(client, { test_clock_id: clock.svc_id });
  plan = await createPlan(client, { amount_cents: 4_200 });
});
afterAll(() => server.stop());

/** Every member, under the names that REST gives them. */
const SUBSCRIPTION = `{
  svc_id: id  external_id: externalId  svc_customer_id: customerId  external_customer_id: externalCustomerId
  billing_entity_code: billingEntityCode  billing_time: billingTime  name  plan_code: planCode
  plan_amount_cents: planAmountCents  plan_amount_currency: planAmountCurrency  status
  created_at: createdAt  canceled_at: canceledAt  started_at: startedAt  ending_at: endingAt
  subscription_at: subscriptionAt  terminated_at: terminatedAt  activated_at: activatedAt
  cancellation_reason: cancellationReason  previous_plan_code: previousPlanCode  next_plan_code: nextPlanCode
  downgrade_plan_date: downgradePlanDate  trial_ended_at: trialEndedAt
  current_billing_period_started_at: currentPeriodFrom
  current_billing_period_ending_at: currentPeriodTo
  on_termination_credit_note: onTerminationCreditNote  on_termination_invoice: onTerminationInvoice
  payment_method: paymentMethod { payment_method_type: paymentMethodType }
  consolidate_invoice: consolidateInvoice  purchase_order_number: purchaseOrderNumber
  activation_rules: activationRules { type }
}`;

const create = (input: object, caller = client) =>
  caller.graphql(
    `mutation ($input: CreateSubscriptionInput!) {
      createSubscription(input: $input) { subscription ${SUBSCRIPTION} }
    }`,
    { input },
  );

/** Members that only REST has, since they are constant. */
const CONSTANTS = [
  'progressive_billing_disabled',
  'applied_invoice_custom_sections',
  'applicable_usage_thresholds',
];

/** What REST shows of it, without its plan and constants. */
async function onRest(externalId: string): Promise<Resource> {
  const { body } = await client.get(`/subscriptions/${externalId}`);
  const shown = Object.entries(body.subscription).filter(
    ([name]) => name !== 'plan' && !CONSTANTS.includes(name),
  );
  return Object.fromEntries(shown);
}

describe('a subscription', () => {
  test('a subscription that is created is answered as REST shows it, and found by either id', async () => {
    const externalId = unique('s');
    const made = await create({
      externalCustomerId: customer.external_id,
      planCode: plan.code,
      externalId,
      name: 'Gold',
      billingTime: 'anniversary',
      subscriptionAt: '2027-08-05T10:00:00Z',
      paymentMethod: { paymentMethodType: 'manual' },
      consolidateInvoice: false,
      purchaseOrderNumber: 'PO 7',
      onTerminationInvoice: 'skip',
    });
    expect(made.errors).toBeUndefined();
    const { subscription } = made.data.createSubscription;
    expect(await onRest(externalId)).toMatchObject(subscription);
    for (const [argument, type, value] of [
      ['id', 'ID', subscription.svc_id],
      ['externalId', 'String', externalId],
    ]) {
      const query = `query ($key: ${type}!) { subscription(${argument}: $key) ${SUBSCRIPTION} }`;
      const read = await client.graphql(query, { key: value });
      expect(read.data.subscription).toEqual(subscription);
    }
  });

  test.each([
    ['subscription { id }', 'named by nothing'],
    ['subscription(id: "a", externalId: "b") { id }', 'named by two'],
  ])('%s: bad_request (%s)', async (field) => {
    const { errors } = await client.graphql(`{ ${field} }`);
    expect(errors?.[0].extensions).toMatchObject({ code: 'bad_request', status: 400 });
  });

  test.each([['id: "no-uuid"'], ['id: "0190a0a0-0000-7000-8000-000000000000"'], ['externalId: "none"']])(
    'subscription(%s) is not found',
    async (argument) => {
      const { errors } = await client.graphql(`{ subscription(${argument}) { id } }`);
      expect(errors?.[0].extensions).toMatchObject({
        code: 'not_found',
        details: { subscription: ['not_found'] },
      });
    },
  );

  test.each<[object, object]>([
    [
      { externalId: ' ', planOverrides: { amountCents: -1 } },
      { externalId: ['value_is_mandatory'], 'planOverrides.amountCents': ['value_is_out_of_range'] },
    ],
    [{ endingAt: '2027-09-18T23:00:00Z' }, { endingAt: ['invalid_date'] }],
  ])('%j is refused as on REST: %j', async (over, details) => {
    const { errors } = await create({
      externalCustomerId: customer.external_id,
      planCode: plan.code,
      externalId: unique('s'),
      ...over,
    });
    expect(errors?.[0].extensions).toMatchObject({ code: 'unprocessable_entity', status: 422, details });
  });
});

describe('lists', () => {
  test('subscriptions are listed of all and of a customer, filtered, by pages and by cursors', async () => {
    const caller = await server.organization();
    const [one, two] = [await createCustomer(caller), await createCustomer(caller)];
    const basic = await createPlan(caller, { code: 'basic' });
    for (const day of ['04', '03', '02', '01']) {
      await subscribe(caller, one, basic, { external_id: day, subscription_at: `2026-01-${day}` });
    }
    await subscribe(caller, two, basic, { external_id: '05', subscription_at: '2026-01-05' });
    const { data } = await caller.graphql(
      `query ($one: String!) {
        all: subscriptions(perPage: 2) { totalCount nodes { externalId } pageInfo { endCursor totalPages } }
        filtered: subscriptions(filter: { externalId: "02" }) { nodes { externalId } }
        customer(externalId: $one) {
          subscriptions(first: 3) { totalCount nodes { externalId } pageInfo { hasNextPage } }
        }
      }`,
      { one: one.external_id },
    );
    const ids = (nodes: Resource[]) => nodes.map((node) => node.externalId);
    expect(ids(data.all.nodes)).toEqual(['05', '04']);
    expect(data.all).toMatchObject({ totalCount: 5, pageInfo: { totalPages: 3 } });
    expect(ids(data.filtered.nodes)).toEqual(['02']);
    expect(ids(data.customer.subscriptions.nodes)).toEqual(['04', '03', '02']);
    expect(data.customer.subscriptions).toMatchObject({ totalCount: 4, pageInfo: { hasNextPage: true } });
    const after = data.all.pageInfo.endCursor;
    const next = await caller.graphql(
      'query ($after: String) { subscriptions(first: 2, after: $after) { nodes { externalId } } }',
      { after },
    );
    expect(ids(next.data.subscriptions.nodes)).toEqual(['03', '02']);
  });

  test('lists of subscriptions read the relations of all rows at once', async () => {
    const caller = await server.organization();
    for (const name of ['a', 'b', 'c', 'd']) {
      const clock = await createClock(caller);
      const owner = await createCustomer(caller, { external_id: name, test_clock_id: clock.svc_id });
      await subscribe(caller, owner, await createPlan(caller));
    }
    const query = (size: number) =>
      caller.graphql(
        `{ subscriptions(perPage: ${size}) {
          nodes { planCode externalCustomerId currentPeriodTo plan { code } customer { externalId } }
        } }`,
      );
    const countStatements = async (size: number) => {
      const statements = await requestStatementsOf(server.connections.drivers, async () => {
        const { data } = await query(size);
        expect(data.subscriptions.nodes).toHaveLength(size);
      });
      return questionsIn(statements);
    };
    const forOne = await countStatements(1);
    expect(forOne).toBeGreaterThan(1);
    expect(await countStatements(4)).toBe(forOne);
  });
});

describe('who may', () => {
  test('another organization finds nothing', async () => {
    const { external_id: externalId, svc_id: id } = await subscribe(client, customer, plan);
    const stranger = await server.organization();
    const { data, errors } = await stranger.graphql(
      `query ($id: ID!, $externalId: String!) {
        subscriptions { totalCount }
        byId: subscription(id: $id) { id }
        byExternalId: subscription(externalId: $externalId) { id }
      }`,
      { id, externalId },
    );
    expect(data).toEqual({ subscriptions: { totalCount: 0 }, byId: null, byExternalId: null });
    expect(errors).toHaveLength(2);
    expect(errors?.every(({ extensions }) => extensions.code === 'not_found')).toBe(true);
  });

  test('a key without the permission is refused', async () => {
    const caller = await server.organization({ subscription: ['read'] });
    expect((await caller.graphql('{ subscriptions { totalCount } }')).errors).toBeUndefined();
    const { errors } = await create({ externalCustomerId: 'c', planCode: 'p', externalId: 's' }, caller);
    expect(errors?.[0].extensions.code).toBe('forbidden');
  });
});
