import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { getIntrospectionQuery } from 'graphql';
import type { Client } from '../support/client.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';

let server: SharedServer;
let client: Client;

beforeAll(async () => {
  server = await shareTestServer();
  client = await server.organization();
});
afterAll(() => server.stop());

const named = (count: number, call: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => `a${index}: ${call(index)}`).join(' ');
const aliases = (count: number) => named(count, () => 'taxes { totalCount }');

/** Each fragment spreads the next twice: 2^40 fields when counted naively. */
const doubling = Array.from(
  { length: 40 },
  (_, index) => `fragment F${index} on Query { ...F${index + 1} ...F${index + 1} }`,
).join(' ');

/** The introspection of tools, under several names. */
function schemaAs(...aliases: string[]): string {
  const query = getIntrospectionQuery();
  const fragments = query.indexOf('fragment FullType');
  const schema = query.slice(query.indexOf('__schema'), fragments).trimEnd().replace(/\}$/, '');
  return `{ ${aliases.map((alias) => `${alias}: ${schema}`).join(' ')} } ${query.slice(fragments)}`;
}

describe('GraphQL clients may not ask for', () => {
  test.each([
    ['more than five aliases of one root field', `{ ${aliases(6)} }`, /more than 5 times/],
    [
      'them through fragments either',
      `{ ...A ... on Query { ${aliases(3)} } } fragment A on Query { b: taxes { totalCount } c: taxes { totalCount } d: taxes { totalCount } }`,
      /more than 5 times/,
    ],
    [
      'more than 10 000 kilobytes',
      '{ taxes(first: 100) { edges { node { id } } nodes { id } } a: taxes(perPage: 100) { edges { node { id } } } b: taxes(first: 53000) { nodes { id } } }',
      /costs \d+, more than the 10000/,
    ],
    [
      'a size below zero, which would pay for the rest',
      '{ a: taxes(first: -1000000) { nodes { id } } b: taxes(first: 53500) { nodes { id } } }',
      /costs \d+,/,
    ],
    [
      'computed usage of several subscriptions',
      '{ subscriptions(first: 100) { nodes { a: lifetimeUsage { currentUsageAmountCents } b: lifetimeUsage { currentUsageAmountCents } } } }',
      /costs \d+,/,
    ],
    [
      'lists within a list under many names, each of another page',
      `{ customers(first: 1) { nodes { ${named(120, (index) => `invoices(page: ${index + 1}) { totalCount }`)} } } }`,
      /costs \d+,/,
    ],
    [
      'large values under many names',
      `{ events(first: 4) { nodes { ${named(50, () => 'properties')} } } }`,
      /costs \d+,/,
    ],
    [
      'lists without pages in lists without pages',
      '{ plans(first: 100) { nodes { charges { filters { id values } taxes { id code name } billableMetric { id } } } } }',
      /costs \d+,/,
    ],
    [
      'the schema many times',
      `{ __schema { ${Array.from({ length: 100 }, (_, index) => `a${index}: types { fields { name } }`).join(' ')} } }`,
      /types of the schema has more than 5 aliases/,
    ],
    ['all of the schema three times', schemaAs('a', 'b', 'c'), /costs \d+,/],
    ['more than 4 000 tokens', `{ ${'x '.repeat(4000)} }`, /token/],
    [
      'more than 15 levels',
      `{ taxes { ${'pageInfo { '.repeat(16)} endCursor ${'} '.repeat(16)} } }`,
      /15 levels/,
    ],
    ['fragments in a circle', '{ ...A } fragment A on Query { ...B } fragment B on Query { ...A }', /itself/],
    [
      'fragments that double',
      `{ ...F0 } ${doubling} fragment F40 on Query { taxes { totalCount } }`,
      /number of nodes|query/i,
    ],
  ])('%s', async (_, query, message) => {
    const answer = await client.graphql(query);
    expect([answer.status, answer.data]).toEqual([400, undefined]);
    expect(answer.errors?.map((error) => error.message).join(' ')).toMatch(message);
    expect(answer.errors?.[0].extensions).toMatchObject({ code: 'bad_user_input', status: 400 });
  });
});

describe('a list of more elements than any may have is refused before they are read', () => {
  const many = Array(100_000).fill(1);
  test.each<[string, string, Record<string, unknown>, object]>([
    ['in an input', 'input: $x', { x: { taxCodes: many } }, { taxCodes: ['invalid_count'] }],
    ['alone', 'input: {externalId: "c", taxCodes: $x}', { x: many }, { x: ['invalid_count'] }],
    [
      'below another list',
      'input: $x',
      { x: { metadata: [{ key: 'a' }], billingConfiguration: { providerPaymentMethods: many } } },
      { 'billingConfiguration.providerPaymentMethods': ['invalid_count'] },
    ],
  ])('%s', async (_, argument, variables, details) => {
    const type = argument === 'input: $x' ? 'UpsertCustomerInput!' : '[String!]';
    const query = `mutation ($x: ${type}) { upsertCustomer(${argument}) { customer { id } } }`;
    const { status, errors } = await client.graphql(query, variables);
    expect([status, errors?.[0].extensions]).toMatchObject([200, { code: 'unprocessable_entity', details }]);
  });

  test('a list of more elements than any may have is refused with a code of its own, where it has one', async () => {
    const query = 'mutation ($input: IngestEventsInput!) { ingestEvents(input: $input) { events { id } } }';
    const { errors } = await client.graphql(query, { input: { events: many } });
    expect(errors?.[0].extensions.details).toEqual({ events: ['too_many_events'] });
  });
});

test.each([
  ['a list five times', `{ ${aliases(5)} }`],
  ['a page of events with their properties', '{ events(first: 100) { nodes { id properties } totalCount } }'],
  [
    'a page of customers with what belongs to them',
    `{ customers(first: 20) { nodes {
      name taxes { code }
      subscriptions(first: 5) { nodes { externalId planCode } totalCount }
      open: invoices(first: 5) { nodes { number } } invoices(first: 10) { nodes { number } totalCount }
      payments(first: 10) { nodes { amountCents } } creditNotes(first: 10) { nodes { number } }
    } pageInfo { totalPages } } }`,
  ],
])('queries of a dashboard are allowed: %s', async (_, query) => {
  expect((await client.graphql(query)).errors).toBeUndefined();
});

test('introspection in full is allowed', async () => {
  const answer = await client.withKey(null).graphql(getIntrospectionQuery());
  expect([answer.status, answer.errors]).toEqual([200, undefined]);
});

describe('an answer has the cost of its operation', () => {
  const costOf = async (query: string, as = client) => (await as.graphql(query)).extensions?.cost;

  test('a query', async () => {
    expect(await costOf('{ customers(first: 10) { nodes { id } } }')).toEqual({
      asked: 53,
      allowed: 10_000,
      statements: 1,
    });
  });

  test('a mutation, also one that is rolled back', async () => {
    const create = (code: string) =>
      `mutation { createCustomer(input: { externalId: "${code}" }) { customer { id } } }`;
    const answer = await client.graphql(create('counted'));
    expect(answer.errors).toBeUndefined();
    const done = answer.extensions?.cost;
    expect(done).toMatchObject({ allowed: 10_000 });
    expect(done?.['statements']).toBeGreaterThan(1);
    expect((await costOf(create('counted')))?.['statements']).toBeGreaterThan(0);
  });

  test('an operation that costs too much', async () => {
    const cost = await costOf(
      '{ customers(first: 100) { nodes { invoices(first: 100) { nodes { id fees { id appliedTaxes { id } } } } } } }',
    );
    expect(cost).toMatchObject({ allowed: 10_000, statements: 0 });
    expect(cost?.['asked']).toBeGreaterThan(10_000);
  });

  test('four statements are allowed for large pages', async () => {
    const { errors, extensions } = await client.graphql(
      `{ customers(first: 100) { nodes { id name
        invoices(first: 10) { nodes { id number totalAmountCents fees { id feeType units amountCents} } }
      } } }`,
    );
    expect(errors).toBeUndefined();
    expect(extensions?.cost?.['asked']).toBeLessThan(10_000);
  });

  test('an answer costs nothing where no operation was found', async () => {
    expect(await costOf('{ nothing }')).toBeUndefined();
  });
});

test.each([
  ['taxes(first: 101)', 'more than 100 on a page'],
  ['taxes(perPage: 0)', 'less than one'],
  ['taxes(last: -1)', 'less than none'],
  ['taxes(page: 0)', 'a page before the first'],
  ['taxes(first: 1, last: 1)', 'both ends'],
  ['taxes(after: "WzFd")', 'a cursor of numbers'],
  ['taxes(after: "W10")', 'an empty cursor'],
  ['taxes(after: "WyJhIiwiYiJd")', 'a cursor whose id is no UUID'],
  ['taxes(after: "WyJhIl0")', 'a cursor of another list'],
  ['taxes(before: "not one")', 'no cursor'],
  [
    'customers(after: "WyIyMDI3LTAxLTAxVDAwOjAwOjAwKzE2OjAwIiwiMDE5MDAwMDAtMDAwMC03MDAwLTgwMDAtMDAwMDAwMDAwMDAwIl0")',
    'a cursor with an offset that Postgres does not know',
  ],
])('a page of %s is refused: %s', async (field) => {
  const answer = await client.graphql(`{ ${field} { nodes { id } } }`);
  expect([answer.status, answer.errors?.[0].extensions.code]).toEqual([200, 'bad_request']);
});
