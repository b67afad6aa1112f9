// Walks every list that the schema lets callers sort, by each of its fields and in both directions (docs/adr/0060).
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { getNamedType, type GraphQLEnumType, type GraphQLInputObjectType, isRequiredArgument } from 'graphql';
import { createPricingUnit, createSection, type Resource } from '../support/builders.js';
import type { Client } from '../support/client.js';
import { type Field, ROOT_FIELDS } from '../support/graphql-fields.js';
import { buildWorld } from '../support/hostile-world.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';

/** For operators, of one owner, empty, or of one item. */
const OMITTED = ['organizations', 'alerts', 'triggeredAlerts', 'failingWorks', 'apiKeys'];

let server: SharedServer;
let client: Client;
let other: Client;

beforeAll(async () => {
  server = await shareTestServer();
  [client, other] = [await server.organization(), await server.organization()];
  for (const owner of [client, other, client]) {
    await buildWorld(owner);
    await createPricingUnit(owner);
    await createSection(owner);
  }
});
afterAll(() => server.stop());

function fieldsOf(list: Field): string[] {
  const order = list.args.find(({ name }) => name === 'orderBy');
  if (order === undefined) return [];
  const { field } = (getNamedType(order.type) as GraphQLInputObjectType).getFields();
  return (getNamedType(field?.type) as GraphQLEnumType).getValues().map(({ name }) => name);
}

const LISTS = ROOT_FIELDS.filter(
  ({ kind, field }) => kind === 'query' && getNamedType(field.type).name.endsWith('Connection'),
).map(({ field }) => field);

const ORDERS = LISTS.filter(
  ({ name, args }) => !args.some(isRequiredArgument) && !OMITTED.includes(name),
).flatMap((list) => fieldsOf(list).map((field) => ({ name: list.name, field, list })));

test('every list can be sorted', () => {
  expect(LISTS.filter((list) => fieldsOf(list).length === 0).map(({ name }) => name)).toEqual([]);
});

/** Lists without texts, and those of the few conditions of one charge. */
const UNSEARCHED = [
  'chargeFilters',
  'customerPastUsage',
  'failingWorks',
  'paymentMethods',
  'subscriptionChargeFilters',
  'walletTransactionConsumptions',
  'walletTransactionFundings',
];

test('every list that people look through can be searched', () => {
  const without = LISTS.filter(({ args }) => !args.some(({ name }) => name === 'search'));
  expect(without.map(({ name }) => name).sort()).toEqual(UNSEARCHED);
});

test('every list can be filtered by comparing the fields that it can be sorted by', () => {
  const missing = LISTS.flatMap((list) => {
    const filter = list.args.find(({ name }) => name === 'filter');
    const members =
      filter === undefined ? {} : (getNamedType(filter.type) as GraphQLInputObjectType).getFields();
    return fieldsOf(list)
      .filter((field) => !String(members[camelCase(field)]?.type).endsWith('Comparison'))
      .map((field) => `${list.name} by ${field}`);
  });
  expect(missing).toEqual([]);
});

const camelCase = (name: string) => name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());

const selectionBy = (field: string) =>
  `nodes { ${camelCase(field)} __typename } edges { cursor } pageInfo { hasNextPage hasPreviousPage }`;

async function read(list: string, args: string, field: string, caller = client): Promise<Resource> {
  const { data, errors } = await caller.graphql(`{ ${list}(${args}) { ${selectionBy(field)} } }`);
  expect(errors).toBeUndefined();
  return data[list];
}

/** Arguments of a page. */
const PAGE = ['orderBy', 'first', 'after', 'last', 'before'];

/** Reads a page by one document for all pages of a list in the orders of a field. */
async function readPage({ name, args }: Field, field: string, variables: object): Promise<Resource> {
  const own = args.filter((arg) => PAGE.includes(arg.name));
  const declared = own.map((arg) => `$${arg.name}: ${String(arg.type)}`).join(', ');
  const given = own.map((arg) => `${arg.name}: $${arg.name}`).join(', ');
  const document = `query (${declared}) { ${name}(${given}) { ${selectionBy(field)} } }`;
  const { data, errors } = await client.graphql(document, { ...variables });
  expect(errors).toBeUndefined();
  return data[name];
}

describe.each(ORDERS)('$name by $field', ({ name, field, list }) => {
  const walk = async (direction: string, form: 'after' | 'before', size: number) => {
    const pages = { orderBy: { field, direction }, [form === 'after' ? 'first' : 'last']: size };
    const cursors: string[] = [];
    const nodes: Resource[] = [];
    for (let from = {}; ;) {
      const page = await readPage(list, field, { ...pages, ...from });
      const found = page.edges.map(({ cursor }: Resource) => cursor);
      cursors.splice(form === 'after' ? cursors.length : 0, 0, ...found);
      nodes.splice(form === 'after' ? nodes.length : 0, 0, ...page.nodes);
      if (!(form === 'after' ? page.pageInfo.hasNextPage : page.pageInfo.hasPreviousPage)) break;
      from = { [form]: form === 'after' ? found.at(-1) : found[0] };
    }
    return { cursors, nodes };
  };

  test('every order of a list is sorted, and the same list in both directions through all cursors', async () => {
    const { data } = await client.graphql(`{ ${name} { totalCount } }`);
    // Some pages of each list, however long it is.
    const size = Math.max(2, Math.ceil(data[name].totalCount / 4));
    const [up, down] = [await walk('asc', 'after', size), await walk('desc', 'after', size)];
    expect(up.nodes.length).toBeGreaterThan(1);
    expect(new Set(up.cursors).size).toBe(up.nodes.length);
    expect(await walk('asc', 'before', size)).toEqual(up);
    expect(await walk('desc', 'before', size)).toEqual(down);
    const keysOf = ({ nodes }: typeof up) => nodes.map((node) => node[camelCase(field)]);
    const keys = keysOf(up);
    expect(keysOf(down)).toEqual(keys.toReversed());
    for (const [index, key] of keys.entries())
      if (index > 0 && key !== null && typeof key !== 'string')
        expect(key).toBeGreaterThanOrEqual(keys[index - 1]);
    for (const [index, key] of keys.entries())
      if (index > 0 && /At|timestamp|Date/.test(camelCase(field))) expect(key >= keys[index - 1]).toBe(true);
  });

  test('a cursor is refused in another order', async () => {
    const { edges } = await read(name, `orderBy: { field: ${field} }, first: 1`, field);
    const { errors } = await client.graphql(
      `{ ${name}(orderBy: { field: ${field}, direction: desc }, first: 1, after: "${edges[0].cursor}") { totalCount } }`,
    );
    expect(errors?.[0]?.extensions.code).toBe('bad_request');
    expect(errors?.[0]?.message).toBe('That is not a cursor of this list in this order.');
  });
});

test('names that differ only in case and missing names have their place', async () => {
  const owner = await server.organization();
  for (const [externalId, name] of [
    ['a', 'Zeta'],
    ['b', null],
    ['c', 'Alpha'],
    ['d', 'Alpha'],
    ['e', null],
  ] as const) {
    const { errors } = await owner.graphql(
      'mutation ($input: CreateCustomerInput!) { createCustomer(input: $input) { customer { id } } }',
      { input: { externalId, name } },
    );
    expect(errors).toBeUndefined();
  }
  const named = async (args: string) =>
    (await read('customers', `orderBy: { field: name${args} }`, 'name', owner)).nodes.map(
      ({ name }: Resource) => name,
    );
  expect(await named('')).toEqual(['Alpha', 'Alpha', 'Zeta', null, null]);
  expect(await named(', direction: desc')).toEqual([null, null, 'Zeta', 'Alpha', 'Alpha']);
});

test.each(['field: nonsense', 'field: name, direction: up', 'direction: asc'])(
  'an order {%s} is refused',
  async (order) => {
    const { errors } = await client.graphql(`{ customers(orderBy: { ${order} }) { totalCount } }`);
    expect(errors?.[0]?.extensions.code).toBe('bad_user_input');
  },
);
