// Voided invoices: invoices.md §7, coupons.md §6, §8 C.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  applyCoupon,
  createAddOn,
  createCoupon,
  createCustomer,
  createPlan,
  createTax,
  type Resource,
} from '../support/builders.js';
import type { Client } from '../support/client.js';
import { messagesAbout, messageTypesAbout } from '../support/messages.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';
import { Story } from '../support/story.js';

const START = '2027-03-01T10:00:00Z';

let server: SharedServer;
let client: Client;

beforeAll(async () => {
  server = await shareTestServer();
  client = await server.organization();
});
afterAll(() => server.stop());

/** An invoice over two fees with other taxes: 33.33 with 7 %, and 66.67 with 19 %. */
async function anInvoice(over: object = {}): Promise<{ story: Story; invoice: Resource }> {
  const [low, high] = [await createTax(client, { rate: 7 }), await createTax(client, { rate: 19 })];
  const story = await Story.begin(client, START, { currency: 'EUR', net_payment_term: 5, ...over });
  const fee = async (amount_cents: number, tax: Resource) => ({
    add_on_code: (await createAddOn(client, { amount_cents, tax_codes: [tax.code] })).code,
  });
  const fees = [await fee(3_333, low), await fee(6_667, high)];
  const { body } = await client.post('/invoices', {
    invoice: { external_customer_id: story.customer.external_id, fees },
  });
  return { story, invoice: body.invoice };
}

const voidOf = ({ svc_id }: Resource, body: object = {}) => client.post(`/invoices/${svc_id}/void`, body);
const pay = ({ svc_id: invoice_id }: Resource, amount_cents: number) =>
  client.post('/payments', { payment: { invoice_id, amount_cents, reference: 'wire' } });
const notesOf = async ({ svc_id }: Resource): Promise<Resource[]> => {
  const { data } = await client.graphql(
    `query ($id: ID!) { invoice(id: $id) { creditNotes(first: 10) { nodes {
      number reason creditStatus creditAmountCents refundAmountCents balanceAmountCents totalAmountCents taxesAmountCents
      items { amountCents } } } } }`,
    { id: svc_id },
  );
  return data.invoice.creditNotes.nodes.toSorted((one: Resource, other: Resource) =>
    one.number < other.number ? -1 : 1,
  );
};

const sumOf = (records: readonly Resource[], member: string): number =>
  records.reduce((total: number, record) => total + Number(record[member]), 0);

describe('a voided invoice', () => {
  test('a voided invoice is due no more, is not overdue, and cannot be changed or paid', async () => {
    const { story, invoice } = await anInvoice();
    await story.advance('2027-03-07T00:00:00Z');
    const overdue = (await client.get(`/invoices/${invoice.svc_id}`)).body.invoice;
    expect([overdue.payment_overdue, overdue.total_due_amount_cents]).toEqual([true, 11_500]);
    const { status, body } = await voidOf(invoice);
    expect(status).toBe(200);
    expect(body.invoice).toEqual({
      ...overdue,
      status: 'voided',
      voided_at: '2027-03-07T00:00:00Z',
      payment_overdue: false,
      total_due_amount_cents: 0,
      updated_at: '2027-03-07T00:00:00Z',
    });
    expect((await client.get(`/invoices/${invoice.svc_id}`)).body).toEqual(body);
    expect(await notesOf(invoice)).toEqual([]);
    const sent = await messagesAbout(server, invoice.svc_id);
    expect(sent.at(-1)).toMatchObject({ webhookType: 'invoice.voided', object: { status: 'voided' } });
    const logged = (await client.get(`/activity_logs?resource_ids[]=${invoice.svc_id}`)).body.activity_logs;
    expect(logged[0]).toMatchObject({ activity_type: 'invoice.voided', activity_object_changes: {} });

    const { svc_id } = invoice;
    const refused = await client.put(`/invoices/${svc_id}`, { invoice: { payment_status: 'succeeded' } });
    expect([refused.status, refused.body.code]).toEqual([405, 'update_on_voided_invoice']);
    expect((await pay(invoice, 100)).status).toBe(403);
    expect((await voidOf(invoice)).body.code).toBe('not_voidable');
    await story.advance('2027-03-20T00:00:00Z');
    expect((await client.get(`/invoices/${svc_id}`)).body.invoice.payment_overdue).toBe(false);
  });

  test('only a finalized invoice can be voided; a paid one may be', async () => {
    const refusal = async (invoice: Resource, body: object = {}) => {
      const answer = await voidOf(invoice, body);
      return [answer.status, answer.body.error_details ?? answer.body.code];
    };
    expect(await refusal({ svc_id: 'none' })).toEqual([404, 'invoice_not_found']);
    const plan = await createPlan(client, { amount_cents: 500, pay_in_advance: true });
    const story = await Story.begin(client, START, { billing_configuration: { invoice_grace_period: 3 } });
    await story.subscribe(plan);
    const [draft] = await story.invoices();
    expect(await refusal(draft)).toEqual([405, 'not_voidable']);
    const { invoice } = await anInvoice();
    await pay(invoice, 11_500);
    expect(await refusal(invoice, { credit_amount: -1, refund_amount: 1.5 })).toEqual([
      422,
      expect.objectContaining({ refund_amount: ['value_is_invalid'] }),
    ]);
    expect(await refusal(invoice, { credit_amount: -1 })).toEqual([
      422,
      { credit_amount: ['value_is_invalid'] },
    ]);
    const { body } = await voidOf(invoice);
    expect(body.invoice).toMatchObject({
      status: 'voided',
      payment_status: 'succeeded',
      total_paid_amount_cents: 11_500,
      total_due_amount_cents: 0,
    });
  });

  test('a voided invoice with credit notes has one over what is asked for, and a voided one over the rest', async () => {
    const { invoice } = await anInvoice();
    await pay(invoice, 4_000);
    const amounts = { generate_credit_note: true, credit_amount: 1_000, refund_amount: 2_450 };
    expect((await voidOf(invoice, amounts)).status).toBe(200);
    const [note, rest] = await notesOf(invoice);
    // Thirty percent of each fee.
    expect(note).toMatchObject({
      reason: 'other',
      creditStatus: 'available',
      creditAmountCents: 1_000,
      refundAmountCents: 2_450,
      balanceAmountCents: 1_000,
      totalAmountCents: 3_450,
      items: [{ amountCents: 1_000 }, { amountCents: 2_000 }],
    });
    expect(rest).toMatchObject({
      creditStatus: 'voided',
      refundAmountCents: 0,
      balanceAmountCents: 0,
      items: [{ amountCents: 2_333 }, { amountCents: 4_667 }],
    });
    expect(sumOf([note, rest], 'totalAmountCents')).toBe(11_500);
    expect(sumOf([note, rest], 'taxesAmountCents')).toBe(1_500);
    const { fees } = invoice;
    const items = fees.map((fee: Resource) => ({ fee_id: fee.svc_id, amount_cents: 1 }));
    const more = await client.post('/credit_notes', {
      credit_note: { invoice_id: invoice.svc_id, credit_amount_cents: 2, items },
    });
    expect(more.body.error_details).toEqual({ amount_cents: ['higher_than_remaining_fee_amount'] });
  });

  test.each([[0], [1], [3_333], [9_999], [11_499], [11_500]])(
    'the notes of a voided invoice add up to the invoice, whatever part is credited, and nothing stays: %i',
    async (credit_amount) => {
      const { invoice } = await anInvoice();
      expect((await voidOf(invoice, { generate_credit_note: true, credit_amount })).status).toBe(200);
      const notes = await notesOf(invoice);
      expect(Math.abs(sumOf(notes, 'totalAmountCents') - 11_500)).toBeLessThanOrEqual(1);
      expect(Math.abs(sumOf(notes, 'balanceAmountCents') - credit_amount)).toBeLessThanOrEqual(1);
      expect(
        sumOf(
          notes.flatMap(({ items }) => items),
          'amountCents',
        ),
      ).toBe(10_000);
    },
  );

  test('a voided invoice refuses more than can be credited or refunded, and stays as it was', async () => {
    const { invoice } = await anInvoice();
    await pay(invoice, 1_000);
    const before = (await client.get(`/invoices/${invoice.svc_id}`)).body;
    for (const amounts of [
      { credit_amount: 11_501 },
      { refund_amount: 1_001 },
      { credit_amount: 10_501, refund_amount: 1_000 },
    ]) {
      const { status, body } = await voidOf(invoice, { generate_credit_note: true, ...amounts });
      const details = { credit_refund_amount: ['total_amount_exceeds_invoice_amount'] };
      expect([status, body.error_details]).toEqual([422, details]);
    }
    expect((await client.get(`/invoices/${invoice.svc_id}`)).body).toEqual(before);
    expect(await messageTypesAbout(server, invoice.svc_id)).not.toContain('invoice.voided');
    // Without credit notes the amounts do not count.
    expect((await voidOf(invoice, { credit_amount: 99_999 })).status).toBe(200);
  });

  test('a voided invoice gives back the coupons that it used, once, however many void it at the same time', async () => {
    const plan = await createPlan(client, { amount_cents: 3_200, pay_in_advance: true });
    const story = await Story.begin(client, '2027-03-01T00:00:00Z');
    const given = {
      once: await createCoupon(client, {
        amount_cents: 1_000,
        frequency: 'recurring',
        frequency_duration: 1,
      }),
      rest: await createCoupon(client, { amount_cents: 5_000 }),
      ended: await createCoupon(client, { amount_cents: 10 }),
    };
    for (const each of Object.values(given)) await applyCoupon(client, story.customer, each);
    await story.subscribe(plan);
    await story.advance('2027-04-01T00:00:00Z');
    const [first, second] = await story.invoices();
    expect([first, second].map((each) => each.coupons_amount_cents)).toEqual([3_200, 2_810]);
    await client.delete(`/coupons/${given.ended.code}`);

    const answers = await Promise.all(Array.from({ length: 10 }, () => voidOf(first)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(405)]);
    const path = `/applied_coupons?external_customer_id=${story.customer.external_id}`;
    const left = (await client.get(path)).body.applied_coupons.map((each: Resource) => [
      each.status,
      each.amount_cents_remaining,
      each.frequency_duration_remaining,
      each.credits.map((credit: Resource) => credit.amount_cents),
    ]);
    expect(left).toEqual([
      ['active', null, 1, [1_000]],
      ['active', 2_200, null, [2_200, 2_800]],
      ['terminated', 0, null, [10]],
    ]);
  });

  test('a voided invoice gives back the credit notes that it used, but to a voided one; the next invoice takes them', async () => {
    const plan = await createPlan(client, { amount_cents: 10_000, pay_in_advance: true });
    const story = await Story.begin(client, '2027-03-01T00:00:00Z');
    await story.subscribe(plan);
    const [credited] = await story.invoices();
    const [fee] = credited.fees;
    const noteOf = async (amountCents: number): Promise<Resource> => {
      const items = [{ fee_id: fee.svc_id, amount_cents: amountCents }];
      const credit_note = { invoice_id: credited.svc_id, credit_amount_cents: amountCents, items };
      return (await client.post('/credit_notes', { credit_note })).body.credit_note;
    };
    const notes = [await noteOf(1_000), await noteOf(2_000)];
    await story.advance('2027-04-01T00:00:00Z');
    const april = (await story.invoices()).at(-1);
    expect([april.credit_notes_amount_cents, april.total_amount_cents]).toEqual([3_000, 7_000]);

    const states = () =>
      Promise.all(
        notes.map(async ({ svc_id }) => {
          const { credit_note: note } = (await client.get(`/credit_notes/${svc_id}`)).body;
          return [note.credit_status, note.balance_amount_cents];
        }),
      );
    expect(await states()).toEqual([
      ['consumed', 0],
      ['consumed', 0],
    ]);
    expect((await voidOf(april)).status).toBe(200);
    expect(await states()).toEqual([
      ['available', 1_000],
      ['available', 2_000],
    ]);
    await story.advance('2027-05-01T00:00:00Z');
    const may = (await story.invoices()).at(-1);
    expect([may.credit_notes_amount_cents, may.total_amount_cents]).toEqual([3_000, 7_000]);
  });

  test('a voided invoice belongs to its organization', async () => {
    const { invoice } = await anInvoice();
    const stranger = await server.organization();
    expect((await stranger.post(`/invoices/${invoice.svc_id}/void`, {})).status).toBe(404);
    const { errors } = await client.graphql(
      `mutation ($id: ID!) { voidInvoice(input: {id: $id}) { invoice { status voidedAt } } }`,
      {
        id: (await createCustomer(client)).svc_id,
      },
    );
    expect(errors?.[0]?.extensions.code).toBe('not_found');
    const { data } = await client.graphql(
      `mutation ($id: ID!) { voidInvoice(input: {id: $id}) { invoice { status voidedAt totalDueAmountCents } } }`,
      { id: invoice.svc_id },
    );
    expect(data.voidInvoice.invoice).toEqual({ status: 'voided', voidedAt: START, totalDueAmountCents: 0 });
  });
});
