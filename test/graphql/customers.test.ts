import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createClock, createCustomer, createTax, unique } from '../support/builders.js';
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

/** Every member, under the names that REST gives them. */
const CUSTOMER = `{
  svc_id: id  external_id: externalId  sequential_id: sequentialId  slug  name  firstname  lastname
  legal_name: legalName  legal_number: legalNumber  tax_identification_number: taxIdentificationNumber
  email  phone  url  logo_url: logoUrl
  address_line1: addressLine1  address_line2: addressLine2  city  zipcode  state  country
  shipping_address: shippingAddress {
    address_line1: addressLine1  address_line2: addressLine2  city  zipcode  state  country
  }
  account_type: accountType  customer_type: customerType  currency  timezone
  applicable_timezone: applicableTimezone  net_payment_term: netPaymentTerm
  finalize_zero_amount_invoice: finalizeZeroAmountInvoice
  skip_invoice_custom_sections: skipInvoiceCustomSections
  svc_test_clock_id: testClockId  billing_entity_code: billingEntityCode
  billing_configuration: billingConfiguration {
    invoice_grace_period: invoiceGracePeriod
    subscription_invoice_issuing_date_anchor: subscriptionInvoiceIssuingDateAnchor
    subscription_invoice_issuing_date_adjustment: subscriptionInvoiceIssuingDateAdjustment
    payment_provider: paymentProvider  payment_provider_code: paymentProviderCode
    provider_customer_id: providerCustomerId  sync  sync_with_provider: syncWithProvider
    document_locale: documentLocale  provider_payment_methods: providerPaymentMethods
  }
  metadata { svc_id: id  key  value  display_in_invoice: displayInInvoice  created_at: createdAt }
  taxes {
    svc_id: id  name  code  description  created_at: createdAt
    applied_to_organization: appliedToOrganization
    applied_to_billing_entities_codes: appliedToBillingEntitiesCodes
  }
  created_at: createdAt  updated_at: updatedAt
}`;

const write = async (
  mutation:
    'createCustomer' | 'setCustomerTaxes' | 'updateCustomer' | 'updateCustomerGracePeriod' | 'upsertCustomer',
  input: object,
  caller = client,
) => {
  const type = `${mutation[0]?.toUpperCase() ?? ''}${mutation.slice(1)}Input`;
  const query = `mutation ($input: ${type}!) { ${mutation}(input: $input) { customer ${CUSTOMER} } }`;
  const { data, errors } = await caller.graphql(query, { input });
  return { customer: data?.[mutation]?.customer, error: errors?.[0]?.extensions };
};

const countCustomers = async ({ organizationId }: Client) => {
  const [row] = await server.pool.sql<{ count: number }[]>`
    select count(*)::int as count from customers where organization_id = ${organizationId}`;
  return row?.count;
};

describe('writing', () => {
  test('a customer of every member is the same on both surfaces', async () => {
    const tax = await createTax(client);
    const clock = await createClock(client);
    const { customer, error } = await write('createCustomer', {
      externalId: 'whole',
      testClockId: clock.svc_id,
      name: 'Ada & Co',
      firstname: 'Ada',
      lastname: 'Lovelace',
      legalName: 'Ada and Company Ltd',
      legalNumber: '42',
      taxIdentificationNumber: 'GB123',
      email: ' ada@example.com',
      phone: '+44 1',
      url: 'ada.example',
      logoUrl: 'https://ada.example/logo.png',
      addressLine1: '1 Main Street',
      addressLine2: 'Floor 2',
      city: 'London',
      zipcode: 'N1',
      state: 'England',
      country: 'GB',
      shippingAddress: { addressLine1: '2 Side Street', city: 'Leeds', country: 'GB' },
      accountType: 'partner',
      customerType: 'company',
      currency: 'GBP',
      timezone: 'Europe/London',
      netPaymentTerm: 30,
      finalizeZeroAmountInvoice: 'finalize',
      skipInvoiceCustomSections: true,
      billingConfiguration: {
        invoiceGracePeriod: 0,
        subscriptionInvoiceIssuingDateAnchor: 'current_period_end',
        subscriptionInvoiceIssuingDateAdjustment: 'keep_anchor',
        documentLocale: 'fr',
        paymentProvider: 'some_provider',
        providerPaymentMethods: ['card'],
      },
      metadata: [{ key: 'tier', value: 'gold', displayInInvoice: true }],
      taxCodes: [tax.code],
    });
    expect(error).toBeUndefined();
    expect((await client.get('/customers/whole')).body.customer).toMatchObject(customer);
    const read = await client.graphql(`query ($id: ID!) { customer(id: $id) ${CUSTOMER} }`, {
      id: customer.svc_id,
    });
    expect(read.data.customer).toEqual(customer);
  });

  test('an update names the customer by id and may change the external id', async () => {
    const { svc_id: id, external_id } = await createCustomer(client, { name: 'a', phone: '1' });
    const externalId = unique('renamed');
    const { customer } = await write('updateCustomer', { id, externalId, phone: null });
    expect(customer).toMatchObject({ svc_id: id, external_id: externalId, name: 'a', phone: null });
    expect((await client.get(`/customers/${external_id}`)).status).toBe(404);
    expect((await write('updateCustomer', { id, name: 'b' })).customer).toMatchObject({
      external_id: externalId,
      name: 'b',
    });
  });

  test('taxes and the grace period are set alone', async () => {
    const tax = await createTax(client);
    const created = await createCustomer(client, {
      name: 'a',
      tax_codes: [tax.code],
      billing_configuration: { document_locale: 'fr' },
    });
    const { svc_id: id } = created;
    const graced = await write('updateCustomerGracePeriod', { id, invoiceGracePeriod: 4 });
    expect(graced.customer).toMatchObject({
      name: 'a',
      billing_configuration: { invoice_grace_period: 4, document_locale: 'fr' },
      taxes: [{ code: tax.code }],
    });
    const untaxed = await write('setCustomerTaxes', { id, taxCodes: [] });
    expect(untaxed.customer).toMatchObject({
      name: 'a',
      billing_configuration: { invoice_grace_period: 4 },
      taxes: [],
    });
    const cleared = await write('updateCustomerGracePeriod', { id, invoiceGracePeriod: null });
    expect(cleared.customer.billing_configuration.invoice_grace_period).toBeNull();
    expect(await write('setCustomerTaxes', { id, taxCodes: ['unknown'] })).toMatchObject({
      error: { code: 'not_found', details: { tax: ['not_found'] } },
    });
    expect(await write('updateCustomerGracePeriod', { id, invoiceGracePeriod: -1 })).toMatchObject({
      error: { code: 'unprocessable_entity' },
    });
    const stranger = await server.organization();
    expect(await write('setCustomerTaxes', { id, taxCodes: [] }, stranger)).toMatchObject({
      error: { code: 'not_found' },
    });
  });

  test('an upsert creates, then changes', async () => {
    const externalId = unique('upserted');
    const first = await write('upsertCustomer', { externalId, name: 'a' });
    const second = await write('upsertCustomer', { externalId, city: 'c' });
    expect(second.customer).toMatchObject({ svc_id: first.customer.svc_id, name: 'a', city: 'c' });
  });

  test('an external id is taken once', async () => {
    const { external_id: externalId } = await createCustomer(client);
    const { svc_id: id } = await createCustomer(client);
    const before = await countCustomers(client);
    for (const { error } of [
      await write('createCustomer', { externalId }),
      await write('updateCustomer', { id, externalId }),
    ]) {
      expect(error).toMatchObject({
        code: 'unprocessable_entity',
        status: 422,
        details: { externalId: ['value_already_exist'] },
      });
    }
    expect(await countCustomers(client)).toBe(before);
  });

  test('refusals are reported in camelCase, nested members joined by dots', async () => {
    const { error } = await write('createCustomer', {
      externalId: '',
      email: 'nobody',
      netPaymentTerm: -1,
      shippingAddress: { addressLine1: 'a'.repeat(256) },
      billingConfiguration: { invoiceGracePeriod: -1 },
      metadata: [{ key: '', value: 'v' }],
    });
    expect(error.details).toEqual({
      externalId: ['value_is_mandatory'],
      email: ['invalid_email_format'],
      netPaymentTerm: ['value_is_out_of_range'],
      'shippingAddress.addressLine1': ['value_is_too_long'],
      'billingConfiguration.invoiceGracePeriod': ['value_is_out_of_range'],
      'metadata.0.key': ['value_is_mandatory'],
    });
  });

  test('an external id cannot be cleared', async () => {
    const { svc_id: id } = await createCustomer(client);
    const { error } = await write('updateCustomer', { id, externalId: null });
    expect(error.details).toEqual({ externalId: ['value_is_mandatory'] });
  });

  test('several mutations all hold or none', async () => {
    const caller = await server.organization();
    const { errors } = await caller.graphql(`mutation {
      first: createCustomer(input: { externalId: "one" }) { customer { id } }
      second: createCustomer(input: { externalId: "one" }) { customer { id } }
    }`);
    expect(errors?.[0].path).toEqual(['second']);
    expect(await countCustomers(caller)).toBe(0);
  });

  test('each of several mutations answers what it wrote', async () => {
    const tax = await createTax(client);
    const { svc_id: id } = await createCustomer(client);
    const { data } = await client.graphql(
      `mutation ($first: UpdateCustomerInput!, $second: UpdateCustomerInput!) {
        first: updateCustomer(input: $first) { customer { taxes { code } } }
        second: updateCustomer(input: $second) { customer { taxes { code } } }
      }`,
      { first: { id, taxCodes: [tax.code] }, second: { id, taxCodes: [] } },
    );
    expect(data).toEqual({
      first: { customer: { taxes: [{ code: tax.code }] } },
      second: { customer: { taxes: [] } },
    });
  });

  test('text of literals and of variables is cleaned', async () => {
    const caller = await server.organization();
    const literal = await caller.graphql(
      String.raw`mutation { createCustomer(input: { externalId: "a\u0000" }) { customer { externalId } } }`,
    );
    expect(literal.data.createCustomer.customer).toEqual({ externalId: 'a' });
    const { customer } = await write('createCustomer', { externalId: 'b\0', name: '\ud800' }, caller);
    expect(customer).toMatchObject({ external_id: 'b', name: '\uFFFD' });
  });
});

describe('reading', () => {
  test('a customer is read by exactly one of id and external id', async () => {
    const { svc_id, external_id } = await createCustomer(client);
    const read = (args: string) => client.graphql(`{ customer(${args}) { id } }`);
    for (const args of [`id: "${svc_id}"`, `externalId: "${external_id}"`]) {
      expect((await read(args)).data.customer).toEqual({ id: svc_id });
    }
    const both = await read(`id: "${svc_id}", externalId: "${external_id}"`);
    expect(both.errors?.[0].extensions.code).toBe('bad_request');
    for (const args of ['id: "no uuid"', 'externalId: "nobody"']) {
      const { extensions } = (await read(args)).errors?.[0];
      expect(extensions).toMatchObject({ code: 'not_found', details: { customer: ['not_found'] } });
    }
  });

  test('a list takes filters, a search and cursors', async () => {
    const caller = await server.organization();
    for (const index of [1, 2, 3]) {
      await createCustomer(caller, {
        external_id: `c${index}`,
        country: index === 3 ? 'FR' : 'GB',
        metadata: [{ key: 'n', value: String(index) }],
      });
    }
    const list = async (args: string) => {
      const { data } = await caller.graphql(
        `{ customers(${args}) { totalCount nodes { externalId } pageInfo { hasNextPage endCursor } } }`,
      );
      const { nodes, totalCount, pageInfo } = data.customers;
      return { ids: nodes.map((node: { externalId: string }) => node.externalId), totalCount, pageInfo };
    };
    expect((await list('filter: { countries: [GB], metadata: { n: "2" } }')).ids).toEqual(['c2']);
    expect((await list('filter: { countries: [GB] }, search: "C1"')).ids).toEqual(['c1']);
    expect((await list('filter: { countries: [] }')).ids).toEqual([]);
    const first = await list('first: 2');
    expect(first).toMatchObject({ ids: ['c3', 'c2'], totalCount: 3, pageInfo: { hasNextPage: true } });
    expect(await list(`first: 2, after: "${first.pageInfo.endCursor}"`)).toMatchObject({
      ids: ['c1'],
      pageInfo: { hasNextPage: false },
    });
    const refused = await caller.graphql('{ customers(filter: { metadata: { n: 2 } }) { totalCount } }');
    expect(refused.errors?.[0].extensions.details).toEqual({ metadata: ['value_is_invalid'] });
  });

  test('the taxes of a customer need the permission to read taxes', async () => {
    const caller = await server.organization({ customer: ['read', 'write'] });
    await createCustomer(caller, { external_id: 'ada' });
    const { errors } = await caller.graphql('{ customer(externalId: "ada") { externalId taxes { code } } }');
    expect(errors?.[0].extensions).toMatchObject({
      code: 'forbidden',
      details: { base: ['read_action_not_allowed_for_tax'] },
    });
  });
});

describe('another organization', () => {
  test('another organization finds, lists and changes nothing of it', async () => {
    const { svc_id: id, external_id } = await createCustomer(client, { name: 'ours' });
    const stranger = await server.organization();
    for (const args of [`id: "${id}"`, `externalId: "${external_id}"`]) {
      const { errors } = await stranger.graphql(`{ customer(${args}) { id } }`);
      expect(errors?.[0].extensions.code).toBe('not_found');
    }
    const listed = await stranger.graphql('{ customers { totalCount nodes { id } } }');
    expect(listed.data.customers).toEqual({ totalCount: 0, nodes: [] });
    const { error } = await write('updateCustomer', { id, name: 'theirs' }, stranger);
    expect(error.code).toBe('not_found');
    expect((await client.get(`/customers/${external_id}`)).body.customer.name).toBe('ours');
  });

  test('another organization cannot attach its taxes or clocks to a customer', async () => {
    const stranger = await server.organization();
    const tax = await createTax(stranger);
    const clock = await createClock(stranger);
    for (const members of [{ taxCodes: [tax.code] }, { testClockId: clock.svc_id }]) {
      const { error } = await write('createCustomer', { externalId: unique('c'), ...members });
      expect(error.code).toBe('not_found');
    }
  });
});
