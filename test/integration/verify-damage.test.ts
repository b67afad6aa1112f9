// Damages that somebody or something makes past the program: `verify` finds each of them, and nothing without them.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { sql } from 'drizzle-orm';
import {
  applyCoupon,
  bookInWallet,
  createAddOn,
  createCoupon,
  createCustomer,
  createMetric,
  createPlan,
  createTax,
  createWallet,
  perCall,
  type Resource,
} from '../support/builders.js';
import type { Client } from '../support/client.js';
import { differencesIn } from '../support/differences.js';
import { runDocumentJobs } from '../support/documents.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { Story } from '../support/story.js';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
  await buildWorld(await server.organization());
});
afterAll(() => server.stop());

/** One organization with everything that the damages need. */
async function buildWorld(client: Client): Promise<void> {
  const post = async (path: string, body: object): Promise<Resource> => {
    const response = await client.post(path, body);
    if (response.status !== 200) throw new Error(`${path}: ${JSON.stringify(response.body)}`);
    return response.body;
  };
  await createTax(client, { rate: 10, applied_to_organization: true });
  const own = await createTax(client, { rate: 20 });
  const metric = await createMetric(client);
  const addOn = await createAddOn(client, { amount_cents: 3_000 });
  const plan = await createPlan(client, {
    amount_cents: 10_000,
    pay_in_advance: true,
    tax_codes: [own.code],
    charges: [perCall(metric)],
  });
  // Paid, credited, billed a second time with what was used; a wallet pays the rest.
  const story = await Story.begin(client, '2027-01-10T09:00:00Z');
  const subscription = await story.subscribe(plan, { ending_at: '2029-01-10T00:00:00Z' });
  await story.use(subscription, metric, { '2027-01-12T00:00:00Z': {}, '2027-01-13T00:00:00Z': {} });
  const [first] = await story.invoices();
  await post('/payments', {
    payment: { invoice_id: first.svc_id, amount_cents: 5_000, reference: 'cheque' },
  });
  const items = [{ fee_id: first.fees[0].svc_id, amount_cents: 1_000 }];
  await post('/credit_notes', {
    credit_note: { invoice_id: first.svc_id, items, credit_amount_cents: 1_200 },
  });
  await applyCoupon(client, story.customer, await createCoupon(client, { amount_cents: 20_000 }));
  await client.put('/billing_entities/default', {
    billing_entity: { document_numbering: 'per_billing_entity' },
  });
  await story.advance('2027-04-05T09:00:00Z');
  const wallet = await createWallet(client, story.customer, {
    granted_credits: '10',
    expiration_at: '2028-01-01T00:00:00Z',
    recurring_transaction_rules: [{ trigger: 'interval', interval: 'monthly', granted_credits: '1' }],
  });
  await bookInWallet(client, wallet, { voided_credits: '3' });
  // A draft, and an invoice with a file.
  const drafting = await Story.begin(client, '2027-01-10T09:00:00Z', {
    billing_configuration: { invoice_grace_period: 10 },
  });
  await drafting.subscribe(plan);
  const buyer = await createCustomer(client);
  const fees = [{ add_on_code: addOn.code, tax_codes: [own.code] }];
  const { invoice } = await post('/invoices', {
    invoice: { external_customer_id: buyer.external_id, currency: 'EUR', fees },
  });
  await runDocumentJobs(server, invoice);
  // What goes with a test clock is in the log only; a later customer has the id of one that went with it.
  const tried = await Story.begin(client, '2027-01-10T09:00:00Z');
  await tried.subscribe(plan);
  const [trial] = await tried.invoices();
  await post('/payments', { payment: { invoice_id: trial.svc_id, amount_cents: 100, reference: 'cheque' } });
  expect((await client.delete(`/test_clocks/${tried.clock.svc_id}`)).status).toBe(200);
  await createCustomer(client, { external_id: tried.customer.external_id });
}

/** A credit note with all that belongs to it: its invoice was credited, not offset or refunded, so that nothing else counts it. */
const DELETED_NOTE = `
  delete from credit_note_taxes; delete from credit_note_items; delete from document_files where credit_note_id is not null;
  delete from credit_notes`;

const UNDO = new Error('undo the damage');

/** What is found while a damage is there; null if the database refuses it. */
async function foundAfter(damage: string): Promise<string[] | null> {
  const found = await differencesAfter(damage);
  return found === null ? null : [...new Set(found.map(({ check }) => check))];
}

async function differencesAfter(
  damage: string,
  names?: readonly string[],
): Promise<Awaited<ReturnType<typeof differencesIn>> | null> {
  const outcome: { found: Awaited<ReturnType<typeof differencesIn>> | null } = { found: null };
  await server.pool.db
    .transaction(async (tx) => {
      await tx.execute(sql.raw(damage));
      outcome.found = [];
      outcome.found = await differencesIn({ db: tx }, names);
      throw UNDO;
    })
    .catch((error: unknown) => {
      if (error !== UNDO && outcome.found !== null) throw error;
    });
  return outcome.found;
}

const FIRST_INVOICE = `(select id from invoices where status = 'finalized' order by id limit 1)`;

const OF_FIRST = `where invoice_id = ${FIRST_INVOICE}`;
/** What an invoice is if the program has read no taxes when it was issued: nothing but the tax is missing. */
const LOST_TAXES = `
  delete from applied_taxes where invoice_id = ${FIRST_INVOICE} or fee_id in (select id from fees ${OF_FIRST});
  update fees set taxes_amount_cents = 0, taxes_precise_amount_cents = 0, taxes_rate_percent = 0 ${OF_FIRST};
  update invoices set taxes_amount_cents = 0, taxes_rate_percent = 0, total_amount_cents = total_amount_cents - taxes_amount_cents,
    sub_total_including_taxes_amount_cents = sub_total_excluding_taxes_amount_cents where id = ${FIRST_INVOICE}`;
/** What the program then keeps. */
const NO_LIST = `update fees set tax_list = 'none', tax_list_owner_id = (select id from billing_entities) ${OF_FIRST}`;
/** Fees as an earlier version left them. */
const EARLIER = `update fees set tax_list = null, tax_list_owner_id = null, named_tax_codes = null, taxed_at = null`;

test('nothing is found without a damage', async () => {
  expect(await differencesIn(server.pool)).toEqual([]);
});

test.each([
  [
    'paid amount',
    `update invoices set total_paid_amount_cents = total_paid_amount_cents - 1 where total_paid_amount_cents > 0`,
    'invoice_payments',
  ],
  ['payment deleted', `delete from payment_receipts; delete from payments`, 'invoice_payments'],
  [
    'balance of a credit note',
    `update credit_notes set balance_amount_cents = balance_amount_cents + 1`,
    'credit_note_balances',
  ],
  ['number of a credit note', `update credit_notes set number = number || '1'`, 'credit_note_numbers'],
  ['taxes of a credit note', `delete from credit_note_taxes`, 'credit_note_items'],
  [
    'credit note above its invoice',
    `update credit_notes set offset_amount_cents = 20000, total_amount_cents = credit_amount_cents + 20000`,
    'credit_notes_of_invoices',
  ],
  [
    'number of an invoice',
    `update invoices set number = number || '1' where id = ${FIRST_INVOICE}`,
    'invoice_numbers',
  ],
  [
    'prefix of a number',
    `update invoices set number = 'X' || number where id = ${FIRST_INVOICE}`,
    'invoice_numbers',
  ],
  [
    'place of an invoice',
    `update invoices set sequential_id = sequential_id + 5 where id = ${FIRST_INVOICE}`,
    'invoice_numbers',
  ],
  [
    'place of an invoice of an entity',
    `update invoices set entity_sequential_id = entity_sequential_id + 5 where entity_sequential_id is not null and id = (select max(id::text)::uuid from invoices where entity_sequential_id is not null)`,
    'billing_entity_counters',
  ],
  [
    'counter of an entity',
    `update billing_entities set last_invoice_number = last_invoice_number + 1`,
    'billing_entity_counters',
  ],
  [
    'counter of customers',
    `update organizations set last_customer_number = last_customer_number + 9`,
    'customer_counters',
  ],
  [
    'number of a customer',
    `update customers set sequential_id = sequential_id + 7 where sequential_id = (select max(sequential_id) from customers)`,
    'customer_numbers',
  ],
  ['slug of a customer', `update customers set slug = slug || '0'`, 'customer_numbers'],
  [
    'billing period deleted',
    `delete from billing_periods where id = (select max(id::text)::uuid from billing_periods)`,
    'billed_periods',
  ],
  [
    'billing period between others deleted',
    `delete from billing_periods where charges_from = '2027-02-01'`,
    'billed_windows',
  ],
  [
    'billing days skipped',
    `update due_work set due_at = due_at + interval '2 months' where kind = 'subscription_billing'`,
    'billing_days',
  ],
  ...['subscription_billing', 'subscription_end', 'termination_alert'].map((kind) => [
    `${kind} deleted`,
    `delete from due_work where kind = '${kind}'`,
    'subscription_due_work',
  ]),
  ...['invoice_finalization', 'payment_overdue'].map((kind) => [
    `${kind} deleted`,
    `delete from due_work where kind = '${kind}'`,
    'invoice_due_work',
  ]),
  ['wallet_expiration deleted', `delete from due_work where kind = 'wallet_expiration'`, 'wallet_due_work'],
  ['wallet_top_up deleted', `delete from due_work where kind = 'wallet_top_up'`, 'wallet_rule_due_work'],
  [
    'due work on another clock',
    `update due_work set test_clock_id = null where test_clock_id is not null`,
    'due_work_clocks',
  ],
  [
    'applied coupon',
    `update applied_coupons set amount_cents_remaining = amount_cents_remaining + 1`,
    'applied_coupons',
  ],
  ['use of a coupon deleted', `delete from invoice_credits where item_type = 'coupon'`, 'invoice_deductions'],
  ['share of a coupon', `update fees set precise_coupons_amount_cents = 0`, 'invoice_fees'],
  ['balance of a wallet', `update wallets set balance_cents = balance_cents + 1`, 'wallet_balances'],
  ['credits of a wallet', `update wallets set credits_balance = credits_balance - 1`, 'wallet_balances'],
  ['use of credits', `update wallet_consumptions set amount_cents = amount_cents - 1`, 'wallet_balances'],
  ['bytes of a document', `update document_files set content = content || 'x'::bytea`, 'document_files'],
  [
    'counter of usage',
    `update usage_counters set events_count = events_count + 1 where span = 'day'`,
    'usage_counters',
  ],
  ['event deleted', `delete from events where "timestamp" = '2027-01-12'`, 'usage_counters'],
  ['report', `update report_entries set amount = amount + 1`, 'reports'],
  [
    'amount of a fee',
    `update fees set amount_cents = amount_cents + 1 where amount_cents > 0`,
    'invoice_fees',
  ],
  [
    'fee deleted',
    `delete from applied_taxes where fee_id in (select id from fees where invoice_id = ${FIRST_INVOICE}); delete from credit_note_items; delete from fees where invoice_id = ${FIRST_INVOICE}`,
    'invoice_fees',
  ],
  ['tax of a fee', `update fees set taxes_amount_cents = taxes_amount_cents + 1`, 'fee_taxes'],
  [
    'tax of a fee and of its applied tax',
    `update applied_taxes set amount_cents = amount_cents + 1 where fee_id is not null`,
    'fee_taxes',
  ],
  [
    'tax of an invoice',
    `update applied_taxes set amount_cents = amount_cents + 1 where invoice_id is not null`,
    'invoice_taxes',
  ],
  ['total of an invoice', `update invoices set total_amount_cents = total_amount_cents + 1`, null],
  [
    'total and all that leads to it',
    `update invoices set fees_amount_cents = fees_amount_cents + 1, sub_total_excluding_taxes_amount_cents = sub_total_excluding_taxes_amount_cents + 1, sub_total_including_taxes_amount_cents = sub_total_including_taxes_amount_cents + 1, total_amount_cents = total_amount_cents + 1`,
    'invoice_fees',
  ],
  ['more paid than due', `update invoices set total_paid_amount_cents = total_amount_cents + 1`, null],
  [
    'payment status',
    `update invoices set payment_status = 'succeeded' where payment_status = 'pending' and status = 'finalized'`,
    'invoice_payment_status',
  ],
  ['status', `update invoices set status = 'voided' where id = ${FIRST_INVOICE}`, 'invoice_payment_status'],
  [
    'offset',
    `update invoices set total_offset_amount_cents = 1 where total_amount_cents > total_paid_amount_cents`,
    'invoice_offsets',
  ],
  ['credited fee', `update credit_note_items set amount_cents = 99999999`, 'credited_fees'],
  ['number of a receipt', `update payment_receipts set sequential_id = 3`, 'payment_receipts'],
  ['the last receipt deleted', `delete from payment_receipts`, 'logged_records'],
  ['the last credit note deleted', DELETED_NOTE, 'logged_records'],
  ['taxes of an invoice, consistently', LOST_TAXES, 'tax_lists'],
  ['taxes of an invoice, as if no list had any', `${LOST_TAXES}; ${NO_LIST}`, 'tax_lists'],
] as [string, string, string | null][])('%s', async (_, damage, check) => {
  const found = await foundAfter(damage);
  expect(found).toEqual(check === null ? null : expect.arrayContaining([check]));
});

test('verify lists the fees of an earlier version that differ from the rules of today, with what has changed since', async () => {
  const older = (damage: string) => differencesAfter(`${EARLIER}; ${damage}`, ['older_fees']);
  expect(await older('select 1')).toEqual([]);
  // Nothing has changed: the program taxed it wrongly.
  expect(await older(LOST_TAXES)).toEqual([
    expect.objectContaining({
      check: 'older_fees',
      applied: [],
      today: { taxList: 'plan', taxes: expect.stringContaining('at 20 %') },
      changedSince: [],
    }),
  ]);
  const edited = await older('update taxes set rate_percent = rate_percent + 1, updated_at = now()');
  expect(edited?.length).toBeGreaterThan(1);
  for (const { changedSince } of edited ?? [])
    expect(changedSince).toContainEqual(expect.stringMatching(/^20.*: tax tax-.* edited$/));
  const detached = await older('delete from plan_taxes');
  for (const { changedSince } of detached ?? [])
    expect(changedSince).toContainEqual(expect.stringMatching(/: taxes of the plan$/));
  expect(detached?.length).toBeGreaterThan(1);
  // They are no failure.
  expect(await foundAfter(`${EARLIER}; delete from plan_taxes`)).toEqual([]);
});
