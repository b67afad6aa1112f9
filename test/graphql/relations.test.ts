// Every list with everything that its objects lead to, one relation at a time: the number of statements does not
// depend on how many objects the list holds (docs/adr/0040), and nothing is counted unless requested.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { getNamedType, type GraphQLObjectType, isLeafType, isObjectType, isRequiredArgument } from 'graphql';
import { createPricingUnit, createSection, type Resource } from '../support/builders.js';
import type { Client } from '../support/client.js';
import { type Field, ROOT_FIELDS } from '../support/graphql-fields.js';
import { buildWorld } from '../support/hostile-world.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';
import { questionsIn, requestStatementsOf } from '../support/statements.js';

/** How many statements a list may take with one relation, its totals and all that the related objects tell of themselves. */
const MOST = 10;
/** Ongoing balances read usage and the rules of wallets, beside customers, their wallets, and the number of both. */
const MOST_OF: Readonly<Record<string, number>> = {
  'customers.wallets': 14,
  wallets: 12,
  'wallets.ongoingBalance': 12,
  'wallets.ongoingUsageBalance': 12,
};
/** Pages that hold all there is, and stay within the limit on cost. */
const [ROOT, NESTED] = [25, 10];
/** Lists that first read the audit period of the organization. */
const READS_FIRST: Readonly<Record<string, number>> = {
  activityLogs: 1,
  apiLogs: 1,
  securityLogs: 1,
};
/** Lists that hold more in an organization of few objects than a page of others. */
const PAGES: Readonly<Record<string, number>> = { activityLogs: 60, apiLogs: 60 };
/** Lists that need the name of an owner, are for operators, are empty, or whose statements are not counted. */
const OMITTED = [
  'alerts',
  'triggeredAlerts',
  'customerPastUsage',
  'organizations',
  'failingWorks',
  'apiKeys',
];

let server: SharedServer;
/** Two organizations with objects of the same kinds, of which one has twice as many. */
let few: Client;
let many: Client;

beforeAll(async () => {
  server = await shareTestServer();
  [few, many] = [await server.organization(), await server.organization()];
  for (const client of [few, many, many]) {
    await buildWorld(client);
    await createPricingUnit(client);
    await createSection(client);
  }
});
afterAll(() => server.stop());

const isConnection = ({ type }: Field) => getNamedType(type).name.endsWith('Connection');
const fieldsOf = (type: GraphQLObjectType) =>
  Object.values(type.getFields()).filter(({ args }) => !args.some(isRequiredArgument));

/** Lists that need no names of records. */
const LISTS = ROOT_FIELDS.flatMap(({ kind, field }) =>
  kind === 'query' && isConnection(field) && !field.args.some(isRequiredArgument) ? [field] : [],
).filter(({ name }) => !OMITTED.includes(name));

function nodeTypeOf(connection: Field): GraphQLObjectType {
  const { nodes } = (getNamedType(connection.type) as GraphQLObjectType).getFields();
  return getNamedType(nodes?.type) as GraphQLObjectType;
}

/** All fields of an object that are not relations. */
function scalarsOf(type: GraphQLObjectType): string {
  const names = fieldsOf(type).flatMap((field) => (isLeafType(getNamedType(field.type)) ? [field.name] : []));
  return `{ __typename ${names.join(' ')} }`;
}

function selectionOf(field: Field): string {
  const type = getNamedType(field.type);
  if (isConnection(field))
    return `${field.name}(first: ${NESTED}) { totalCount pageInfo { hasNextPage } nodes ${scalarsOf(nodeTypeOf(field))} }`;
  if (isLeafType(type)) return field.name;
  return `${field.name} ${isObjectType(type) ? scalarsOf(type) : '{ __typename }'}`;
}

/** The scalars of a list's objects, and one after another what they lead to. */
function selectionsOf(list: Field): [place: string, selection: string][] {
  const type = nodeTypeOf(list);
  const related = fieldsOf(type).filter((field) => !isLeafType(getNamedType(field.type)));
  return [
    ['', scalarsOf(type)],
    ...related.map((field): [string, string] => [`.${field.name}`, `{ ${selectionOf(field)} }`]),
  ];
}

async function read(client: Client, list: string, selection: string) {
  const document = `{ list: ${list}(first: ${PAGES[list] ?? ROOT}) { ${selection} } }`;
  // Reads the catalog.
  await client.graphql(document);
  let answer: Resource;
  const statements = await requestStatementsOf(server.connections.drivers, async () => {
    const { data, errors } = await client.graphql(document);
    expect(errors).toBeUndefined();
    answer = data.list;
  });
  return { answer, statements: questionsIn(statements), sent: statements };
}

describe.each(LISTS.map((list) => [list.name, list] as const))('%s', (name, list) => {
  test.each(selectionsOf(list))('%s', async (place, selection) => {
    const whole = `totalCount nodes ${selection}`;
    const [ofFew, ofMany] = [await read(few, name, whole), await read(many, name, whole)];
    expect(ofMany.answer.nodes.length).toBeGreaterThan(ofFew.answer.nodes.length);
    // Shows what was sent where the numbers differ.
    const differing = ofMany.statements === ofFew.statements ? null : { few: ofFew.sent, many: ofMany.sent };
    expect(differing).toBeNull();
    expect(ofMany.statements).toBeLessThanOrEqual(MOST_OF[`${name}${place}`] ?? MOST);
  });

  test('every list counts its rows only on request, and once', async () => {
    const { statements: uncounted } = await read(many, name, 'nodes { __typename } pageInfo { hasNextPage }');
    const totals = 'totalCount pageInfo { totalCount totalPages currentPage nextPage previousPage }';
    const { statements: counted } = await read(many, name, `nodes { __typename } ${totals}`);
    const first = READS_FIRST[name] ?? 0;
    expect([uncounted, counted]).toEqual([first + 1, first + 2]);
  });
});

test('nested lists are counted only on request, and all together', async () => {
  const invoices = (selection: string) =>
    `nodes { invoices { ${selection} } again: invoices { totalCount } }`;
  const uncounted = await read(many, 'customers', 'nodes { invoices { pageInfo { hasNextPage } } }');
  const counted = await read(many, 'customers', invoices('totalCount pageInfo { totalPages nextPage }'));
  expect([uncounted.statements, counted.statements]).toEqual([2, 3]);
});
