// Places of customers at connections to outside systems: integrations.md §4, on both surfaces.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import {
  createClock,
  createCustomer,
  createIntegration,
  createPlan,
  type Resource,
  subscribe,
  unique,
} from '../support/builders.js';
import type { Client } from '../support/client.js';
import { messagesAbout } from '../support/messages.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';

let server: SharedServer;
let client: Client;
let books: Resource;
let sales: Resource;

beforeAll(async () => {
  server = await shareTestServer();
  client = await server.organization();
  books = await createIntegration(client);
  sales = await createIntegration(client, { type: 'salesforce' });
});
afterAll(() => server.stop());

const at = ({ type, code }: Resource, over: object = {}) => ({
  integration_type: type,
  integration_code: code,
  ...over,
});
const upsert = (external_id: string, integration_customers: unknown, over: object = {}) =>
  client.post('/customers', { customer: { external_id, integration_customers, ...over } });
const linksOf = async (external_id: string): Promise<Resource[]> =>
  (await client.get(`/customers/${external_id}`)).body.customer.integration_customers;

describe('links of a customer', () => {
  test('a customer is linked at its creation, by its external id or by the id that is sent', async () => {
    const external_id = unique('customer');
    const { status, body } = await upsert(external_id, [
      at(books, { subsidiary_id: '2', sync_with_provider: true }),
      at(sales, { external_customer_id: '001xx' }),
    ]);
    expect(status).toBe(200);
    const links = [
      {
        svc_id: expect.any(String),
        type: 'netsuite',
        integration_code: books.code,
        code: books.code,
        external_customer_id: external_id,
        sync_with_provider: true,
        subsidiary_id: '2',
        targeted_object: null,
        email: null,
      },
      {
        svc_id: expect.any(String),
        type: 'salesforce',
        integration_code: sales.code,
        code: sales.code,
        external_customer_id: '001xx',
        sync_with_provider: false,
        subsidiary_id: null,
        targeted_object: null,
        email: null,
      },
    ];
    expect(body.customer.integration_customers).toEqual(links);
    expect(await linksOf(external_id)).toEqual(links);
  });

  test('a list replaces the links, matched by id, else by connection; absent and null change nothing', async () => {
    const { external_id, integration_customers: before } = await createCustomer(client, {
      integration_customers: [at(books, { external_customer_id: '7' }), at(sales)],
    });
    await upsert(external_id, undefined, { name: 'n' });
    await upsert(external_id, null);
    expect(await linksOf(external_id)).toEqual(before);
    await upsert(external_id, [at(books, { sync_with_provider: true, external_customer_id: '' })]);
    const [kept] = before;
    expect(await linksOf(external_id)).toEqual([{ ...kept, sync_with_provider: true }]);
    await upsert(external_id, [at(books, { id: kept.svc_id, external_customer_id: '8' })]);
    expect(await linksOf(external_id)).toEqual([
      { ...kept, sync_with_provider: true, external_customer_id: '8' },
    ]);
    await upsert(external_id, []);
    expect(await linksOf(external_id)).toEqual([]);
  });

  test('a connection of the same type takes the place of another one', async () => {
    const other = await createIntegration(client);
    const { external_id } = await createCustomer(client, { integration_customers: [at(books)] });
    await upsert(external_id, [at(other)]);
    expect((await linksOf(external_id)).map(({ code }) => code)).toEqual([other.code]);
  });

  test('links follow the code of their connection', async () => {
    const moved = await createIntegration(client);
    const { external_id } = await createCustomer(client, { integration_customers: [at(moved)] });
    const code = unique('renamed');
    await client.graphql(
      'mutation ($input: UpdateIntegrationInput!) { updateIntegration(input: $input) { integration { id } } }',
      { input: { id: moved.id, code } },
    );
    expect((await linksOf(external_id)).map((link) => link.code)).toEqual([code]);
  });

  test('the list of a partner is ignored, whatever it holds', async () => {
    const external_id = unique('partner');
    const partner = { account_type: 'partner' };
    const { status, headers } = await upsert(external_id, [at(books), {}], partner);
    expect([status, headers.get('x-svc-ignored')]).toEqual([200, 'integration_customers']);
    expect((await upsert(external_id, [{ integration_type: 'x' }])).status).toBe(200);
    expect(await linksOf(external_id)).toEqual([]);
    expect((await upsert(external_id, [at(books)], { account_type: 'customer' })).status).toBe(200);
    expect(await linksOf(external_id)).toHaveLength(1);
  });

  test('a customer on a test clock keeps and shows its links, and they go with it', async () => {
    const clock = await createClock(client);
    const customer = await createCustomer(client, {
      test_clock_id: clock.svc_id,
      integration_customers: [at(books)],
    });
    expect(customer.integration_customers).toHaveLength(1);
    const mutation = `mutation ($input: RecordIntegrationResourceInput!) {
      recordIntegrationResource(input: $input) { integrationResource { id } } }`;
    const input = {
      integrationId: books.id,
      resourceType: 'customer',
      resourceId: customer.svc_id,
      externalId: '1',
    };
    expect((await client.graphql(mutation, { input })).errors).toBeUndefined();
    expect((await client.delete(`/test_clocks/${clock.svc_id}`)).status).toBe(200);
    expect((await client.get(`/customers/${customer.external_id}`)).status).toBe(404);
  });

  test('a deleted customer has no links any more', async () => {
    const customer = await createCustomer(client, { integration_customers: [at(books)] });
    const { body } = await client.delete(`/customers/${customer.external_id}`);
    expect(body.customer.external_id).toBe(customer.external_id);
    const rows = await server.pool.sql`
      select from integration_customers where customer_id = ${customer.svc_id}`;
    expect(rows).toHaveLength(0);
  });

  test('GraphQL shows the links with their connections, and sets them', async () => {
    const mutation = `mutation ($input: CreateCustomerInput!) { createCustomer(input: $input) { customer {
      integrationCustomers { type integrationCode externalCustomerId syncWithProvider subsidiaryId targetedObject email
        integration { id name } }
      unknown: integrationCustomers(isKnown: false) { id } } } }`;
    const externalId = unique('customer');
    const input = {
      externalId,
      integrationCustomers: [{ integrationType: books.type, integrationCode: books.code }],
    };
    const { data, errors } = await client.graphql(mutation, { input });
    expect(errors).toBeUndefined();
    expect(data.createCustomer.customer).toEqual({
      integrationCustomers: [
        {
          type: 'netsuite',
          integrationCode: books.code,
          externalCustomerId: externalId,
          syncWithProvider: false,
          subsidiaryId: null,
          targetedObject: null,
          email: null,
          integration: { id: books.id, name: books.name },
        },
      ],
      unknown: [],
    });
  });
});

describe('links that are refused', () => {
  test.each<[object, (link: Resource) => unknown[]]>([
    [
      {
        'integration_customers.0.integration_type': ['value_is_mandatory'],
        'integration_customers.0.integration_code': ['value_is_mandatory'],
      },
      () => [{}],
    ],
    [{ integration_customers: ['invalid_count_per_integration_type'] }, () => [at(books), at(books)]],
    [
      { integration_customers: ['tax_integration_exists'] },
      () => [at({ type: 'avalara', code: 'a' }), at({ type: 'anrok', code: 'b' })],
    ],
    [
      { integration_customers: ['invalid_count'] },
      () => Array.from({ length: 11 }, (_, n) => at({ type: `t${n}`, code: 'c' })),
    ],
    [
      { 'integration_customers.0.external_customer_id': ['value_is_too_long'] },
      () => [at(books, { external_customer_id: 'x'.repeat(256) })],
    ],
    [
      { 'integration_customers.0.integration_code': ['value_is_immutable'] },
      ({ svc_id: id }) => [at(sales, { id })],
    ],
  ])('a list of links, case %#, is refused with %j, and nothing changes', async (details, sent) => {
    const customer = await createCustomer(client, { integration_customers: [at(books)] });
    const [link] = customer.integration_customers;
    const answer = await upsert(customer.external_id, sent(link), { name: 'changed' });
    expect([answer.status, answer.body.error_details]).toEqual([422, details]);
    const { body } = await client.get(`/customers/${customer.external_id}`);
    expect(body.customer).toMatchObject({ name: null, integration_customers: [link] });
  });

  test.each<[string, () => unknown[], string]>([
    ['an unknown code', () => [at({ type: 'netsuite', code: 'none' })], 'integration_not_found'],
    ['the code of another type', () => [at({ type: 'netsuite', code: sales.code })], 'integration_not_found'],
    ['a type that is not built', () => [at({ type: 'xero', code: 'x' })], 'integration_not_found'],
    ['an unknown id', () => [at(books, { id: randomUUID() })], 'integration_customer_not_found'],
  ])('%s is answered 404, for new customers and known ones', async (_, sent, code) => {
    const { external_id } = await createCustomer(client);
    for (const id of [external_id, unique('new')]) {
      const answer = await upsert(id, sent());
      expect([answer.status, answer.body.code]).toEqual([404, code]);
    }
  });

  test('the link of another customer, and a connection of another organization, are not found', async () => {
    const { integration_customers } = await createCustomer(client, { integration_customers: [at(books)] });
    const { svc_id: id } = integration_customers[0];
    const foreign = await createIntegration(await server.organization());
    const { external_id } = await createCustomer(client);
    expect((await upsert(external_id, [at(books, { id })])).body.code).toBe('integration_customer_not_found');
    expect((await upsert(external_id, [at(foreign)])).body.code).toBe('integration_not_found');
  });

  test('a member that only another type has is named as ignored', async () => {
    const answer = await upsert(unique('customer'), [at(sales, { subsidiary_id: '2' })]);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('x-svc-ignored')).toContain('subsidiary_id');
    expect(answer.body.customer.integration_customers[0].subsidiary_id).toBeNull();
  });
});

test('a changed link is recorded as a change of the customer', async () => {
  const customer = await createCustomer(client, { integration_customers: [at(books)] });
  await upsert(customer.external_id, []);
  const [created, updated] = await messagesAbout(server, customer.svc_id);
  expect(created?.object).toMatchObject({ integration_customers: [{ code: books.code }] });
  expect(updated?.webhookType).toBe('customer.updated');
  expect(updated?.object).toMatchObject({ integration_customers: [] });
  const { activity_logs: entries } = (
    await client.get(`/activity_logs?resource_ids[]=${customer.svc_id}&activity_types[]=customer.updated`)
  ).body;
  const { body } = await client.get(`/activity_logs/${entries[0].activity_id}`);
  expect(body.activity_log.activity_object_changes).toEqual({
    integration_customers: [customer.integration_customers, []],
  });
});

test('a link that is added or removed has the drafts of the customer computed again', async () => {
  const customer = await createCustomer(client, {
    billing_configuration: { invoice_grace_period: 3 },
  });
  const plan = await createPlan(client, { amount_cents: 1_000, pay_in_advance: true });
  await subscribe(client, customer, plan);
  const scheduled = async () => {
    const rows = await server.pool.sql`
      select from due_work where customer_id = ${customer.svc_id} and kind = 'draft_refresh'`;
    return rows.length;
  };
  const before = await scheduled();
  await upsert(customer.external_id, [at(books)]);
  expect(await scheduled()).toBe(before + 1);
});

describe('the preview of an invoice', () => {
  const preview = (integration_customers: unknown, customer: object = {}) =>
    client.post('/invoices/preview', {
      plan_code: code,
      customer: { name: 'n', currency: 'EUR', integration_customers, ...customer },
    });
  let code: string;
  beforeAll(async () => {
    ({ code } = await createPlan(client, { amount_cents: 1_000, pay_in_advance: true }));
  });

  test('a preview ignores systems that are not for taxes', async () => {
    const { status, body } = await preview([at(books), at({ type: 'hubspot', code: 'none' })]);
    expect(status).toBe(200);
    expect(body.invoice.customer.integration_customers).toEqual([]);
  });

  test('a preview with an unknown tax system is answered 404, with two 422', async () => {
    const unknown = await preview([at({ type: 'avalara', code: 'none' })]);
    expect([unknown.status, unknown.body.code]).toEqual([404, 'integration_not_found']);
    const none = await preview([at({ type: 'none', code: 'none' })]);
    expect([none.status, none.body.code]).toEqual([404, 'integration_not_found']);
    const two = await preview([at({ type: 'avalara', code: 'a' }), at({ type: 'anrok', code: 'b' })]);
    expect([two.status, two.body.error_details]).toEqual([
      422,
      { integration_customers: ['tax_integration_exists'] },
    ]);
  });

  test('a preview of an existing customer ignores the list, and shows the links that it has', async () => {
    const customer = await createCustomer(client, { currency: 'EUR', integration_customers: [at(books)] });
    const { external_id } = customer;
    const { status, body } = await preview([at({ type: 'avalara', code: 'none' })], { external_id });
    expect(status).toBe(200);
    expect(body.invoice.customer.integration_customers).toEqual(customer.integration_customers);
    expect(await linksOf(external_id)).toEqual(customer.integration_customers);
  });
});
