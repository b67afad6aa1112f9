import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { addBillingEntity, createClock, createCustomer, createTax, unique } from '../support/builders.js';
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

const upsert = (customer: object, caller = client) => caller.post('/customers', { customer });

/** Everything that writing a customer may leave behind. */
const written = async ({ organizationId }: Client) => {
  const [row] = await server.pool.sql`
    select (select count(*)::int from customers where organization_id = ${organizationId}) as customers,
      (select count(*)::int from customer_metadata where organization_id = ${organizationId}) as metadata,
      (select count(*)::int from customer_taxes where organization_id = ${organizationId}) as taxes,
      (select count(*)::int from activity_log_entries where organization_id = ${organizationId}) as entries,
      (select count(*)::int from outbox_messages where organization_id = ${organizationId}) as messages,
      (select max(sequential_id) from customers where organization_id = ${organizationId}) as number`;
  return row;
};

describe('a customer', () => {
  test('a customer of nothing but an external id shows every member of the contract', async () => {
    const caller = await server.organization();
    const created = await upsert({ external_id: 'bare' }, caller);
    expect(created.body.customer).toEqual({
      svc_id: expect.any(String),
      sequential_id: 1,
      slug: expect.stringMatching(/^.{1,10}-001$/),
      external_id: 'bare',
      billing_entity_code: 'default',
      buyer_reference: null,
      identifiers: [],
      e_invoice_problems: [],
      address_line1: null,
      address_line2: null,
      applicable_timezone: 'UTC',
      city: null,
      country: null,
      currency: null,
      email: null,
      legal_name: null,
      legal_number: null,
      logo_url: null,
      name: null,
      firstname: null,
      lastname: null,
      account_type: 'customer',
      customer_type: null,
      phone: null,
      state: null,
      tax_identification_number: null,
      timezone: null,
      url: null,
      zipcode: null,
      net_payment_term: null,
      created_at: expect.any(String),
      updated_at: created.body.customer.created_at,
      finalize_zero_amount_invoice: 'inherit',
      skip_invoice_custom_sections: false,
      billing_configuration: {
        invoice_grace_period: null,
        subscription_invoice_issuing_date_anchor: null,
        subscription_invoice_issuing_date_adjustment: null,
        payment_provider: null,
        payment_provider_code: null,
        provider_customer_id: null,
        sync: null,
        sync_with_provider: null,
        document_locale: null,
        provider_payment_methods: [],
      },
      shipping_address: null,
      metadata: [],
      svc_test_clock_id: null,
      integration_customers: [],
      taxes: [],
      applicable_invoice_custom_sections: [],
    });
    expect((await caller.get('/customers/bare')).body).toEqual(created.body);
  });

  test('a customer keeps all that is sent, a billing configuration and an address too', async () => {
    const sent = {
      name: 'Ada & Co',
      firstname: 'Ada',
      lastname: 'Lovelace',
      legal_name: 'Ada and Company Ltd',
      legal_number: '42',
      tax_identification_number: 'GB123',
      phone: '+44 1',
      url: 'ada.example',
      logo_url: 'https://ada.example/logo.png',
      address_line1: '1 Main Street',
      address_line2: 'Floor 2',
      city: 'London',
      zipcode: 'N1',
      state: 'England',
      country: 'GB',
      account_type: 'partner',
      customer_type: 'company',
      currency: 'GBP',
      timezone: 'Europe/London',
      net_payment_term: 0,
      finalize_zero_amount_invoice: 'skip',
      skip_invoice_custom_sections: true,
      billing_configuration: {
        invoice_grace_period: 4,
        subscription_invoice_issuing_date_anchor: 'current_period_end',
        subscription_invoice_issuing_date_adjustment: 'keep_anchor',
        payment_provider: 'some_provider',
        payment_provider_code: 'main',
        provider_customer_id: 'cus_1',
        sync: true,
        sync_with_provider: false,
        document_locale: 'pt-BR',
        provider_payment_methods: ['card', 'sepa_debit'],
      },
      shipping_address: {
        address_line1: '2 Side Street',
        address_line2: null,
        city: 'Leeds',
        country: 'GB',
        state: null,
        zipcode: 'LS1',
      },
    };
    const customer = await createCustomer(client, { ...sent, email: ' ada@example.com ' });
    expect(customer).toMatchObject({
      ...sent,
      email: 'ada@example.com',
      applicable_timezone: 'Europe/London',
    });
  });

  test('a customer is changed by a second call: absent members stay, null clears', async () => {
    const customer = await createCustomer(client, {
      name: 'Ada',
      phone: '1',
      account_type: 'partner',
      billing_configuration: {
        document_locale: 'fr',
        sync: true,
        provider_payment_methods: ['card', 'link'],
      },
      shipping_address: { city: 'Leeds', zipcode: 'LS1' },
    });
    const { external_id } = customer;
    const changed = await upsert({
      external_id,
      phone: null,
      account_type: null,
      billing_configuration: { sync: null, provider_payment_methods: null },
      shipping_address: { zipcode: null, country: 'gb' },
    });
    expect(changed.body.customer).toMatchObject({
      svc_id: customer.svc_id,
      sequential_id: customer.sequential_id,
      name: 'Ada',
      phone: null,
      account_type: 'customer',
      billing_configuration: { document_locale: 'fr', sync: null, provider_payment_methods: [] },
      shipping_address: { city: 'Leeds', zipcode: null, country: 'GB' },
    });
    const cleared = await upsert({ external_id, billing_configuration: null, shipping_address: null });
    expect(cleared.body.customer).toMatchObject({
      billing_configuration: { document_locale: null },
      shipping_address: null,
    });
  });

  test('a customer has text without NUL characters and lone surrogates', async () => {
    const answer = await client.post('/customers', undefined, {
      rawBody:
        '{"customer": {"external_id": "n\\u0000ul", "name": "a\\u0000b\\ud800c", "city": "\\ud83d\\ude00"}}',
      headers: { 'content-type': 'application/json' },
    });
    expect(answer.body.customer).toMatchObject({ external_id: 'nul', name: 'ab\uFFFDc', city: '\u{1F600}' });
  });

  test('a customer is found by any external id, percent-encoded once', async () => {
    const customer = await createCustomer(client, { external_id: 'a/b.c %41 ü' });
    const read = await client.get(`/customers/${encodeURIComponent('a/b.c %41 ü')}`);
    expect(read.body.customer.svc_id).toBe(customer.svc_id);
    const other = await client.get(`/customers/${encodeURIComponent('A/B.C %41 ü')}`);
    expect([other.status, other.body]).toEqual([
      404,
      { status: 404, error: 'Not Found', code: 'customer_not_found' },
    ]);
  });

  test('a customer ignores unknown and read-only members, and reads numbers and booleans from text', async () => {
    const customer = await createCustomer(client, {
      svc_id: 'mine',
      sequential_id: 99_999,
      shoe_size: 42,
      net_payment_term: '30',
      skip_invoice_custom_sections: 'true',
    });
    expect(customer).toMatchObject({ net_payment_term: 30, skip_invoice_custom_sections: true });
    expect([customer.svc_id, customer.sequential_id]).not.toEqual(['mine', 99_999]);
  });

  test('a customer is numbered in order of creation, also when many are created at once', async () => {
    const caller = await server.organization();
    const customers = await Promise.all(Array.from({ length: 8 }, () => createCustomer(caller)));
    const numbers = customers.map((customer) => customer.sequential_id as number);
    expect(numbers.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    for (const { slug, sequential_id } of customers) expect(slug).toMatch(new RegExp(`-00${sequential_id}$`));
  });

  test('a customer is created once, however many callers create it at the same time', async () => {
    const caller = await server.organization();
    const answers = await Promise.all(
      ['a', 'b', 'c', 'd'].map((name) =>
        upsert({ external_id: 'same', name, metadata: [{ key: 'k', value: name }] }, caller),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(new Set(answers.map(({ body }) => body.customer.svc_id)).size).toBe(1);
    expect(await written(caller)).toMatchObject({ customers: 1, metadata: 1, number: 1, entries: 4 });
    expect((await createCustomer(caller)).sequential_id).toBe(2);
  });

  test('a customer is created once by a repeated request with an idempotency key', async () => {
    const caller = await server.organization();
    const headers = { 'idempotency-key': unique('key') };
    const customer = { external_id: 'once', name: 'Ada' };
    const first = await caller.post('/customers', { customer }, { headers });
    const second = await caller.post('/customers', { customer }, { headers });
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(second.body).toEqual(first.body);
    expect(await written(caller)).toMatchObject({ customers: 1, entries: 1, messages: 1 });
    const other = await caller.post('/customers', { customer: { external_id: 'other' } }, { headers });
    expect([other.status, other.body.error_details]).toEqual([
      422,
      { idempotency_key: ['value_is_invalid'] },
    ]);
  });
});

describe('lists of a customer', () => {
  test('metadata is replaced as a whole; entries keep their id by key', async () => {
    const customer = await createCustomer(client, {
      metadata: [
        { key: 'tier', value: 'gold', display_in_invoice: true },
        { key: 'owner', value: 'ada' },
      ],
    });
    const [tier, owner] = customer.metadata;
    expect(tier).toEqual({
      svc_id: expect.any(String),
      key: 'tier',
      value: 'gold',
      display_in_invoice: true,
      created_at: customer.created_at,
    });
    expect(owner).toMatchObject({ key: 'owner', value: 'ada', display_in_invoice: false });

    const { external_id } = customer;
    const metadataAfter = async (change: object) =>
      (await upsert({ external_id, ...change })).body.customer.metadata;
    const renamed = { id: owner.svc_id, key: 'contact', value: 'bob', display_in_invoice: false };
    const replaced = await metadataAfter({ metadata: [renamed, { key: 'new', value: 'v' }] });
    expect(replaced).toMatchObject([
      { svc_id: owner.svc_id, key: 'contact', value: 'bob' },
      { key: 'new', value: 'v' },
    ]);
    expect(await metadataAfter({ name: 'n' })).toEqual(replaced);
    expect(await metadataAfter({ metadata: [] })).toEqual([]);
  });

  test('own taxes are replaced by code, emptied by [], and gone when the tax is deleted', async () => {
    const vat = await createTax(client, { name: 'B' });
    const eco = await createTax(client, { name: 'A' });
    const customer = await createCustomer(client, { tax_codes: [vat.code, eco.code, vat.code] });
    expect(customer.taxes).toEqual([eco, vat]);
    const { external_id } = customer;
    const taxesAfter = async (change: object) =>
      (await upsert({ external_id, ...change })).body.customer.taxes;
    expect(await taxesAfter({ name: 'n' })).toEqual([eco, vat]);
    expect(await taxesAfter({ tax_codes: [vat.code] })).toEqual([vat]);
    await client.delete(`/taxes/${vat.code}`);
    expect((await client.get(`/customers/${external_id}`)).body.customer.taxes).toEqual([]);
    await upsert({ external_id, tax_codes: [eco.code] });
    expect(await taxesAfter({ tax_codes: [] })).toEqual([]);
  });
});

describe('refusals', () => {
  test.each<[object, object, string]>([
    [{ external_id: undefined, name: 'n' }, { external_id: ['value_is_mandatory'] }, 'nobody is named'],
    [{ external_id: ' ' }, { external_id: ['value_is_mandatory'] }, 'a blank names nobody'],
    [
      { external_id: null, name: 5 },
      { external_id: ['value_is_mandatory'], name: ['value_is_invalid'] },
      'both',
    ],
    [{ external_id: 'x'.repeat(256) }, { external_id: ['value_is_too_long'] }, 'external ids end at 255'],
    [{ name: 'n'.repeat(256) }, { name: ['value_is_too_long'] }, 'names too'],
    [{ name: {} }, { name: ['invalid_format'] }, 'an object for a text'],
    [{ url: `https://${'u'.repeat(2000)}` }, { url: ['value_is_too_long'] }, 'URLs end at 2000'],
    [{ email: 'nobody' }, { email: ['invalid_email_format'] }, 'no e-mail address'],
    [{ country: 'XX' }, { country: ['not_a_valid_country_code'] }, 'no such country'],
    [
      { shipping_address: { country: 'Mars', city: 'c'.repeat(256) } },
      {
        'shipping_address.country': ['not_a_valid_country_code'],
        'shipping_address.city': ['value_is_too_long'],
      },
      'nor in an address',
    ],
    [{ shipping_address: 'home' }, { shipping_address: ['invalid_format'] }, 'text for an object'],
    [{ currency: 'eur' }, { currency: ['value_is_invalid'] }, 'currencies are exact'],
    [{ timezone: 'Mars/Olympus' }, { timezone: ['invalid_timezone'] }, 'no such zone'],
    [{ net_payment_term: -1 }, { net_payment_term: ['value_is_out_of_range'] }, 'due before it is issued'],
    [{ net_payment_term: 36_501 }, { net_payment_term: ['value_is_out_of_range'] }, 'due after a century'],
    [{ net_payment_term: 1.5 }, { net_payment_term: ['value_is_invalid'] }, 'a part of a day'],
    [{ account_type: 'vip' }, { account_type: ['value_is_invalid'] }, 'an unknown word'],
    [{ customer_type: 'robot' }, { customer_type: ['value_is_invalid'] }, 'an unknown word'],
    [
      { finalize_zero_amount_invoice: 'never' },
      { finalize_zero_amount_invoice: ['invalid_value'] },
      'an unknown word, with a code of its own',
    ],
    [
      { finalize_zero_amount_invoice: null, skip_invoice_custom_sections: null },
      {
        finalize_zero_amount_invoice: ['value_is_mandatory'],
        skip_invoice_custom_sections: ['value_is_mandatory'],
      },
      'what cannot be cleared',
    ],
    [
      { billing_configuration: { invoice_grace_period: -1, document_locale: 'xx' } },
      {
        'billing_configuration.invoice_grace_period': ['value_is_out_of_range'],
        'billing_configuration.document_locale': ['not_a_valid_language_code'],
      },
      'inside the configuration',
    ],
    [
      { billing_configuration: { invoice_grace_period: 36_501 } },
      { 'billing_configuration.invoice_grace_period': ['value_is_out_of_range'] },
      'longer than a century',
    ],
    [
      { billing_configuration: { subscription_invoice_issuing_date_anchor: 'today' } },
      { 'billing_configuration.subscription_invoice_issuing_date_anchor': ['value_is_invalid'] },
      'an unknown anchor',
    ],
    [
      { billing_configuration: { subscription_invoice_issuing_date_adjustment: 'none' } },
      { 'billing_configuration.subscription_invoice_issuing_date_adjustment': ['value_is_invalid'] },
      'an unknown adjustment',
    ],
    [
      { billing_configuration: { payment_provider: 5, provider_payment_methods: 'card' } },
      {
        'billing_configuration.payment_provider': ['value_is_invalid'],
        'billing_configuration.provider_payment_methods': ['invalid_format'],
      },
      'wrong kinds',
    ],
    [
      { billing_configuration: { provider_payment_methods: ['link'] } },
      { 'billing_configuration.provider_payment_methods': ['value_is_invalid'] },
      'a link without a card',
    ],
    [
      { billing_configuration: { provider_payment_methods: ['customer_balance', 'card'] } },
      { 'billing_configuration.provider_payment_methods': ['value_is_invalid'] },
      'a transfer beside a card',
    ],
    [
      { billing_configuration: { provider_payment_methods: ['cash'] } },
      { 'billing_configuration.provider_payment_methods': ['value_is_invalid'] },
      'an unknown way to pay',
    ],
    [{ tax_codes: [5] }, { tax_codes: ['invalid_format'] }, 'a number in place of a code'],
    [{ tax_codes: 'vat' }, { tax_codes: ['invalid_format'] }, 'text for a list'],
    [{ metadata: [5] }, { metadata: ['invalid_format'] }, 'a number in place of an object'],
    [
      { metadata: [{ key: ' ', value: 'v'.repeat(101) }, { key: 'k'.repeat(21) }] },
      {
        'metadata.0.key': ['value_is_mandatory'],
        'metadata.0.value': ['value_is_too_long'],
        'metadata.1.key': ['value_is_too_long'],
        'metadata.1.value': ['value_is_mandatory'],
      },
      'a missing value',
    ],
    [
      {
        metadata: [
          { key: ' ', value: 'v'.repeat(101) },
          { key: 'k'.repeat(21), value: '' },
          { key: 'a', value: 'v' },
          { key: 'a', value: 'v' },
        ],
      },
      {
        'metadata.0.key': ['value_is_mandatory'],
        'metadata.0.value': ['value_is_too_long'],
        'metadata.1.key': ['value_is_too_long'],
        'metadata.1.value': ['value_is_mandatory'],
        'metadata.3.key': ['value_already_exist'],
      },
      'entries with faults',
    ],
    [
      { metadata: ['a', 'b', 'c', 'd', 'e', 'f'].map((key) => ({ key, value: 'v' })) },
      { metadata: ['invalid_count'] },
      'six entries',
    ],
    [
      { skip_invoice_custom_sections: true, invoice_custom_section_codes: ['footer'] },
      { invoice_custom_sections: ['skip_sections_and_selected_ids_sent_together'] },
      'sections selected and skipped',
    ],
  ])('%j is refused: %j (%s)', async (members, details) => {
    const before = await written(client);
    const answer = await upsert({ external_id: 'refused', ...members });
    expect(answer.status).toBe(422);
    expect(answer.body.error_details).toEqual(details);
    expect(await written(client)).toEqual(before);
  });

  test.each([
    [{ tax_codes: ['unknown'] }, 'tax_not_found'],
    [{ invoice_custom_section_codes: ['unknown'] }, 'invoice_custom_section_not_found'],
    [{ billing_entity_code: 'unknown' }, 'billing_entity_not_found'],
    [{ test_clock_id: '0190a0a0-0000-7000-8000-000000000000' }, 'test_clock_not_found'],
    [{ test_clock_id: 'no uuid' }, 'test_clock_not_found'],
  ])('%j: 404 %s, and nothing is written', async (members, code) => {
    const { external_id } = await createCustomer(client, { name: 'before' });
    const before = await written(client);
    const created = await upsert({ external_id: unique('new'), ...members });
    expect([created.status, created.body.code]).toEqual([404, code]);
    if (!('test_clock_id' in members)) {
      const changed = await upsert({ external_id, name: 'after', ...members });
      expect([changed.status, changed.body.code]).toEqual([404, code]);
      expect((await client.get(`/customers/${external_id}`)).body.customer.name).toBe('before');
    }
    expect(await written(client)).toEqual(before);
  });

  test('the order of checks: key, permission, JSON, wrapper, validation', async () => {
    const body = { customer: { country: 'XX' } };
    const reader = await server.organization({ customer: ['read'] });
    const answers = [
      await client.withKey('unknown').post('/customers', body),
      await reader.post('/customers', undefined, {
        rawBody: '{',
        headers: { 'content-type': 'application/json' },
      }),
      await client.post('/customers', undefined, {
        rawBody: '{',
        headers: { 'content-type': 'application/json' },
      }),
      await client.post('/customers', body.customer),
      await client.post('/customers', body),
    ];
    expect(answers.map(({ status, body: { code, error } }) => [status, code ?? error])).toEqual([
      [401, 'Unauthorized'],
      [403, 'write_action_not_allowed_for_customer'],
      [400, expect.stringMatching(/^BadRequest: invalid JSON: /)],
      [400, 'BadRequest: param is missing or the value is empty or invalid: customer'],
      [422, 'validation_errors'],
    ]);
  });
});

describe('billing entities', () => {
  test('a customer belongs to one, named in any case; null is the default one', async () => {
    const caller = await server.organization();
    await addBillingEntity(server, caller, { code: 'acme-eu', timezone: 'Europe/Paris' });
    const customer = await createCustomer(caller, { billing_entity_code: 'ACME-eu' });
    expect(customer).toMatchObject({
      billing_entity_code: 'acme-eu',
      timezone: null,
      applicable_timezone: 'Europe/Paris',
    });
    const { external_id, slug } = customer;
    expect(slug).not.toMatch(/^ACM/);
    const stays = await upsert({ external_id, name: 'n' }, caller);
    expect(stays.body.customer.billing_entity_code).toBe('acme-eu');
    const moved = await upsert({ external_id, billing_entity_code: null }, caller);
    expect(moved.body.customer).toMatchObject({
      billing_entity_code: 'default',
      applicable_timezone: 'UTC',
      slug,
    });
  });
});

describe('test clocks', () => {
  test('test clocks hold time still for their customers', async () => {
    const clock = await createClock(client, { frozen_time: '2027-03-01T07:00:00Z' });
    const customer = await createCustomer(client, {
      test_clock_id: clock.svc_id,
      metadata: [{ key: 'k', value: 'v' }],
    });
    expect(customer).toMatchObject({
      svc_test_clock_id: clock.svc_id,
      created_at: '2027-03-01T07:00:00Z',
      updated_at: '2027-03-01T07:00:00Z',
      metadata: [{ created_at: '2027-03-01T07:00:00Z' }],
    });
    const { external_id } = customer;
    const same = await upsert({ external_id, test_clock_id: clock.svc_id, name: 'n' });
    expect(same.body.customer).toMatchObject({ name: 'n', updated_at: '2027-03-01T07:00:00Z' });
  });

  test.each(['another', null])('a customer does not change to %s clock', async (other) => {
    const clock = await createClock(client);
    const { external_id } = await createCustomer(client, { test_clock_id: clock.svc_id });
    const test_clock_id = other === null ? null : (await createClock(client)).svc_id;
    const answer = await upsert({ external_id, test_clock_id });
    expect([answer.status, answer.body.error_details]).toEqual([
      422,
      { test_clock_id: ['value_is_immutable'] },
    ]);
  });

  test('a live customer gets no clock', async () => {
    const { external_id } = await createCustomer(client);
    const { svc_id: test_clock_id } = await createClock(client);
    const answer = await upsert({ external_id, test_clock_id });
    expect(answer.body.error_details).toEqual({ test_clock_id: ['value_is_immutable'] });
  });

  test('writes of customers on test clocks wait while the clock advances', async () => {
    const { svc_id: test_clock_id } = await createClock(client);
    const { external_id } = await createCustomer(client, { test_clock_id });
    await server.pool.sql`update test_clocks set status = 'advancing' where id = ${test_clock_id}`;
    const before = await written(client);
    for (const customer of [
      { external_id, name: 'n' },
      { external_id: 'new', test_clock_id },
    ]) {
      const answer = await upsert(customer);
      expect([answer.status, answer.body.code]).toEqual([405, 'test_clock_advancing']);
    }
    expect(await written(client)).toEqual(before);
  });
});

describe('other organizations', () => {
  test('other organizations see nothing of a customer and may use the same external id', async () => {
    const stranger = await server.organization();
    const tax = await createTax(client);
    const clock = await createClock(client);
    const { external_id, svc_id } = await createCustomer(client, { name: 'ours' });
    expect((await stranger.get(`/customers/${external_id}`)).status).toBe(404);
    expect((await stranger.get('/customers')).body.customers).toEqual([]);
    const theirs = await createCustomer(stranger, { external_id, name: 'theirs' });
    expect(theirs.svc_id).not.toBe(svc_id);
    expect((await client.get(`/customers/${external_id}`)).body.customer.name).toBe('ours');
    for (const members of [{ tax_codes: [tax.code] }, { test_clock_id: clock.svc_id }]) {
      const answer = await upsert({ external_id: unique('new'), ...members }, stranger);
      expect(answer.status).toBe(404);
    }
  });
});

describe('the activity log and the outbox', () => {
  const logged = (caller: Client) => server.pool.sql`
    select activity_type, resource_type, resource_id, external_customer_id, activity_object, activity_object_changes
    from activity_log_entries where organization_id = ${caller.organizationId} order by id`;
  const messages = (caller: Client) => server.pool.sql`
    select webhook_type, object_type, object from outbox_messages
    where organization_id = ${caller.organizationId} order by id`;

  test('the activity log and the outbox hold the customer as REST shows it, and what changed', async () => {
    const caller = await server.organization();
    const created = await createCustomer(caller, { external_id: 'logged', name: 'a' });
    const changed = (
      await upsert({ external_id: 'logged', name: 'b', metadata: [{ key: 'k', value: 'v' }] }, caller)
    ).body.customer;
    await upsert({ external_id: 'logged', name: 'b' }, caller);
    const about = { resource_type: 'Customer', resource_id: created.svc_id, external_customer_id: 'logged' };
    expect([...(await logged(caller))]).toEqual([
      { activity_type: 'customer.created', ...about, activity_object: created, activity_object_changes: {} },
      {
        activity_type: 'customer.updated',
        ...about,
        activity_object: changed,
        activity_object_changes: { name: ['a', 'b'], metadata: [[], changed.metadata] },
      },
    ]);
    expect([...(await messages(caller))]).toEqual([
      { webhook_type: 'customer.created', object_type: 'customer', object: created },
      { webhook_type: 'customer.updated', object_type: 'customer', object: changed },
    ]);
  });
});
