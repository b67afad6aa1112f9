// Transactions of wallets: wallets.md §2, §3, §9.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { bookInWallet, createCustomer, createWallet, type Resource, unique } from '../support/builders.js';
import type { Client } from '../support/client.js';
import { messageTypesAbout } from '../support/messages.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';

let server: SharedServer;
let client: Client;

beforeAll(async () => {
  server = await shareTestServer();
  client = await server.organization();
});
afterAll(() => server.stop());

const newWallet = async (over: object = {}) =>
  createWallet(client, await createCustomer(client, { currency: 'EUR' }), { ...over });
const send = (wallet: Resource, members: object) =>
  client.post('/wallet_transactions', { wallet_transaction: { wallet_id: wallet.svc_id, ...members } });
const refused = async (wallet: Resource, members: object) => {
  const { status, body } = await send(wallet, members);
  return [status, body.error_details ?? body.code];
};
const read = async ({ svc_id }: Resource) => (await client.get(`/wallets/${svc_id}`)).body.wallet;
const transaction = async ({ svc_id }: Resource) =>
  (await client.get(`/wallet_transactions/${svc_id}`)).body.wallet_transaction ??
  (await client.get(`/wallet_transactions/${svc_id}`)).body;
const entriesOf = (entries: readonly Resource[]) =>
  entries.map((entry) => [entry.wallet_transaction.svc_id, entry.amount_cents, entry.credit_amount]);
const consumptionsOf = async ({ svc_id }: Resource) =>
  entriesOf(
    (await client.get(`/wallet_transactions/${svc_id}/consumptions`)).body.wallet_transaction_consumptions,
  );
const fundingsOf = async ({ svc_id }: Resource) =>
  entriesOf((await client.get(`/wallet_transactions/${svc_id}/fundings`)).body.wallet_transaction_fundings);
const balance = async (wallet: Resource) => {
  const { balance_cents, credits_balance, consumed_credits } = await read(wallet);
  return [balance_cents, credits_balance, consumed_credits];
};

describe('top-ups and voids', () => {
  test('top-ups and voids are made together: paid, granted, voided', async () => {
    const wallet = await newWallet({ rate_amount: '0.35' });
    const made = await bookInWallet(client, wallet, {
      paid_credits: '100.123456',
      granted_credits: '20',
      voided_credits: '0',
      priority: 3,
      name: 'Spring',
      metadata: [{ key: 'order', value: '4711' }],
      purchase_order_number: 'PO 7',
    });
    expect(made).toMatchObject([
      // wallets.md §8 A
      { transaction_status: 'purchased', status: 'pending', amount: '35.04', credit_amount: '100.11429' },
      { transaction_status: 'granted', status: 'settled', amount: '7.0', credit_amount: '20.0' },
    ]);
    for (const each of made)
      expect(each).toMatchObject({
        source: 'manual',
        transaction_type: 'inbound',
        priority: 3,
        name: 'Spring',
        metadata: [{ key: 'order', value: '4711' }],
        purchase_order_number: 'PO 7',
      });
    const [paid, granted] = made;
    expect([paid.remaining_amount_cents, granted.remaining_amount_cents]).toEqual([null, 700]);
    expect([paid.settled_at, granted.settled_at]).toEqual([null, granted.created_at]);
    expect(await balance(wallet)).toEqual([700, '20.0', '0.0']);
    expect(await transaction(granted)).toEqual({ ...granted, applied_invoice_custom_sections: [] });
    expect(await bookInWallet(client, wallet, { paid_credits: null, granted_credits: '0' })).toEqual([]);
  });

  test('a void uses credits by priority, and free ones before paid ones', async () => {
    const wallet = await newWallet();
    const [late] = await bookInWallet(client, wallet, { granted_credits: '10' });
    const [first] = await bookInWallet(client, wallet, { granted_credits: '5', priority: 1 });
    const [voided] = await bookInWallet(client, wallet, { voided_credits: '8' });
    expect(voided).toMatchObject({
      transaction_type: 'outbound',
      transaction_status: 'voided',
      status: 'settled',
      amount: '8.0',
      remaining_amount_cents: null,
      remaining_credit_amount: null,
    });
    expect((await fundingsOf(voided)).toSorted()).toEqual(
      [
        [first.svc_id, 500, '5.0'],
        [late.svc_id, 300, '3.0'],
      ].toSorted(),
    );
    expect(await consumptionsOf(late)).toEqual([[voided.svc_id, 300, '3.0']]);
    expect(await balance(wallet)).toEqual([700, '7.0', '8.0']);
    expect((await transaction(late)).remaining_amount_cents).toBe(700);
    for (const [of, list] of [
      [voided, 'consumptions'],
      [late, 'fundings'],
    ]) {
      const { status, body } = await client.get(`/wallet_transactions/${of.svc_id}/${list}`);
      expect([status, body.error_details]).toEqual([422, { transaction_type: ['invalid_transaction_type'] }]);
    }
  });

  test('a void may name the top-up that it takes from, whole or in part', async () => {
    const wallet = await newWallet();
    const [one] = await bookInWallet(client, wallet, { granted_credits: '10' });
    const [other] = await bookInWallet(client, wallet, { granted_credits: '10' });
    const of = { voided_transaction_id: other.svc_id };
    const [part] = await bookInWallet(client, wallet, { ...of, voided_credits: '4' });
    expect(await fundingsOf(part)).toEqual([[other.svc_id, 400, '4.0']]);
    expect(await refused(wallet, { ...of, voided_credits: '7' })).toEqual([
      422,
      { amount_cents: ['exceeds_remaining_transaction_amount'] },
    ]);
    const [rest] = await bookInWallet(client, wallet, of);
    expect([rest.amount, await balance(wallet)]).toEqual(['6.0', [1_000, '10.0', '10.0']]);
    expect(await refused(wallet, of)).toEqual([422, { voided_transaction_id: ['no_remaining_amount'] }]);
    const elsewhere = await newWallet({ granted_credits: '1' });
    const { body } = await client.get(`/wallets/${elsewhere.svc_id}/wallet_transactions`);
    for (const id of [part.svc_id, body.wallet_transactions[0].svc_id, unique('id')])
      expect(await refused(wallet, { voided_transaction_id: id })).toEqual([
        422,
        { voided_transaction_id: ['wallet_transaction_not_found'] },
      ]);
    expect((await transaction(one)).remaining_amount_cents).toBe(1_000);
  });

  test.each<[object, object]>([
    [{ paid_credits: '-5' }, { paid_credits: ['invalid_paid_credits', 'invalid_amount'] }],
    [{ granted_credits: 'many' }, { granted_credits: ['invalid_granted_credits', 'invalid_amount'] }],
    [{ voided_credits: '1e2' }, { voided_credits: ['invalid_voided_credits', 'invalid_amount'] }],
    [{ voided_credits: '10.00001' }, { voided_credits: ['insufficient_credits'] }],
    [{ granted_credits: '0.001' }, { granted_credits: ['amount_rounds_to_zero'] }],
    // Together with the balance it would be beyond 2^53 cents.
    [{ granted_credits: '90071992547409.91' }, { granted_credits: ['value_is_out_of_range'] }],
    [{ paid_credits: '1.99' }, { paid_credits: ['amount_below_minimum'] }],
    [{ paid_credits: '5.01' }, { paid_credits: ['amount_above_maximum'] }],
    [{ granted_credits: '1', name: 'x'.repeat(256) }, { name: ['too_long'] }],
    [{ granted_credits: '1', priority: 0 }, { priority: ['value_is_invalid'] }],
    [
      {
        granted_credits: '1',
        metadata: Array.from({ length: 16 }, (_, index) => ({ key: `k${index}`, value: '' })),
      },
      { metadata: ['too_many_keys'] },
    ],
    [
      { granted_credits: '1', metadata: [{ key: 'k'.repeat(21), value: '' }] },
      { metadata: ['key_too_long'] },
    ],
    [
      { granted_credits: '1', metadata: [{ key: 'k', value: 'v'.repeat(101) }] },
      { metadata: ['value_too_long'] },
    ],
    [{ granted_credits: '1', metadata: [{ value: 'v' }] }, { metadata: ['invalid_key_value_pair'] }],
    [{ granted_credits: '1', metadata: { k: 'v' } }, { metadata: ['invalid_type'] }],
    [
      { granted_credits: '1', payment_method: { payment_method_id: unique('method') } },
      { payment_method: ['invalid_payment_method'] },
    ],
  ])('%j is refused: %j', async (members, details) => {
    const wallet = await newWallet({
      granted_credits: '10',
      paid_top_up_min_amount_cents: 200,
      paid_top_up_max_amount_cents: 500,
    });
    expect(await refused(wallet, members)).toEqual([422, details]);
    expect(await balance(wallet)).toEqual([1_000, '10.0', '0.0']);
  });

  test('limits are for paid top-ups that do not ignore them', async () => {
    const wallet = await newWallet({
      paid_credits: '1',
      ignore_paid_top_up_limits_on_creation: true,
      paid_top_up_min_amount_cents: 200,
    });
    const made = await bookInWallet(client, wallet, {
      paid_credits: '1',
      granted_credits: '1',
      ignore_paid_top_up_limits: true,
    });
    expect(made).toHaveLength(2);
  });

  test('an unknown or terminated wallet takes nothing', async () => {
    const wallet = await newWallet({ granted_credits: '10' });
    await client.delete(`/wallets/${wallet.svc_id}`);
    expect(await refused(wallet, { granted_credits: '1' })).toEqual([
      422,
      { wallet_id: ['wallet_is_terminated'] },
    ]);
    for (const svc_id of [unique('wallet'), '01900000-0000-7000-8000-000000000000'])
      expect(await refused({ svc_id }, { granted_credits: '1' })).toEqual([
        422,
        { wallet_id: ['wallet_not_found'] },
      ]);
  });

  test('twenty at once end with the sum of some order of them', async () => {
    const wallet = await newWallet({ granted_credits: '10' });
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        send(wallet, index % 2 === 0 ? { granted_credits: '1' } : { voided_credits: '2' }),
      ),
    );
    const accepted = answers
      .filter(({ status }) => status === 200)
      .flatMap(({ body }) => body.wallet_transactions);
    const refusals = answers.filter(({ status }) => status !== 200).map(({ body }) => body.error_details);
    for (const details of refusals) expect(details).toEqual({ voided_credits: ['insufficient_credits'] });
    const sum = accepted.reduce(
      (total: number, each: Resource) =>
        each.transaction_type === 'inbound' ? total + Number(each.amount) : total - Number(each.amount),
      10,
    );
    const { balance_cents, credits_balance } = await read(wallet);
    expect([balance_cents, Number(credits_balance)]).toEqual([sum * 100, sum]);
    const { body } = await client.get(`/wallets/${wallet.svc_id}/wallet_transactions?per_page=100`);
    const remaining = body.wallet_transactions.reduce(
      (total: number, each: Resource) => total + Number(each.remaining_amount_cents ?? 0),
      0,
    );
    expect(remaining).toBe(balance_cents);
  });
});

describe('paid top-ups', () => {
  const invoiceOf = async ({ svc_invoice_id }: Resource) =>
    (await client.get(`/invoices/${svc_invoice_id}`)).body.invoice;
  const pay = (invoiceId: string, amount_cents: number) =>
    client.post('/payments', { payment: { invoice_id: invoiceId, amount_cents, reference: 'wire' } });

  test('paid top-ups have an invoice, whose payment makes the credits usable', async () => {
    const wallet = await newWallet({ name: 'Main', rate_amount: '2' });
    const [paid] = await bookInWallet(client, wallet, { paid_credits: '10', purchase_order_number: 'PO 1' });
    const invoice = await invoiceOf(paid);
    expect(invoice).toMatchObject({
      invoice_type: 'credit',
      status: 'finalized',
      payment_status: 'pending',
      fees_amount_cents: 2_000,
      taxes_amount_cents: 0,
      total_amount_cents: 2_000,
      purchase_order_number: 'PO 1',
      fees: [
        {
          amount_cents: 2_000,
          units: '10.0',
          precise_unit_amount: '2.0',
          taxes_amount_cents: 0,
          item: {
            type: 'credit',
            code: 'credit',
            name: 'credit',
            invoice_display_name: 'Prepaid credits - Main',
            svc_item_id: paid.svc_id,
            item_type: 'WalletTransaction',
          },
        },
      ],
    });
    expect(await messageTypesAbout(server, invoice.svc_id)).toEqual(['invoice.paid_credit_added']);
    expect(await balance(wallet)).toEqual([0, '0.0', '0.0']);
    await pay(invoice.svc_id, 500);
    expect((await transaction(paid)).status).toBe('pending');
    await pay(invoice.svc_id, 1_500);
    expect(await transaction(paid)).toMatchObject({
      status: 'settled',
      settled_at: expect.any(String),
      remaining_amount_cents: 2_000,
      remaining_credit_amount: '10.0',
    });
    expect(await balance(wallet)).toEqual([2_000, '10.0', '0.0']);
    expect(await messageTypesAbout(server, paid.svc_id)).toEqual([
      'wallet_transaction.created',
      'wallet_transaction.updated',
    ]);
    expect((await messageTypesAbout(server, wallet.svc_id)).slice(-1)).toEqual(['wallet.updated']);
  });

  test('paid top-ups that must be paid first have a hidden invoice until then', async () => {
    const wallet = await newWallet({ invoice_requires_successful_payment: true });
    const [paid] = await bookInWallet(client, wallet, { paid_credits: '10', name: 'Prepaid' });
    expect(paid.invoice_requires_successful_payment).toBe(true);
    expect((await client.get(`/invoices/${paid.svc_invoice_id}`)).status).toBe(404);
    expect((await pay(paid.svc_invoice_id, 1_000)).status).toBe(200);
    const invoice = await invoiceOf(paid);
    expect(invoice).toMatchObject({ status: 'finalized', payment_status: 'succeeded' });
    expect(invoice.number).not.toBe('');
    expect(invoice.fees[0].item).toMatchObject({ name: 'Prepaid', invoice_display_name: 'Prepaid' });
    expect(await balance(wallet)).toEqual([1_000, '10.0', '0.0']);
  });

  test('paid top-ups fail with their payment, and a later payment settles them once', async () => {
    const wallet = await newWallet();
    const [paid] = await bookInWallet(client, wallet, { paid_credits: '10' });
    const set = (payment_status: string) =>
      client.put(`/invoices/${paid.svc_invoice_id}`, { invoice: { payment_status } });
    await set('failed');
    expect(await transaction(paid)).toMatchObject({ status: 'failed', failed_at: expect.any(String) });
    await set('succeeded');
    expect(await transaction(paid)).toMatchObject({ status: 'settled' });
    await set('pending');
    await set('succeeded');
    expect(await balance(wallet)).toEqual([1_000, '10.0', '0.0']);
  });

  test('paid top-ups that must be paid first fail in the same way', async () => {
    const wallet = await newWallet();
    const [paid] = await bookInWallet(client, wallet, {
      paid_credits: '10',
      invoice_requires_successful_payment: true,
    });
    const set = (payment_status: string) =>
      client.put(`/invoices/${paid.svc_invoice_id}`, { invoice: { payment_status } });
    await set('failed');
    expect((await transaction(paid)).status).toBe('failed');
    await set('succeeded');
    expect(await balance(wallet)).toEqual([1_000, '10.0', '0.0']);
    expect((await invoiceOf(paid)).status).toBe('finalized');
  });

  test('paid top-ups fail when their invoice is voided unpaid, and stay when it is voided paid', async () => {
    const wallet = await newWallet();
    const [unpaid] = await bookInWallet(client, wallet, { paid_credits: '10' });
    const [paid] = await bookInWallet(client, wallet, { paid_credits: '20' });
    await pay(paid.svc_invoice_id, 2_000);
    for (const { svc_invoice_id } of [unpaid, paid]) await client.post(`/invoices/${svc_invoice_id}/void`);
    expect([(await transaction(unpaid)).status, (await transaction(paid)).status]).toEqual([
      'failed',
      'settled',
    ]);
    expect(await balance(wallet)).toEqual([2_000, '20.0', '0.0']);
  });
});

describe('credit notes of bought credits', () => {
  const note = (invoice: Resource, amount: number, parts: object) =>
    client.post('/credit_notes', {
      credit_note: {
        invoice_id: invoice.svc_id,
        items: [{ fee_id: invoice.fees[0].svc_id, amount_cents: amount }],
        ...parts,
      },
    });
  const bought = async (isPaid: boolean) => {
    const wallet = await newWallet();
    const [purchase] = await bookInWallet(client, wallet, { paid_credits: '10' });
    const { body } = await client.get(`/invoices/${purchase.svc_invoice_id}`);
    const payment = { invoice_id: body.invoice.svc_id, amount_cents: 1_000, reference: 'wire' };
    if (isPaid) await client.post('/payments', { payment });
    return { wallet, purchase, invoice: body.invoice };
  };

  test('credit notes of bought credits refund what is left of them, which the wallet loses', async () => {
    const { wallet, purchase, invoice } = await bought(true);
    await bookInWallet(client, wallet, { granted_credits: '5' });
    const { status, body } = await note(invoice, 400, { refund_amount_cents: 400 });
    expect([status, body.credit_note.refund_amount_cents]).toEqual([200, 400]);
    expect(await balance(wallet)).toEqual([1_100, '11.0', '4.0']);
    const [consumption = []] = await consumptionsOf(purchase);
    expect(consumption).toEqual([expect.any(String), 400, '4.0']);
    expect(await transaction({ svc_id: consumption[0] })).toMatchObject({
      transaction_status: 'voided',
      status: 'settled',
      svc_credit_note_id: body.credit_note.svc_id,
    });
    const refusals = [
      await note(invoice, 700, { refund_amount_cents: 700 }),
      await note(invoice, 601, { refund_amount_cents: 601 }),
      await note(invoice, 100, { credit_amount_cents: 100 }),
      await note(invoice, 100, { offset_amount_cents: 100 }),
    ].map((answer) => answer.body.error_details);
    expect(refusals).toEqual([
      { amount_cents: ['higher_than_remaining_fee_amount'] },
      { amount_cents: ['higher_than_remaining_fee_amount'] },
      { credit_amount_cents: ['cannot_credit_invoice'] },
      {
        offset_amount_cents: [
          'cannot_apply_to_paid_invoice',
          'not_equal_to_total_amount',
          'higher_than_remaining_invoice_amount',
        ],
      },
    ]);
    await bookInWallet(client, wallet, { voided_credits: '8' });
    expect((await note(invoice, 500, { refund_amount_cents: 500 })).body.error_details).toEqual({
      amount_cents: ['higher_than_wallet_balance'],
    });
    await client.delete(`/wallets/${wallet.svc_id}`);
    expect((await note(invoice, 1, { refund_amount_cents: 1 })).body.code).toBe('invalid_type_or_status');
  });

  test('credit notes of bought credits offset an unpaid purchase as a whole, which then fails', async () => {
    const { wallet, purchase, invoice } = await bought(false);
    expect((await note(invoice, 1_000, { refund_amount_cents: 1_000 })).body.code).toBe(
      'invalid_type_or_status',
    );
    expect((await note(invoice, 400, { offset_amount_cents: 400 })).body.error_details).toEqual({
      offset_amount_cents: ['not_equal_to_total_amount'],
    });
    expect((await note(invoice, 1_000, { offset_amount_cents: 1_000 })).status).toBe(200);
    expect((await client.get(`/invoices/${invoice.svc_id}`)).body.invoice.payment_status).toBe('succeeded');
    expect((await transaction(purchase)).status).toBe('failed');
    expect(await balance(wallet)).toEqual([0, '0.0', '0.0']);
  });
});

describe('lists of transactions', () => {
  test('lists of transactions are filtered by status, direction, kind and metadata', async () => {
    const wallet = await newWallet();
    const [pending] = await bookInWallet(client, wallet, {
      paid_credits: '5',
      metadata: [{ key: 'a', value: '1' }],
    });
    const [granted] = await bookInWallet(client, wallet, {
      granted_credits: '5',
      metadata: [
        { key: 'a', value: '1' },
        { key: 'b', value: '2' },
      ],
    });
    const [voided] = await bookInWallet(client, wallet, { voided_credits: '1' });
    const path = `/wallets/${wallet.svc_id}/wallet_transactions`;
    const listed = async (query: string) =>
      (await client.get(`${path}?${query}`)).body.wallet_transactions.map(({ svc_id }: Resource) => svc_id);
    const [p, g, v] = [pending.svc_id, granted.svc_id, voided.svc_id];
    expect(await listed('')).toEqual([v, g, p]);
    expect(await listed('status=pending')).toEqual([p]);
    expect(await listed('transaction_type=outbound')).toEqual([v]);
    expect(await listed('transaction_status=granted')).toEqual([g]);
    expect(await listed('metadata[a]=1')).toEqual([g, p]);
    expect(await listed('metadata[a]=1&metadata[b]=2')).toEqual([g]);
    expect(await listed('metadata[a]=1&metadata[b]=')).toEqual([g, p]);
    expect(await listed('metadata[a]=2')).toEqual([]);
    const { status, body } = await client.get(`${path}?status=lost`);
    expect([status, body.error_details]).toEqual([422, { status: ['value_is_invalid'] }]);
    const { body: page } = await client.get(`${path}?per_page=1&page=2`);
    expect([page.wallet_transactions[0].svc_id, page.meta.total_count]).toEqual([g, 3]);
  });
});
