import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Client } from '../support/client.js';
import { startTestServer, type TestServer } from '../support/server.js';

let server: TestServer;
let client: Client;

beforeAll(async () => {
  server = await startTestServer();
  client = await server.organization();
});
afterAll(() => server.stop());

const upsert = (customer: object, caller = client) => caller.post('/customers', { customer });

describe('a customer', () => {
  test('of nothing but an external id shows every member of the contract', async () => {
    const created = await upsert({ external_id: 'bare' });
    expect(created.body.customer).toEqual({
      svc_id: expect.any(String),
      sequential_id: 1,
      slug: expect.stringMatching(/^.{1,10}-001$/),
      external_id: 'bare',
      billing_entity_code: 'default',
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
    expect((await client.get('/customers/bare')).body).toEqual(created.body);
  });
});
