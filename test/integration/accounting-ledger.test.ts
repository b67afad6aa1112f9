// The books of our feed, against what customers owe, wallets contain and invoices bill (integrations.md §13, docs/adr/0201).
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { newSigningSecret } from '../../src/modules/integrations/connections/signing-secrets.js';
import { NO_FAILED_TRIES } from '../../src/modules/integrations/calls/next-try.js';
import { accessToFeed } from '../support/accounting-connections.js';
import { type AccountingSystems, startAccountingSystems } from '../support/accounting-systems.js';
import {
  createAddOn,
  createCustomer,
  createPlan,
  createTax,
  createWallet,
  type Resource,
  subscribe,
} from '../support/builders.js';
import type { Client } from '../support/client.js';
import { connectSystem } from '../support/connections.js';
import type { HttpAccountingStandIn } from '../support/http-accounting-stand-in.js';
import { fc, limit, tries } from '../support/property.js';
import { runJobs } from '../support/provider-jobs.js';
import type { TestServer } from '../support/server.js';

const secret = newSigningSecret();

let systems: AccountingSystems;
let server: TestServer;
let feed: HttpAccountingStandIn;
let client: Client;
let customer: Resource;
let wallet: Resource;
let tax: Resource;
/** What customers have lost with the balances of voided credit notes. */
let forfeited: number;

beforeAll(async () => {
  systems = await startAccountingSystems(secret);
  ({ server, feed } = systems);
});
afterAll(() => systems.stop());

async function begin(): Promise<void> {
  systems.clear();
  forfeited = 0;
  client = await server.organization();
  const { code } = await connectSystem(server, client, accessToFeed(feed, secret));
  customer = await createCustomer(client, {
    currency: 'EUR',
    integration_customers: [
      { integration_type: 'http_accounting', integration_code: code, sync_with_provider: true },
    ],
  });
  tax = await createTax(client, { rate: 20 });
  wallet = await createWallet(client, customer);
}
beforeEach(begin);

const run = () => runJobs(server, client, ['sync_accounting']);

/** All rows of the organization in a table, as the database has them; amounts are texts. */
const rows = (table: string) =>
  server.pool.sql<Resource[]>`
    select * from ${server.pool.sql(table)} where organization_id = ${client.organizationId} order by id`;

const sumOf = (found: readonly Resource[], column: string) =>
  found.reduce<number>((total, row) => total + Number(row[column] ?? 0), 0);

/** An invoice of a subscription, which uses credit notes and prepaid credits. */
async function bill(cents: number): Promise<Resource> {
  const plan = await createPlan(client, { amount_cents: cents, pay_in_advance: true, tax_codes: [tax.code] });
  await subscribe(client, customer, plan, { billing_time: 'anniversary' });
  return newest();
}

/** An invoice that uses no credits. */
async function sell(cents: number): Promise<Resource> {
  const { code } = await createAddOn(client);
  const fees = [{ add_on_code: code, units: '1', unit_amount_cents: cents, tax_codes: [tax.code] }];
  const invoice = { external_customer_id: customer.external_id, currency: 'EUR', fees };
  return (await client.post('/invoices', { invoice })).body.invoice;
}

async function topUp(credits: object): Promise<void> {
  await client.post('/wallet_transactions', {
    wallet_transaction: { wallet_id: wallet.svc_id, ...credits },
  });
}

async function newest(): Promise<Resource> {
  return (await client.get(`/invoices?external_customer_id=${customer.external_id}`)).body.invoices[0];
}

const pay = ({ svc_id }: Resource, cents: number) =>
  client.post('/payments', { payment: { invoice_id: svc_id, amount_cents: cents, reference: 'TR' } });

/** A note over so much of the first fee, with its taxes. */
async function credit({ svc_id }: Resource, part: string, netCents: number): Promise<Resource> {
  const invoice = (await client.get(`/invoices/${svc_id}`)).body.invoice;
  const [fee] = invoice.fees;
  const cents = netCents + Math.round((netCents * Number(fee.taxes_rate)) / 100);
  const items = [{ fee_id: fee.svc_id, amount_cents: netCents }];
  const { body } = await client.post('/credit_notes', {
    credit_note: { invoice_id: svc_id, reason: 'other', items, [`${part}_amount_cents`]: cents },
  });
  return body.credit_note;
}

const refund = ({ svc_id }: Resource) =>
  client.put(`/credit_notes/${svc_id}`, { credit_note: { refund_status: 'succeeded' } });

const voidInvoice = ({ svc_id }: Resource, giving: object = {}) =>
  client.post(`/invoices/${svc_id}/void`, giving);

async function voidNote({ svc_id }: Resource): Promise<void> {
  const [note] = (await rows('credit_notes')).filter(({ id }) => id === svc_id);
  const { status } = await client.put(`/credit_notes/${svc_id}/void`);
  if (status === 200) forfeited += Number(note.balance_amount_cents);
}

/** Our own figures, as the accounts of the feed should show them: debits less credits. */
async function expected(): Promise<Record<string, number>> {
  const [invoices, allNotes, payments, movements, credits] = [
    await rows('invoices'),
    await rows('credit_notes'),
    await rows('payments'),
    await rows('wallet_transactions'),
    await rows('invoice_credits'),
  ];
  // A void also issues a note that is voided at once.
  const notes = allNotes.filter(({ voided_at, created_at }) => voided_at !== created_at);
  const isKept = ({ item_id, returned_at }: Resource) =>
    notes.some(({ id, voided_at }) => id === item_id && voided_at !== null && voided_at < returned_at);
  const ledger = { receivable: 0, revenue: -forfeited, tax: 0 };
  for (const invoice of invoices) {
    const { id, status, invoice_type, payment_status } = invoice;
    const own = notes.filter(({ invoice_id }) => invoice_id === id);
    const amount = (column: string) => Number(invoice[column] ?? 0);
    if (status === 'finalized') {
      const net = amount('sub_total_excluding_taxes_amount_cents');
      ledger.receivable +=
        amount('total_amount_cents') -
        amount('total_paid_amount_cents') -
        amount('total_offset_amount_cents');
      ledger.tax -= amount('taxes_amount_cents') - sumOf(own, 'taxes_amount_cents');
      if (invoice_type !== 'credit')
        ledger.revenue -= net - sumOf(own, 'total_amount_cents') + sumOf(own, 'taxes_amount_cents');
    } else if (invoice_type !== 'credit' || payment_status !== 'succeeded') {
      const returned = movements.filter(({ voided_invoice_id }) => voided_invoice_id === id);
      const kept = credits.filter((each) => each.invoice_id === id && isKept(each));
      const paid =
        amount('total_paid_amount_cents') +
        amount('prepaid_credit_amount_cents') -
        sumOf(returned, 'amount_cents') +
        sumOf(kept, 'amount_cents');
      const given = sumOf(own, 'credit_amount_cents') + sumOf(own, 'refund_amount_cents');
      // What was paid and not given back is owed to the customer; what was given without payment is lost.
      ledger.receivable -= Math.max(paid - given, 0);
      ledger.revenue += Math.max(given - paid, 0);
    }
  }
  const refunded = notes.filter(({ refund_status }) => refund_status === 'succeeded');
  const purchases = movements.filter(({ transaction_status }) => transaction_status === 'purchased');
  const balances = {
    ...ledger,
    cash: sumOf(payments, 'amount_cents') - sumOf(refunded, 'refund_amount_cents'),
    refunds_payable: sumOf(refunded, 'refund_amount_cents') - sumOf(notes, 'refund_amount_cents'),
    credit_notes: -sumOf(notes, 'balance_amount_cents'),
    prepaid_credit:
      -sumOf(purchases, 'remaining_amount_cents') -
      sumOf(
        purchases.filter(({ status }) => status === 'pending'),
        'amount_cents',
      ),
    granted_credit:
      sumOf(invoices, 'prepaid_granted_credit_amount_cents') -
      sumOf(
        movements.filter(({ voided_invoice_id }) => voided_invoice_id !== null),
        'amount_cents',
      ),
  };
  return Object.fromEntries(Object.entries(balances).filter(([, balance]) => balance !== 0));
}

const TAXED = { cash: 12_000, receivable: -12_000 };

describe('an invoice of 120.00 with 20.00 of taxes', () => {
  test.each<[string, () => Promise<unknown>, Record<string, number>]>([
    [
      'paid and voided: the customer has 120.00 to its credit',
      async () => {
        const invoice = await sell(10_000);
        await pay(invoice, 12_000);
        await voidInvoice(invoice);
      },
      TAXED,
    ],
    [
      'paid, refunded by a note and voided: nothing is left',
      async () => {
        const invoice = await sell(10_000);
        await pay(invoice, 12_000);
        await refund(await credit(invoice, 'refund', 10_000));
        await voidInvoice(invoice);
      },
      {},
    ],
    [
      'paid, refunded by half and voided: the rest is to the credit of the customer',
      async () => {
        const invoice = await sell(10_000);
        await pay(invoice, 12_000);
        await refund(await credit(invoice, 'refund', 5_000));
        await voidInvoice(invoice);
      },
      { cash: 6_000, receivable: -6_000 },
    ],
    [
      'paid, and refunded by a note of its void',
      async () => {
        const invoice = await sell(10_000);
        await pay(invoice, 12_000);
        await voidInvoice(invoice, { generate_credit_note: true, refund_amount: 12_000 });
      },
      { cash: 12_000, refunds_payable: -12_000 },
    ],
    [
      'paid and voided, and refunded by a later note',
      async () => {
        const invoice = await sell(10_000);
        await pay(invoice, 12_000);
        await voidInvoice(invoice);
        await refund(await credit(invoice, 'refund', 10_000));
      },
      {},
    ],
    [
      'credited before it is paid, and voided: the customer keeps the credit, which nobody has paid',
      async () => {
        const invoice = await sell(10_000);
        await credit(invoice, 'credit', 5_000);
        await voidInvoice(invoice);
      },
      { credit_notes: -6_000, revenue: 6_000 },
    ],
    [
      'offset by half and voided: nothing is left',
      async () => {
        const invoice = await sell(10_000);
        await credit(invoice, 'offset', 5_000);
        await voidInvoice(invoice);
      },
      {},
    ],
    [
      'paid with prepaid credits, which a note of its void gives back',
      async () => {
        await topUp({ paid_credits: '120' });
        await pay(await newest(), 12_000);
        await voidInvoice(await bill(10_000), { generate_credit_note: true, credit_amount: 12_000 });
      },
      { cash: 12_000, credit_notes: -12_000 },
    ],
    [
      'paid with prepaid credits that its void keeps: they are to the credit of the customer',
      async () => {
        await topUp({ paid_credits: '120' });
        await pay(await newest(), 12_000);
        await voidInvoice(await bill(10_000), { generate_credit_note: true });
      },
      TAXED,
    ],
    [
      'paid with prepaid credits and voided: the wallet gets granted credits back',
      async () => {
        await topUp({ paid_credits: '120' });
        await pay(await newest(), 12_000);
        await voidInvoice(await bill(10_000));
      },
      { cash: 12_000, granted_credit: -12_000 },
    ],
    [
      'the same, and another invoice that uses them',
      async () => {
        await topUp({ paid_credits: '120' });
        await pay(await newest(), 12_000);
        await voidInvoice(await bill(10_000));
        await bill(10_000);
      },
      { cash: 12_000, revenue: -10_000, tax: -2_000 },
    ],
    [
      'paid with a credit note and voided: the note has its balance again',
      async () => {
        const earlier = await sell(10_000);
        await pay(earlier, 12_000);
        await credit(earlier, 'credit', 10_000);
        await voidInvoice(await bill(10_000));
      },
      { cash: 12_000, credit_notes: -12_000 },
    ],
    [
      'paid in part with a credit note that is voided before it: the note does not get that part back',
      async () => {
        const earlier = await sell(10_000);
        await pay(earlier, 12_000);
        const note = await credit(earlier, 'credit', 5_000);
        const invoice = await bill(2_000);
        await voidNote(note);
        await voidInvoice(invoice);
      },
      { cash: 12_000, receivable: -2_400, revenue: -8_600, tax: -1_000 },
    ],
  ])('%s', async (_, happen, balances) => {
    await happen();
    await run();
    expect(feed.faults).toEqual([]);
    expect(feed.balances()).toEqual(balances);
    expect(await expected()).toEqual(balances);
  });

  test('the void of a purchase that was paid leaves its credits to the wallet', async () => {
    await topUp({ paid_credits: '120' });
    const purchase = await newest();
    await pay(purchase, 12_000);
    await run();
    await voidInvoice(purchase);
    await run();
    expect(feed.messages.at(-1)).toMatchObject({ type: 'invoice.voided', entries: [] });
    expect(feed.balances()).toEqual({ cash: 12_000, prepaid_credit: -12_000 });
  });
});

test('an invoice that is voided while the service is down is booked with the credits that it had used', async () => {
  await topUp({ paid_credits: '120' });
  await pay(await newest(), 12_000);
  await run();
  const { svc_id } = await bill(10_000);
  const [record] = (await rows('integration_resources')).filter(
    ({ resource_id, resource_type }) => resource_id === svc_id && resource_type === 'invoice',
  );
  const { organizationId } = client;
  const [payment] = (await rows('integration_resources')).filter(
    ({ resource_id, resource_type }) => resource_id === svc_id && resource_type === 'payment',
  );
  const { recordSync } = server.app.services;
  for (const { id: recordId, customer_id: customerId } of [record, payment]) {
    feed.script.push({ status: 500 });
    await recordSync.run({ organizationId, customerId, recordId, tried: NO_FAILED_TRIES });
    feed.script.length = 0;
  }
  await voidInvoice({ svc_id });
  await run();
  expect((await rows('integration_resources')).map(({ status }) => status)).not.toContain('pending');
  expect(feed.balances()).toEqual({ cash: 12_000, granted_credit: -12_000 });
});

interface Step {
  readonly what: keyof typeof STEPS;
  /** Which of the documents, counted from the newest. */
  readonly at: number;
  /** An amount in whole currency units, and a percentage. */
  readonly size: number;
}

type Move = (step: Step) => Promise<unknown>;

const documents = async (table: string) =>
  (await rows(table)).map((row) => ({ ...row, svc_id: row['id'] })).toReversed();
const onNote =
  (move: (note: Resource) => Promise<unknown>): Move =>
  async ({ at }) => {
    const note = (await documents('credit_notes'))[at];
    if (note !== undefined) await move(note);
  };
const onInvoice =
  (move: (invoice: Resource, size: number) => Promise<unknown>): Move =>
  async ({ at, size }) => {
    const invoice = (await documents('invoices'))[at];
    if (invoice !== undefined) await move(invoice, size);
  };
const part = (row: Resource, column: string, size: number) => Math.ceil((Number(row[column]) * size) / 100);

const STEPS = {
  bill: ({ size }) => bill(size * 100),
  sell: ({ size }) => sell(size * 100),
  buy: ({ size }) => topUp({ paid_credits: `${size}` }),
  grant: ({ size }) => topUp({ granted_credits: `${size}` }),
  pay: onInvoice((invoice, size) => pay(invoice, part(invoice, 'total_amount_cents', size))),
  payAll: onInvoice((invoice) => pay(invoice, Number(invoice.total_amount_cents))),
  credit: onInvoice((invoice, size) => credit(invoice, 'credit', size * 50)),
  refund: onInvoice((invoice, size) => credit(invoice, 'refund', size * 50)),
  offset: onInvoice((invoice, size) => credit(invoice, 'offset', size * 50)),
  void: onInvoice((invoice) => voidInvoice(invoice)),
  voidGiving: onInvoice((invoice, size) =>
    voidInvoice(invoice, {
      generate_credit_note: true,
      [size % 2 === 0 ? 'credit_amount' : 'refund_amount']: part(invoice, 'total_amount_cents', size),
    }),
  ),
  refunded: onNote(refund),
  voidNote: onNote(voidNote),
  sync: run,
} satisfies Record<string, Move>;

test(
  'after any sequence of documents receivables are what is owed, prepaid credits what wallets have, and revenue what was earned',
  async () => {
    const step = fc.record({
      what: fc.constantFrom(...(Object.keys(STEPS) as Step['what'][])),
      at: fc.nat(3),
      size: fc.integer({ min: 1, max: 100 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
        await begin();
        for (const each of [{ what: 'bill', at: 0, size: 50 } as const, ...steps])
          await STEPS[each.what](each);
        await run();
        expect(feed.faults).toEqual([]);
        expect(feed.balances()).toEqual(await expected());
      }),
      tries(12),
    );
  },
  limit(120_000),
);
