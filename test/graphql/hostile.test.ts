// What broken and hostile clients send to every field of the schema that takes something, made from its types: a new
// field is met by it at once; see test/rest/hostile.test.ts.
import { afterAll, beforeAll, test } from '@jest/globals';
import { getNullableType, isInputObjectType } from 'graphql';
import { createCustomer } from '../support/builders.js';
import type { Client } from '../support/client.js';
import { documentOf, requiredVariables, ROOT_FIELDS, type RootField } from '../support/graphql-fields.js';
import { draw, hostileJson, hostileValues } from '../support/hostile-values.js';
import { buildWorld, type World } from '../support/hostile-world.js';
import { WrittenTables } from '../support/written-tables.js';
import { startTestServer, type TestServer } from '../support/server.js';

const FIELDS = ROOT_FIELDS.filter(({ field }) => field.args.length > 0).map(
  (root) => [`${root.kind} ${root.field.name}`, root] as const,
);

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
  journal = await WrittenTables.of(server.pool);
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
    await send(root, hostileJson({ query: document, variables }));
  }
});

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
async function send({ kind, field }: RootField, body: string): Promise<void> {
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
    ...([200, 400, 413].includes(response.status) ? [] : ['has another status']),
    ...(!mayWrite && written.length > 0 ? [`has written ${written.join()}`] : []),
    ...errors.filter(({ extensions: { code, status } }) => status >= 500 || !/^[a-z_]+$/.test(code)),
  ];
  const exchange = [body.slice(0, 500), '→', response.status, JSON.stringify(errors).slice(0, 500)].join(' ');
  if (problems.length > 0) throw new Error(`${exchange}: ${JSON.stringify(problems)}`);
}
