import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { and, eq } from 'drizzle-orm';
import type { PlannedInvoice } from '../../src/modules/invoices/composing/planned-invoice.js';
import { invoices } from '../../src/modules/invoices/records/invoice.table.js';
import { callerWith, type Resource } from '../support/builders.js';
import type { Client } from '../support/client.js';
import {
  type BilledCustomer,
  billedCustomer,
  chargeFeeOf,
  plannedInvoice,
  feeOf,
  issue,
  partOf,
  subscribeAgain,
  taxOf,
} from '../support/invoices.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';
import { listedTaxes } from '../support/rows.js';

let server: SharedServer;
let client: Client;

beforeAll(async () => {
  server = await shareTestServer();
  client = await server.organization();
});
afterAll(() => server.stop());

test('an invoice shows every member of the contract', async () => {
  const billed = await billedCustomer(server, client, {
    name: 'Acme',
    currency: 'EUR',
    net_payment_term: 30,
  });
  const tax = await taxOf(billed, 20);
  const part = partOf(billed, { fees: [feeOf(billed, { taxes: listedTaxes(tax) })] });
  const planned = plannedInvoice(billed, { parts: [part], purchaseOrderNumber: 'PO-1' });
  const invoice = await issue(billed, planned);
  const { body } = await client.get(`/invoices/${invoice?.id}`);
  const { customer } = (await client.get(`/customers/${billed.customer.externalId}`)).body;
  const owned = `external_customer_id=${billed.customer.externalId}`;
  const { subscriptions } = (await client.get(`/subscriptions?${owned}`)).body;
  expect(body.invoice).toEqual({
    svc_id: invoice?.id,
    billing_entity_code: 'default',
    sequential_id: 1,
    number: `${billed.customer.slug}-001`,
    issuing_date: '2027-02-01',
    payment_due_date: '2027-03-03',
    payment_overdue: false,
    payment_dispute_lost_at: null,
    net_payment_term: 30,
    invoice_type: 'subscription',
    status: 'finalized',
    payment_status: 'pending',
    currency: 'EUR',
    fees_amount_cents: 1_000,
    progressive_billing_credit_amount_cents: 0,
    coupons_amount_cents: 0,
    sub_total_excluding_taxes_amount_cents: 1_000,
    taxes_amount_cents: 200,
    taxes_rate: 20,
    sub_total_including_taxes_amount_cents: 1_200,
    credit_notes_amount_cents: 0,
    prepaid_credit_amount_cents: 0,
    prepaid_granted_credit_amount_cents: null,
    prepaid_purchased_credit_amount_cents: null,
    total_amount_cents: 1_200,
    total_paid_amount_cents: 0,
    total_offsetted_credit_note_amount_cents: 0,
    total_due_amount_cents: 1_200,
    version_number: 4,
    self_billed: false,
    purchase_order_number: 'PO-1',
    file_url: null,
    web_url: null,
    xml_url: null,
    voided_at: null,
    created_at: '2027-02-01T00:00:00Z',
    updated_at: '2027-02-01T00:00:00Z',
    customer,
    metadata: [],
    applied_taxes: [
      {
        svc_id: expect.any(String),
        svc_invoice_id: invoice?.id,
        svc_tax_id: tax.id,
        tax_name: tax.name,
        tax_code: tax.code,
        tax_rate: 20,
        tax_description: null,
        amount_cents: 200,
        amount_currency: 'EUR',
        fees_amount_cents: 1_000,
        created_at: '2027-02-01T00:00:00Z',
      },
    ],
    applied_invoice_custom_sections: [],
    applied_usage_thresholds: [],
    billing_periods: [
      {
        svc_subscription_id: billed.subscription.id,
        external_subscription_id: billed.subscription.externalId,
        svc_plan_id: billed.plan.id,
        subscription_from_datetime: '2027-01-01T00:00:00Z',
        subscription_to_datetime: '2027-01-31T23:59:59Z',
        charges_from_datetime: '2027-01-01T00:00:00Z',
        charges_to_datetime: '2027-01-31T23:59:59Z',
        fixed_charges_from_datetime: null,
        fixed_charges_to_datetime: null,
        invoicing_reason: 'subscription_periodic',
      },
    ],
    fees: [(await client.get(`/fees/${body.invoice.fees[0].svc_id}`)).body.fee],
    subscriptions,
    credits: [],
    error_details: [],
    e_invoice_problems: [],
  });
});

test('the empty window of a start ends where it begins', async () => {
  const billed = await billedCustomer(server, client);
  const { windows } = partOf(billed);
  const startedAt = windows.subscription.from;
  const part = partOf(billed, {
    invoicingReason: 'subscription_starting',
    windows: { ...windows, charges: { from: startedAt, to: startedAt } },
  });
  const invoice = await issue(billed, plannedInvoice(billed, { parts: [part], occasion: 'change' }));
  const { billing_periods } = (await client.get(`/invoices/${invoice?.id}`)).body.invoice;
  expect(billing_periods[0]).toMatchObject({
    charges_from_datetime: '2027-01-01T00:00:00Z',
    charges_to_datetime: '2027-01-01T00:00:00Z',
  });
});

test('lines and periods keep the order in which they were planned', async () => {
  const billed = await billedCustomer(server, client);
  const second = { ...billed, subscription: await subscribeAgain(billed) };
  const charge = chargeFeeOf(billed, { units: 3 });
  const parts = [
    partOf(billed, { fees: [feeOf(billed), charge] }),
    partOf(second, { fees: [feeOf(second, { amountCents: 5n })] }),
  ];
  const invoice = await issue(billed, plannedInvoice(billed, { parts }));
  const { fees, billing_periods } = (await client.get(`/invoices/${invoice?.id}`)).body.invoice;
  expect(fees.map((fee: Resource) => [fee.item.type, fee.svc_subscription_id])).toEqual([
    ['subscription', billed.subscription.id],
    ['charge', billed.subscription.id],
    ['subscription', second.subscription.id],
  ]);
  expect(billing_periods.map((period: Resource) => period.svc_subscription_id)).toEqual([
    billed.subscription.id,
    second.subscription.id,
  ]);
});

describe('lists', () => {
  let caller: Client;
  let acme: BilledCustomer;
  let partner: BilledCustomer;
  /** Invoices by the name that the rows below give them. */
  const byName = new Map<string, Resource>();

  async function bill(
    name: string,
    billed: BilledCustomer,
    amountCents: bigint,
    over: Partial<PlannedInvoice> = {},
  ) {
    const subscription = await subscribeAgain(billed);
    const part = partOf(
      { ...billed, subscription },
      { fees: [feeOf({ ...billed, subscription }, { amountCents })] },
    );
    const invoice = await issue(billed, plannedInvoice(billed, { parts: [part], ...over }));
    byName.set(name, invoice);
    return invoice;
  }

  beforeAll(async () => {
    caller = await server.organization();
    acme = await billedCustomer(server, caller, {
      name: '100% Acme',
      external_id: 'acme',
      email: 'pay@acme.test',
    });
    partner = await billedCustomer(server, caller, {
      firstname: 'Ada',
      lastname: 'Byron',
      external_id: 'partner',
      account_type: 'partner',
    });
    await bill('march', acme, 300n, { billedAt: new Date('2027-03-01T00:00:00Z') });
    await bill('january', acme, 100n, {
      billedAt: new Date('2027-01-01T00:00:00Z'),
      purchaseOrderNumber: 'PO-7',
    });
    await bill('february', acme, 200n, { currency: 'USD' });
    await bill('free', acme, 0n, { billedAt: new Date('2027-02-01T00:00:01Z') });
    await bill('partner', partner, 400n, { billedAt: new Date('2027-04-01T00:00:00Z') });
    const voided = await bill('voided', partner, 500n, { billedAt: new Date('2027-05-01T00:00:00Z') });
    await server.pool.db
      .update(invoices)
      .set({ status: 'voided', paymentOverdue: true })
      .where(and(eq(invoices.organizationId, caller.organizationId), eq(invoices.id, voided?.id ?? '')));
  });

  const namesOf = (answer: { body: Resource }) => {
    const names = new Map([...byName].map(([name, { id }]) => [id, name]));
    return answer.body.invoices.map((invoice: Resource) => names.get(invoice.svc_id));
  };

  const ALL = ['voided', 'partner', 'march', 'free', 'february', 'january'];

  test.each<[string, string[], string]>([
    ['', ALL, 'issued last first, created last first, then by id'],
    ['external_customer_id=acme', ['march', 'free', 'february', 'january'], 'of a customer'],
    ['external_customer_id=nobody', [], 'an unknown customer has none'],
    ['status=voided', ['voided'], 'by status'],
    ['status[]=voided&status[]=draft', ['voided'], 'any of several'],
    ['statuses[]=finalized', ALL.slice(1), 'under its other name'],
    ['payment_status=succeeded', ['free'], 'nothing to pay is paid'],
    ['payment_statuses[]=failed&payment_statuses[]=succeeded', ['free'], 'any of several'],
    ['payment_overdue=true', ['voided'], 'overdue'],
    ['payment_overdue=0', ALL.slice(1), 'not overdue'],
    ['payment_dispute_lost=true', [], 'no dispute is kept'],
    ['payment_dispute_lost=false', ALL, 'no dispute is kept'],
    ['partially_paid=true', [], 'no payment is kept'],
    ['partially_paid=false', ALL, 'no payment is kept'],
    ['settlements[]=payment', [], 'no payment is kept'],
    ['metadata[key]=value', [], 'no invoice has it'],
    ['metadata[key]=', ALL, 'an empty value selects invoices without the key'],
    ['invoice_type=subscription', ALL, 'by type'],
    ['invoice_type=credit', [], 'by type'],
    ['currency=usd', ['february'], 'currencies in any case'],
    ['self_billed=true', ['voided', 'partner'], 'issued in the name of partners'],
    ['amount_from=200&amount_to=400', ['partner', 'march', 'february'], 'both ends belong to it'],
    ['issuing_date_from=2027-02-01&issuing_date_to=2027-03-01', ['march', 'free', 'february'], 'as here'],
    ['purchase_order_number=PO-7', ['january'], 'exactly'],
    ['billing_entity_codes[]=DEFAULT', ALL, 'codes of entities in any case'],
    ['search_term=ACME.test', ['march', 'free', 'february', 'january'], 'part of an e-mail'],
    ['search_term=%20byron%20', ['voided', 'partner'], 'a last name, trimmed'],
    ['search_term=100%25', ['march', 'free', 'february', 'january'], 'a percent sign is a percent sign'],
    ['search_term=_', [], 'an underscore is an underscore'],
    ['unknown=1', ALL, 'what is not known is ignored'],
    ['status=voided&currency=USD', [], 'all conditions must hold'],
  ])('the list ?%s: %j (%s)', async (query, expected) => {
    expect(namesOf(await caller.get(`/invoices?${query}`))).toEqual(expected);
  });

  test('invoices are listed by number and by id', async () => {
    const { id, number } = byName.get('february');
    expect(namesOf(await caller.get(`/invoices?search_term=${number.slice(1)}`))).toEqual(['february']);
    expect(namesOf(await caller.get(`/invoices?search_term=${id}`))).toEqual(['february']);
    expect(namesOf(await caller.get(`/invoices?search_term=${id.slice(1)}`))).toEqual([]);
  });

  test.each([
    ['status=closed', { status: ['value_is_invalid'] }],
    ['statuses[]=draft&statuses[]=open', { statuses: ['value_is_invalid'] }],
    ['payment_status=refunded', { payment_status: ['value_is_invalid'] }],
    ['payment_statuses[]=x', { payment_statuses: ['value_is_invalid'] }],
    ['invoice_type=x', { invoice_type: ['value_is_invalid'] }],
    ['settlements[]=cash', { settlements: ['value_is_invalid'] }],
    ['currency=EURO', { currency: ['value_is_invalid'] }],
    ['payment_overdue=maybe', { payment_overdue: ['value_is_invalid'] }],
    ['amount_from=a&amount_to=1.5', { amount_from: ['value_is_invalid'], amount_to: ['value_is_invalid'] }],
    ['issuing_date_from=2027-02-30', { issuing_date_from: ['invalid_date'] }],
  ])('?%s is refused: %j', async (query, details) => {
    const answer = await caller.get(`/invoices?${query}`);
    expect([answer.status, answer.body.error_details]).toEqual([422, details]);
  });

  test('an unknown billing entity is not found', async () => {
    const answer = await caller.get('/invoices?billing_entity_codes[]=default&billing_entity_codes[]=x');
    expect([answer.status, answer.body.code]).toEqual([404, 'billing_entity_not_found']);
  });

  test('pages follow one another', async () => {
    const pages = [1, 2, 3].map((page) => caller.get(`/invoices?per_page=4&page=${page}`));
    const [first, second, third] = await Promise.all(pages);
    expect([first, second, third].flatMap((page) => (page === undefined ? [] : namesOf(page)))).toEqual(ALL);
    expect(second?.body.meta).toEqual({
      current_page: 2,
      next_page: null,
      prev_page: 1,
      total_pages: 2,
      total_count: 6,
    });
  });

  test('entries leave out what weighs', async () => {
    const [entry] = (await caller.get('/invoices?currency=USD')).body.invoices;
    const whole = (await caller.get(`/invoices/${entry.svc_id}`)).body.invoice;
    const left = Object.keys(whole).filter((member) => !(member in entry));
    expect(left.toSorted()).toEqual(['billing_periods', 'credits', 'error_details', 'fees', 'subscriptions']);
    expect(whole).toMatchObject(entry);
  });

  test('invoices are listed below a customer', async () => {
    expect(namesOf(await caller.get('/customers/acme/invoices?currency=EUR'))).toEqual([
      'march',
      'free',
      'january',
    ]);
    const narrowed = await caller.get('/customers/acme/invoices?external_customer_id=partner');
    expect(namesOf(narrowed)).toHaveLength(4);
    const unknown = await caller.get('/customers/nobody/invoices?status=closed');
    expect([unknown.status, unknown.body.code]).toEqual([404, 'customer_not_found']);
    const refused = await caller.get('/customers/acme/invoices?status=closed');
    expect([refused.status, refused.body.error_details]).toEqual([422, { status: ['value_is_invalid'] }]);
  });
});

describe('access', () => {
  test("another organization's invoices do not exist", async () => {
    const billed = await billedCustomer(server, client);
    const invoice = await issue(billed, plannedInvoice(billed));
    const stranger = await server.organization();
    const read = await stranger.get(`/invoices/${invoice?.id}`);
    expect([read.status, read.body.code]).toEqual([404, 'invoice_not_found']);
    expect((await stranger.get('/invoices')).body.invoices).toEqual([]);
    expect((await stranger.get(`/customers/${billed.customer.externalId}/invoices`)).status).toBe(404);
  });

  test.each(['00000000-0000-7000-8000-000000000000', 'no-uuid'])('%s is not found', async (id) => {
    const answer = await client.get(`/invoices/${id}`);
    expect([answer.status, answer.body.code]).toEqual([404, 'invoice_not_found']);
  });

  test('reading needs the permission for invoices, and no other', async () => {
    const billed = await billedCustomer(server, client);
    const invoice = await issue(billed, plannedInvoice(billed));
    const reader = await callerWith(server, client, { invoice: ['read'] });
    expect((await reader.get(`/invoices/${invoice?.id}`)).status).toBe(200);
    expect((await reader.get(`/customers/${billed.customer.externalId}/invoices`)).status).toBe(200);
    const other = await server.organization({ customer: ['read'], fee: ['read'] });
    for (const path of ['/invoices', '/invoices/x', '/customers/x/invoices']) {
      const refused = await other.get(path);
      expect([refused.status, refused.body.code]).toEqual([403, 'read_action_not_allowed_for_invoice']);
    }
  });
});
