// EU tax management of customers: taxes.md §6.2, §6.3.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
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

let server: SharedServer;
let client: Client;

beforeAll(async () => {
  server = await shareTestServer();
  client = await server.organization();
});
afterAll(() => server.stop());

async function entity(country: string, eu = true): Promise<string> {
  const billing_entity = { code: unique('entity'), name: 'Hooli', country, eu_tax_management: eu };
  return (await client.post('/billing_entities', { billing_entity })).body.code;
}
const codesOf = ({ taxes }: Resource): string[] => taxes.map((tax: Resource) => tax.code);
const change = async (customer: Resource, members: object) =>
  codesOf(
    (await client.post('/customers', { customer: { external_id: customer.external_id, ...members } })).body
      .customer,
  );

test('a new customer gets the tax of its country, beside those that the request names', async () => {
  const [code, vat] = [await entity('FR'), await createTax(client, { name: 'A' })];
  const at = { billing_entity_code: code };
  expect(codesOf(await createCustomer(client, at))).toEqual(['svc_eu_fr_standard']);
  expect(codesOf(await createCustomer(client, { ...at, country: 'IT' }))).toEqual(['svc_eu_it_standard']);
  expect(codesOf(await createCustomer(client, { ...at, country: 'US' }))).toEqual(['svc_eu_tax_exempt']);
  const named = await createCustomer(client, { ...at, country: 'IT', tax_codes: [vat.code] });
  expect(codesOf(named)).toEqual([vat.code, 'svc_eu_it_standard']);
  expect(codesOf(await createCustomer(client, { billing_entity_code: await entity('FR', false) }))).toEqual(
    [],
  );
});

test('a customer is evaluated again when its country, postcode, VAT number or entity changes', async () => {
  const [code, vat] = [await entity('NL'), await createTax(client, { name: 'A' })];
  const customer = await createCustomer(client, { billing_entity_code: code, country: 'DE' });
  expect(await change(customer, { name: 'New' })).toEqual(['svc_eu_de_standard']);
  expect(await change(customer, { zipcode: '27498' })).toEqual(['svc_eu_de_exception_heligoland']);
  expect(await change(customer, { country: 'BE' })).toEqual(['svc_eu_be_standard']);
  expect(await change(customer, { tax_codes: [vat.code] })).toEqual([vat.code]);
  expect(await change(customer, { name: 'Newer' })).toEqual(['svc_eu_be_standard']);
  expect(await change(customer, { tax_identification_number: 'nonsense' })).toEqual(['svc_eu_be_standard']);
  expect(await change(customer, { billing_entity_code: await entity('FR') })).toEqual(['svc_eu_be_standard']);
  expect(await change(customer, { country: null })).toEqual(['svc_eu_fr_standard']);
});

// Source: taxes.md §6.3.
test.each<[string, object, string, number, number, number]>([
  ['BE', { country: 'MC', zipcode: '98020' }, 'svc_eu_fr_standard', 20, 4_500, 900],
  ['IT', { country: 'MC' }, 'svc_eu_fr_standard', 20, 3_333, 667],
  ['DE', { country: 'MC', tax_identification_number: 'MC12' }, 'svc_eu_fr_standard', 20, 999, 200],
  ['BE', { country: 'IM', zipcode: 'IM1 2AB' }, 'svc_eu_tax_exempt', 0, 4_500, 0],
  ['FI', { country: 'AX', zipcode: '22100' }, 'svc_eu_tax_exempt', 0, 4_500, 0],
  ['FR', { country: 'RE', zipcode: '97400' }, 'svc_eu_tax_exempt', 0, 4_500, 0],
  ['MC', {}, 'svc_eu_fr_standard', 20, 4_500, 900],
  ['MC', { country: 'DE' }, 'svc_eu_de_standard', 19, 1_250, 238],
])(
  'an entity in %s bills a customer in %j with %s, %d %%: %d, tax %d',
  async (country, place, tax_code, tax_rate, cents, tax) => {
    const billing_entity_code = await entity(country);
    const customer = await createCustomer(client, { ...place, billing_entity_code });
    expect(codesOf(customer)).toEqual([tax_code]);
    const { code: add_on_code } = await createAddOn(client, { amount_cents: cents });
    const { external_id: external_customer_id } = customer;
    const plan = await createPlan(client, { amount_cents: cents, pay_in_advance: true });
    const answers = [
      await client.post('/invoices', {
        invoice: { external_customer_id, currency: 'EUR', fees: [{ add_on_code }] },
      }),
      // Of somebody who is no customer yet: a whole period.
      await client.post('/invoices/preview', {
        ...{ customer: { ...place, currency: 'EUR' }, billing_entity_code, plan_code: plan.code },
        ...{ subscription_at: '2027-03-01T00:00:00Z' },
      }),
    ];
    for (const { body } of answers) {
      expect(body.invoice.applied_taxes).toMatchObject([{ tax_code, tax_rate }]);
      expect([body.invoice.taxes_amount_cents, body.invoice.total_amount_cents]).toEqual([tax, cents + tax]);
    }
  },
);

test('a VAT number that has to be checked leaves the taxes as they are', async () => {
  const [code, other, vat] = [await entity('NL'), await entity('FR'), await createTax(client, { name: 'A' })];
  const business = { country: 'DE', tax_identification_number: 'DE123456789' };
  const customer = await createCustomer(client, { billing_entity_code: code, country: 'DE' });
  expect(await change(customer, business)).toEqual(['svc_eu_de_standard']);
  expect(await change(customer, { billing_entity_code: other })).toEqual([]);
  expect(codesOf(await createCustomer(client, { ...business, billing_entity_code: code }))).toEqual([]);
  expect(await change(customer, { tax_codes: [vat.code] })).toEqual([vat.code]);
});

test('a deleted tax is created again, and the rates are those in force', async () => {
  const code = await entity('LU');
  await client.delete('/taxes/svc_eu_lu_standard');
  const customer = await createCustomer(client, { billing_entity_code: code });
  expect(customer.taxes).toMatchObject([{ code: 'svc_eu_lu_standard', name: 'LU Standard', rate: 17 }]);
});

test('invoices are taxed accordingly, also of a customer that a subscription creates', async () => {
  await client.put('/billing_entities/default', {
    billing_entity: { country: 'NL', eu_tax_management: true },
  });
  const plan = await createPlan(client, { amount_cents: 1_000, pay_in_advance: true });
  const external_id = unique('customer');
  await subscribe(client, { external_id }, plan);
  const { body } = await client.get(`/invoices?external_customer_id=${external_id}`);
  expect(body.invoices[0].applied_taxes).toMatchObject([{ tax_code: 'svc_eu_nl_standard', tax_rate: 21 }]);
  await client.put('/billing_entities/default', { billing_entity: { eu_tax_management: false } });
});
