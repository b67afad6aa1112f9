// Source: ADR 0028.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { bootstrap } from '../../src/main/bootstrap.js';
import { callerWith, createTax } from '../support/builders.js';
import { Client } from '../support/client.js';
import { FIRST_START, startTestServer, type TestServer } from '../support/server.js';

let server: TestServer;
let operator: Client;

beforeAll(async () => {
  server = await startTestServer();
  const settings = FIRST_START;
  const { generatedKey } = await bootstrap(server.pool.db, server.app.services, settings);
  const made = await server.app.services.organizations.operator(server.pool.db);
  operator = new Client(server.baseUrl, generatedKey, made?.id ?? '');
});
afterAll(() => server.stop());

const create = (name: string, caller: Client) =>
  caller.graphql(
    `mutation ($name: String!) {
      createOrganization(input: { name: $name }) { organization { id name } apiKey { name value } }
    }`,
    { name },
  );

test('the operator creates organizations, each with a key that may do everything in it', async () => {
  const { data } = await create('Acme', operator);
  const { organization, apiKey } = data.createOrganization;
  expect([organization.name, apiKey.name]).toEqual(['Acme', 'Admin']);
  const acme = new Client(server.baseUrl, apiKey.value, organization.id);
  await createTax(acme);
  expect((await operator.get('/taxes')).body.taxes).toEqual([]);
  const { data: listed } = await operator.graphql('{ organizations { nodes { name } totalCount } }');
  expect(listed.organizations).toEqual({ nodes: [{ name: 'Acme' }, { name: 'Default' }], totalCount: 2 });
  expect((await create(' ', operator)).errors?.[0].extensions).toMatchObject({
    details: { name: ['value_is_mandatory'] },
  });
});

test('nobody else does', async () => {
  const stranger = await server.organization();
  const limited = await callerWith(server, operator, { organization: ['read', 'write'] });
  for (const [caller, code] of [
    [stranger, 'not_operator_organization'],
    [limited, 'write_action_not_allowed_for_api_key'],
  ] as const) {
    expect((await create('Mine', caller)).errors?.[0].extensions).toMatchObject({
      status: 403,
      details: { base: [code] },
    });
    const { errors } = await caller.graphql('{ organizations { totalCount } }');
    expect(errors?.[0].extensions.code).toBe('forbidden');
  }
});
