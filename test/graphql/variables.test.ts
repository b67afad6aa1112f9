// A misspelt or missing variable is refused wherever GraphQL by itself would drop the value without a word.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createMetric, createPlan, type Resource, unique } from '../support/builders.js';
import type { Client } from '../support/client.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';

let server: SharedServer;
let client: Client;
let metric: Resource;

beforeAll(async () => {
  server = await shareTestServer();
  client = await server.organization();
  metric = await createMetric(client);
});
afterAll(() => server.stop());

/** A plan with one charge, whose properties are written into the document. */
const planWith = (declared: string, properties: string) => `mutation ${declared} { createPlan(input: {
  name: "Basic", code: "${unique('plan')}", interval: monthly, amountCents: 0, amountCurrency: EUR, payInAdvance: false,
  charges: [{ billableMetricId: "${metric.svc_id}", chargeModel: standard, properties: ${properties} }]
}) { plan { charges { properties { ... on StandardProperties { amount } } } } } }`;

async function refusal(document: string, variables: Record<string, unknown>) {
  const { status, data, errors } = await client.graphql(document, variables);
  expect([status, data, errors?.[0].extensions]).toMatchObject([
    400,
    undefined,
    { code: 'bad_user_input', status: 400 },
  ]);
  return errors?.[0].message as string;
}

describe('a variable that is sent but not declared is refused', () => {
  test.each<[string, string]>([
    ['while the declared one is absent', '($price: Decimal)'],
    ['while the declared one has a default', '($price: Decimal = "0")'],
  ])('%s', async (_, declared) => {
    const document = planWith(declared, '{ standard: { amount: $price } }');
    expect(await refusal(document, { pirce: '1' })).toBe('The operation declares no variable $pirce.');
    const { data } = await client.graphql(document, { price: '1' });
    expect(data.createPlan.plan.charges[0].properties).toEqual({ amount: '1.0' });
  });

  test('a variable that is sent but not declared is refused by a query, too, and all are named, within bounds', async () => {
    const sent = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`v${index}`, 1]));
    expect(await refusal('{ taxes { totalCount } }', { a: null, ['x'.repeat(10_000)]: 1, ...sent })).toBe(
      `The operation declares no variable $a, $${'x'.repeat(100)}..., $v0, $v1, $v2 and others.`,
    );
  });

  test('a variable may be declared by another operation of the document, as explorers send it', async () => {
    const document = `query Used { taxes { totalCount } }
      query Other($key: String, $size: Int) {
        taxes(first: $size) { totalCount }
        customers(filter: { metadata: { plan: $key } }) { totalCount }
      }`;
    const response = await fetch(`${client.baseUrl}/graphql`, {
      method: 'POST',
      headers: { authorization: `Bearer ${client.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query: document, operationName: 'Used', variables: { size: 5 } }),
    });
    expect(await response.json()).toMatchObject({ data: { taxes: { totalCount: 0 } } });
  });
});

describe('a variable that is declared but not sent is refused', () => {
  test.each<[string, string, string]>([
    ['in the price of a charge', '{ standard: { amount: $price } }', 'standard.amount'],
    [
      'in a range of prices',
      '{ graduated: { graduatedRanges: [{ fromValue: 0, perUnitAmount: "1" }, { flatAmount: $price }] } }',
      'graduated.graduatedRanges.1.flatAmount',
    ],
  ])('%s', async (_, properties, path) => {
    expect(await refusal(planWith('($price: Decimal)', properties), {})).toBe(
      `The variable $price is not given, but input.charges.0.properties.${path} needs it.`,
    );
  });

  test.each<[string, string, string]>([
    ['a property of an event', '{ n: $n }', 'properties.n'],
    ['what is inside of one', '{ deep: [1, { n: $n }] }', 'properties.deep.1.n'],
  ])('a variable that is declared but not sent is refused in %s', async (_, properties, path) => {
    const document = `mutation ($n: Float) { ingestEvent(input: {
      transactionId: "${unique('t')}", externalSubscriptionId: "s", code: "c", properties: ${properties}
    }) { event { properties } } }`;
    const message = `The variable $n is not given, but input.${path} needs it.`;
    expect(await refusal(document, {})).toBe(message);
    const { data } = await client.graphql(document, { n: 2.5 });
    expect(JSON.stringify(data.ingestEvent.event.properties)).toContain('"n":2.5');
  });

  test('a variable that is declared but not sent is refused in a fragment', async () => {
    const plan = await createPlan(client);
    const document = `query ($key: String) { ...F }
      fragment F on Query { customers(filter: { metadata: { plan: $key } }) { totalCount } }`;
    expect(await refusal(document, {})).toBe(
      'The variable $key is not given, but filter.metadata.plan needs it.',
    );
    expect(await client.graphql(document, { key: plan.code })).toMatchObject({ errors: undefined });
  });
});

test('an optional member may be left to a variable that is not given', async () => {
  const document = 'query ($code: String) { subscriptions(filter: { planCode: $code }) { totalCount } }';
  expect(await client.graphql(document)).toMatchObject({ data: { subscriptions: { totalCount: 0 } } });
});

test('a default stands in for a variable that is not given', async () => {
  const document = planWith('($price: Decimal = "3")', '{ standard: { amount: $price } }');
  const { data } = await client.graphql(document);
  expect(data.createPlan.plan.charges[0].properties).toEqual({ amount: '3.0' });
});
