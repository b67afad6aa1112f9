// Connections to outside systems, mappings, and records of documents there: integrations.md §2, §3, §17.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import {
  addBillingEntity,
  callerWith,
  createAddOn,
  createCustomer,
  createIntegration,
  createMetric,
  createPlan,
  type Resource,
  subscribe,
  unique,
} from '../support/builders.js';
import type { Client } from '../support/client.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';

let server: SharedServer;
let client: Client;

beforeAll(async () => {
  server = await shareTestServer();
  client = await server.organization();
});
afterAll(() => server.stop());

const SETTINGS =
  'settings { ... on NetsuiteSettings { accountId } ... on SalesforceSettings { instanceId } }';
const INTEGRATION = `{ id type category name code ${SETTINGS} customersCount }`;
const MAPPING =
  '{ id integrationId target targetId billingEntityId externalId externalAccountCode externalName }';
const RECORD = `{ id integration { id code } resourceType resourceId status externalId externalUrl errorCode
  errorMessage tries syncedAt }`;

const ANSWERS = {
  createIntegration: `signingSecret integration ${INTEGRATION}`,
  updateIntegration: `integration ${INTEGRATION}`,
  rotateIntegrationSecret: 'signingSecret',
  deleteIntegration: `deletedId integration ${INTEGRATION}`,
  setIntegrationMapping: `integrationMapping ${MAPPING}`,
  deleteIntegrationMapping: `deletedId integrationMapping ${MAPPING}`,
  recordIntegrationResource: `integrationResource ${RECORD}`,
} as const;

/** Sends a mutation. @returns what it answers, and the facts of its error. */
async function send(name: keyof typeof ANSWERS, input: object, caller = client) {
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
  const { data, errors } = await caller.graphql(
    `mutation ($input: ${type}!) { ${name}(input: $input) { ${ANSWERS[name]} } }`,
    { input },
  );
  return { answer: data?.[name], error: errors?.[0]?.extensions };
}

async function ask(query: string, variables: Record<string, unknown> = {}, caller = client) {
  const { data, errors } = await caller.graphql(query, variables);
  expect(errors).toBeUndefined();
  return data;
}

const readIntegration = async (id: string) =>
  (await ask(`query ($id: ID!) { integration(id: $id) ${INTEGRATION} }`, { id })).integration;

describe('connections (§2)', () => {
  test('a connection to NetSuite or Salesforce is created, read, changed and listed', async () => {
    const caller = await server.organization();
    const { answer } = await send(
      'createIntegration',
      { type: 'netsuite', name: 'Books', code: 'books', netsuite: { accountId: 'TSTDRV1' } },
      caller,
    );
    expect(answer).toEqual({
      // Nothing is called there, and nothing is signed.
      signingSecret: null,
      integration: {
        id: expect.any(String),
        type: 'netsuite',
        category: 'accounting',
        name: 'Books',
        code: 'books',
        settings: { accountId: 'TSTDRV1' },
        customersCount: 0,
      },
    });
    const { id } = answer.integration;
    const { answer: updated } = await send(
      'updateIntegration',
      { id, name: 'General ledger', netsuite: { accountId: null } },
      caller,
    );
    expect(updated.integration).toMatchObject({
      name: 'General ledger',
      code: 'books',
      settings: { accountId: null },
    });
    const crm = await createIntegration(caller, { type: 'salesforce', code: 'sales' });
    const codes = async (args: string) => {
      const { integrations } = await ask(`{ integrations${args} { nodes { code } } }`, {}, caller);
      return integrations.nodes.map(({ code }: Resource) => code);
    };
    expect(crm.type).toBe('salesforce');
    expect(await codes('')).toEqual(['sales', 'books']);
    expect(await codes('(filter: { category: crm })')).toEqual(['sales']);
    expect(await codes('(filter: { category: tax })')).toEqual([]);
    expect(await codes('(filter: { type: "netsuite" })')).toEqual(['books']);
    expect(await codes('(search: "LEDGER")')).toEqual(['books']);
  });

  test.each(['okta', 'adyen', ''])(
    'a connection of type "%s" is refused: it is none of the table',
    async (type) => {
      const { error } = await send('createIntegration', { type, name: 'n', code: unique('code') });
      expect(error).toMatchObject({
        code: 'unprocessable_entity',
        details: { type: ['unsupported_value'] },
      });
    },
  );

  test.each<[object, object]>([
    [
      { name: ' ', code: '' },
      { name: ['value_is_mandatory'], code: ['value_is_mandatory'] },
    ],
    [{ name: 'x'.repeat(256) }, { name: ['value_is_too_long'] }],
    [{ netsuite: { accountId: 'x'.repeat(1_001) } }, { 'netsuite.accountId': ['value_is_too_long'] }],
    [{ salesforce: { instanceId: 'x' } }, { salesforce: ['value_must_be_blank'] }],
    [
      { type: 'avalara', avalara: { accountId: ' ' } },
      {
        'avalara.accountId': ['value_is_mandatory'],
        'avalara.companyCode': ['value_is_mandatory'],
        'avalara.licenseKey': ['value_is_mandatory'],
      },
    ],
    [
      { type: 'okta', name: '' },
      { type: ['unsupported_value'], name: ['value_is_mandatory'] },
    ],
    [
      { type: 'xero', xero: { syncInvoices: false } },
      { 'xero.clientId': ['value_is_mandatory'], 'xero.clientSecret': ['value_is_mandatory'] },
    ],
    [
      { type: 'http_accounting', httpAccounting: { url: 'ftp://example.com' } },
      { 'httpAccounting.url': ['url_is_invalid'] },
    ],
    [
      { type: 'hubspot', hubspot: { defaultTargetedObject: 'deals', accessToken: 't' } },
      { 'hubspot.defaultTargetedObject': ['value_is_invalid'] },
    ],
  ])('a connection with %j is refused with %j, and nothing is written', async (over, details) => {
    const count = async () => (await ask('{ integrations { totalCount } }')).integrations.totalCount;
    const before = await count();
    const input = { type: 'netsuite', name: 'n', code: unique('code'), ...over };
    expect((await send('createIntegration', input)).error?.details).toEqual(details);
    expect(await count()).toBe(before);
  });

  test('a connection takes no settings of another type', async () => {
    const { id } = await createIntegration(client);
    const { error } = await send('updateIntegration', { id, salesforce: { instanceId: 'x' } });
    expect(error?.details).toEqual({ salesforce: ['value_is_immutable'] });
  });

  test('a code is unique among the connections of all types, and free again after a deletion', async () => {
    const { id, code } = await createIntegration(client);
    const taken = { details: { code: ['value_already_exist'] } };
    const input = { type: 'salesforce', name: 'n', code };
    expect((await send('createIntegration', input)).error).toMatchObject(taken);
    const other = await createIntegration(client, { type: 'salesforce' });
    expect((await send('updateIntegration', { id: other.id, code })).error).toMatchObject(taken);
    await send('deleteIntegration', { id });
    expect((await send('createIntegration', input)).error).toBeUndefined();
    // Other organizations have codes of their own.
    await createIntegration(await server.organization(), { code });
  });

  test('a deleted connection is not found, and its mappings and links are gone', async () => {
    const { id, code, type } = await createIntegration(client);
    const customer = await createCustomer(client, {
      integration_customers: [{ integration_type: type, integration_code: code }],
    });
    await send('setIntegrationMapping', { integrationId: id, target: 'coupon', externalId: 'c' });
    expect((await readIntegration(id)).customersCount).toBe(1);
    const { answer } = await send('deleteIntegration', { id });
    expect(answer).toMatchObject({ deletedId: id, integration: { code } });
    const missing = { code: 'not_found', details: { integration: ['not_found'] } };
    for (const name of ['updateIntegration', 'deleteIntegration', 'rotateIntegrationSecret'] as const)
      expect((await send(name, { id })).error).toMatchObject(missing);
    const { integrationMappings } = await ask(
      'query ($id: ID!) { integrationMappings(filter: { integrationId: $id }) { totalCount } }',
      { id },
    );
    expect(integrationMappings.totalCount).toBe(0);
    const { body } = await client.get(`/customers/${customer.external_id}`);
    expect(body.customer.integration_customers).toEqual([]);
    const [row] = await server.pool.sql`select settings, deleted_at from integrations where id = ${id}`;
    expect(row?.['deleted_at']).not.toBeNull();
  });

  test('a connection of another organization is not found', async () => {
    const { id } = await createIntegration(await server.organization());
    for (const name of ['updateIntegration', 'deleteIntegration'] as const)
      expect((await send(name, { id })).error?.code).toBe('not_found');
    expect((await send('updateIntegration', { id: 'no uuid' })).error?.code).toBe('not_found');
  });

  test('a type without a signing secret has none to rotate', async () => {
    const { id } = await createIntegration(client);
    const { error } = await send('rotateIntegrationSecret', { id });
    expect(error).toMatchObject({ code: 'feature_not_supported', status: 405 });
  });

  test('a key without the permission for organizations neither reads nor changes connections', async () => {
    const { id } = await createIntegration(client);
    const reader = await callerWith(server, client, { organization: ['read'] });
    expect(
      (await ask('{ integrations { totalCount } }', {}, reader)).integrations.totalCount,
    ).toBeGreaterThan(0);
    expect((await send('updateIntegration', { id, name: 'n' }, reader)).error?.code).toBe('forbidden');
    const stranger = await callerWith(server, client, { plan: ['read', 'write'] });
    const { errors } = await stranger.graphql('{ integrations { totalCount } }');
    expect(errors?.[0]?.extensions.code).toBe('forbidden');
  });

  test('the security log has the creation, the changed settings and the deletion', async () => {
    const own = await server.organization();
    const { id } = await createIntegration(own, { code: 'books', name: 'Books' });
    await send('updateIntegration', { id, code: 'ledger', netsuite: { accountId: '7' } }, own);
    await send('updateIntegration', { id, code: 'ledger' }, own);
    await send('deleteIntegration', { id }, own);
    const { security_logs: entries } = (await own.get('/security_logs?log_types[]=integration')).body;
    const shown = entries.map(({ log_event, resources }: Resource) => [log_event, resources]);
    const named = { integration_name: 'Books', integration_type: 'netsuite' };
    expect(shown).toEqual([
      ['integration.deleted', named],
      [
        'integration.updated',
        {
          ...named,
          code: { deleted: 'books', added: 'ledger' },
          account_id: { deleted: null, added: '7' },
        },
      ],
      ['integration.created', named],
    ]);
  });
});

describe('mappings (§3)', () => {
  let integration: Resource;
  const set = (over: object) =>
    send('setIntegrationMapping', {
      integrationId: integration.id,
      target: 'coupon',
      externalId: 'item',
      ...over,
    });
  const mappings = async () =>
    (
      await ask(`query ($id: ID!) { integration(id: $id) { mappings { nodes ${MAPPING} } } }`, {
        id: integration.id,
      })
    ).integration.mappings.nodes;

  test('a mapping of each target is set, replaced and deleted', async () => {
    integration = await createIntegration(client);
    const { answer } = await set({ externalName: 'Discounts' });
    const created = answer.integrationMapping;
    expect(created).toEqual({
      id: expect.any(String),
      integrationId: integration.id,
      target: 'coupon',
      targetId: null,
      billingEntityId: null,
      externalId: 'item',
      externalAccountCode: null,
      externalName: 'Discounts',
    });
    const { answer: replaced } = await set({ externalId: ' other ', externalAccountCode: '200' });
    expect(replaced.integrationMapping).toEqual({
      ...created,
      externalId: 'other',
      externalAccountCode: '200',
      externalName: null,
    });
    expect(await mappings()).toEqual([replaced.integrationMapping]);
    const { integrationMappings } = await ask(
      `query ($id: ID!) { integrationMappings(filter: { integrationId: $id, target: coupon }) {
        nodes { integration { code } billingEntity { code } } } }`,
      { id: integration.id },
    );
    expect(integrationMappings.nodes).toEqual([
      { integration: { code: integration.code }, billingEntity: null },
    ]);
    const { answer: deleted } = await send('deleteIntegrationMapping', { id: created.id });
    expect(deleted).toEqual({ deletedId: created.id, ...replaced });
    expect(await mappings()).toEqual([]);
    expect((await send('deleteIntegrationMapping', { id: created.id })).error?.code).toBe('not_found');
  });

  test('mappings of records and of billing entities are apart, and go with them', async () => {
    integration = await createIntegration(client);
    const plan = await createPlan(client);
    const addOn = await createAddOn(client);
    const metric = await createMetric(client);
    const code = unique('entity');
    await addBillingEntity(server, client, { code });
    const { billingEntity } = await ask('query ($code: String) { billingEntity(code: $code) { id } }', {
      code,
    });
    const targets: [string, string][] = [
      ['plan', plan.svc_id],
      ['add_on', addOn.svc_id],
      ['billable_metric', metric.svc_id],
    ];
    for (const [target, targetId] of targets)
      for (const billingEntityId of [null, billingEntity.id])
        expect((await set({ target, targetId, billingEntityId })).error).toBeUndefined();
    expect(await mappings()).toHaveLength(6);
    const { integrationMappings } = await ask(
      'query ($id: ID!) { integrationMappings(filter: { integrationId: $id }, first: 1) { nodes { billingEntity { code } } } }',
      { id: integration.id },
    );
    expect(integrationMappings.nodes).toEqual([{ billingEntity: { code } }]);
    await client.delete(`/plans/${plan.code}`);
    expect(await mappings()).toHaveLength(4);
    await client.delete(`/add_ons/${addOn.code}`);
    await client.delete(`/billable_metrics/${metric.code}`);
    expect(await mappings()).toEqual([]);
    await set({ billingEntityId: billingEntity.id });
    await set({});
    await ask(
      'mutation ($input: ArchiveBillingEntityInput!) { archiveBillingEntity(input: $input) { billingEntity { id } } }',
      { input: { id: billingEntity.id } },
    );
    expect((await mappings()).map((each: Resource) => each.billingEntityId)).toEqual([null]);
  });

  test.each([
    [{ integrationId: randomUUID() }, 'integration'],
    [{ integrationId: 'no uuid' }, 'integration'],
    [{ target: 'plan', targetId: randomUUID() }, 'plan'],
    [{ target: 'add_on', targetId: randomUUID() }, 'addOn'],
    [{ target: 'billable_metric', targetId: 'no uuid' }, 'billableMetric'],
    [{ billingEntityId: randomUUID() }, 'billingEntity'],
  ])('a mapping with %j is refused: there is no such %s', async (over, resource) => {
    integration = await createIntegration(client);
    const { error } = await set(over);
    expect(error).toMatchObject({ code: 'not_found', details: { [resource]: ['not_found'] } });
  });

  test('a target that only accounting has is refused for a CRM', async () => {
    integration = await createIntegration(client, { type: 'salesforce' });
    expect((await set({ target: 'tax' })).error?.details).toEqual({ target: ['value_is_invalid'] });
    expect((await set({ target: 'plan' })).error?.details).toEqual({ targetId: ['value_is_mandatory'] });
  });
});

describe('records (§17)', () => {
  let integration: Resource;
  let customer: Resource;
  beforeAll(async () => {
    integration = await createIntegration(client);
    customer = await createCustomer(client);
  });
  const record = (over: object) =>
    send('recordIntegrationResource', {
      integrationId: integration.id,
      resourceType: 'customer',
      resourceId: customer.svc_id,
      externalId: '71',
      ...over,
    });

  test('a tool records a customer, and its later report replaces the former one', async () => {
    const externalUrl = 'https://system.netsuite.com/app/71';
    const { answer } = await record({ externalUrl });
    const created = answer.integrationResource;
    expect(created).toEqual({
      id: expect.any(String),
      integration: { id: integration.id, code: integration.code },
      resourceType: 'customer',
      resourceId: customer.svc_id,
      status: 'synced',
      externalId: '71',
      externalUrl,
      errorCode: null,
      errorMessage: null,
      tries: 0,
      syncedAt: expect.any(String),
    });
    const { answer: again } = await record({ externalId: '72' });
    expect(again.integrationResource).toMatchObject({ id: created.id, externalId: '72', externalUrl: null });
    const shown = await ask(
      `query ($id: ID!, $integration: ID!) {
        customer(id: $id) { integrationResources { nodes ${RECORD} } }
        integration(id: $integration) { integrationResources { nodes ${RECORD} } }
        list: integrationResources(filter: { integrationId: $integration, resourceType: customer, status: synced }) {
          nodes ${RECORD} }
        none: integrationResources(filter: { integrationId: $integration, status: failed }) { nodes ${RECORD} }
      }`,
      { id: customer.svc_id, integration: integration.id },
    );
    const nodes = [again.integrationResource];
    expect(shown).toEqual({
      customer: { integrationResources: { nodes } },
      integration: { integrationResources: { nodes } },
      list: { nodes },
      none: { nodes: [] },
    });
  });

  test('a tool records every kind of document, which then shows the record', async () => {
    const plan = await createPlan(client, { amount_cents: 10_000, pay_in_advance: true });
    const subscription = await subscribe(client, customer, plan);
    const { invoices } = (await client.get(`/invoices?external_customer_id=${customer.external_id}`)).body;
    const [invoice] = invoices;
    const { body } = await client.get(`/invoices/${invoice.svc_id}`);
    const { payment } = (
      await client.post('/payments', {
        payment: { invoice_id: invoice.svc_id, amount_cents: 100, reference: 'r' },
      })
    ).body;
    const { credit_note: note } = (
      await client.post('/credit_notes', {
        credit_note: {
          invoice_id: invoice.svc_id,
          reason: 'other',
          credit_amount_cents: 10,
          items: [{ fee_id: body.invoice.fees[0].svc_id, amount_cents: 10 }],
        },
      })
    ).body;
    const documents = [
      ['subscription', subscription.svc_id, 'subscription'],
      ['invoice', invoice.svc_id, 'invoice'],
      ['payment', payment.svc_id, 'payment'],
      ['credit_note', note.svc_id, 'creditNote'],
    ];
    for (const [resourceType, resourceId, query] of documents) {
      const { error } = await record({ resourceType, resourceId, externalId: resourceType });
      expect([resourceType, error]).toEqual([resourceType, undefined]);
      const shown = await ask(
        `query ($id: ID!) { document: ${query}(id: $id) { integrationResources { nodes { externalId } } } }`,
        { id: resourceId },
      );
      expect(shown.document.integrationResources.nodes).toEqual([{ externalId: resourceType }]);
    }
  });

  test('records stay when their connection is deleted', async () => {
    const own = await createIntegration(client);
    const { answer } = await record({ integrationId: own.id });
    await send('deleteIntegration', { id: own.id });
    const { integrationResources } = await ask(
      `query ($id: ID!) { integrationResources(filter: { integrationId: $id }) { nodes ${RECORD} } }`,
      { id: own.id },
    );
    expect(integrationResources.nodes).toEqual([answer.integrationResource]);
  });

  test.each<[object, object]>([
    [{ externalId: ' ' }, { externalId: ['value_is_mandatory'] }],
    [{ externalId: 'x'.repeat(256) }, { externalId: ['value_is_too_long'] }],
    [{ externalUrl: 'javascript:alert(1)' }, { externalUrl: ['url_is_invalid'] }],
    [{ externalUrl: `https://example.com/${'x'.repeat(2_000)}` }, { externalUrl: ['value_is_too_long'] }],
  ])('a record with %j is refused with %j', async (over, details) => {
    expect((await record(over)).error?.details).toEqual(details);
  });

  test.each([
    ['customer', 'customer'],
    ['invoice', 'invoice'],
    ['credit_note', 'creditNote'],
    ['payment', 'payment'],
    ['subscription', 'subscription'],
  ])('a record of a %s that does not exist is refused', async (resourceType, resource) => {
    for (const resourceId of [randomUUID(), 'no uuid']) {
      const { error } = await record({ resourceType, resourceId });
      expect(error).toMatchObject({ code: 'not_found', details: { [resource]: ['not_found'] } });
    }
  });

  test('a record at a connection that the server calls itself is refused', async () => {
    const { id } = await createIntegration(client);
    await server.pool.sql`update integrations set integration_type = 'xero' where id = ${id}`;
    const { error } = await record({ integrationId: id });
    expect(error).toMatchObject({ code: 'integration_not_recordable', status: 405 });
    await server.pool.sql`update integrations set integration_type = 'netsuite' where id = ${id}`;
  });
});
