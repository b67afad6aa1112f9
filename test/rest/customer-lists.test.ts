import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { addBillingEntity, createCustomer } from '../support/builders.js';
import type { Client } from '../support/client.js';
import { statementsOf } from '../support/statements.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';

let server: SharedServer;
let caller: Client;

beforeAll(async () => {
  server = await shareTestServer();
  caller = await server.organization();
  await addBillingEntity(server, caller, { code: 'acme-eu' });
  await createCustomer(caller, {
    external_id: 'ada',
    name: 'Ada 100%',
    email: 'ada@example.com',
    account_type: 'partner',
    country: 'GB',
    state: 'Kent',
    zipcode: 'N1',
    currency: 'GBP',
    tax_identification_number: 'GB1',
    metadata: [
      { key: 'tier', value: 'gold' },
      { key: 'region', value: 'eu' },
    ],
  });
  await createCustomer(caller, {
    external_id: 'bob',
    firstname: 'Bob',
    lastname: 'Stone',
    customer_type: 'individual',
    country: 'US',
    currency: 'USD',
    tax_identification_number: '',
    metadata: [{ key: 'tier', value: 'silver' }],
  });
  await createCustomer(caller, {
    external_id: 'Cleo_1',
    legal_name: 'Cleo SARL',
    customer_type: 'company',
    billing_entity_code: 'acme-eu',
  });
});
afterAll(() => server.stop());

test.each([
  ['', ['Cleo_1', 'bob', 'ada'], 'newest first'],
  ['per_page=2', ['Cleo_1', 'bob'], 'a page'],
  ['per_page=2&page=2', ['ada'], 'the next one'],
  ['external_id=bob', ['bob'], 'one by its id'],
  ['external_id=nobody', [], 'nobody'],
  ['account_type[]=partner', ['ada'], 'an account type'],
  ['account_type=partner', ['ada'], 'without brackets'],
  ['account_type%5B%5D=partner&account_type%5B%5D=customer', ['Cleo_1', 'bob', 'ada'], 'any of two'],
  ['billing_entity_codes[]=ACME-EU', ['Cleo_1'], 'an entity, in any case'],
  ['countries[]=gb&countries[]=US', ['bob', 'ada'], 'countries, in any case'],
  ['states[]=Kent', ['ada'], 'a state'],
  ['zipcodes[]=N1', ['ada'], 'a zip code'],
  ['currencies[]=usd', ['bob'], 'a currency, in any case'],
  ['has_tax_identification_number=true', ['ada'], 'an empty number is none'],
  ['has_tax_identification_number=0', ['Cleo_1', 'bob'], 'without one'],
  ['customer_type=company', ['Cleo_1'], 'a type'],
  ['has_customer_type=1', ['Cleo_1', 'bob'], 'any type'],
  ['has_customer_type=false', ['ada'], 'no type'],
  ['metadata[tier]=gold', ['ada'], 'a key with that value'],
  ['metadata[region]=', ['Cleo_1', 'bob'], 'without that key'],
  ['metadata[tier]=silver&metadata[region]=', ['bob'], 'both hold'],
  ['search_term=%20ADA%20', ['ada'], 'trimmed, in any case, by name or id or e-mail'],
  ['search_term=%C3%81d%C3%A4', ['ada'], 'without regard to accents'],
  ['search_term=100%25', ['ada'], '% is itself'],
  ['search_term=_1', ['Cleo_1'], '_ is itself'],
  ['search_term=stone', ['bob'], 'by last name'],
  ['search_term=sarl', ['Cleo_1'], 'by legal name'],
  ['search_term=example.com&countries[]=US', [], 'search and filters hold together'],
  ['search_term=', ['Cleo_1', 'bob', 'ada'], 'an empty term finds all'],
  ['unknown=1', ['Cleo_1', 'bob', 'ada'], 'an unknown parameter is ignored'],
])('the list %s gives %j: %s', async (query, expected) => {
  const { status, body } = await caller.get(`/customers?${query}`);
  const ids = body.customers.map((customer: { external_id: string }) => customer.external_id);
  expect([status, ids]).toEqual([200, expected]);
});

test.each([
  ['account_type[]=vip', 'account_type'],
  ['customer_type=robot', 'customer_type'],
  ['countries[]=XX', 'countries'],
  ['currencies[]=euro', 'currencies'],
  ['has_customer_type=maybe', 'has_customer_type'],
  ['has_tax_identification_number=2', 'has_tax_identification_number'],
])('%s: 422 value_is_invalid on %s', async (query, field) => {
  const answer = await caller.get(`/customers?${query}`);
  expect([answer.status, answer.body.error_details]).toEqual([422, { [field]: ['value_is_invalid'] }]);
});

test('an unknown entity is not found', async () => {
  const entity = await caller.get('/customers?billing_entity_codes[]=acme-eu&billing_entity_codes[]=nowhere');
  expect([entity.status, entity.body.code]).toEqual([404, 'billing_entity_not_found']);
});

describe('a filter on many keys', () => {
  const keys = (count: number) =>
    Array.from({ length: count }, (_, index) => `metadata[k${index}]=v`).join('&');

  test('a filter on many keys has one condition, whatever their number', async () => {
    const statementOf = async (query: string) => {
      const statements = await statementsOf(server.connections.drivers, () =>
        caller.get(`/customers?${query}`),
      );
      return statements.find((statement) => statement.includes('customer_metadata'));
    };
    const one = await statementOf('metadata[k0]=v&metadata[a]=');
    expect(one).toBeDefined();
    expect(await statementOf(`${keys(19)}&metadata[a]=`)).toBe(one);
  });

  test('a filter on many keys is refused beyond twenty', async () => {
    expect((await caller.get(`/customers?${keys(20)}`)).status).toBe(200);
    const { status, body } = await caller.get(`/customers?${keys(21)}`);
    expect([status, body.error_details]).toEqual([422, { metadata: ['too_many_keys'] }]);
  });
});
