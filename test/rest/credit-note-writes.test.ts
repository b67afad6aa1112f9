// Credit notes made, estimated, changed and voided by callers.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  callerWith,
  createAddOn,
  createPlan,
  createTax,
  type Resource,
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

interface Source {
  readonly story: Story;
  readonly invoice: Resource;
  /** Of the plan, then of its fixed charge. */
  readonly fees: readonly Resource[];
}

/** An invoice of 100.00 for the plan and 50.00 for a fixed charge, 19 % taxes: 178.50. */
async function invoiced(paid = 0): Promise<Source> {
  const tax = await createTax(client, { rate: 19 });
  const addOn = await createAddOn(client);
  const fixed = { charge_model: 'standard', units: 1, properties: { amount: '50' }, pay_in_advance: true };
  const plan = await createPlan(client, {
    amount_cents: 10_000,
    pay_in_advance: true,
    tax_codes: [tax.code],
    fixed_charges: [{ add_on_id: addOn.svc_id, ...fixed }],
  });
  const story = await Story.begin(client, '2027-03-01T09:00:00Z');
  await story.subscribe(plan);
  const [invoice] = await story.invoices();
  if (paid > 0) await pay(invoice, paid);
  return { story, invoice, fees: invoice.fees };
}

async function pay(invoice: Resource, amount_cents: number): Promise<void> {
  const payment = { invoice_id: invoice.svc_id, amount_cents, reference: 'cheque' };
  expect((await client.post('/payments', { payment })).status).toBe(200);
}

const item = (fee: Resource, amount_cents: unknown) => ({ fee_id: fee.svc_id, amount_cents });

const make = (invoice: Resource, items: unknown, over: object = {}) =>
  client.post('/credit_notes', { credit_note: { invoice_id: invoice.svc_id, items, ...over } });

const estimate = (invoice: Resource, items: unknown) =>
  client.post('/credit_notes/estimate', { credit_note: { invoice_id: invoice.svc_id, items } });

async function made(...args: Parameters<typeof make>): Promise<Resource> {
  const { status, body } = await make(...args);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body.credit_note;
}

const read = async (path: string): Promise<Resource> => (await client.get(path)).body;

describe('an estimate', () => {
  test('an estimate of a credit note says what items are worth and how much each part may be, and stores nothing', async () => {
    const { invoice, fees } = await invoiced(4_000);
    const { status, body } = await estimate(invoice, [item(fees[0], 3_333)]);
    expect(status).toBe(200);
    expect(body.estimated_credit_note).toEqual({
      svc_invoice_id: invoice.svc_id,
      invoice_number: invoice.number,
      currency: 'EUR',
      taxes_amount_cents: 633,
      precise_taxes_amount_cents: '633.27',
      taxes_rate: 19,
      sub_total_excluding_taxes_amount_cents: 3_333,
      coupons_adjustment_amount_cents: 0,
      precise_coupons_adjustment_amount_cents: '0.0',
      max_creditable_amount_cents: 3_966,
      max_refundable_amount_cents: 3_966,
      max_offsettable_amount_cents: 3_966,
      items: [{ svc_fee_id: fees[0].svc_id, amount_cents: 3_333 }],
      applied_taxes: [
        {
          svc_tax_id: invoice.applied_taxes[0].svc_tax_id,
          tax_name: 'VAT',
          tax_code: invoice.applied_taxes[0].tax_code,
          tax_rate: 19,
          tax_description: null,
          base_amount_cents: 3_333,
          amount_cents: 633,
          amount_currency: 'EUR',
        },
      ],
    });
    expect(
      (await read(`/credit_notes?external_customer_id=${invoice.customer.external_id}`)).credit_notes,
    ).toEqual([]);
    const all = fees.map((fee) => item(fee, fee.amount_cents));
    expect((await estimate(invoice, all)).body.estimated_credit_note).toMatchObject({
      max_creditable_amount_cents: 17_850,
      max_refundable_amount_cents: 4_000,
      max_offsettable_amount_cents: 13_850,
    });
  });
});

describe('a note', () => {
  test('a credit note credits in parts and sends messages, and its taxes add up over a series', async () => {
    const { story, invoice, fees } = await invoiced(10_000);
    const first = await made(invoice, [item(fees[0], 3_333)], {
      refund_amount_cents: 3_000,
      offset_amount_cents: 500,
      credit_amount_cents: 467,
      reason: 'duplicated_charge',
      description: 'Billed twice',
      metadata: { ticket: '7', note: null },
    });
    expect(first).toMatchObject({
      number: `${invoice.number}-CN001`,
      reason: 'duplicated_charge',
      description: 'Billed twice',
      metadata: { ticket: '7', note: null },
      total_amount_cents: 3_966,
      credit_amount_cents: 466,
      balance_amount_cents: 466,
      refund_amount_cents: 3_000,
      refund_status: 'pending',
      offset_amount_cents: 500,
      taxes_amount_cents: 633,
    });
    const second = await made(invoice, [item(fees[0], 6_667)], { credit_amount_cents: 7_934 });
    expect(second).toMatchObject({ number: `${invoice.number}-CN002`, taxes_amount_cents: 1_267 });
    const last = await made(invoice, [item(fees[1], 5_000)], { credit_amount_cents: 5_950 });
    expect(last.taxes_amount_cents).toBe(950);
    const taxes = [first, second, last].map((note) => Number(note.taxes_amount_cents));
    expect(taxes.reduce((total, cents) => total + cents)).toBe(invoice.taxes_amount_cents);
    expect((await read(`/invoices/${invoice.svc_id}`)).invoice).toMatchObject({
      total_offsetted_credit_note_amount_cents: 500,
      total_due_amount_cents: 7_350,
      payment_status: 'pending',
    });
    const nothingLeft = await make(invoice, [item(fees[1], 1)], { credit_amount_cents: 1 });
    expect(nothingLeft.body.error_details).toEqual({ amount_cents: ['higher_than_remaining_fee_amount'] });
    expect((await story.creditNotes()).length).toBe(3);
  });

  test('a credit note is taken by the next invoice, or off its own', async () => {
    const { story, invoice, fees } = await invoiced();
    const note = await made(invoice, [item(fees[0], 10_000)], { credit_amount_cents: 11_900 });
    const settled = await made(invoice, [item(fees[1], 5_000)], { offset_amount_cents: 5_950 });
    expect(settled).toMatchObject({
      offset_amount_cents: 5_950,
      balance_amount_cents: 0,
      refund_status: null,
    });
    const plan = await createPlan(client, { amount_cents: 31_000, pay_in_advance: true });
    await story.subscribe(plan);
    const taking = (await story.invoices()).find((one) => one.svc_id !== invoice.svc_id);
    expect(taking).toMatchObject({ credit_notes_amount_cents: 11_900, total_amount_cents: 19_100 });
    expect((await read(`/credit_notes/${note.svc_id}`)).credit_note.credit_status).toBe('consumed');
  });

  test.each<[string, (source: Source) => [unknown, object], object]>([
    ['items that are no list', () => ['all', {}], { items: ['must_be_an_array'] }],
    ['a negative item', ({ fees }) => [[item(fees[0], -1)], {}], { amount_cents: ['invalid_value'] }],
    [
      'more of a fee than it is, in two items',
      ({ fees }) => [[item(fees[1], 3_000), item(fees[1], 2_001)], {}],
      { amount_cents: ['higher_than_remaining_fee_amount'] },
    ],
    [
      'an unknown reason',
      ({ fees }) => [[item(fees[0], 1)], { reason: 'gift' }],
      { reason: ['value_is_invalid'] },
    ],
    [
      'a refund of what was not paid',
      ({ fees }) => [[item(fees[0], 10_000)], { refund_amount_cents: 11_900 }],
      { refund_amount_cents: ['cannot_refund_unpaid_invoice', 'higher_than_remaining_invoice_amount'] },
    ],
    [
      'parts that are not what the items are worth',
      ({ fees }) => [[item(fees[0], 10_000)], { credit_amount_cents: 11_902 }],
      { base: ['does_not_match_item_amounts'] },
    ],
    [
      'more than there is',
      ({ fees }) => [[item(fees[0], 100)], { credit_amount_cents: 17_852 }],
      {
        base: ['does_not_match_item_amounts', 'higher_than_remaining_invoice_amount'],
        credit_amount_cents: ['higher_than_remaining_invoice_amount'],
      },
    ],
    [
      'more off the invoice than is due',
      ({ fees }) => [[item(fees[0], 100)], { offset_amount_cents: 17_851 }],
      {
        base: ['does_not_match_item_amounts'],
        offset_amount_cents: ['higher_than_remaining_invoice_amount'],
      },
    ],
    ['nothing', () => [[], {}], { base: ['total_amount_must_be_positive'] }],
    [
      'a cent of nothing',
      () => [[], { credit_amount_cents: 1 }],
      { base: ['total_amount_must_be_positive'] },
    ],
    [
      'a negative part',
      ({ fees }) => [[item(fees[0], 100)], { credit_amount_cents: 219, offset_amount_cents: -100 }],
      { offset_amount_cents: ['value_is_out_of_range'] },
    ],
    [
      'metadata of another kind',
      ({ fees }) => [[item(fees[0], 100)], { credit_amount_cents: 119, metadata: { a: 1 } }],
      { metadata: ['invalid_type'] },
    ],
  ])('a note of %s: 422 %j', async (_, requested, details) => {
    const source = await invoiced();
    const [items, over] = requested(source);
    const { status, body } = await make(source.invoice, items, over);
    expect([status, body.error_details]).toEqual([422, details]);
    expect((await source.story.creditNotes()).length).toBe(0);
  });

  test('a credit note that does not exist, or is of another organization, is not found; a draft has no notes', async () => {
    const { invoice, fees } = await invoiced();
    const other = await invoiced();
    const unknown = { svc_id: unique('invoice') };
    expect((await make(unknown, [])).body.code).toBe('invoice_not_found');
    expect((await estimate(unknown, [])).body.code).toBe('invoice_not_found');
    expect((await make(invoice, [item(other.fees[0], 1)])).body.code).toBe('fee_not_found');
    expect((await estimate(invoice, [item({ svc_id: 'x' }, 1)])).body.code).toBe('fee_not_found');
    const stranger = await server.organization();
    const sent = { credit_note: { invoice_id: invoice.svc_id, items: [item(fees[0], 1)] } };
    expect((await stranger.post('/credit_notes', sent)).body.code).toBe('invoice_not_found');
    const reader = await callerWith(server, client, { credit_note: ['read'] });
    expect((await reader.post('/credit_notes', sent)).body.code).toBe(
      'write_action_not_allowed_for_credit_note',
    );
    const story = await Story.begin(client, '2027-03-01T00:00:00Z', {
      billing_configuration: { invoice_grace_period: 3 },
    });
    await story.subscribe(await createPlan(client, { amount_cents: 100, pay_in_advance: true }));
    const [draft] = await story.invoices();
    const refused = await make(draft, [item(draft.fees[0], 100)], { credit_amount_cents: 100 });
    expect([refused.status, refused.body.code]).toEqual([405, 'invalid_type_or_status']);
  });
});

test('only one of two notes made at once gives the fee back; two invoices never take the same balance', async () => {
  const { story, invoice, fees } = await invoiced();
  const answers = await Promise.all(
    [1, 2, 3].map(() => make(invoice, [item(fees[0], 10_000)], { credit_amount_cents: 11_900 })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
  const plans = await Promise.all(
    [1, 2, 3].map(() => createPlan(client, { amount_cents: 7_000, pay_in_advance: true })),
  );
  await Promise.all(plans.map((plan) => story.subscribe(plan, { billing_time: 'anniversary' })));
  const taken = (await story.invoices()).map((one) => one.credit_notes_amount_cents).sort();
  expect(taken).toEqual([0, 0, 4_900, 7_000].sort());
  const [note] = await story.creditNotes();
  expect([note.balance_amount_cents, note.credit_status]).toEqual([0, 'consumed']);
});

describe('afterwards', () => {
  test('the refund of a note is marked as done and its balance voided, once', async () => {
    const { invoice, fees } = await invoiced(17_850);
    const parts = { credit_amount_cents: 1_900, refund_amount_cents: 10_000 };
    const note = await made(invoice, [item(fees[0], 10_000)], { ...parts, metadata: { a: '1' } });
    const path = `/credit_notes/${note.svc_id}`;
    const failed = await client.put(path, { credit_note: { refund_status: 'failed', metadata: { b: '2' } } });
    expect(failed.body.credit_note).toMatchObject({ refund_status: 'failed', metadata: { a: '1', b: '2' } });
    const done = await client.put(path, { credit_note: { refund_status: 'succeeded' } });
    expect(done.body.credit_note).toMatchObject({ refund_status: 'succeeded', balance_amount_cents: 1_900 });
    expect((await client.put(path, { credit_note: { refund_status: 'gone' } })).body.error_details).toEqual({
      refund_status: ['value_is_invalid'],
    });
    const voided = await client.put(`${path}/void`);
    expect(voided.body.credit_note).toMatchObject({
      credit_status: 'voided',
      balance_amount_cents: 0,
      credit_amount_cents: 1_900,
      refund_status: 'succeeded',
    });
    const again = await client.put(`${path}/void`);
    expect([again.status, again.body.code]).toEqual([405, 'no_voidable_amount']);
    // What was voided is not given back again.
    const more = await make(invoice, [item(fees[0], 1)], { credit_amount_cents: 1 });
    expect(more.body.error_details).toEqual({ amount_cents: ['higher_than_remaining_fee_amount'] });
  });

  test('a note without refund has none to be done; what is unknown is not found', async () => {
    const { invoice, fees } = await invoiced();
    const note = await made(invoice, [item(fees[0], 100)], { credit_amount_cents: 119 });
    const refused = await client.put(`/credit_notes/${note.svc_id}`, {
      credit_note: { refund_status: 'succeeded' },
    });
    expect(refused.body.error_details).toEqual({ refund_status: ['value_is_invalid'] });
    for (const path of [unique('note'), invoice.svc_id]) {
      const answer = await client.put(`/credit_notes/${path}`, { credit_note: { refund_status: 'failed' } });
      expect(answer.body.code).toBe('credit_note_not_found');
      expect((await client.put(`/credit_notes/${path}/void`)).body.code).toBe('credit_note_not_found');
    }
    const stranger = await server.organization();
    expect((await stranger.put(`/credit_notes/${note.svc_id}/void`)).body.code).toBe('credit_note_not_found');
  });

  test('metadata alone is set, merged and removed', async () => {
    const { invoice, fees } = await invoiced();
    const note = await made(invoice, [item(fees[0], 100)], { credit_amount_cents: 119 });
    const { svc_id } = note;
    const path = `/credit_notes/${svc_id}/metadata`;
    expect((await client.delete(`/credit_notes/${svc_id}/metadata`)).body.code).toBe('metadata_not_found');
    const answers = [
      await client.post(`/credit_notes/${svc_id}/metadata`, { metadata: { a: '1', b: null } }),
      await client.patch(`/credit_notes/${svc_id}/metadata`, { metadata: { c: '3' } }),
      await client.delete(`/credit_notes/${svc_id}/metadata/a`),
      await client.delete(path),
    ];
    expect(answers.map(({ body }) => body.metadata)).toEqual([
      { a: '1', b: null },
      { a: '1', b: null, c: '3' },
      { b: null, c: '3' },
      null,
    ]);
    expect((await client.post(path, {})).body.error_details).toEqual({ metadata: ['value_is_mandatory'] });
    const tooMany = Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`k${index}`, '']));
    expect((await client.patch(path, { metadata: tooMany })).body.error_details).toEqual({
      metadata: ['too_many_keys'],
    });
  });
});

test('GraphQL does the same', async () => {
  const { invoice, fees } = await invoiced();
  const input = { invoiceId: invoice.svc_id, items: [{ feeId: fees[0].svc_id, amountCents: 100 }] };
  const estimated = await client.graphql(
    `query ($input: EstimateCreditNoteInput!) { creditNoteEstimate(input: $input) { maxCreditableAmountCents } }`,
    { input },
  );
  expect(estimated.data.creditNoteEstimate.maxCreditableAmountCents).toBe(119);
  const created = await client.graphql(
    `mutation ($input: CreateCreditNoteInput!) { createCreditNote(input: $input) { creditNote { id balanceAmountCents } } }`,
    { input: { ...input, creditAmountCents: 119 } },
  );
  const { id, balanceAmountCents } = created.data.createCreditNote.creditNote;
  expect(balanceAmountCents).toBe(119);
  const changed = await client.graphql(
    `mutation ($id: ID!) {
      setCreditNoteMetadata(input: { id: $id, metadata: { a: "1" } }) { metadata }
      mergeCreditNoteMetadata(input: { id: $id, metadata: { b: "2" } }) { metadata }
      deleteCreditNoteMetadata(input: { id: $id, key: "a" }) { metadata }
      updateCreditNote(input: { id: $id, metadata: { c: null } }) { creditNote { metadata } }
      voidCreditNote(input: { id: $id }) { creditNote { creditStatus voidedAt } }
    }`,
    { id },
  );
  expect(changed.errors).toBeUndefined();
  expect(changed.data.updateCreditNote.creditNote.metadata).toEqual({ b: '2', c: null });
  expect(changed.data.voidCreditNote.creditNote).toEqual({
    creditStatus: 'voided',
    voidedAt: '2027-03-01T09:00:00Z',
  });
});
