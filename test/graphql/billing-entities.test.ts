// Billing entities over GraphQL: billing-entities.md; graphql-surface.md §4.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { callerWith, createCustomer, createTax, type Resource, unique } from '../support/builders.js';
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

const CREATE = `mutation ($input: CreateBillingEntityInput!) {
  createBillingEntity(input: $input) { billingEntity { id code name invoiceGracePeriod invoiceFooter logoUrl } }
}`;
const ARCHIVE = `mutation ($id: ID!) {
  archiveBillingEntity(input: { id: $id }) { billingEntity { code } }
}`;

async function create(input: object = {}) {
  const { data } = await client.graphql(CREATE, {
    input: { code: unique('entity'), name: 'Hooli', ...input },
  });
  return data.createBillingEntity.billingEntity;
}

test('an entity is created, read by id and code, changed and listed', async () => {
  const entity = await create({ invoiceGracePeriod: 3, invoiceFooter: 'Bye' });
  expect(entity).toMatchObject({ name: 'Hooli', invoiceGracePeriod: 3, invoiceFooter: 'Bye', logoUrl: null });
  const read = `query ($id: ID!, $code: String!) {
    byId: billingEntity(id: $id) { code }
    byCode: billingEntity(code: $code) { id taxes { code } }
  }`;
  const { data } = await client.graphql(read, { id: entity.id, code: entity.code.toUpperCase() });
  expect(data).toEqual({ byId: { code: entity.code }, byCode: { id: entity.id, taxes: [] } });
  const { data: updated } = await client.graphql(
    `mutation ($input: UpdateBillingEntityInput!) {
      updateBillingEntity(input: $input) { billingEntity { city documentNumbering } }
    }`,
    { input: { id: entity.id, city: 'Paris', documentNumbering: 'per_billing_entity' } },
  );
  expect(updated.updateBillingEntity.billingEntity).toEqual({
    city: 'Paris',
    documentNumbering: 'per_billing_entity',
  });
  const { data: listed } = await client.graphql(
    `query ($search: String) {
      billingEntities(search: $search) { nodes { id } }
      first: billingEntities(first: 1) { nodes { code isDefault } }
    }`,
    { search: entity.code },
  );
  expect(listed).toEqual({
    billingEntities: { nodes: [{ id: entity.id }] },
    first: { nodes: [{ code: 'default', isDefault: true }] },
  });
});

test('bank accounts are replaced, and named by their paths when they are refused', async () => {
  const { id } = await create({ bankAccounts: [{ currency: 'EUR', iban: 'DE89370400440532013000' }] });
  const update = (bankAccounts: object[]) =>
    client.graphql(
      `mutation ($input: UpdateBillingEntityInput!) {
        updateBillingEntity(input: $input) {
          billingEntity { bankAccounts { id currency iban accountNumber routingCode bic holder bankName } }
        }
      }`,
      { input: { id, bankAccounts } },
    );
  const { data: read } = await client.graphql(
    'query ($id: ID!) { billingEntity(id: $id) { bankAccounts { id } } }',
    { id },
  );
  const [known] = read.billingEntity.bankAccounts;
  const { data } = await update([{ ...known, currency: null, holder: 'Hooli BV' }]);
  expect(data.updateBillingEntity.billingEntity.bankAccounts).toEqual([
    {
      ...{ id: known.id, currency: null, iban: 'DE89370400440532013000', accountNumber: null },
      ...{ routingCode: null, bic: null, holder: 'Hooli BV', bankName: null },
    },
  ]);
  const { errors } = await update([known, { currency: 'USD', iban: 'DE89370400440532013001', bic: '1' }]);
  const paths = errors?.[0]?.extensions?.inputErrors?.map(({ path, code }: Resource) => [
    path.join('.'),
    code,
  ]);
  expect(paths).toEqual([
    ['input.bankAccounts.1.iban', 'value_is_invalid'],
    ['input.bankAccounts.1.bic', 'value_is_invalid'],
  ]);
});

test('the default entity stays the default one', async () => {
  const query = `mutation ($id: ID!) {
    setDefaultBillingEntity(input: { id: $id }) { billingEntity { code isDefault } }
  }`;
  const { id } = await create();
  const { data: first } = await client.graphql('{ billingEntities(first: 1) { nodes { id } } }');
  const current = await client.graphql(query, { id: first.billingEntities.nodes[0].id });
  expect(current.data.setDefaultBillingEntity.billingEntity).toEqual({ code: 'default', isDefault: true });
  const codeOf = async (caller: Client) => (await caller.graphql(query, { id })).errors?.[0]?.extensions.code;
  expect(await codeOf(client)).toBe('default_billing_entity_cannot_be_changed');
  expect(await codeOf(await server.organization())).toBe('not_found');
});

test('an archived entity is found no more and takes nothing new; its customers keep it, and its code is free', async () => {
  const { id, code } = await create();
  const customer = await createCustomer(client, { billing_entity_code: code });
  const { data } = await client.graphql(ARCHIVE, { id });
  expect(data.archiveBillingEntity).toEqual({ billingEntity: { code } });
  for (const answer of [
    await client.get(`/billing_entities/${code}`),
    await client.put(`/billing_entities/${code}`, { billing_entity: { name: 'x' } }),
    await client.post('/customers', { customer: { external_id: unique('c'), billing_entity_code: code } }),
    await client.get(`/customers?billing_entity_codes[]=${code}`),
  ]) {
    expect([answer.status, answer.body.code]).toEqual([404, 'billing_entity_not_found']);
  }
  const { errors } = await client.graphql(ARCHIVE, { id });
  expect(errors?.[0].extensions).toMatchObject({ code: 'not_found' });
  const { body: kept } = await client.get(`/customers/${customer.external_id}`);
  expect(kept.customer.billing_entity_code).toBe(code);
  const { body: listed } = await client.get('/billing_entities?per_page=1000');
  expect(listed.billing_entities.map((entity: { code: string }) => entity.code)).not.toContain(code);
  expect((await create({ code })).code).toBe(code);
  const { body: log } = await client.get(`/activity_logs?resource_ids[]=${id}&per_page=1`);
  expect(log.activity_logs[0]).toMatchObject({
    activity_type: 'billing_entities.deleted',
    activity_object: { code, taxes: [] },
    activity_object_changes: {},
  });
});

test('the default entity is not archived', async () => {
  const { data } = await client.graphql('{ organization { id slug defaultBillingEntity { id code } } }');
  expect(data.organization).toMatchObject({
    id: client.organizationId,
    defaultBillingEntity: { code: 'default' },
  });
  const { errors } = await client.graphql(ARCHIVE, { id: data.organization.defaultBillingEntity.id });
  expect(errors?.[0].extensions).toMatchObject({
    status: 405,
    code: 'default_billing_entity_cannot_be_archived',
  });
});

test('taxes are added and removed', async () => {
  const { id } = await create();
  const [first, second] = [await createTax(client, { name: 'A' }), await createTax(client, { name: 'B' })];
  const change = async (name: 'apply' | 'remove', taxCodes: string[]) => {
    const mutation = name === 'apply' ? 'applyTaxesToBillingEntity' : 'removeTaxesFromBillingEntity';
    const { data, errors } = await client.graphql(
      `mutation ($id: ID!, $taxCodes: [String!]!) {
        ${mutation}(input: { id: $id, taxCodes: $taxCodes }) { billingEntity { taxes { code } } }
      }`,
      { id, taxCodes },
    );
    return (
      errors?.[0].extensions.details ??
      data[mutation].billingEntity.taxes.map((tax: { code: string }) => tax.code)
    );
  };
  expect(await change('apply', [first.code])).toEqual([first.code]);
  expect(await change('apply', [second.code, first.code])).toEqual([first.code, second.code]);
  expect(await change('remove', [first.code])).toEqual([second.code]);
  expect(await change('remove', [first.code])).toEqual([second.code]);
  expect(await change('apply', ['nowhere'])).toEqual({ tax: ['not_found'] });
  expect(await change('remove', ['nowhere'])).toEqual({ tax: ['not_found'] });
});

test('the organization is changed through its default entity', async () => {
  const { data } = await client.graphql(
    `mutation { updateOrganizationSettings(input: { legalName: "Hooli Inc.", documentNumbering: per_organization,
        billingConfiguration: { invoiceFooter: "Bye" } }) {
      organization { defaultBillingEntity { legalName documentNumbering invoiceFooter } }
    } }`,
  );
  expect(data.updateOrganizationSettings.organization.defaultBillingEntity).toEqual({
    legalName: 'Hooli Inc.',
    documentNumbering: 'per_billing_entity',
    invoiceFooter: 'Bye',
  });
});

test('the view of an organization has its settings and its oldest webhook endpoint', async () => {
  const own = await server.organization();
  const change = `mutation ($url: String) {
    updateOrganizationSettings(input: { city: "Oslo", webhookUrl: $url }) {
      settings { city billingConfiguration { documentLocale } webhookUrl webhookUrls }
    }
  }`;
  const url = 'https://hooks.example/billing';
  const { data } = await own.graphql(change, { url });
  const settings = {
    city: 'Oslo',
    billingConfiguration: { documentLocale: 'en' },
    webhookUrl: url,
    webhookUrls: [url],
  };
  expect(data.updateOrganizationSettings).toEqual({ settings });
  const read =
    'query { organizationSettings { city billingConfiguration { documentLocale } webhookUrl webhookUrls } }';
  expect((await own.graphql(read)).data).toEqual({ organizationSettings: settings });
  const { errors } = await own.graphql(change, { url: null });
  expect(errors?.[0].extensions.details).toEqual({ webhookUrl: ['value_is_mandatory'] });
});

test('webhook addresses of the view of an organization need the permission of endpoints', async () => {
  const limited = await callerWith(server, client, { organization: ['read', 'write'] });
  const change = `mutation ($input: UpdateOrganizationSettingsInput!) {
    updateOrganizationSettings(input: $input) { settings { city } }
  }`;
  const { data } = await limited.graphql(change, { input: { city: 'Bergen' } });
  expect(data.updateOrganizationSettings.settings).toEqual({ city: 'Bergen' });
  const refused = await limited.graphql(change, { input: { webhookUrl: 'https://hooks.example/other' } });
  expect(refused.errors?.[0].extensions.details).toEqual({
    base: ['write_action_not_allowed_for_webhook_endpoint'],
  });
  const hidden = await limited.graphql('{ organizationSettings { webhookUrls } }');
  expect(hidden.errors?.[0].extensions.details).toEqual({
    base: ['read_action_not_allowed_for_webhook_endpoint'],
  });
});

test('each operation needs its permission', async () => {
  const limited = await callerWith(server, client, { organization: ['read'] });
  for (const [query, code] of [
    ['{ billingEntities { totalCount } }', 'read_action_not_allowed_for_billing_entity'],
    ['{ organization { defaultBillingEntity { id } } }', 'read_action_not_allowed_for_billing_entity'],
    [
      'mutation { updateOrganizationSettings(input: { city: "x" }) { organization { id } } }',
      'write_action_not_allowed_for_organization',
    ],
  ] as const) {
    const { errors } = await limited.graphql(query);
    expect(errors?.[0].extensions.details).toEqual({ base: [code] });
  }
});
