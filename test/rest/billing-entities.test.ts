// Billing entities: billing-entities.md §1–3.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  callerWith,
  createAddOn,
  createCustomer,
  createPlan,
  createTax,
  type Resource,
  subscribe,
  unique,
} from '../support/builders.js';
import type { Client } from '../support/client.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';
import { Story } from '../support/story.js';

let server: SharedServer;
let client: Client;

beforeAll(async () => {
  server = await shareTestServer();
  client = await server.organization();
});
afterAll(() => server.stop());

const create = (entity: object, caller = client) =>
  caller.post('/billing_entities', { billing_entity: { code: unique('entity'), name: 'Hooli', ...entity } });
const put = (code: string, entity: object, caller = client) =>
  caller.put(`/billing_entities/${code}`, { billing_entity: entity });
const created = async (entity: object = {}): Promise<Resource> => bare((await create(entity)).body);
/** The entity of an answer, without the copy that stands beside its members for clients that read a wrapper. */
function bare({ billing_entity, ...members }: Resource): Resource {
  expect(billing_entity).toEqual(members);
  return members;
}

const DEFAULTS = {
  is_default: false,
  default_currency: 'USD',
  timezone: 'UTC',
  document_locale: 'en',
  document_numbering: 'per_customer',
  document_color: null,
  invoice_footer: null,
  invoice_grace_period: 0,
  subscription_invoice_issuing_date_anchor: 'next_period_start',
  subscription_invoice_issuing_date_adjustment: 'align_with_finalization_date',
  net_payment_term: 0,
  finalize_zero_amount_invoice: true,
  legal_name: null,
  legal_number: null,
  tax_identification_number: null,
  email: null,
  email_settings: [],
  phone: null,
  address_line1: null,
  address_line2: null,
  city: null,
  zipcode: null,
  state: null,
  country: null,
  eu_tax_management: false,
  einvoicing: false,
  einvoicing_profile: null,
  identifiers: [],
  bank_accounts: [],
  logo_url: null,
};

describe('billing entities over REST', () => {
  test('a new entity is answered flat and in a wrapper, with the defaults and a prefix of name and id', async () => {
    const body = await created({ code: 'defaults', name: 'Northern Lights', email: null });
    expect(body).toEqual({
      ...DEFAULTS,
      svc_id: expect.any(String),
      code: 'defaults',
      name: 'Northern Lights',
      document_number_prefix: `NOR-${body.svc_id.slice(-4).toUpperCase()}`,
      created_at: expect.any(String),
      updated_at: body.created_at,
    });
    const renamed = await put('DEFAULTS', { name: 'Southern Lights' });
    expect(bare(renamed.body)).toEqual({
      ...body,
      name: 'Southern Lights',
      taxes: [],
      selected_invoice_custom_sections: [],
      updated_at: expect.any(String),
    });
    expect((await client.get('/billing_entities/Defaults')).body).toEqual(renamed.body);
    const missing = await client.get('/billing_entities/nowhere');
    expect([missing.status, missing.body.code]).toEqual([404, 'billing_entity_not_found']);
  });

  test('example A', async () => {
    const configuration = { invoice_grace_period: 2 };
    const { body } = await create({ default_currency: 'EUR', billing_configuration: configuration });
    expect(body).toMatchObject({ default_currency: 'EUR', invoice_grace_period: 2, is_default: false });
    expect(body.document_number_prefix).toMatch(/^HOO-[0-9A-F]{4}$/);
  });

  test('example B: a member that is sent twice has the value at the top level', async () => {
    const { code } = await created({ invoice_grace_period: 2 });
    const { body } = await put(code, {
      invoice_grace_period: 4,
      billing_configuration: { invoice_grace_period: -9, invoice_footer: 'Merci' },
    });
    expect(body).toMatchObject({ invoice_grace_period: 4, invoice_footer: 'Merci' });
  });

  test('every member is kept as sent', async () => {
    const sent = {
      default_currency: 'EUR',
      timezone: 'Europe/Paris',
      document_locale: 'pt-BR',
      document_numbering: 'per_billing_entity',
      document_number_prefix: 'eu',
      document_color: '#0f766e',
      invoice_footer: 'Bye',
      invoice_grace_period: 1,
      subscription_invoice_issuing_date_anchor: 'current_period_end',
      subscription_invoice_issuing_date_adjustment: 'keep_anchor',
      net_payment_term: 30,
      finalize_zero_amount_invoice: false,
      legal_name: 'Hooli SAS',
      legal_number: '1',
      tax_identification_number: 'FR1',
      email: ' billing@hooli.test ',
      email_settings: ['invoice.finalized', 'invoice.finalized'],
      phone: '+33 1',
      address_line1: '1 rue',
      address_line2: 'B',
      city: 'Paris',
      zipcode: '75001',
      state: 'IDF',
      country: 'fr',
      einvoicing: true,
      einvoicing_profile: 'peppol_bis_3',
      identifiers: [{ scheme: '0009', value: '73282932000074' }],
    };
    const { code } = await created();
    const { body } = await put(code, sent);
    const kept = { email: 'billing@hooli.test', email_settings: ['invoice.finalized'] };
    expect(body).toMatchObject({ ...sent, ...kept, document_number_prefix: 'EU', country: 'FR' });
    const nullable = ['legal_name', 'phone', 'city', 'invoice_footer', 'email', 'document_color'];
    const cleared = await put(code, Object.fromEntries(nullable.map((member) => [member, null])));
    for (const member of nullable) expect([member, cleared.body[member]]).toEqual([member, null]);
  });

  test.each<[object, object, string]>([
    [{ code: ' ' }, { code: ['value_is_mandatory'] }, 'a blank code'],
    [{ name: null }, { name: ['value_is_mandatory'] }, 'no name'],
    [{ name: 'n'.repeat(256) }, { name: ['value_is_too_long'] }, 'a long name'],
    [{ default_currency: 'eur' }, { default_currency: ['value_is_invalid'] }, 'an unknown currency'],
    [{ timezone: 'Mars/Base' }, { timezone: ['invalid_timezone'] }, 'an unknown zone'],
    [{ document_numbering: 'x' }, { document_numbering: ['value_is_invalid'] }, 'an unknown word'],
    [{ document_number_prefix: '' }, { document_number_prefix: ['value_is_too_short'] }, 'no prefix'],
    [{ document_color: 'teal' }, { document_color: ['value_is_invalid'] }, 'a name of a color'],
    [{ document_color: '#0f766' }, { document_color: ['value_is_invalid'] }, 'five digits'],
    [{ document_number_prefix: 'p'.repeat(11) }, { document_number_prefix: ['value_is_too_long'] }, '11'],
    [{ document_number_prefix: 'ß'.repeat(6) }, { document_number_prefix: ['value_is_too_long'] }, 'SS…'],
    [{ net_payment_term: -1 }, { net_payment_term: ['value_is_out_of_range'] }, 'a negative term'],
    [{ email: 'hooli' }, { email: ['invalid_email_format'] }, 'no e-mail address'],
    [{ email_settings: ['x'] }, { email_settings: ['unsupported_value'] }, 'an unknown e-mail'],
    [{ email_settings: 'x' }, { email_settings: ['invalid_format'] }, 'no list'],
    [{ country: 'XX' }, { country: ['not_a_valid_country_code'] }, 'an unknown country'],
    [{ country: 'XX', einvoicing: true }, { country: ['not_a_valid_country_code'] }, 'the cause alone'],
    [{ eu_tax_management: true }, { eu_tax_management: ['billing_entity_must_be_in_eu'] }, 'no country'],
    [{ einvoicing: true }, { einvoicing: ['country_must_be_present'] }, 'no country'],
    [{ einvoicing: true, country: 'CH' }, { einvoicing: ['country_not_supported'] }, 'another country'],
    [
      { einvoicing: true, country: 'GR' },
      { einvoicing: ['country_not_supported'] },
      'numbers of a tax office',
    ],
    [
      { einvoicing: true, country: 'FR' },
      { tax_identification_number: ['missing_for_einvoicing'] },
      'no number of the seller',
    ],
    [
      { einvoicing: true, country: 'DE', tax_identification_number: 'DE129273398', city: ' ' },
      Object.fromEntries(
        ['city', 'zipcode', 'phone', 'email'].map((member) => [member, ['missing_for_einvoicing']]),
      ),
      'what XRechnung demands',
    ],
    [
      { einvoicing: true, country: 'BE', legal_number: '0203201340' },
      { identifiers: ['missing_for_einvoicing'] },
      'no address under Peppol',
    ],
    [
      { identifiers: [{ scheme: '0001', value: 'x' }] },
      { 'identifiers.0.scheme': ['value_is_invalid'] },
      'an unknown register',
    ],
    [
      {
        identifiers: [
          { scheme: '0088', value: '4006381333932' },
          { scheme: '0204', value: ' ' },
        ],
      },
      { 'identifiers.0.value': ['value_is_invalid'], 'identifiers.1.value': ['value_is_mandatory'] },
      'a wrong check digit, no value',
    ],
    [
      { identifiers: Array.from({ length: 11 }, (_, index) => ({ scheme: '0204', value: `${index}` })) },
      { identifiers: ['invalid_count'] },
      'eleven identifiers',
    ],
    [
      { billing_configuration: { document_locale: 'xx', invoice_grace_period: -1 } },
      {
        'billing_configuration.document_locale': ['not_a_valid_language_code'],
        'billing_configuration.invoice_grace_period': ['value_is_out_of_range'],
      },
      'an unknown language, a negative period',
    ],
    [{ logo: 'hello' }, { logo: ['invalid_format'] }, 'no data URI'],
  ])('%j is refused: %s', async (sent, details) => {
    const answer = await create(sent);
    expect([answer.status, answer.body.error_details]).toEqual([422, details]);
  });

  test.each([
    'name',
    'default_currency',
    'timezone',
    'document_locale',
    'document_numbering',
    'document_number_prefix',
    'invoice_grace_period',
    'subscription_invoice_issuing_date_anchor',
    'net_payment_term',
    'finalize_zero_amount_invoice',
    'eu_tax_management',
    'einvoicing',
  ])('null does not clear %s', async (member) => {
    const { code } = await created();
    const { status, body } = await put(code, { [member]: null });
    expect([status, body.error_details]).toEqual([422, { [member]: ['value_is_mandatory'] }]);
  });

  test('a code is unique without regard to case, in one organization', async () => {
    expect((await create({ code: 'Unique-É' })).status).toBe(200);
    const { status, body } = await create({ code: 'uNIQUE-é' });
    expect([status, body.error_details]).toEqual([422, { code: ['value_already_exist'] }]);
    expect((await client.get('/billing_entities/UNIQUE-é')).body.code).toBe('Unique-É');
    const other = await server.organization();
    expect((await create({ code: 'Unique-É' }, other)).status).toBe(200);
  });

  test('a billing entity over REST cannot lose what electronic invoices need', async () => {
    const { code } = await created();
    const on = await put(code, {
      ...{ einvoicing: true, country: 'DE', tax_identification_number: 'DE129273398', city: 'Berlin' },
      ...{ zipcode: '10623', phone: '+49 30 1', email: 'billing@hooli.test' },
    });
    expect(on.body.einvoicing).toBe(true);
    const without = await put(code, { phone: null });
    expect([without.status, without.body.error_details]).toEqual([
      422,
      { phone: ['missing_for_einvoicing'] },
    ]);
    expect((await put(code, { phone: null, einvoicing: false })).status).toBe(200);
  });

  test('taxes are assigned by their codes in any case', async () => {
    const { code } = await created();
    for (const tax of ['Vat-Ä', 'Both', 'both']) {
      expect((await client.post('/taxes', { tax: { name: tax, code: tax, rate: 1 } })).status).toBe(200);
    }
    const { body } = await put(code, { tax_codes: ['vAT-ä', 'both'] });
    expect(body.taxes.map((tax: { code: string }) => tax.code)).toEqual(['Vat-Ä', 'both']);
    expect((await put(code, { tax_codes: ['vat'] })).body.code).toBe('tax_not_found');
  });

  test('the list begins with the default entity', async () => {
    const own = await server.organization();
    const { body: second } = await create({ code: 'second' }, own);
    const { body } = await own.get('/billing_entities');
    expect(body.billing_entities.map(({ code, is_default }: Resource) => [code, is_default])).toEqual([
      ['default', true],
      ['second', false],
    ]);
    expect(body.billing_entities[1]).toEqual(bare(second));
    expect(body.meta.total_count).toBe(2);
    expect((await own.get('/billing_entities?page=2&per_page=1')).body.billing_entities).toEqual([
      bare(second),
    ]);
  });

  test('nobody reads or changes the entity of another organization', async () => {
    const { code } = await created();
    const stranger = await server.organization();
    for (const answer of [
      await stranger.get(`/billing_entities/${code}`),
      await put(code, { city: 'x' }, stranger),
    ])
      expect([answer.status, answer.body.code]).toEqual([404, 'billing_entity_not_found']);
    const reader = await callerWith(server, client, { billing_entity: ['read'] });
    const refused = await put(code, { city: 'x' }, reader);
    expect([refused.status, refused.body.code]).toEqual([403, 'write_action_not_allowed_for_billing_entity']);
  });
});

describe('the bank accounts of an entity', () => {
  const EURO = {
    currency: 'EUR',
    iban: 'de89 3704 0044 0532 0130 00',
    bic: 'cobadeff',
    bank_name: 'Commerzbank',
  };
  const DOLLAR = {
    currency: 'USD',
    account_number: '000123456789',
    routing_code: '021000021',
    holder: 'Hooli Inc',
  };
  const STORED_EURO = {
    ...{ svc_id: expect.any(String), currency: 'EUR', iban: 'DE89370400440532013000', account_number: null },
    ...{ routing_code: null, bic: 'COBADEFF', holder: null, bank_name: 'Commerzbank' },
  };
  const STORED_DOLLAR = {
    ...{ svc_id: expect.any(String), ...DOLLAR, iban: null, bic: null, bank_name: null },
  };

  test('the bank accounts of an entity are created with it, listed and read in the order in which they were sent', async () => {
    const body = await created({ bank_accounts: [DOLLAR, EURO] });
    expect(body.bank_accounts).toEqual([STORED_DOLLAR, STORED_EURO]);
    expect((await client.get(`/billing_entities/${body.code}`)).body.bank_accounts).toEqual(
      body.bank_accounts,
    );
    const { body: list } = await client.get('/billing_entities?per_page=1000');
    const listed = list.billing_entities.find(({ code }: Resource) => code === body.code);
    expect(listed.bank_accounts).toEqual(body.bank_accounts);
  });

  test('the bank accounts of an entity are replaced by an update: known ones are changed in place, others added or removed', async () => {
    const { code, bank_accounts } = await created({ bank_accounts: [EURO, DOLLAR] });
    const [euro] = bank_accounts;
    const other = { currency: null, iban: 'NL91ABNA0417164300' };
    const { body } = await put(code, {
      bank_accounts: [other, { svc_id: euro.svc_id, iban: 'FR1420041010050500013M02606' }],
    });
    expect(body.bank_accounts).toEqual([
      expect.objectContaining(other),
      { ...euro, iban: 'FR1420041010050500013M02606' },
    ]);
    expect((await put(code, { city: 'Delft' })).body.bank_accounts).toEqual(body.bank_accounts);
    expect((await put(code, { bank_accounts: [] })).body.bank_accounts).toEqual([]);
    // An id that is no longer known, or belongs to another entity, is that of a new account.
    const [again] = (await put(code, { bank_accounts: [{ ...EURO, svc_id: euro.svc_id }] })).body
      .bank_accounts;
    expect(again).toEqual(STORED_EURO);
    expect(again.svc_id).not.toBe(euro.svc_id);
    expect((await put(code, { bank_accounts: null })).body.bank_accounts).toEqual([]);
  });

  test.each<[object[], object]>([
    [[{ ...EURO, currency: 'XXX' }], { 'bank_accounts.0.currency': ['value_is_invalid'] }],
    [
      [EURO, { ...EURO, iban: 'DE00370400440532013000', bic: 'x' }],
      {
        'bank_accounts.1.iban': ['value_is_invalid'],
        'bank_accounts.1.bic': ['value_is_invalid'],
        'bank_accounts.1.currency': ['value_already_exist'],
      },
    ],
    [[{ currency: 'EUR', account_number: '1' }], { 'bank_accounts.0.routing_code': ['value_is_mandatory'] }],
    [[{ ...EURO, ...DOLLAR }], { 'bank_accounts.0.iban': ['value_must_be_blank'] }],
    [[{ iban: EURO.iban }], { 'bank_accounts.0.currency': ['value_is_mandatory'] }],
    [Array.from({ length: 11 }, () => EURO), { bank_accounts: ['invalid_count'] }],
  ])('%j are refused at the creation and in an update', async (bank_accounts, details) => {
    const { code } = await created();
    for (const answer of [await create({ bank_accounts }), await put(code, { bank_accounts })])
      expect([answer.status, answer.body.error_details]).toEqual([422, details]);
  });

  test('the bank accounts of an entity are in the activity log', async () => {
    const own = await server.organization();
    const { body } = await create({ bank_accounts: [EURO] }, own);
    await put(body.code, { bank_accounts: [DOLLAR] }, own);
    const { body: log } = await own.get('/activity_logs?resource_types[]=BillingEntity');
    const updated = log.activity_logs.find(
      ({ activity_type }: Resource) => activity_type === 'billing_entities.updated',
    );
    expect(updated.activity_object.bank_accounts).toEqual([STORED_DOLLAR]);
    expect(updated.activity_object_changes.bank_accounts).toEqual([[STORED_EURO], [STORED_DOLLAR]]);
  });
});

describe('the taxes of an entity', () => {
  test('the taxes of an entity are replaced by code, and an unknown code changes nothing', async () => {
    const [vat, city] = [await createTax(client, { name: 'B' }), await createTax(client, { name: 'A' })];
    const { code } = await created({ tax_codes: [vat.code] });
    expect((await client.get(`/billing_entities/${code}`)).body.taxes).toEqual([]);
    const { body } = await put(code, { tax_codes: [vat.code, city.code] });
    expect(body.taxes.map((tax: Resource) => tax.code)).toEqual([city.code, vat.code]);
    for (const [sent, missing] of [
      [{ tax_codes: ['nowhere'], city: 'Lost' }, 'tax_not_found'],
      [{ invoice_custom_section_codes: ['nowhere'], city: 'Lost' }, 'invoice_custom_section_not_found'],
    ] as const) {
      const refused = await put(code, sent);
      expect([refused.status, refused.body.code]).toEqual([404, missing]);
    }
    expect((await client.get(`/billing_entities/${code}`)).body).toEqual(body);
    expect((await put(code, { tax_codes: [] })).body.taxes).toEqual([]);
  });

  test('example C: EU tax management needs a country of the EU, and creates its taxes', async () => {
    const own = await server.organization();
    const { body: entity } = await create({ country: 'US' }, own);
    await createTax(own, { code: 'svc_eu_be_standard', name: 'Mine', rate: 3 });
    const refused = await put(entity.code, { eu_tax_management: true }, own);
    expect(refused.body.error_details).toEqual({ eu_tax_management: ['billing_entity_must_be_in_eu'] });
    expect((await own.get('/taxes')).body.meta.total_count).toBe(1);
    const on = await put(entity.code, { country: 'be', eu_tax_management: true }, own);
    expect(on.body).toMatchObject({ country: 'BE', eu_tax_management: true });
    expect((await own.get('/taxes')).body.meta.total_count).toBe(47);
    expect((await own.get('/taxes/svc_eu_be_standard')).body.tax).toMatchObject({
      name: 'BE Standard',
      rate: 21,
    });
    expect((await own.get('/taxes/svc_eu_fi_standard')).body.tax.rate).toBe(25.5);
    for (const [sent, details] of [
      [
        { einvoicing: true },
        { tax_identification_number: ['missing_for_einvoicing'], identifiers: ['missing_for_einvoicing'] },
      ],
      [{ country: 'US' }, { eu_tax_management: ['billing_entity_must_be_in_eu'] }],
      [{ country: null }, { eu_tax_management: ['billing_entity_must_be_in_eu'] }],
    ]) {
      expect((await put(entity.code, sent ?? {}, own)).body.error_details).toEqual(details);
    }
    await put(entity.code, { eu_tax_management: false }, own);
    expect((await own.get('/taxes')).body.meta.total_count).toBe(47);
  });
});

describe('what an update moves', () => {
  const dates = ({ status, issuing_date, payment_due_date }: Resource) => [
    status,
    issuing_date,
    payment_due_date,
  ];

  test('grace period and payment term re-date drafts of customers without their own', async () => {
    const { code } = await created({
      net_payment_term: 7,
      billing_configuration: { invoice_grace_period: 3 },
    });
    const plan = await createPlan(client, { amount_cents: 1_000 });
    const own = { billing_configuration: { invoice_grace_period: 3 }, net_payment_term: 7 };
    const [story, other] = [
      await Story.begin(client, '2027-01-01T00:00:00Z', { billing_entity_code: code }),
      await Story.begin(client, '2027-01-01T00:00:00Z', { billing_entity_code: code, ...own }),
    ];
    for (const each of [story, other]) {
      await subscribe(client, each.customer, plan);
      await each.advance('2027-02-01T00:00:00Z');
    }
    const seen = async () => [dates((await story.invoices())[0]), dates((await other.invoices())[0])];
    const before = ['draft', '2027-02-04', '2027-02-11'];
    expect(await seen()).toEqual([before, before]);
    await put(code, { invoice_grace_period: 5, net_payment_term: 10 });
    expect(await seen()).toEqual([['draft', '2027-02-06', '2027-02-16'], before]);
    await story.advance('2027-02-03T10:00:00Z');
    await put(code, { invoice_grace_period: 1 });
    expect(await seen()).toEqual([['finalized', '2027-02-03', '2027-02-13'], before]);
  });

  test('the job moves the rest of the customers, and may be repeated', async () => {
    const { code, svc_id: billingEntityId } = await created({ invoice_grace_period: 3 });
    const story = await Story.begin(client, '2027-01-01T00:00:00Z', { billing_entity_code: code });
    await subscribe(client, story.customer, await createPlan(client, { amount_cents: 1_000 }));
    await story.advance('2027-02-01T00:00:00Z');
    await server.pool.sql`
      update billing_entities set invoice_grace_period_days = 6, timezone = 'America/Denver' where code = ${code}`;
    const { organizationId } = client;
    for (let run = 0; run < 2; run += 1)
      await server.app.services.billingEntityDates.run({ organizationId, billingEntityId });
    expect(dates((await story.invoices())[0])).toEqual(['draft', '2027-02-07', '2027-02-07']);
    await story.advance('2027-02-07T06:59:59Z');
    expect((await story.listedInvoices())[0].status).toBe('draft');
    await story.advance('2027-02-07T07:00:00Z');
    expect((await story.listedInvoices())[0].status).toBe('finalized');
    const queued = await server.pool.sql`
      select key from graphile_worker._private_jobs where key like ${`billing_entity_dates:${billingEntityId}%`}`;
    expect(queued).toHaveLength(0);
    await put(code, { timezone: 'UTC' });
    const after = await server.pool.sql`
      select key from graphile_worker._private_jobs where key like ${`billing_entity_dates:${billingEntityId}%`}`;
    expect(after).toHaveLength(2);
  });

  test('the zone moves the next billing day of customers without one', async () => {
    const { code } = await created();
    const story = await Story.begin(client, '2027-01-10T00:00:00Z', { billing_entity_code: code });
    await subscribe(client, story.customer, await createPlan(client, { amount_cents: 1_000 }));
    await put(code, { timezone: 'America/Denver' });
    await story.advance('2027-02-01T06:59:59Z');
    expect(await story.invoices()).toEqual([]);
    await story.advance('2027-02-01T07:00:00Z');
    expect((await story.invoices()).map(dates)).toEqual([['finalized', '2027-02-01', '2027-02-01']]);
  });

  test('new taxes apply to drafts of customers without their own', async () => {
    const [vat, own] = [await createTax(client, { rate: 10 }), await createTax(client, { rate: 5 })];
    const { code } = await created({ invoice_grace_period: 10 });
    const plan = await createPlan(client, { amount_cents: 1_000 });
    const [story, other] = [
      await Story.begin(client, '2027-01-01T00:00:00Z', { billing_entity_code: code }),
      await Story.begin(client, '2027-01-01T00:00:00Z', { billing_entity_code: code, tax_codes: [own.code] }),
    ];
    for (const each of [story, other]) {
      await subscribe(client, each.customer, plan);
      await each.advance('2027-02-01T00:00:00Z');
    }
    await put(code, { tax_codes: [vat.code] });
    for (const each of [story, other]) await each.advance('2027-02-01T01:00:00Z');
    const taxed = [await story.invoices(), await other.invoices()].map(([draft]) => draft.taxes_amount_cents);
    expect(taxed).toEqual([100, 50]);
  });

  test('numbers: per customer, then in one sequence after those that were issued; a new prefix from then on', async () => {
    const { code } = await created({ document_number_prefix: 'kit', timezone: 'America/Denver' });
    const addOn = await createAddOn(client);
    const [first, second] = [
      await createCustomer(client, { billing_entity_code: code }),
      await createCustomer(client, { billing_entity_code: code }),
    ];
    const bill = async ({ external_id }: Resource) => {
      const invoice = { external_customer_id: external_id, fees: [{ add_on_code: addOn.code }] };
      return (await client.post('/invoices', { invoice })).body.invoice;
    };
    const numberOf = ({ sequential_id }: Resource) => String(sequential_id).padStart(3, '0');
    const numbers = [await bill(first), await bill(first), await bill(second)].map(({ number }) => number);
    expect(numbers).toEqual([
      `KIT-${numberOf(first)}-001`,
      `KIT-${numberOf(first)}-002`,
      `KIT-${numberOf(second)}-001`,
    ]);
    await put(code, { document_numbering: 'per_billing_entity' });
    const fourth = await bill(second);
    expect(fourth.number).toMatch(/^KIT-\d{6}-004$/);
    expect(fourth.sequential_id).toBe(2);
    await put(code, { document_numbering: 'per_customer', document_number_prefix: 'zed' });
    expect((await bill(first)).number).toBe(`ZED-${numberOf(first)}-003`);
    await put(code, { document_numbering: 'per_billing_entity' });
    expect((await bill(first)).number).toMatch(/^ZED-\d{6}-006$/);
    expect((await client.get(`/invoices/${fourth.svc_id}`)).body.invoice.number).toBe(fourth.number);
  });

  test('an invoice names its own entity', async () => {
    const { code } = await created({ default_currency: 'EUR' });
    const customer = await createCustomer(client);
    const invoice = {
      external_customer_id: customer.external_id,
      billing_entity_code: code.toUpperCase(),
      fees: [{ add_on_code: (await createAddOn(client)).code }],
    };
    const { body } = await client.post('/invoices', { invoice });
    expect(body.invoice).toMatchObject({ billing_entity_code: code, currency: 'EUR' });
  });
});

test('activity entries show what changed', async () => {
  const { code, svc_id } = await created({ city: 'Paris' });
  const tax = await createTax(client);
  await put(code, { city: 'Lyon', tax_codes: [tax.code] });
  await put(code, { city: 'Lyon' });
  const { body } = await client.get(`/activity_logs?resource_ids[]=${svc_id}`);
  const entries = body.activity_logs.map((entry: Resource) => [
    entry.activity_type,
    entry.resource_type,
    Object.keys(entry.activity_object_changes).sort(),
  ]);
  expect(entries).toEqual([
    ['billing_entities.updated', 'BillingEntity', ['city', 'taxes']],
    ['billing_entities.created', 'BillingEntity', []],
  ]);
  const messages = await server.pool.sql`select id from outbox_messages where object_id = ${svc_id}`;
  expect(messages).toHaveLength(0);
});
