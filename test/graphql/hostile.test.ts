// What broken and hostile clients send to every field of the schema that takes something, made from its types: a new
// field is met by it at once; see test/rest/hostile.test.ts.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { getNamedType, getNullableType, isInputObjectType, isNonNullType, isObjectType } from 'graphql';
import { createCustomer } from '../support/builders.js';
import type { Client } from '../support/client.js';
import {
  documentOf,
  recordNamedBy,
  requiredVariables,
  ROOT_FIELDS,
  type RootField,
} from '../support/graphql-fields.js';
import { draw, hostileJson, hostileValues } from '../support/hostile-values.js';
import type { Known } from '../support/sample-bodies.js';
import { buildWorld, type World } from '../support/hostile-world.js';
import { snakeCase } from '../support/graphql-input.js';
import { oneIdOfEachTable } from '../support/rows-of-organization.js';
import { WrittenTables } from '../support/written-tables.js';
import { startTestServer, type TestServer } from '../support/server.js';

const FIELDS = ROOT_FIELDS.filter(({ field }) => field.args.length > 0).map(
  (root) => [`${root.kind} ${root.field.name}`, root] as const,
);

/** Fields that need a session: a key is refused with 401, in some once its input is valid. */
const FOR_USERS = ['changePassword', 'currentUser', 'logoutUser'];
/** Fields that need no credential (test/graphql/permissions.test.ts). */
const OPEN = [
  'acceptInvite',
  'beginSingleSignOn',
  'completeSingleSignOn',
  'confirmEmail',
  'currentVersion',
  'identityProviders',
  'invite',
  'loginUser',
  'passwordReset',
  'registerUser',
  'requestPasswordReset',
  'resetPassword',
];

/** Whatever a member may be, the value is to be of some kind that it is not. */
const HOSTILE = hostileValues({
  type: ['string', 'integer', 'array', 'object'],
  format: 'date-time',
});

let server: TestServer;
let client: Client;
let portalToken: string;
let journal: WrittenTables;
let world: World;

beforeAll(async () => {
  server = await startTestServer({ limits: { portalRequests: 100_000 } });
  client = await server.organization();
  world = await buildWorld(client);
  const customer = await createCustomer(client);
  const { body } = await client.get(`/customers/${customer.external_id}/portal_url`);
  [, portalToken] = body.customer.portal_url.split('#');
  journal = await WrittenTables.of(server);
});
afterAll(() => server.stop());

test.each(FIELDS)('%s', async (name, root) => {
  const document = documentOf(root);
  const places = draw(name, placesOf(root));
  const values = draw(`${name} value`, HOSTILE);
  for (const [index, [argument = '', member]] of places.entries()) {
    const variables = requiredVariables(root, world.known);
    if (member === undefined) variables[argument] = values[index];
    else variables[argument] = { ...(variables[argument] as object | undefined), [member]: values[index] };
    await send(
      root,
      hostileJson({ query: document, variables }),
      FOR_USERS.includes(root.field.name) ? [401] : [],
    );
  }
});

const NO_CREDENTIAL = expect.objectContaining({ code: 'unauthorized', status: 401 });
const NO_PERMISSION = expect.objectContaining({
  code: 'forbidden',
  status: 403,
  details: { base: [expect.stringMatching(/_action_not_allowed_for_/)] },
});

describe('every root field', () => {
  test('every root field is refused without its permission, and writes nothing', async () => {
    const powerless = await server.organization({});
    await journal.take();
    for (const root of ROOT_FIELDS) {
      const { name } = root.field;
      if (OPEN.includes(name)) continue;
      const { errors } = await powerless.graphql(documentOf(root), requiredVariables(root, world.known));
      const isOfOthers = FOR_USERS.includes(name) || name.startsWith('portal');
      expect([name, errors?.[0].extensions]).toEqual([name, isOfOthers ? NO_CREDENTIAL : NO_PERMISSION]);
      expect([name, await journal.take()]).toEqual([name, []]);
    }
  });

  test('every root field finds nothing that another organization names, and writes nothing', async () => {
    const stranger = await server.organization();
    const ids = await oneIdOfEachTable(server.pool, client.organizationId);
    let [seenByOwner, refused] = [0, 0];
    for (const root of ROOT_FIELDS) {
      const document = documentOf(root, selectionOf(root));
      for (const variables of namingVariables(root, ids)) {
        await journal.take();
        const { data, errors } = await stranger.graphql(document, variables);
        const found = isEmpty(data?.[root.field.name]) ? [] : [data];
        expect([root.field.name, variables, found, await journal.take()]).toEqual([
          root.field.name,
          variables,
          [],
          [],
        ]);
        if (errors !== undefined) refused += 1;
        if (root.kind === 'mutation') continue;
        const own = await client.graphql(document, variables);
        if (!isEmpty(own.data[root.field.name])) seenByOwner += 1;
      }
    }
    // The names are those of records that their owner sees.
    expect(seenByOwner).toBeGreaterThan(40);
    expect(refused).toBeGreaterThan(80);
  });
});

/** Events may come before the subscription that they name. */
const ACCEPTS_UNKNOWN_NAMES = new Set(['ingestEvent', 'ingestEvents']);

/**
 * Variables of a field that name records of the world: those that it requires, and beside them each other name that it
 * takes. Fields that create something choose its code and its external id.
 */
function namingVariables(root: RootField, ids: Readonly<Record<string, string>>): Record<string, unknown>[] {
  const { name: field, args } = root.field;
  if (ACCEPTS_UNKNOWN_NAMES.has(field)) return [];
  const { known, parameters } = world;
  const record = recordNamedBy(field, ids);
  const code = parameters[`${record}s.code`];
  const named = {
    ...Object.fromEntries(
      Object.entries({ ...known, ...parameters }).filter(([name]) => /^\w+_(?:code|id)$/.test(name)),
    ),
    ...ids,
    ...(record === null ? {} : { id: ids[`${record}_id`] }),
  };
  const creates = /^(?:create|upsert)/.test(field);
  const names: Known = {
    ...named,
    external_id: creates ? known['external_id'] : parameters['external_id'],
    ...(creates || code === undefined ? {} : { code }),
  };
  const foreign = new Set(Object.values(names).filter((name) => typeof name === 'string'));
  const required = requiredVariables(root, { ...known, ...names });
  const isNaming = JSON.stringify(required)
    .split('"')
    .some((text) => foreign.has(text));
  const others = args.flatMap(({ name, type }) => {
    const value = isNonNullType(type) ? undefined : names[snakeCase(name)];
    return typeof value === 'string' ? [{ ...required, [name]: value }] : [];
  });
  return [...(isNaming ? [required] : []), ...others];
}

function selectionOf({ field }: RootField): string | undefined {
  const type = getNamedType(field.type);
  return isObjectType(type) && 'nodes' in type.getFields() ? '{ nodes { __typename } }' : undefined;
}

/** True for what a query answers when it finds nothing. */
function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined) return true;
  if (Array.isArray(value)) return value.length === 0;
  return typeof value === 'object' && 'nodes' in value && isEmpty(value.nodes);
}

/** Every argument, and every member of one that is an input. */
function placesOf({ field: { args } }: RootField): (readonly [argument: string, member?: string])[] {
  return args.flatMap(({ name, type }) => {
    const input = getNullableType(type);
    const members = isInputObjectType(input) ? Object.keys(input.getFields()) : [];
    return [[name] as const, ...members.map((member) => [name, member] as const)];
  });
}

interface Refusal {
  readonly extensions: { readonly code: string; readonly status: number; readonly details: unknown };
}

/** @throws Error with the exchange, when its answer is not as every answer is. */
async function send(
  { kind, field }: RootField,
  body: string,
  otherStatuses: readonly number[],
): Promise<void> {
  const credential = field.name.startsWith('portal')
    ? { 'x-svc-portal-token': portalToken }
    : { authorization: `Bearer ${client.key ?? ''}` };
  const response = await fetch(`${server.baseUrl}/graphql`, {
    method: 'POST',
    headers: { ...credential, 'content-type': 'application/json' },
    body,
  });
  const { errors = [] } = (await response.json()) as { errors?: Refusal[] };
  const written = await journal.take();
  const mayWrite = errors.length === 0 && kind === 'mutation';
  const problems = [
    ...([200, 400, 413, ...otherStatuses].includes(response.status) ? [] : ['has another status']),
    ...(!mayWrite && written.length > 0 ? [`has written ${written.join()}`] : []),
    ...errors.filter(({ extensions: { code, status } }) => status >= 500 || !/^[a-z_]+$/.test(code)),
  ];
  const exchange = [body.slice(0, 500), '→', response.status, JSON.stringify(errors).slice(0, 500)].join(' ');
  if (problems.length > 0) throw new Error(`${exchange}: ${JSON.stringify(problems)}`);
}
