// The catalogue of custom sections of invoices: graphql-surface.md §4, invoices.md §11.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { callerWith, createCustomer, createSection, unique } from '../support/builders.js';
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

const SECTION = '{ id code name description details displayName }';
const update = `mutation ($input: UpdateInvoiceCustomSectionInput!) {
  updateInvoiceCustomSection(input: $input) { invoiceCustomSection ${SECTION} } }`;
const remove = `mutation ($input: DeleteInvoiceCustomSectionInput!) {
  deleteInvoiceCustomSection(input: $input) { deletedId invoiceCustomSection ${SECTION} } }`;

const run = async (query: string, variables: Record<string, unknown> = {}, caller = client) => {
  const { data, errors } = await caller.graphql(query, variables);
  return { data, error: errors?.[0]?.extensions };
};

describe('custom sections', () => {
  test('custom sections are created, read, changed, listed, searched and deleted', async () => {
    const caller = await server.organization();
    const bank = await createSection(caller, { code: 'bank', name: 'Bank', displayName: 'Our account' });
    expect(bank).toEqual({
      id: expect.any(String),
      code: 'bank',
      name: 'Bank',
      description: null,
      details: expect.any(String),
      displayName: 'Our account',
    });
    const changed = await run(update, { input: { id: bank.id, details: 'IBAN', displayName: null } }, caller);
    const kept = { ...bank, details: 'IBAN', displayName: null };
    expect(changed.data.updateInvoiceCustomSection.invoiceCustomSection).toEqual(kept);
    for (const key of ['code: "bank"', `id: "${bank.id}"`]) {
      const { data } = await run(`{ invoiceCustomSection(${key}) ${SECTION} }`, {}, caller);
      expect(data.invoiceCustomSection).toEqual(kept);
    }
    const address = await createSection(caller, { name: 'Address' });
    const list = async (args: string) => {
      const { data } = await run(
        `{ invoiceCustomSections${args} { nodes ${SECTION} totalCount } }`,
        {},
        caller,
      );
      return data.invoiceCustomSections;
    };
    expect(await list('')).toEqual({ nodes: [address, kept], totalCount: 2 });
    expect(await list('(search: "BAN")')).toEqual({ nodes: [kept], totalCount: 1 });
    const { data } = await run(remove, { input: { id: bank.id } }, caller);
    expect(data.deleteInvoiceCustomSection).toEqual({ deletedId: bank.id, invoiceCustomSection: kept });
    expect(await list('')).toEqual({ nodes: [address], totalCount: 1 });
    // The code is free again.
    await createSection(caller, { code: 'bank' });
    const gone = await run(remove, { input: { id: bank.id } }, caller);
    expect(gone.error).toMatchObject({ code: 'not_found', details: { invoiceCustomSection: ['not_found'] } });
  });

  test.each<[string, object, object]>([
    ['blank texts', { code: ' ', name: '' }, { code: ['value_is_mandatory'], name: ['value_is_mandatory'] }],
    [
      'long texts',
      { code: 'c'.repeat(256), displayName: 'd'.repeat(256), details: 'd'.repeat(10_001) },
      { code: ['value_is_too_long'], displayName: ['value_is_too_long'], details: ['value_is_too_long'] },
    ],
    ['no code', { code: null }, { code: ['value_is_mandatory'] }],
  ])('custom sections with %s are refused', async (_, members, details) => {
    const { id } = await createSection(client);
    expect((await run(update, { input: { id, ...members } })).error).toMatchObject({
      code: 'unprocessable_entity',
      details,
    });
  });

  test('custom sections have a code each, in each organization', async () => {
    const code = unique('code');
    const { id } = await createSection(client, { code });
    const other = await createSection(client);
    const taken = await run(update, { input: { id: other.id, code } });
    expect(taken.error).toMatchObject({ details: { code: ['value_already_exist'] } });
    const stranger = await server.organization();
    await createSection(stranger, { code });
    for (const query of [update, remove]) {
      const { error } = await run(query, { input: { id } }, stranger);
      expect(error).toMatchObject({ code: 'not_found' });
    }
    const { data } = await run(`{ invoiceCustomSection(code: "${code}") { id } }`);
    expect(data.invoiceCustomSection.id).toBe(id);
  });

  test('custom sections are seen by callers with their permission', async () => {
    const { code } = await createSection(client);
    const customer = await createCustomer(client, { invoice_custom_section_codes: [code] });
    const query = `query ($id: ID!) { customer(id: $id) { applicableInvoiceCustomSections { code } } }`;
    const variables = { id: customer.svc_id };
    const { data } = await run(query, variables);
    expect(data.customer.applicableInvoiceCustomSections).toEqual([{ code }]);
    const limited = await callerWith(server, client, { customer: ['read'] });
    expect((await run(query, variables, limited)).error).toMatchObject({
      code: 'forbidden',
    });
  });
});
