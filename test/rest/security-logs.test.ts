// Changes of who may do what, read on both surfaces. Source: logs.md §1, §4.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { RESOURCES } from '../../src/platform/api/access/resource-permissions.js';
import { callerWith, createTax, type Resource } from '../support/builders.js';
import type { Client } from '../support/client.js';
import { HandClock } from '../support/hand-clock.js';
import { startTestServer, type TestServer } from '../support/server.js';

const NOW = '2027-03-01T09:30:00Z';
const clock = new HandClock(NOW);

let server: TestServer;
let client: Client;

beforeAll(async () => {
  server = await startTestServer({ clock });
});
afterAll(() => server.stop());
beforeEach(async () => {
  clock.set(NOW);
  client = await server.organization();
});

const logs = async (query = '', caller = client): Promise<Resource[]> => {
  const { status, body } = await caller.get(`/security_logs${query}`);
  expect([status, body.error_details]).toEqual([200, undefined]);
  return body.security_logs;
};
const events = async (query = '') => (await logs(query)).map(({ log_event }) => log_event);
const mutate = async (name: string, input: object, caller = client): Promise<Resource> => {
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
  const { data, errors } = await caller.graphql(
    `mutation ($input: ${type}!) { ${name}(input: $input) { apiKey { id name value } } }`,
    { input },
  );
  expect(errors).toBeUndefined();
  return data[name].apiKey;
};
const update = (input: object, caller = client) =>
  caller.graphql(
    `mutation ($input: UpdateOrganizationInput!) {
      updateOrganization(input: $input) { organization { id hasSecurityLog } }
    }`,
    { input },
  );
const ownKeyId = async () => {
  const [key] = await server.pool
    .sql`select id from api_keys where organization_id = ${client.organizationId} and name = 'test'`;
  return key?.['id'];
};

describe('a billing entity leaves an entry', () => {
  test('a billing entity leaves an entry when it is created, and with what an update changes', async () => {
    const tax = await createTax(client);
    await client.post('/billing_entities', { billing_entity: { code: 'eu', name: 'Hooli EU' } });
    const path = '/billing_entities/eu';
    const changes = { invoice_grace_period: 3, tax_codes: [tax.code] };
    await client.put(path, { billing_entity: changes });
    await client.put(path, { billing_entity: changes });
    const entries = (await logs('?log_types[]=billing_entity')).map(({ log_event, resources }) => [
      log_event,
      resources,
    ]);
    const identity = { billing_entity_name: 'Hooli EU', billing_entity_code: 'eu' };
    expect(entries).toEqual([
      [
        'billing_entity.updated',
        {
          ...identity,
          invoice_grace_period: { deleted: 0, added: 3 },
          tax_codes: { deleted: [], added: [tax.code] },
        },
      ],
      ['billing_entity.created', identity],
    ]);
  });
});

describe('an API key leaves an entry', () => {
  test('an API key leaves an entry when it is created', async () => {
    const key = await mutate('createApiKey', {
      name: 'ci',
      permissions: { tax: ['write', 'read'], plan: ['read'] },
    });
    const [entry, ...others] = await logs();
    expect(others).toEqual([]);
    expect(entry).toEqual({
      log_id: expect.any(String),
      log_type: 'api_key',
      log_event: 'api_key.created',
      user_email: null,
      resources: {
        name: 'ci',
        value_ending: key.value.slice(-4),
        permissions: ['tax:read', 'tax:write', 'plan:read'],
      },
      device_info: {
        user_agent: expect.any(String),
        ip_address: expect.stringMatching(/127\.0\.0\.1$/),
        browser: null,
        os: null,
        device_type: null,
      },
      logged_at: NOW,
      created_at: NOW,
    });
    expect(JSON.stringify(entry)).not.toContain(key.value);
    const { status, body } = await client.get(`/security_logs/${entry.log_id}`);
    expect([status, body]).toEqual([200, { security_log: entry }]);
  });

  test('an API key leaves an entry when its permissions or its name change, and none when nothing does', async () => {
    const { id } = await mutate('createApiKey', {
      name: 'ci',
      permissions: { tax: ['read'], plan: ['read'] },
    });
    await mutate('updateApiKey', { id, name: 'ci', permissions: { plan: ['read'], tax: ['read'] } });
    await mutate('updateApiKey', { id });
    expect(await events()).toEqual(['api_key.created']);
    await mutate('updateApiKey', { id, permissions: { tax: ['read', 'write'] } });
    clock.set('2027-03-01T09:30:01Z');
    await mutate('updateApiKey', { id, name: 'deploy' });
    const [renamed, limited] = await logs('?log_events[]=api_key.updated');
    expect(limited.resources).toMatchObject({
      name: 'ci',
      permissions: { deleted: ['plan:read'], added: ['tax:write'] },
    });
    expect(renamed.resources).toMatchObject({ name: 'deploy', permissions: { deleted: [], added: [] } });
  });

  test('an API key leaves an entry when it is rotated or deleted', async () => {
    const old = await mutate('createApiKey', { name: 'ci', permissions: { tax: ['read'] } });
    const key = await mutate('rotateApiKey', { id: old.id });
    await mutate('deleteApiKey', { id: key.id });
    const [rotated] = await logs('?log_events[]=api_key.rotated');
    expect(rotated.resources).toEqual({
      name: 'ci',
      value_ending: { deleted: old.value.slice(-4), added: key.value.slice(-4) },
      permissions: ['tax:read'],
    });
    const [deleted] = await logs('?log_events[]=api_key.deleted');
    expect(deleted.resources).toEqual({
      name: 'ci',
      value_ending: key.value.slice(-4),
      permissions: ['tax:read'],
    });
  });

  test('an API key leaves an entry with every permission that it has', async () => {
    await mutate('createApiKey', {});
    const [{ resources }] = await logs();
    expect(resources.permissions).toHaveLength(2 * RESOURCES.length);
  });

  test('an API key leaves an entry only if the change is committed', async () => {
    const { errors } = await client.graphql(`mutation {
      createApiKey(input: { name: "n" }) { apiKey { id } }
      deleteApiKey(input: { id: "${randomUUID()}" }) { deletedId }
    }`);
    expect(errors).toHaveLength(2);
    expect(await logs()).toEqual([]);
  });

  test('an API key leaves an entry of the system when the operator replaces it', async () => {
    const { apiKeys } = server.app.services;
    const value = `svc_${'x'.repeat(36)}bcde`;
    await server.pool.db.transaction(async (tx) => {
      await apiKeys.issue(tx, client.organizationId, {
        name: 'Admin',
        isBootstrap: true,
        value: `${value}-old`,
      });
      await apiKeys.replaceBootstrapKey(tx, client.organizationId, value);
    });
    const [entry] = await logs();
    expect(entry).toMatchObject({ log_event: 'api_key.rotated', user_email: null, device_info: null });
    expect(entry.resources.value_ending).toEqual({ deleted: '-old', added: 'bcde' });
  });
});

describe('filters', () => {
  test('filters of types, events and keys: values of one are or-ed, filters and-ed', async () => {
    const { id } = await mutate('createApiKey', { name: 'a' });
    await mutate('updateApiKey', { id, name: 'b' });
    await mutate('deleteApiKey', { id });
    const own = await ownKeyId();
    expect((await events('?log_types[]=api_key')).length).toBe(3);
    expect(await events('?log_types[]=role&log_types[]=user')).toEqual([]);
    const changed = '?log_events[]=api_key.updated&log_events[]=api_key.deleted&log_events[]=role.created';
    expect((await events(changed)).toSorted()).toEqual(['api_key.deleted', 'api_key.updated']);
    expect(await events(`?api_key_ids[]=${own}`)).toHaveLength(3);
    expect(await events(`?api_key_ids[]=${own}&log_types[]=export`)).toEqual([]);
    expect(await events(`?api_key_ids[]=${id}`)).toEqual([]);
    expect(await events('?api_key_ids[]=nobody')).toEqual([]);
    expect(await events(`?user_ids[]=${own}`)).toEqual([]);
    expect(await events('?from_date=2027-03-01&to_date=2027-03-01')).toHaveLength(3);
    expect(await events('?from_date=2027-03-02')).toEqual([]);
    expect(await events('?to_date=2027-03-01T09:29:59Z')).toEqual([]);
  });

  test.each<[string, Record<string, string[]>]>([
    ['from_date=yesterday&to_date=2027-02-30', { from_date: ['invalid_date'], to_date: ['invalid_date'] }],
    ['log_types[]=api_key&log_types[]=moon', { log_types: ['value_is_invalid'] }],
    ['log_events[]=api_key.landed', { log_events: ['value_is_invalid'] }],
    ['log_events[]=api_key', { log_events: ['value_is_invalid'] }],
  ])('filters of the security log are refused: %s', async (query, details) => {
    const { status, body } = await client.get(`/security_logs?${query}`);
    expect([status, body.code, body.error_details]).toEqual([422, 'validation_errors', details]);
  });
});

test('GraphQL shows the same entries, newest first, page after page', async () => {
  await mutate('createApiKey', { name: 'a' });
  clock.set('2027-03-01T09:30:01Z');
  await mutate('createApiKey', { name: 'b' });
  const { data } = await client.graphql(`{
    securityLogs(first: 1, filter: { logTypes: [api_key], logEvents: ["api_key.created"] }) {
      totalCount
      nodes {
        id logType logEvent apiKeyId userId userEmail resources loggedAt
        deviceInfo { userAgent ipAddress browser os deviceType }
      }
      pageInfo { hasNextPage }
    }
  }`);
  const { totalCount, nodes, pageInfo } = data.securityLogs;
  expect([totalCount, nodes.length, pageInfo.hasNextPage]).toEqual([2, 1, true]);
  expect(nodes[0]).toMatchObject({
    logType: 'api_key',
    logEvent: 'api_key.created',
    apiKeyId: await ownKeyId(),
    userId: null,
    userEmail: null,
    resources: { name: 'b' },
    loggedAt: '2027-03-01T09:30:01Z',
  });
  const found = await client.graphql(
    '{ securityLogs(search: "KEY.cre") { totalCount } other: securityLogs(search: "role") { totalCount } }',
  );
  expect(found.data).toEqual({ securityLogs: { totalCount: 2 }, other: { totalCount: 0 } });
  const one = await client.graphql('query ($id: ID!) { securityLog(logId: $id) { logEvent } }', {
    id: nodes[0].id,
  });
  expect(one.data.securityLog).toEqual({ logEvent: 'api_key.created' });
});

describe('an organization that switches the log off', () => {
  test('an organization that switches the log off has none, and what was written before is shown once it is on again', async () => {
    await mutate('createApiKey', { name: 'a' });
    const [{ log_id: id }] = await logs();
    expect((await update({ hasSecurityLog: false })).data.updateOrganization.organization).toEqual({
      id: client.organizationId,
      hasSecurityLog: false,
    });
    await mutate('createApiKey', { name: 'b' });
    for (const path of ['/security_logs', `/security_logs/${id}`]) {
      const { status, body } = await client.get(path);
      expect([status, body.code]).toEqual([403, 'forbidden']);
    }
    const { errors } = await client.graphql('{ securityLogs { totalCount } }');
    expect(errors?.[0].extensions).toMatchObject({ code: 'forbidden', status: 403 });
    await update({ hasSecurityLog: true });
    expect((await logs()).map(({ resources }) => resources.name)).toEqual(['a']);
  });

  test('an organization that switches the log off does so with an unlimited key only', async () => {
    const limited = await callerWith(server, client, { organization: ['read', 'write'] });
    const { errors } = await update({ hasSecurityLog: false }, limited);
    expect(errors?.[0].extensions).toMatchObject({
      code: 'forbidden',
      details: { base: ['write_action_not_allowed_for_api_key'] },
    });
    expect((await update({ hasSecurityLog: true, auditPeriodDays: 10 }, limited)).errors).toBeUndefined();
    const { data } = await limited.graphql('{ organization { id auditPeriodDays hasSecurityLog } }');
    expect(data.organization).toEqual({
      id: client.organizationId,
      auditPeriodDays: 10,
      hasSecurityLog: true,
    });
  });

  test.each([
    [{ hasSecurityLog: null }, { hasSecurityLog: ['value_is_mandatory'] }],
    [{ auditPeriodDays: 0 }, { auditPeriodDays: ['value_is_out_of_range'] }],
    [{ auditPeriodDays: 36_501 }, { auditPeriodDays: ['value_is_out_of_range'] }],
  ])('%j is refused: %j', async (input, details) => {
    expect((await update(input)).errors?.[0].extensions).toMatchObject({ details });
  });
});

test('entries are shown and kept for 90 days', async () => {
  for (const name of ['a', 'b', 'c']) await mutate('createApiKey', { name });
  const [{ log_id: id }] = await logs();
  const deleteExpired = () =>
    server.app.services.securityLogs.deleteExpired(server.connections.jobs, { atOnce: 2 });
  const countStored = async () => {
    const [row] = await server.pool.sql`
      select count(*)::int from security_log_entries where organization_id = ${client.organizationId}`;
    return row?.['count'];
  };

  clock.set('2027-05-30T09:30:00Z');
  await deleteExpired();
  expect([(await logs()).length, await countStored()]).toEqual([3, 3]);

  clock.set('2027-05-30T09:30:01Z');
  expect(await logs()).toEqual([]);
  expect((await client.get(`/security_logs/${id}`)).body.code).toBe('security_log_not_found');
  await deleteExpired();
  expect(await countStored()).toBe(0);
});

test('nobody sees entries of another organization, or changes one', async () => {
  await mutate('createApiKey', { name: 'a' });
  const [{ log_id: id }] = await logs();
  const stranger = await server.organization();
  expect(await logs('', stranger)).toEqual([]);
  for (const named of [id, 'unknown']) {
    const { status, body } = await stranger.get(`/security_logs/${named}`);
    expect([status, body.code]).toEqual([404, 'security_log_not_found']);
  }
  await expect(server.pool.sql`update security_log_entries set user_email = 'a@b.c'`).rejects.toThrow(
    'entries of security_log_entries are never changed',
  );
});

test('a key needs the permission to read security logs', async () => {
  const reader = await callerWith(server, client, { security_log: ['read'] });
  expect((await reader.get('/security_logs')).status).toBe(200);
  const other = await callerWith(server, client, { api_log: ['read'] });
  const { status, body } = await other.get('/security_logs');
  expect([status, body.code]).toEqual([403, 'read_action_not_allowed_for_security_log']);
});

test('changes of other records leave no entry in the security log', async () => {
  await createTax(client);
  expect(await logs()).toEqual([]);
});
