// Add-ons: fees.md §7, rest-conventions.md §12.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createAddOn, createTax, unique } from '../support/builders.js';
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

const create = (addOn: object) => client.post('/add_ons', { add_on: addOn });
const put = (code: string, addOn: object) => client.put(`/add_ons/${code}`, { add_on: addOn });

describe('add-ons over REST', () => {
  test('an add-on is created, read, changed and deleted', async () => {
    const [vat, levy] = [await createTax(client), await createTax(client, { name: 'Levy' })];
    const created = await create({
      name: 'Set-up',
      code: 'set-up',
      invoice_display_name: 'One-time set-up',
      description: 'Half a day',
      amount_cents: '25000',
      amount_currency: 'EUR',
      tax_codes: [vat.code],
    });
    expect(created.body.add_on).toEqual({
      svc_id: expect.any(String),
      name: 'Set-up',
      code: 'set-up',
      invoice_display_name: 'One-time set-up',
      description: 'Half a day',
      amount_cents: 25_000,
      amount_currency: 'EUR',
      created_at: expect.any(String),
      taxes: [vat],
    });
    expect((await client.get('/add_ons/set-up')).body).toEqual(created.body);

    const changed = await put('set-up', {
      code: 'setup',
      amount_cents: 30_000,
      invoice_display_name: null,
      tax_codes: [levy.code],
    });
    expect(changed.body.add_on).toEqual({
      ...created.body.add_on,
      code: 'setup',
      amount_cents: 30_000,
      invoice_display_name: null,
      taxes: [levy],
    });
    expect((await put('setup', { tax_codes: [] })).body.add_on.taxes).toEqual([]);

    const deleted = await client.delete('/add_ons/setup');
    expect(deleted.body.add_on).toEqual({ ...changed.body.add_on, taxes: [] });
    expect(await client.get('/add_ons/setup')).toMatchObject({
      status: 404,
      body: { code: 'add_on_not_found' },
    });
    expect((await create({ ...changed.body.add_on, tax_codes: [] })).status).toBe(200);
  });

  test('add-ons over REST are listed by page, newest first, each with its taxes', async () => {
    const caller = await server.organization();
    const tax = await createTax(caller);
    const older = await createAddOn(caller, { tax_codes: [tax.code] });
    const newer = await createAddOn(caller);
    const { body } = await caller.get('/add_ons?per_page=1&page=2');
    expect(body.add_ons).toEqual([older]);
    expect(body.meta).toMatchObject({ total_count: 2, total_pages: 2 });
    expect((await caller.get('/add_ons')).body.add_ons).toEqual([newer, older]);
  });

  test.each<[object, object, string]>([
    [
      { description: 'd' },
      {
        name: ['value_is_mandatory'],
        code: ['value_is_mandatory'],
        amount_cents: ['value_is_mandatory'],
        amount_currency: ['value_is_invalid'],
      },
      'every missing member is reported',
    ],
    [{ amount_cents: 0 }, { amount_cents: ['value_is_out_of_range'] }, 'nothing is not sold'],
    [{ amount_cents: -5 }, { amount_cents: ['value_is_out_of_range'] }, 'nor for less'],
    [{ amount_cents: 1.5 }, { amount_cents: ['value_is_invalid'] }, 'no part of a cent'],
    [{ amount_currency: 'XXX' }, { amount_currency: ['value_is_invalid'] }, 'no currency'],
    [
      { name: ' ', code: 'c'.repeat(256) },
      { name: ['value_is_mandatory'], code: ['value_is_too_long'] },
      'blank and too long',
    ],
  ])('%j is refused: %j (%s)', async (over, details) => {
    const right = { name: 'Seat', code: unique('seat'), amount_cents: 1, amount_currency: 'EUR' };
    const { status, body } = await create('description' in over ? over : { ...right, ...over });
    expect([status, body.code, body.error_details]).toEqual([422, 'validation_errors', details]);
  });

  test('add-ons over REST must allow a member that a change clears to be empty', async () => {
    const { code } = await createAddOn(client);
    const cleared = { name: null, code: null, amount_cents: null, amount_currency: null };
    expect((await put(code, cleared)).body.error_details).toEqual({
      name: ['value_is_mandatory'],
      code: ['value_is_mandatory'],
      amount_cents: ['value_is_mandatory'],
      amount_currency: ['value_is_invalid'],
    });
  });

  test('a code is taken once, by an add-on that is not deleted', async () => {
    const [one, other] = [await createAddOn(client), await createAddOn(client)];
    const taken = { code: ['value_already_exist'] };
    expect((await put(other.code, { code: one.code })).body.error_details).toEqual(taken);
    expect((await create({ ...one, tax_codes: [] })).body.error_details).toEqual(taken);
  });

  test('an unknown tax changes nothing', async () => {
    const addOn = await createAddOn(client);
    const answer = await put(addOn.code, { name: 'Other', tax_codes: ['no-such-tax'] });
    expect([answer.status, answer.body.code]).toEqual([404, 'tax_not_found']);
    expect((await client.get(`/add_ons/${addOn.code}`)).body.add_on).toEqual(addOn);
  });

  test('add-ons of another organization do not exist over REST', async () => {
    const { code } = await createAddOn(client);
    const stranger = await server.organization();
    const answers = [
      await stranger.get(`/add_ons/${code}`),
      await stranger.put(`/add_ons/${code}`, { add_on: { name: 'Mine' } }),
      await stranger.delete(`/add_ons/${code}`),
    ];
    expect(answers.map(({ body }) => body.code)).toEqual(answers.map(() => 'add_on_not_found'));
    expect((await stranger.get('/add_ons')).body.add_ons).toEqual([]);
  });
});

describe('add-ons over GraphQL', () => {
  const ADD_ON = `{
    svc_id: id  name  code  invoice_display_name: invoiceDisplayName  description
    amount_cents: amountCents  amount_currency: amountCurrency  created_at: createdAt  taxes { code }
  }`;
  const run = async (document: string, variables: object, caller = client) => {
    const { data, errors } = await caller.graphql(document, { ...variables });
    return { data, error: errors?.[0]?.extensions };
  };
  const createMutation = `mutation ($input: CreateAddOnInput!) { createAddOn(input: $input) { addOn ${ADD_ON} } }`;
  const updateMutation = `mutation ($input: UpdateAddOnInput!) { updateAddOn(input: $input) { addOn ${ADD_ON} } }`;

  test('add-ons over GraphQL are those of REST', async () => {
    const { code: taxCode } = await createTax(client);
    const input = {
      name: 'Training',
      code: unique('training'),
      amountCents: 9_900,
      amountCurrency: 'USD',
      taxCodes: [taxCode],
    };
    const { addOn } = (await run(createMutation, { input })).data.createAddOn;
    const rest = (await client.get(`/add_ons/${addOn.code}`)).body.add_on;
    expect(rest).toMatchObject(addOn);
    const changed = await run(updateMutation, { input: { id: addOn.svc_id, amountCents: 1 } });
    expect(changed.data.updateAddOn.addOn).toEqual({ ...addOn, amount_cents: 1 });
    const found = await run(
      'query ($search: String) { addOns(search: $search) { totalCount nodes { id } } }',
      { search: addOn.code },
    );
    expect(found.data.addOns).toEqual({ totalCount: 1, nodes: [{ id: addOn.svc_id }] });
    const gone = await run(
      'mutation ($input: DeleteAddOnInput!) { deleteAddOn(input: $input) { deletedId } }',
      { input: { id: addOn.svc_id } },
    );
    expect(gone.data.deleteAddOn.deletedId).toBe(addOn.svc_id);
  });

  test('add-ons over GraphQL refuse what REST refuses', async () => {
    const input = { name: ' ', code: unique('seat'), amountCents: 0, amountCurrency: 'EUR' };
    expect((await run(createMutation, { input })).error).toMatchObject({
      code: 'unprocessable_entity',
      details: { name: ['value_is_mandatory'], amountCents: ['value_is_out_of_range'] },
    });
    for (const id of ['0190a0a0-0000-7000-8000-000000000000', 'no-id']) {
      const { error } = await run(updateMutation, { input: { id, name: 'Other' } });
      expect(error).toMatchObject({ code: 'not_found', details: { addOn: ['not_found'] } });
    }
  });
});
