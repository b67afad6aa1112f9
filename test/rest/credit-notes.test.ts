// Credit notes, read on both surfaces.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  addBillingEntity,
  callerWith,
  createPlan,
  createTax,
  type Resource,
  unique,
} from '../support/builders.js';
import type { Client } from '../support/client.js';
import { countRows } from '../support/database.js';
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

interface Ending {
  readonly caller?: Client;
  readonly at?: string;
  readonly customer?: Record<string, unknown>;
  readonly subscription?: Record<string, unknown>;
  readonly mode?: 'credit' | 'refund' | 'offset';
  readonly paid?: number;
  readonly currency?: string;
}

/** A customer with a credit note of 63.00: 21 of 31 days of a plan of 93.00. */
async function credited({
  at = '2027-08-01',
  customer = {},
  subscription = {},
  mode = 'credit',
  paid,
  currency = 'EUR',
  caller = client,
}: Ending = {}): Promise<{ story: Story; note: Resource }> {
  const plan = await createPlan(caller, {
    amount_cents: 9_300,
    amount_currency: currency,
    pay_in_advance: true,
  });
  const story = await Story.begin(caller, `${at}T00:00:00Z`, customer);
  const { external_id } = await story.subscribe(plan, subscription);
  if (paid !== undefined) {
    const [{ svc_id }] = await story.invoices();
    const payment = { invoice_id: svc_id, amount_cents: paid, reference: 'cheque' };
    expect((await caller.post('/payments', { payment })).status).toBe(200);
  }
  await story.advance(`${at.slice(0, 8)}10T12:00:00Z`);
  await caller.delete(`/subscriptions/${external_id}?on_termination_credit_note=${mode}`);
  return { story, note: (await story.creditNotes())[0] };
}

test('a note shows every member of the contract, alone and in lists', async () => {
  const { story, note } = await credited({ subscription: { purchase_order_number: 'PO 9' } });
  const { body } = await client.get(`/credit_notes/${note.svc_id}`);
  expect(body.credit_note).toEqual(note);
  const [invoice] = await story.invoices();
  const { items, customer, ...shown } = note;
  expect(shown).toEqual({
    svc_id: expect.any(String),
    billing_entity_code: 'default',
    sequential_id: 1,
    number: `${invoice.number}-CN001`,
    svc_invoice_id: invoice.svc_id,
    invoice_number: invoice.number,
    issuing_date: '2027-08-10',
    credit_status: 'available',
    refund_status: null,
    reason: 'order_cancellation',
    description: null,
    currency: 'EUR',
    total_amount_cents: 6_300,
    precise_total_amount_cents: '6300.0',
    taxes_amount_cents: 0,
    precise_taxes_amount_cents: '0.0',
    taxes_rate: 0,
    sub_total_excluding_taxes_amount_cents: 6_300,
    coupons_adjustment_amount_cents: 0,
    credit_amount_cents: 6_300,
    refund_amount_cents: 0,
    offset_amount_cents: 0,
    balance_amount_cents: 6_300,
    self_billed: false,
    purchase_order_number: 'PO 9',
    file_url: null,
    xml_url: null,
    metadata: null,
    created_at: '2027-08-10T12:00:00Z',
    updated_at: '2027-08-10T12:00:00Z',
    applied_taxes: [],
    error_details: [],
  });
  expect(customer.external_id).toBe(story.customer.external_id);
  expect(items).toEqual([
    {
      svc_id: expect.any(String),
      amount_cents: 6_300,
      precise_amount_cents: '6300.0',
      amount_currency: 'EUR',
      fee: { ...invoice.fees[0], payment_status: 'pending' },
    },
  ]);
});

describe('lists', () => {
  let notes: Record<'plain' | 'refunded' | 'offset' | 'other', Resource>;

  beforeAll(async () => {
    await addBillingEntity(server, client, { code: 'acme-eu' });
    const own = { billing_entity_code: 'acme-eu', purchase_order_number: 'PO 7' };
    notes = {
      plain: (await credited({ customer: { name: 'Walt Whitman' } })).note,
      refunded: (await credited({ at: '2027-10-01', mode: 'refund', paid: 9_300 })).note,
      offset: (await credited({ mode: 'offset', customer: { account_type: 'partner' } })).note,
      other: (await credited({ currency: 'USD', subscription: own, at: '2027-12-01' })).note,
    };
  });

  const found = async (path: string): Promise<string[]> => {
    const { status, body } = await client.get(path);
    expect(status).toBe(200);
    const names = new Map(Object.entries(notes).map(([name, note]) => [note.svc_id, name]));
    return body.credit_notes.flatMap((note: Resource) => names.get(note.svc_id) ?? []);
  };

  test.each<[string, string[], string]>([
    ['', ['other', 'refunded', 'offset', 'plain'], 'made last first'],
    ['?reason=order_cancellation', ['other', 'refunded', 'offset', 'plain'], 'by reason'],
    ['?reason=other', [], 'of a reason that no note has'],
    ['?credit_status=available', ['other', 'refunded', 'offset', 'plain'], 'by credit status'],
    ['?credit_status=voided', [], 'none voided'],
    ['?refund_status=pending', ['refunded'], 'by refund status'],
    ['?types[]=refund', ['refunded'], 'by part'],
    ['?types[]=refund&types[]=offset', ['refunded', 'offset'], 'by any of several parts'],
    ['?currency=usd', ['other'], 'by currency, in any case'],
    ['?amount_from=6301', [], 'by smallest total'],
    ['?amount_from=6300&amount_to=6300', ['other', 'refunded', 'offset', 'plain'], 'both ends are in it'],
    ['?issuing_date_from=2027-10-10&issuing_date_to=2027-10-10', ['refunded'], 'by day'],
    ['?self_billed=true', ['offset'], "by the invoice's kind"],
    ['?purchase_order_number=PO+7', ['other'], "by the invoice's purchase order"],
    ['?billing_entity_codes[]=acme-eu', ['other'], 'by entity'],
    ['?search_term=whitman', ['plain'], "by the customer's name"],
    ['?search_term=CN001', ['other', 'refunded', 'offset', 'plain'], 'by part of the number'],
    ['?external_customer_id=nobody', [], 'of an unknown customer'],
  ])('the list %s: %j (%s)', async (query, requested) => {
    const listed = await found(`/credit_notes${query}`);
    expect([...listed].sort()).toEqual([...requested].sort());
  });

  test('credit notes are listed in their order, by customer, invoice and id, and in pages', async () => {
    expect((await found('/credit_notes')).slice(0, 2)).toEqual(['other', 'refunded']);
    const { plain } = notes;
    expect(await found(`/credit_notes?invoice_number=${plain.invoice_number}`)).toEqual(['plain']);
    expect(await found(`/credit_notes?search_term=${plain.svc_id}`)).toEqual(['plain']);
    const { external_id } = plain.customer;
    expect(await found(`/credit_notes?external_customer_id=${external_id}`)).toEqual(['plain']);
    expect(await found(`/customers/${external_id}/credit_notes`)).toEqual(['plain']);
    expect(await found(`/customers/${external_id}/credit_notes?types[]=refund`)).toEqual([]);
    expect((await client.get('/customers/nobody/credit_notes')).body.code).toBe('customer_not_found');
    const { body } = await client.get('/credit_notes?per_page=2&page=2');
    expect([body.credit_notes.length, body.meta.current_page]).toEqual([2, 2]);
  });

  test.each([
    ['reason=gift', { reason: ['value_is_invalid'] }],
    ['types[]=gift', { types: ['value_is_invalid'] }],
    ['credit_status=gone', { credit_status: ['value_is_invalid'] }],
    ['issuing_date_from=soon', { issuing_date_from: ['invalid_date'] }],
  ])('the list %s: 422 %j', async (query, details) => {
    const { status, body } = await client.get(`/credit_notes?${query}`);
    expect([status, body.error_details]).toEqual([422, details]);
  });

  test('lists of credit notes by an entity that does not exist answer 404', async () => {
    const { body } = await client.get('/credit_notes?billing_entity_codes[]=nowhere');
    expect(body.code).toBe('billing_entity_not_found');
  });
});

test('GraphQL shows them of a customer and of an invoice, too', async () => {
  const { note } = await credited();
  const query = `query ($id: ID!, $customer: String!, $invoice: ID!) {
    creditNote(id: $id) { number reason parts: creditAmountCents invoice { id } items { amountCents fee { id } } }
    creditNotes(filter: { externalCustomerId: $customer }) { totalCount nodes { id } }
    customer(externalId: $customer) { creditNotes(first: 1) { nodes { id } } }
    invoice(id: $invoice) { creditNotes { nodes { id } } credits { amountCents } }
  }`;
  const variables = {
    id: note.svc_id,
    customer: note.customer.external_id,
    invoice: note.svc_invoice_id,
  };
  const { data, errors } = await client.graphql(query, variables);
  expect(errors).toBeUndefined();
  expect(data).toEqual({
    creditNote: {
      number: note.number,
      reason: 'order_cancellation',
      parts: 6_300,
      invoice: { id: note.svc_invoice_id },
      items: [{ amountCents: 6_300, fee: { id: note.items[0].fee.svc_id } }],
    },
    creditNotes: { totalCount: 1, nodes: [{ id: note.svc_id }] },
    customer: { creditNotes: { nodes: [{ id: note.svc_id }] } },
    invoice: { creditNotes: { nodes: [{ id: note.svc_id }] }, credits: [] },
  });
  const reader = await callerWith(server, client, { customer: ['read'] });
  const refused = await reader.graphql(query, variables);
  expect(refused.errors?.map((error) => error.extensions.code)).toContain('forbidden');
  expect((await reader.get('/credit_notes')).body.code).toBe('read_action_not_allowed_for_credit_note');
});

test('credit notes of another organization are not found', async () => {
  const { note } = await credited();
  const stranger = await server.organization();
  expect((await stranger.get('/credit_notes')).body.credit_notes).toEqual([]);
  const { status, body } = await stranger.get(`/credit_notes/${note.svc_id}`);
  expect([status, body.code]).toEqual([404, 'credit_note_not_found']);
  expect((await client.get(`/credit_notes/${unique('note')}`)).body.code).toBe('credit_note_not_found');
});

test('credit notes are deleted with the test clock of their customer', async () => {
  const own = await server.organization();
  const tax = await createTax(own);
  const { story } = await credited({ caller: own, customer: { tax_codes: [tax.code] } });
  await story.subscribe(await createPlan(own, { amount_cents: 9_300, pay_in_advance: true }));
  const counts = () =>
    Promise.all(
      ['credit_notes', 'credit_note_items', 'credit_note_taxes', 'invoice_credits'].map((table) =>
        countRows(server.pool, table, own.organizationId),
      ),
    );
  expect(await counts()).toEqual([1, 1, 1, 1]);
  expect((await own.delete(`/test_clocks/${story.clock.svc_id}`)).status).toBe(200);
  expect(await counts()).toEqual([0, 0, 0, 0]);
});
