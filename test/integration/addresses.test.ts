// Whatever leaves for somebody else than the caller, and whatever is kept, is made of the configuration: a host that the
// caller names is met nowhere but in its own answers. Every mutation and every REST operation that writes is tried.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { getNamedType, isLeafType, isObjectType } from 'graphql';
import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createCustomer, unique } from '../support/builders.js';
import type { Client } from '../support/client.js';
import {
  documentOf,
  recordNamedBy,
  requiredVariables,
  ROOT_FIELDS,
  type RootField,
} from '../support/graphql-fields.js';
import { buildWorld, type World } from '../support/hostile-world.js';
import { Mailbox, runMailJobs } from '../support/mails.js';
import { bodyOf, type Operation, OPERATIONS, pathOf } from '../support/operations.js';
import { oneIdOfEachTable } from '../support/rows-of-organization.js';
import { startTestServer, TEST_PUBLIC_URL, type TestServer } from '../support/server.js';

const CANARY = 'canary.example';
const LOGO =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

let server: TestServer;
/** Passes requests on to the server as if they had been sent to the canary's host. */
let front: Server;
let client: Client;
let world: World;
let portalToken: string;
const mailbox = new Mailbox();

beforeAll(async () => {
  server = await startTestServer({ limits: { portalRequests: 100_000 }, mailTransport: mailbox });
  front = createServer((request, response) => {
    Object.assign(request.headers, {
      host: CANARY,
      'x-forwarded-host': CANARY,
      'x-forwarded-server': CANARY,
      'x-original-host': CANARY,
      'x-forwarded-proto': 'https',
      forwarded: `host=${CANARY};proto=https`,
    });
    server.app.http(request, response);
  });
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  const { port } = front.address() as AddressInfo;
  client = (await server.organization()).at(`http://127.0.0.1:${port}`);
  world = await buildWorld(client);
  const { svc_id: id } = await createCustomer(client);
  const generated = await client.graphql(
    'mutation ($id: ID!) { generateCustomerPortalUrl(input: { id: $id }) { portalUrl } }',
    { id },
  );
  [, portalToken] = generated.data.generateCustomerPortalUrl.portalUrl.split('#');
});
afterAll(async () => {
  front.closeAllConnections();
  await new Promise((resolve) => front.close(resolve));
  await server.stop();
});

test('a kept answer names the host of whoever gets it', async () => {
  const id = world.parameters['invoices.svc_id'];
  const download = async (caller: Client, key: string) => {
    const options = { headers: { 'idempotency-key': key } };
    const { body } = await caller.post(`/invoices/${id}/download`, undefined, options);
    const query = 'mutation ($id: ID!) { downloadInvoice(input: { id: $id }) { invoice { fileUrl } } }';
    const { data } = await caller.graphql(query, { id }, { 'idempotency-key': `graphql ${key}` });
    return [body.invoice.file_url, data.downloadInvoice.invoice.fileUrl];
  };
  const key = randomUUID();
  const beginsWith = (base: string) => expect.stringMatching(new RegExp(`^${base}/files/`));
  const first = await download(client, key);
  expect(first).toEqual(Array(2).fill(beginsWith(`https://${CANARY}`)));
  const repeated = await download(client.at(server.baseUrl), key);
  expect(repeated).toEqual(Array(2).fill(beginsWith(server.baseUrl)));
  expect(await rowsWith(CANARY)).toEqual([]);
});

test('the host that callers name is in no row, message, job or e-mail', async () => {
  const member = await signUp();
  const invited = `${unique('person')}@example.com`;
  await server.pool.sql`update users set email_confirmed_at = now()`;
  const { body: entities } = await client.get('/billing_entities');
  for (const { code } of entities.billing_entities) {
    const { status } = await client.put(`/billing_entities/${code}`, { billing_entity: { logo: LOGO } });
    expect(status).toBe(200);
  }
  const written = await callEveryWrite({ invited, member });
  // Most are really done; the others are refused for what was done before.
  expect(written.rest).toBeGreaterThan(70);
  expect(written.graphql).toBeGreaterThan(75);

  await server.app.services.apiLogWriter.settle();
  await runMailJobs(server, client);
  await runMailJobs(server, { organizationId: null });
  const mails = mailbox.take();
  const linksTo = (address: string) =>
    mails.flatMap(({ to, text }) => (to.includes(address) ? [text] : [])).join();
  expect(linksTo(invited)).toContain(`${TEST_PUBLIC_URL}/invitation#`);
  expect(linksTo(member.email)).toContain(`${TEST_PUBLIC_URL}/reset-password#`);
  expect(linksTo(member.email)).toContain(`${TEST_PUBLIC_URL}/confirm-email#`);
  expect(JSON.stringify(mails)).not.toContain(CANARY);
  expect(await rowsWith(CANARY)).toEqual([]);
  // The same search finds what is there.
  expect(await rowsWith('billing.test')).toContain('public.api_log_entries');
});

interface Member {
  readonly email: string;
  readonly token: string;
}

async function signUp(): Promise<Member> {
  const email = `${unique('member')}@example.com`;
  const input = { email, password: 'long enough 1', organizationName: 'Acme' };
  const query = 'mutation ($input: RegisterUserInput!) { registerUser(input: $input) { token } }';
  const { data } = await client.withKey(null).graphql(query, { input });
  return { email, token: data.registerUser.token };
}

/** Sends each operation that writes once, and those that end something last. @returns how many were not refused. */
async function callEveryWrite(people: { invited: string; member: Member }) {
  const ids = {
    ...(await oneIdOfEachTable(server.pool, client.organizationId)),
    // Not the key of this client.
    api_key_id: await idOfOtherKey(),
  };
  const mutations = ROOT_FIELDS.filter(({ kind }) => kind === 'mutation');
  const writes = [
    ...OPERATIONS.filter(({ method }) => method !== 'GET').map((operation) => ({
      surface: 'rest' as const,
      ends: operation.method === 'DELETE' || /void|finalize/.test(operation.template),
      call: () => callOperation(operation),
    })),
    ...mutations.map((root) => ({
      surface: 'graphql' as const,
      ends: /^(?:delete|destroy|terminate|void|revoke|logout|remove)/.test(root.field.name),
      call: () => callMutation(root, ids, people),
    })),
  ];
  const done = { rest: 0, graphql: 0 };
  for (const { surface, call } of writes.toSorted((one, other) => Number(one.ends) - Number(other.ends)))
    if (await call()) done[surface] += 1;
  return done;
}

async function callOperation(operation: Operation): Promise<boolean> {
  const rawBody = bodyOf(operation, world);
  const headers = { 'idempotency-key': randomUUID() };
  const options = { headers, ...(rawBody === undefined ? {} : { rawBody }) };
  return (await client.call(operation.method, pathOf(operation, world), options)).status === 200;
}

async function callMutation(
  root: RootField,
  ids: Readonly<Record<string, string>>,
  { invited, member }: { invited: string; member: Member },
): Promise<boolean> {
  const { name } = root.field;
  const email = name === 'createInvite' ? invited : member.email;
  const variables = variablesOf(root, ids, { ...TEXTS, email });
  const isOfPortal = name.startsWith('portal');
  const caller = isOfPortal
    ? client.withKey(null)
    : FOR_USERS.has(name)
      ? client.withKey(member.token)
      : client;
  const credential: Record<string, string> = isOfPortal ? { 'x-svc-portal-token': portalToken } : {};
  const query = documentOf(root, selectionOf(root));
  const keyed = { ...credential, 'idempotency-key': randomUUID() };
  if ((await caller.graphql(query, variables, keyed)).errors === undefined) return true;
  // Some take no key.
  const { errors } = await caller.graphql(query, variables, credential);
  expect([name, errors?.[0].extensions.status ?? 200]).not.toEqual([name, 500]);
  return errors === undefined;
}

async function idOfOtherKey(): Promise<string> {
  const { data } = await client.graphql('{ apiKeys { nodes { id name } } }');
  return data.apiKeys.nodes.find((key: { name: string | null }) => key.name === 'n').id;
}

const TEXTS = {
  role: 'admin',
  logo: LOGO,
  password: 'long enough 1',
  current_password: 'long enough 1',
  new_password: 'long enough 2',
  organization_name: 'Acme',
};

/** Fields that need a session. */
const FOR_USERS = new Set(['changePassword', 'logoutUser']);

function variablesOf(
  root: RootField,
  ids: Readonly<Record<string, string>>,
  over: Readonly<Record<string, string>>,
) {
  const { known, parameters } = world;
  const { name } = root.field;
  const record = recordNamedBy(name, ids);
  const creates = /^(?:create|upsert)/.test(name);
  const code = parameters[`${record}s.code`];
  return requiredVariables(root, {
    ...known,
    ...parameters,
    ...ids,
    ...(record === null ? {} : { id: ids[`${record}_id`] }),
    external_id: creates ? known['external_id'] : parameters['external_id'],
    code: creates || code === undefined ? known['code'] : code,
    ...over,
  });
}

/** What a payload has without arguments, and the objects in it. */
function selectionOf({ field }: RootField): string | undefined {
  const leaves = (type: unknown, depth: number): string => {
    if (!isObjectType(type)) return '';
    const fields = Object.values(type.getFields()).filter(({ args }) => args.length === 0);
    const selected = fields.flatMap(({ name, type: of }) => {
      const named = getNamedType(of);
      if (isLeafType(named)) return [name];
      const inner = depth === 0 ? '' : leaves(named, depth - 1);
      return inner === '' ? [] : [`${name} ${inner}`];
    });
    return selected.length === 0 ? '' : `{ ${selected.join(' ')} }`;
  };
  return leaves(getNamedType(field.type), 1) || undefined;
}

/** The tables with a row that contains this text, in any column. */
async function rowsWith(text: string): Promise<string[]> {
  const { sql } = server.pool;
  const tables = await sql<{ name: string }[]>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema') order by 1`;
  const found: string[] = [];
  for (const { name } of tables) {
    const [row] = await sql.unsafe(`select 1 from ${name} as stored where stored::text like $1 limit 1`, [
      `%${text}%`,
    ]);
    if (row !== undefined) found.push(name);
  }
  return found;
}
