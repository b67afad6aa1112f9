// Source: auth.md §1, ADR 0028.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { RESOURCES } from '../../src/platform/api/access/resource-permissions.js';
import { callerWith, createTax, unique } from '../support/builders.js';
import type { Client } from '../support/client.js';
import { schema } from '../support/graphql-fields.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';

let server: SharedServer;
let client: Client;

beforeAll(async () => {
  server = await shareTestServer();
  client = await server.organization();
});
afterAll(() => server.stop());

const KEY = '{ id name value permissions expiresAt lastUsedAt createdAt }';
const run = async (query: string, variables: Record<string, unknown>, caller = client) => {
  const { data, errors } = await caller.graphql(query, variables);
  return { data, error: errors?.[0]?.extensions };
};
const mutate = async (name: string, input: object, caller = client) => {
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
  const { data, error } = await run(
    `mutation ($input: ${type}!) { ${name}(input: $input) { apiKey ${KEY} } }`,
    { input },
    caller,
  );
  return { key: data?.[name]?.apiKey, error };
};
const list = async (caller = client) =>
  (await run(`{ apiKeys(perPage: 100) { nodes ${KEY} } }`, {}, caller)).data.apiKeys.nodes;
const status = async (value: string, path = '/taxes') => (await client.withKey(value).get(path)).status;
const everything = Object.fromEntries(RESOURCES.map((resource) => [resource, ['read', 'write']]));
const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString();

describe('a new key', () => {
  test('a new API key is shown once, works at once, and has every permission by default', async () => {
    const { key } = await mutate('createApiKey', { name: 'ci' });
    expect(key).toEqual({
      id: expect.any(String),
      name: 'ci',
      value: expect.stringMatching(/^svc_[\w-]{40}$/),
      permissions: everything,
      expiresAt: null,
      lastUsedAt: null,
      createdAt: expect.any(String),
    });
    expect(await status(key.value)).toBe(200);
    const masked = `••••••••${key.value.slice(-4)}`;
    const read = await run(`query ($id: ID!) { apiKey(id: $id) ${KEY} }`, { id: key.id });
    expect(read.data.apiKey).toMatchObject({ id: key.id, value: masked });
    expect((await list())[0]).toMatchObject({ id: key.id, value: masked });
    const [stored] = await server.pool.sql`select * from api_keys where id = ${key.id}`;
    expect(JSON.stringify(stored)).not.toContain(key.value);
  });

  test('a new API key may do what its permissions grant, and never manage keys', async () => {
    const permissions = { tax: ['write', 'read', 'read'], plan: [] };
    const { key } = await mutate('createApiKey', { permissions });
    expect(key).toMatchObject({ name: null, permissions: { tax: ['read', 'write'], plan: [] } });
    const caller = client.withKey(key.value);
    await createTax(caller);
    expect((await caller.get('/plans')).body.code).toBe('read_action_not_allowed_for_plan');
    const forbidden = (mode: string) => ({
      code: 'forbidden',
      status: 403,
      details: { base: [`${mode}_action_not_allowed_for_api_key`] },
    });
    expect((await run('{ apiKeys { totalCount } }', {}, caller)).error).toMatchObject(forbidden('read'));
    for (const name of ['createApiKey', 'updateApiKey', 'rotateApiKey']) {
      const input = name === 'createApiKey' ? {} : { id: key.id };
      expect((await mutate(name, input, caller)).error).toMatchObject(forbidden('write'));
    }
  });

  test.each<[object, object]>([
    [{ permissions: { tax: ['read'], secret: ['read'] } }, { permissions: ['forbidden_keys'] }],
    [{ permissions: { api_key: ['read', 'write'] } }, { permissions: ['forbidden_keys'] }],
    [{ permissions: { tax: ['delete'] } }, { permissions: ['forbidden_values'] }],
    [{ permissions: { tax: 'read', plan: [null] } }, { permissions: ['forbidden_values'] }],
    [
      { permissions: { constructor: [], tax: {} }, name: 'n'.repeat(256) },
      { permissions: ['forbidden_keys', 'forbidden_values'], name: ['value_is_too_long'] },
    ],
  ])('%j is refused: %j', async (input, details) => {
    const refusal = { code: 'unprocessable_entity', details };
    expect((await mutate('createApiKey', input)).error).toMatchObject(refusal);
    const { key } = await mutate('createApiKey', {});
    expect((await mutate('updateApiKey', { id: key.id, ...input })).error).toMatchObject(refusal);
  });
});

describe('a change', () => {
  test('a change of an API key replaces the permissions as a whole, and holds for the next request', async () => {
    const { key } = await mutate('createApiKey', { name: 'old', permissions: { tax: ['read'] } });
    expect(await status(key.value)).toBe(200);
    const changed = await mutate('updateApiKey', { id: key.id, permissions: { plan: ['read'] } });
    expect(changed.key).toMatchObject({ name: 'old', permissions: { plan: ['read'] } });
    expect(changed.key.value).toMatch(/^•{8}/);
    expect((await mutate('updateApiKey', { id: key.id, name: null })).key).toMatchObject({
      name: null,
      permissions: { plan: ['read'] },
    });
    expect((await mutate('updateApiKey', { id: key.id, permissions: null })).error).toMatchObject({
      details: { permissions: ['value_is_mandatory'] },
    });
  });

  test('a change of an API key to all permissions makes the key unlimited: a map that was read can be sent back', async () => {
    const { key } = await mutate('createApiKey', { permissions: { tax: ['read'] } });
    await mutate('updateApiKey', { id: key.id, permissions: everything });
    expect((await list(client.withKey(key.value))).length).toBeGreaterThan(0);
  });
});

describe('a rotation', () => {
  test('the rotation of an API key replaces the key at once, with its name and permissions', async () => {
    const { key: old } = await mutate('createApiKey', { name: 'deploy', permissions: { tax: ['read'] } });
    const { key } = await mutate('rotateApiKey', { id: old.id });
    expect(key).toMatchObject({ name: 'deploy', permissions: { tax: ['read'] }, expiresAt: null });
    expect(key.value).toMatch(/^svc_/);
    expect([await status(key.value), await status(old.value)]).toEqual([200, 401]);
    const ids = (await list()).map(({ id }: { id: string }) => id);
    expect([ids.includes(key.id), ids.includes(old.id)]).toEqual([true, false]);
    expect((await mutate('rotateApiKey', { id: old.id })).error).toMatchObject({
      code: 'not_found',
      details: { apiKey: ['not_found'] },
    });
  });

  test('the rotation of an API key leaves the old key until the instant that is given', async () => {
    const { key: old } = await mutate('createApiKey', { name: 'deploy' });
    const expiresAt = tomorrow();
    const { key } = await mutate('rotateApiKey', { id: old.id, name: 'deploy 2', expiresAt });
    expect(key).toMatchObject({ name: 'deploy 2', expiresAt: null });
    expect([await status(key.value), await status(old.value)]).toEqual([200, 200]);
    expect((await list()).find(({ id }: { id: string }) => id === old.id)).toMatchObject({
      expiresAt: `${expiresAt.slice(0, 19)}Z`,
    });
  });

  test('the rotation of an API key to a past instant is refused, and changes nothing', async () => {
    const { key } = await mutate('createApiKey', {});
    const refused = await mutate('rotateApiKey', { id: key.id, expiresAt: '2020-01-01T00:00:00Z' });
    expect(refused.error).toMatchObject({ status: 422, details: { expiresAt: ['invalid_date'] } });
    expect(await status(key.value)).toBe(200);
  });

  test.each(['createApiKey', 'rotateApiKey'])(
    '%s takes no Idempotency-Key, whose record would hold the key',
    async (name) => {
      const { key } = await mutate('createApiKey', {});
      const input = name === 'createApiKey' ? {} : { id: key.id };
      const type = name === 'createApiKey' ? 'CreateApiKeyInput' : 'RotateApiKeyInput';
      const { status: code, errors } = await client.graphql(
        `mutation ($input: ${type}!) { ${name}(input: $input) { apiKey { value } } }`,
        { input },
        { 'idempotency-key': unique('key') },
      );
      expect([code, errors?.[0].extensions.code]).toEqual([400, 'bad_request']);
    },
  );
});

describe('a deletion', () => {
  const remove = (id: string, caller = client) =>
    run(
      'mutation ($id: ID!) { deleteApiKey(input: { id: $id }) { deletedId apiKey { name } } }',
      { id },
      caller,
    );

  test('the deletion of an API key expires the key now', async () => {
    const { key } = await mutate('createApiKey', { name: 'gone' });
    expect(await status(key.value)).toBe(200);
    expect((await remove(key.id)).data.deleteApiKey).toEqual({
      deletedId: key.id,
      apiKey: { name: 'gone' },
    });
    expect(await status(key.value)).toBe(401);
    expect((await remove(key.id)).error).toMatchObject({ code: 'not_found' });
  });

  test('the deletion of the last key without expiry is refused, also of two at once', async () => {
    const other = await server.organization();
    const [only] = await list(other);
    const refusal = { status: 422, details: { base: ['last_non_expiring_api_key'] } };
    expect((await remove(only.id, other)).error).toMatchObject(refusal);
    const { key: old } = await mutate('createApiKey', {}, other);
    await mutate('rotateApiKey', { id: old.id, expiresAt: tomorrow() }, other);
    // The old key stays valid until tomorrow, so that three are left: two of them without expiry.
    const permanent = (await list(other)).filter(
      (key: { expiresAt: string | null }) => key.expiresAt === null,
    );
    const outcomes = await Promise.all(
      permanent.map(({ id }: { id: string }) => remove(id, other.withKey(old.value))),
    );
    expect(outcomes.map(({ error }) => error?.details ?? null)).toEqual(
      expect.arrayContaining([null, refusal.details]),
    );
  });
});

test("another organization's keys can neither be seen nor changed", async () => {
  const stranger = await server.organization();
  const { key } = await mutate('createApiKey', { name: 'mine' });
  const gone = { code: 'not_found', details: { apiKey: ['not_found'] } };
  expect((await run('query ($id: ID!) { apiKey(id: $id) { id } }', { id: key.id }, stranger)).error).toEqual(
    expect.objectContaining(gone),
  );
  for (const name of ['updateApiKey', 'rotateApiKey', 'deleteApiKey']) {
    expect((await mutate(name, { id: key.id }, stranger)).error).toMatchObject(gone);
  }
  expect((await mutate('rotateApiKey', { id: 'x' }, stranger)).error).toMatchObject(gone);
  expect((await list(stranger)).map(({ name }: { name: string }) => name)).toEqual(['test']);
  expect(await status(key.value)).toBe(200);
});

test('lists are searched and paged', async () => {
  const caller = await server.organization();
  for (const name of ['reader one', 'writer', 'reader two']) await mutate('createApiKey', { name }, caller);
  const { data } = await run(
    '{ apiKeys(search: "READER", perPage: 1, page: 2) { nodes { name } totalCount pageInfo { totalPages } } }',
    {},
    caller,
  );
  expect(data.apiKeys).toEqual({
    nodes: [{ name: 'reader one' }],
    totalCount: 2,
    pageInfo: { totalPages: 2 },
  });
});

describe('the last use', () => {
  const lastUsedAt = async (caller: Client): Promise<string | null> => {
    await server.app.services.apiKeyUse.settle();
    const [row] = await server.pool.sql<{ at: string | null }[]>`
      select last_used_at::text as at from api_keys
      where organization_id = ${caller.organizationId} and right(name, 7) = 'limited'`;
    return row?.at ?? null;
  };
  const limited = async () =>
    callerWith(server, await server.organization(), { tax: ['read'], event: ['read', 'write'] });

  test('the last use of an API key is recorded on both surfaces, refused requests included, at most once a minute', async () => {
    const uses: ((caller: Client) => Promise<unknown>)[] = [
      (caller) => caller.get('/taxes'),
      (caller) => caller.get('/plans'),
      (caller) => caller.post('/events/batch', { events: [] }),
      (caller) => caller.graphql('{ taxes { totalCount } }'),
    ];
    for (const use of uses) {
      const caller = await limited();
      await use(caller);
      const first = await lastUsedAt(caller);
      expect(first).not.toBeNull();
      await use(caller);
      expect(await lastUsedAt(caller)).toBe(first);
    }
  });

  test('the last use of an API key is not recorded for single events, nor for introspection', async () => {
    const caller = await limited();
    const event = { transaction_id: unique('event'), external_subscription_id: 's', code: 'none' };
    await caller.post('/events', { event });
    await caller.graphql(
      'mutation ($input: IngestEventInput!) { ingestEvent(input: $input) { event { code } } }',
      { input: { transactionId: unique('event'), externalSubscriptionId: 's', code: 'none' } },
    );
    await caller.graphql('{ __typename }');
    expect(await lastUsedAt(caller)).toBeNull();
  });

  test('the last use of an API key is not written again within a minute by another process either', async () => {
    const caller = await limited();
    await caller.get('/taxes');
    const first = await lastUsedAt(caller);
    const { apiKeyAuthenticator, clock, log } = server.app.services;
    const actor = await apiKeyAuthenticator.authenticate(`Bearer ${caller.key ?? ''}`);
    const { ApiKeyUse } = await import('../../src/modules/organizations/api-keys/api-key-use.js');
    const elsewhere = new ApiKeyUse(server.connections.jobs, clock, log);
    elsewhere.record(actor);
    await elsewhere.settle();
    expect(await lastUsedAt(caller)).toBe(first);
  });
});

test('the description of a new key and the manual name the permissions that show everything', () => {
  const manual = readFileSync(new URL('../../docs/access.md', import.meta.url), 'utf8');
  const description = schema.getMutationType()?.getFields()['createApiKey']?.description ?? '';
  for (const text of [description, manual])
    expect(text).toMatch(/`activity_log[^]*`api_log[^]*`webhook_endpoint/);
});
