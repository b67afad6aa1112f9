// The deprecated view of an organization: billing-entities.md §4.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { callerWith, createTax, type Resource } from '../support/builders.js';
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

const put = (organization: object, caller = client) => caller.put('/organizations', { organization });
const defaultEntity = async (): Promise<Resource> => (await client.get('/billing_entities/default')).body;

test('the organization shows the settings of its default entity', async () => {
  const tax = await createTax(client, { applied_to_organization: true });
  const { status, body } = await client.get('/organizations');
  expect(status).toBe(200);
  const { name } = body.organization;
  expect(body.organization).toEqual({
    svc_id: client.organizationId,
    name,
    slug: name.toLowerCase().replace(' ', '-'),
    webhook_url: '',
    webhook_urls: [],
    default_currency: 'USD',
    timezone: 'UTC',
    document_numbering: 'per_customer',
    document_number_prefix: (await defaultEntity()).document_number_prefix,
    net_payment_term: 0,
    finalize_zero_amount_invoice: true,
    legal_name: null,
    legal_number: null,
    tax_identification_number: null,
    email: null,
    email_settings: [],
    address_line1: null,
    address_line2: null,
    city: null,
    zipcode: null,
    state: null,
    country: null,
    billing_configuration: { invoice_footer: null, invoice_grace_period: 0, document_locale: 'en' },
    taxes: [{ ...tax, applied_to_organization: true }],
    created_at: expect.any(String),
  });
});

test('webhook_url is the address of the oldest webhook endpoint', async () => {
  const own = await server.organization();
  const send = (webhook_url: string | null) => own.put('/organizations', { organization: { webhook_url } });
  const created = (await send('https://a.test/hook')).body.organization;
  expect([created.webhook_url, created.webhook_urls]).toEqual([
    'https://a.test/hook',
    ['https://a.test/hook'],
  ]);
  await own.post('/webhook_endpoints', { webhook_endpoint: { webhook_url: 'https://b.test/hook' } });
  const changed = (await send('https://c.test/hook')).body.organization;
  expect(changed.webhook_urls).toEqual(['https://c.test/hook', 'https://b.test/hook']);
  const { security_logs: entries } = (await own.get('/security_logs?log_types[]=webhook_endpoint')).body;
  expect(entries.map(({ log_event, resources }: Resource) => [log_event, resources.webhook_url])).toEqual([
    ['webhook_endpoint.updated', { deleted: 'https://a.test/hook', added: 'https://c.test/hook' }],
    ['webhook_endpoint.created', 'https://b.test/hook'],
    ['webhook_endpoint.created', 'https://a.test/hook'],
  ]);
  await own.delete(
    `/webhook_endpoints/${(await own.get('/webhook_endpoints')).body.webhook_endpoints[0].svc_id}`,
  );
  const [deleted] = (await own.get('/security_logs')).body.security_logs;
  expect(deleted.log_event).toBe('webhook_endpoint.deleted');
});

test('an update changes the default entity, but neither the name nor what only an entity has', async () => {
  const { organization } = (await client.get('/organizations')).body;
  const { body } = await put({
    name: 'ignored',
    logo: 'ignored',
    city: 'Town',
    country: 'fr',
    document_numbering: 'per_organization',
    billing_configuration: { vat_rate: 17, invoice_footer: 'Bye', invoice_grace_period: 2 },
  });
  expect(body.organization).toMatchObject({
    name: organization.name,
    city: 'Town',
    country: 'FR',
    document_numbering: 'per_organization',
    billing_configuration: { invoice_footer: 'Bye', invoice_grace_period: 2, document_locale: 'en' },
  });
  expect((await client.get('/organizations')).body).toEqual(body);
  expect(await defaultEntity()).toMatchObject({
    name: organization.name,
    city: 'Town',
    document_numbering: 'per_billing_entity',
    invoice_footer: 'Bye',
    invoice_grace_period: 2,
  });
  await client.put('/billing_entities/default', { billing_entity: { city: 'Village' } });
  expect((await client.get('/organizations')).body.organization.city).toBe('Village');
  const { svc_id } = await defaultEntity();
  const { body: log } = await client.get(`/activity_logs?resource_ids[]=${svc_id}`);
  expect(log.activity_logs.map((entry: Resource) => entry.activity_type)).toEqual([
    'billing_entities.updated',
    'billing_entities.updated',
  ]);
});

// docs/adr/0167
test('vat_rate has no effect, which is said, or refused under strict handling', async () => {
  const own = await server.organization();
  for (const vat_rate of [20, 17, 0, null]) {
    const organization = { city: 'Town', billing_configuration: { vat_rate } };
    const { status, body, headers } = await own.put('/organizations', { organization });
    expect([status, body.organization.taxes]).toEqual([200, []]);
    expect(headers.get('x-svc-ignored')).toBe('billing_configuration.vat_rate');
    const strict = { headers: { prefer: 'handling=strict' } };
    expect((await own.put('/organizations', { organization }, strict)).body.error_details).toEqual({
      'billing_configuration.vat_rate': ['unknown_member'],
    });
  }
  expect((await own.get('/taxes')).body.taxes).toEqual([]);
});

test.each<[object, object]>([
  [{ timezone: 'Mars/Base' }, { timezone: ['invalid_timezone'] }],
  [{ document_numbering: 'per_billing_entity' }, { document_numbering: ['value_is_invalid'] }],
  [{ document_number_prefix: null }, { document_number_prefix: ['value_is_mandatory'] }],
  [
    { billing_configuration: { invoice_footer: 'x'.repeat(601) } },
    { 'billing_configuration.invoice_footer': ['value_is_too_long'] },
  ],
  [{ webhook_url: null }, { webhook_url: ['value_is_mandatory'] }],
  [
    { webhook_url: 'a.test', email: 'x' },
    { webhook_url: ['url_is_invalid'], email: ['invalid_email_format'] },
  ],
])('%j is refused', async (sent, details) => {
  const { status, body } = await put(sent);
  expect([status, body.error_details]).toEqual([422, details]);
});

test('both calls say that they are deprecated, also when they are refused', async () => {
  const nobody = client.withKey(null);
  for (const answer of [
    await client.get('/organizations'),
    await put({ city: 'x' }),
    await put({ timezone: 'x' }),
    await nobody.get('/organizations'),
  ]) {
    const headers = [answer.headers.get('deprecation'), answer.headers.get('sunset')];
    expect(headers).toEqual(['@1762905600', 'Wed, 12 Nov 2025 00:00:00 GMT']);
  }
});

test('the permission is that of organizations', async () => {
  const reader = await callerWith(server, client, {
    organization: ['read'],
    billing_entity: ['read', 'write'],
  });
  expect((await reader.get('/organizations')).status).toBe(200);
  const refused = await put({ city: 'x' }, reader);
  expect([refused.status, refused.body.code]).toEqual([403, 'write_action_not_allowed_for_organization']);
});
