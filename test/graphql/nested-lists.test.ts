// Lists within objects take the same filter, order and search as the list that the root has (docs/adr/0060).
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { getNamedType, isObjectType } from 'graphql';
import type { Resource } from '../support/builders.js';
import type { Client } from '../support/client.js';
import { ROOT_FIELDS, schema } from '../support/graphql-fields.js';
import { buildWorld } from '../support/hostile-world.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';
import { requestStatementsOf } from '../support/statements.js';

let server: SharedServer;
let client: Client;

beforeAll(async () => {
  server = await shareTestServer();
  client = await server.organization();
  for (const owner of [client, await server.organization(), client]) await buildWorld(owner);
});
afterAll(() => server.stop());

async function ask(document: string): Promise<Resource> {
  const { data, errors } = await client.graphql(document);
  expect(errors).toBeUndefined();
  return data;
}

const argumentsOf = ({ args }: { args: readonly { name: string; type: unknown }[] }) =>
  args.map(({ name, type }) => `${name}: ${String(type)}`).toSorted();

test('a nested list has the arguments of the root list of the same type', () => {
  const roots = new Map(
    ROOT_FIELDS.filter(({ kind }) => kind === 'query').map(({ field }) => [
      getNamedType(field.type).name,
      field,
    ]),
  );
  // The root lists of these need the name of a subscription, a plan, a wallet or a transaction.
  const named = [
    'AlertConnection',
    'ChargeConnection',
    'WalletConsumptionConnection',
    'WalletTransactionConnection',
  ];
  const nested = Object.values(schema.getTypeMap())
    .filter((type) => isObjectType(type))
    .filter((type) => type !== schema.getQueryType())
    .flatMap((type) => Object.values(type.getFields()))
    .filter(
      ({ type }) =>
        getNamedType(type).name.endsWith('Connection') &&
        // The types of the portal have lists nowhere else.
        !getNamedType(type).name.startsWith('Portal') &&
        !named.includes(getNamedType(type).name),
    );
  expect(nested.length).toBeGreaterThan(6);
  for (const field of nested) {
    const root = roots.get(getNamedType(field.type).name);
    expect(root && argumentsOf(root)).toEqual(argumentsOf(field));
  }
});

test.each([
  [
    'customers',
    'externalId',
    'externalCustomerId',
    'invoices',
    'orderBy: { field: total_amount_cents, direction: desc }',
    '',
  ],
  ['customers', 'externalId', 'externalCustomerId', 'invoices', 'search: "c"', 'paymentStatus: [pending]'],
  [
    'customers',
    'externalId',
    'externalCustomerId',
    'invoices',
    '',
    'amountFrom: 1, issuingDateFrom: "2020-01-01"',
  ],
  [
    'customers',
    'externalId',
    'externalCustomerId',
    'subscriptions',
    'search: "c", orderBy: { field: subscription_at }',
    'status: [active, terminated]',
  ],
  ['customers', 'externalId', 'externalCustomerId', 'payments', 'orderBy: { field: amount_cents }', ''],
  ['customers', 'externalId', 'externalCustomerId', 'paymentRequests', '', 'paymentStatus: pending'],
  [
    'customers',
    'externalId',
    'externalCustomerId',
    'creditNotes',
    'orderBy: { field: total_amount_cents }',
    'amountFrom: 1',
  ],
  ['invoices', 'id', 'invoiceId', 'payments', 'orderBy: { field: created_at }', ''],
  [
    'subscriptions',
    'externalId',
    'externalSubscriptionId',
    'fees',
    'orderBy: { field: created_at, direction: desc }',
    'feeType: subscription',
  ],
])(
  '%s: %s, %s: %s(%s, filter {%s}) is the part of the root list',
  async (parents, key, by, list, args, filter) => {
    const data = await ask(`{ ${parents} { nodes { key: ${key}
    list: ${list}(first: 50, ${args}, filter: { ${filter} }) { totalCount nodes { id } } } } }`);
    let items = 0;
    for (const parent of data[parents].nodes) {
      const root = await ask(
        `{ ${list}(first: 50, ${args}, filter: { ${filter} ${by}: "${parent.key}" }) { totalCount nodes { id } } }`,
      );
      expect(parent.list).toEqual(root[list]);
      items += Number(parent.list.nodes.length);
    }
    expect(items).toBeGreaterThan(0);
  },
);

test('a filter, a search and an order take no statement more', async () => {
  const document = (args: string) => `{ customers { nodes { invoices${args} { nodes { id } } } } }`;
  await ask(document(''));
  const statements = await requestStatementsOf(server.connections.drivers, () =>
    ask(document('(search: "c", filter: { paymentOverdue: false }, orderBy: { field: payment_due_date })')),
  );
  expect(statements).toHaveLength(2);
});

test('invalid arguments fail only the fields that have them', async () => {
  const { data, errors } = await client.graphql(`{ customers(first: 1) { nodes {
    good: invoices { totalCount }
    bad: invoices(filter: { billingEntityCodes: ["none"] }) { totalCount } } } }`);
  expect(data).toBeDefined();
  expect(errors?.map(({ path, extensions }) => [path.at(-1), extensions.code])).toEqual([
    ['bad', 'not_found'],
  ]);
});

test('subscriptions are found by part of their name, their external id, and by their customer', async () => {
  const { subscriptions } = await ask(
    '{ subscriptions { nodes { externalId customer { externalId } } totalCount } }',
  );
  const [first] = subscriptions.nodes;
  for (const text of [first.externalId.slice(1), first.externalId.toUpperCase(), first.customer.externalId]) {
    const found = await ask(`{ subscriptions(search: "${text}") { nodes { externalId } } }`);
    expect(found.subscriptions.nodes).toContainEqual({ externalId: first.externalId });
  }
  expect((await ask('{ subscriptions(search: "%") { totalCount } }')).subscriptions.totalCount).toBe(0);
});
