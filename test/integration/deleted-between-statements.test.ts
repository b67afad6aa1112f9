// A test clock that is deleted between two statements of a list.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  buildSchema,
  getNamedType,
  type GraphQLObjectType,
  isCompositeType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';
import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import type { SqlChannel } from '../../src/platform/db/sql-channel.js';
import {
  applyCoupon,
  createClock,
  createCoupon,
  createCustomer,
  createPlan,
  createWallet,
  type Resource,
  subscribe,
} from '../support/builders.js';
import type { Client } from '../support/client.js';
import { OPERATIONS, pathParametersOf } from '../support/operations.js';
import { startTestServer, type TestServer } from '../support/server.js';

let server: TestServer;
let client: Client;
let plan: Resource;
let coupon: Resource;
/** Called once the first statement of a request has ended. */
let onFirstStatement: (() => Promise<unknown>) | null = null;

beforeAll(async () => {
  server = await startTestServer();
  const tenants = server.connections.tenants as unknown as { postgres: SqlChannel };
  tenants.postgres = interrupted(tenants.postgres);
  client = await server.organization();
  plan = await createPlan(client, { amount_cents: 1_000, pay_in_advance: true });
  coupon = await createCoupon(client);
});
afterAll(() => server.stop());

function interrupted(next: SqlChannel): SqlChannel {
  const send = async <Result>(statement: Promise<Result>): Promise<Result> => {
    const interrupt = onFirstStatement;
    const rows = await statement;
    onFirstStatement = null;
    await interrupt?.();
    return rows;
  };
  return {
    rows: (statement, handling) => send(next.rows(statement, handling)),
    run: (statement, handling) => send(next.run(statement, handling)),
    begin: (work, handling) => next.begin(work, handling),
  };
}

/** A customer on a clock of its own, with something in most lists. */
async function prepare(): Promise<Resource> {
  const clock = await createClock(client);
  const customer = await createCustomer(client, { test_clock_id: clock.svc_id, currency: 'EUR' });
  await subscribe(client, customer, plan);
  await createWallet(client, customer, { paid_credits: '5', granted_credits: '5' });
  await applyCoupon(client, customer, coupon);
  return clock;
}

/** Calls a list whose first statement has seen what is on a clock, and the others have not. */
async function interrupt<Answer>(list: () => Promise<Answer>): Promise<Answer> {
  const clock = await prepare();
  onFirstStatement = async () => {
    expect((await client.delete(`/test_clocks/${clock.svc_id}`)).status).toBe(200);
  };
  try {
    return await list();
  } finally {
    onFirstStatement = null;
  }
}

/** A list, and what it answers. */
interface Shown<List, Answer> {
  readonly list: List;
  readonly plain: Answer;
}

/** The lists that show something of a customer on a clock: what others never show, they cannot omit. */
async function listsWithClocks<List, Answer>(
  lists: readonly List[],
  read: (list: List) => Promise<Answer>,
): Promise<Shown<List, Answer>[]> {
  const readAll = async () => {
    const shown: Shown<List, Answer>[] = [];
    for (const list of lists) shown.push({ list, plain: await read(list) });
    return shown;
  };
  const before = await readAll();
  const clock = await prepare();
  const after = await readAll();
  await client.delete(`/test_clocks/${clock.svc_id}`);
  return before.filter(({ plain }, index) => !isDeepStrictEqual(plain, after[index]?.plain));
}

test('each list of REST omits what is deleted meanwhile', async () => {
  const paths = OPERATIONS.filter(
    (operation) => operation.method === 'GET' && pathParametersOf(operation).length === 0,
  ).map(({ template }) => template);
  const read = async (path: string) => {
    const { status, body } = await client.get(path);
    return { status, body };
  };
  const lists = await listsWithClocks(paths, read);
  expect(lists.length).toBeGreaterThan(8);
  for (const { list, plain } of lists) {
    const { status } = await interrupt(() => client.get(list));
    expect([list, status]).toEqual([list, plain.status]);
  }
});

const SCHEMA = buildSchema(readFileSync(new URL('../../schema/schema.graphql', import.meta.url), 'utf8'));

/** The fields of an object without arguments, and which objects it is related to. */
function membersOf(type: GraphQLObjectType): string {
  const members = Object.values(type.getFields()).filter(
    (field) =>
      !field.args.some(isRequiredArgument) && !field.name.endsWith('Url') && field.deprecationReason == null,
  );
  return members
    .map(({ name, type: shown }) => (isCompositeType(getNamedType(shown)) ? `${name} { __typename }` : name))
    .join(' ');
}

const GRAPHQL_LISTS = Object.values(SCHEMA.getQueryType()?.getFields() ?? {}).flatMap((field) => {
  const type = getNamedType(field.type);
  if (!type.name.endsWith('Connection') || field.args.some(isRequiredArgument)) return [];
  const node = SCHEMA.getType(type.name.replace(/Connection$/, ''));
  return isObjectType(node) ? [`{ ${field.name}(first: 3) { nodes { ${membersOf(node)} } } }`] : [];
});

test('each list of GraphQL omits what is deleted meanwhile', async () => {
  const codesOf = (errors: readonly { extensions: { code: string } }[] = []) => [
    ...new Set(errors.map(({ extensions }) => extensions.code)),
  ];
  const read = async (query: string) => {
    const { data, errors } = await client.graphql(query);
    return { data, errors };
  };
  const lists = await listsWithClocks(GRAPHQL_LISTS, read);
  expect(lists.length).toBeGreaterThan(8);
  for (const { list, plain } of lists) {
    const { errors } = await interrupt(() => client.graphql(list));
    expect([list, codesOf(errors)]).toEqual([list, codesOf(plain.errors)]);
  }
});
