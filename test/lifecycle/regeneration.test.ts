// Invoices regenerated from voided ones: invoices.md §7, coupons.md §4, fees.md §2, subscription-fee.md §2.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  applyCoupon,
  createAddOn,
  createCoupon,
  createMetric,
  createPlan,
  createSection,
  createTax,
  createWallet,
  perCall,
  type Resource,
} from '../support/builders.js';
import type { Client } from '../support/client.js';
import { messageTypesAbout } from '../support/messages.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';
import { feeDays, Story } from '../support/story.js';

const START = '2027-03-01T10:00:00Z';

let server: SharedServer;
let client: Client;

beforeAll(async () => {
  server = await shareTestServer();
  client = await server.organization();
});
afterAll(() => server.stop());

const read = async (id: string): Promise<Resource> => (await client.get(`/invoices/${id}`)).body.invoice;
const voided = async ({ svc_id }: Resource): Promise<Resource> => {
  const { status, body } = await client.post(`/invoices/${svc_id}/void`, {});
  expect(status).toBe(200);
  return body.invoice;
};

const REGENERATE = `mutation ($input: RegenerateInvoiceInput!) {
  regenerateInvoice(input: $input) { invoice { id voidedInvoice { id regeneratedInvoice { id } } } } }`;
const attempt = async ({ svc_id: voidedInvoiceId }: Resource, fees: object[] = [], caller = client) => {
  const { data, errors } = await caller.graphql(REGENERATE, { input: { voidedInvoiceId, fees } });
  return { made: data?.regenerateInvoice?.invoice, error: errors?.[0]?.extensions };
};
/** Regenerates a voided invoice. @returns the new invoice over REST. */
const regenerate = async (invoice: Resource, fees: object[] = []): Promise<Resource> => {
  const { made, error } = await attempt(invoice, fees);
  expect(error).toBeUndefined();
  expect(made.voidedInvoice).toEqual({ id: invoice.svc_id, regeneratedInvoice: { id: made.id } });
  return read(made.id);
};

const AMOUNTS = [
  'fees_amount_cents',
  'progressive_billing_credit_amount_cents',
  'coupons_amount_cents',
  'sub_total_excluding_taxes_amount_cents',
  'taxes_amount_cents',
  'taxes_rate',
  'sub_total_including_taxes_amount_cents',
  'credit_notes_amount_cents',
  'prepaid_credit_amount_cents',
  'total_amount_cents',
] as const;
const amountsOf = (invoice: Resource) =>
  Object.fromEntries(AMOUNTS.map((member) => [member, invoice[member]]));
/** What a copied fee shares with its original. */
const copied = (fee: Resource, originalId = fee.svc_id) => ({
  ...fee,
  svc_id: expect.any(String),
  svc_invoice_id: expect.any(String),
  svc_original_fee_id: originalId,
  event_transaction_id: null,
  applied_taxes: expect.any(Array),
  svc_true_up_fee_id: fee.svc_true_up_fee_id === null ? null : expect.any(String),
  svc_true_up_parent_fee_id: fee.svc_true_up_parent_fee_id === null ? null : expect.any(String),
});

/** An invoice over one fee of 10.00 with 20 % tax. */
async function anInvoice(over: object = {}): Promise<{ story: Story; invoice: Resource }> {
  const tax = await createTax(client, { rate: 20 });
  const addOn = await createAddOn(client, { amount_cents: 1_000 });
  const story = await Story.begin(client, START, { currency: 'EUR', net_payment_term: 5, ...over });
  const fees = [{ add_on_code: addOn.code, tax_codes: [tax.code], invoice_display_name: 'Setup' }];
  const { body } = await client.post('/invoices', {
    invoice: { external_customer_id: story.customer.external_id, fees, purchase_order_number: 'PO 1' },
  });
  return { story, invoice: body.invoice };
}

describe('a regenerated invoice', () => {
  test('the regenerated copy of a one-off invoice has its fees and taxes, the next number, and the dates of the voided one', async () => {
    const section = await createSection(client);
    const { story, invoice } = await anInvoice({ invoice_custom_section_codes: [section.code] });
    await story.advance('2027-03-04T10:00:00Z');
    const old = await voided(invoice);
    const made = await regenerate(old);
    expect(made).toMatchObject({
      ...amountsOf(invoice),
      invoice_type: 'one_off',
      status: 'finalized',
      payment_status: 'pending',
      purchase_order_number: 'PO 1',
      sequential_id: Number(invoice.sequential_id) + 1,
      issuing_date: '2027-03-01',
      payment_due_date: '2027-03-06',
      created_at: '2027-03-04T10:00:00Z',
      voided_at: null,
      applied_invoice_custom_sections: [expect.objectContaining({ code: section.code })],
    });
    expect(made.fees).toEqual(invoice.fees.map((fee: Resource) => copied(fee)));
    expect(made.fees[0].applied_taxes).toEqual([
      expect.objectContaining({ tax_rate: 20, amount_cents: 200 }),
    ]);
    expect(await read(old.svc_id)).toEqual(old);
    expect(await messageTypesAbout(server, made.svc_id)).toEqual(['invoice.one_off_created']);
    const logged = (await client.get(`/activity_logs?resource_ids[]=${made.svc_id}`)).body.activity_logs;
    expect(logged.map((entry: Resource) => entry.activity_type).toSorted()).toEqual([
      'invoice.one_off_created',
      'invoice.regenerated',
    ]);
    // It falls due like others.
    await story.advance('2027-03-08T00:00:00Z');
    expect((await read(made.svc_id)).payment_overdue).toBe(true);
  });

  test('a regenerated invoice is made once, and only from a voided invoice of the organization', async () => {
    const { invoice } = await anInvoice();
    const refused = { code: 'not_regenerable', status: 405 };
    expect((await attempt(invoice)).error).toMatchObject(refused);
    const old = await voided(invoice);
    expect((await attempt(old, [], await server.organization())).error).toMatchObject({ code: 'not_found' });
    expect((await attempt({ svc_id: 'none' })).error).toMatchObject({ code: 'not_found' });
    const made = await regenerate(old);
    expect((await attempt(old)).error).toMatchObject(refused);
    expect((await attempt(made)).error).toMatchObject(refused);
  });

  test('a regenerated invoice is made once by ten calls at the same time', async () => {
    const { story, invoice } = await anInvoice();
    const old = await voided(invoice);
    const calls = await Promise.all(Array.from({ length: 10 }, () => attempt(old)));
    expect(calls.filter(({ made }) => made !== undefined)).toHaveLength(1);
    expect(calls.filter(({ error }) => error?.code === 'not_regenerable')).toHaveLength(9);
    const shown = (await story.listedInvoices()).map(({ status, number }) => [number.slice(-3), status]);
    expect(shown.toSorted()).toEqual([
      ['001', 'voided'],
      ['002', 'finalized'],
    ]);
  });

  test('a regenerated invoice is never one of bought credits', async () => {
    const story = await Story.begin(client, START, { currency: 'EUR' });
    await createWallet(client, story.customer, { paid_credits: '10' });
    const [invoice] = await story.invoices();
    expect((await attempt(await voided(invoice))).error).toMatchObject({ code: 'not_regenerable' });
  });

  test('a regenerated invoice uses coupons, credit notes and wallets again, with the taxes of now: invoices.md §12 A', async () => {
    const tax = await createTax(client, { rate: 20 });
    const story = await Story.begin(client, START, { currency: 'EUR', tax_codes: [tax.code] });
    const metric = await createMetric(client);
    const plan = await createPlan(client, { amount_cents: 10_000, charges: [perCall(metric)] });
    const subscription = await story.subscribe(plan);
    await story.use(
      subscription,
      metric,
      Object.fromEntries(Array.from({ length: 5 }, (_, day) => [`2027-03-1${String(day)}T00:00:00Z`, {}])),
    );
    const coupon = await createCoupon(client, {
      coupon_type: 'percentage',
      percentage_rate: '10',
      amount_cents: null,
      amount_currency: null,
      frequency: 'once',
    });
    await applyCoupon(client, story.customer, coupon);
    await createWallet(client, story.customer, { rate_amount: '1', granted_credits: '30' });
    await story.advance('2027-04-01T00:00:00Z');
    const [invoice] = await story.invoices();
    // March 1 to 31 of 100.00, and 5 calls of 1.00, less 10 %, with 20 %, and 30.00 from the wallet.
    expect(amountsOf(invoice)).toEqual({
      fees_amount_cents: 10_500,
      progressive_billing_credit_amount_cents: 0,
      coupons_amount_cents: 1_050,
      sub_total_excluding_taxes_amount_cents: 9_450,
      taxes_amount_cents: 1_890,
      taxes_rate: 20,
      sub_total_including_taxes_amount_cents: 11_340,
      credit_notes_amount_cents: 0,
      prepaid_credit_amount_cents: 3_000,
      total_amount_cents: 8_340,
    });
    await story.advance('2027-04-10T00:00:00Z');
    const old = await voided(invoice);
    const made = await regenerate(old);
    expect(amountsOf(made)).toEqual(amountsOf(invoice));
    expect(made.fees).toEqual(invoice.fees.map((fee: Resource) => copied(fee)));
    expect(made).toMatchObject({
      issuing_date: '2027-04-01',
      created_at: '2027-04-10T00:00:00Z',
      billing_periods: invoice.billing_periods,
      applied_taxes: [expect.objectContaining({ svc_tax_id: tax.svc_id, amount_cents: 1_890 })],
    });
    expect(made.credits).toHaveLength(1);
    await client.put(`/taxes/${tax.code}`, { tax: { rate: 10 } });
    const again = await regenerate(await voided(made));
    expect(again).toMatchObject({ coupons_amount_cents: 1_050, taxes_amount_cents: 945 });
    // The first fee of the chain.
    expect(again.fees.map((fee: Resource) => fee.svc_original_fee_id)).toEqual(
      invoice.fees.map((fee: Resource) => fee.svc_id),
    );
    // The period is billed, and the next one as if nothing had happened.
    const past = await client.get(
      `/customers/${story.customer.external_id}/past_usage?external_subscription_id=${subscription.external_id}`,
    );
    expect(past.body.usage_periods.map((period: Resource) => period.svc_invoice_id)).toEqual([again.svc_id]);
    const lifetime = await client.get(`/subscriptions/${subscription.external_id}/lifetime_usage`);
    expect(lifetime.body.lifetime_usage.invoiced_usage_amount_cents).toBe(500);
    await story.advance('2027-05-01T00:00:00Z');
    const last = (await story.invoices()).find(({ issuing_date }) => issuing_date === '2027-05-01');
    expect(last).toMatchObject({ fees_amount_cents: 10_000, coupons_amount_cents: 0 });
  });

  test('a regenerated invoice on a billing day does not keep the next period from being billed', async () => {
    const story = await Story.begin(client, '2027-03-01T00:00:00Z');
    const subscription = await story.subscribe(
      await createPlan(client, { amount_cents: 3_100, pay_in_advance: true }),
    );
    const [first] = await story.invoices();
    const old = await voided(first);
    await story.advance('2027-03-31T23:00:00Z');
    const made = await regenerate(old);
    await story.advance('2027-04-01T00:00:00Z');
    const shown = (await story.invoices()).map((invoice) => [
      invoice.status,
      invoice.issuing_date,
      invoice.fees_amount_cents,
    ]);
    expect(shown.toSorted()).toEqual([
      ['finalized', '2027-03-01', 3_100],
      ['finalized', '2027-04-01', 3_100],
      ['voided', '2027-03-01', 3_100],
    ]);
    // What is not used of the period is credited on the new invoice.
    await story.advance('2027-04-16T00:00:00Z');
    await client.delete(`/subscriptions/${subscription.external_id}`);
    const notes = await story.creditNotes();
    expect(notes).toHaveLength(1);
    expect(notes[0].svc_invoice_id).not.toBe(old.svc_id);
    expect(made.billing_periods[0].invoicing_reason).toBe('subscription_starting');
  });

  test('a second time keeps the instants of its fees, so that the last billed period stays the last', async () => {
    const story = await Story.begin(client, '2027-03-01T00:00:00Z');
    const metric = await createMetric(client);
    const plan = { amount_cents: 3_000, pay_in_advance: true, minimum_commitment: { amount_cents: 5_000 } };
    const subscription = await story.subscribe(
      await createPlan(client, { ...plan, charges: [perCall(metric)] }),
    );
    const [march] = await story.invoices();
    await story.advance('2027-04-02T00:00:00Z');
    const first = await regenerate(await voided(march));
    const second = await regenerate(await voided(first));
    expect([first.issuing_date, second.issuing_date]).toEqual(['2027-03-01', '2027-04-02']);
    await story.use(subscription, metric, { '2027-04-02T00:00:00Z': {} });
    await story.advance('2027-05-01T00:00:00Z');
    const may = (await story.invoices()).find(({ issuing_date }) => issuing_date === '2027-05-01');
    // The commitment of April: what was paid of March is reconciled already.
    expect(may.fees.map(feeDays)).toEqual([
      ['subscription', 3_000, '2027-05-01', '2027-05-31'],
      ['charge', 100, '2027-04-01', '2027-04-30'],
      ['commitment', 1_900, '2027-04-01', '2027-04-30'],
    ]);
  });

  test('a regenerated invoice has other units, prices and names where they were sent, and added fees', async () => {
    const story = await Story.begin(client, '2027-03-01T00:00:00Z', { currency: 'EUR' });
    const metric = await createMetric(client);
    const plan = await createPlan(client, { amount_cents: 1_000, charges: [perCall(metric)] });
    const subscription = await story.subscribe(plan);
    await story.use(subscription, metric, { '2027-03-10T00:00:00Z': {}, '2027-03-11T00:00:00Z': {} });
    await story.advance('2027-04-01T00:00:00Z');
    const [invoice] = await story.invoices();
    const [flat, usage] = invoice.fees;
    expect([flat.amount_cents, usage.amount_cents]).toEqual([1_000, 200]);
    const old = await voided(invoice);
    const [charge] = plan.charges;
    const made = await regenerate(old, [
      { id: flat.svc_id, invoiceDisplayName: 'Goodwill', unitAmountCents: '750.5' },
      { id: usage.svc_id, units: '1.5' },
      { chargeId: charge.svc_id, units: '3', unitAmountCents: '33.5', invoiceDisplayName: 'Extra' },
    ]);
    expect(
      made.fees.map((fee: Resource) => [
        fee.item.invoice_display_name,
        fee.units,
        fee.amount_cents,
        fee.svc_original_fee_id,
      ]),
    ).toEqual([
      ['Goodwill', '1.0', 751, flat.svc_id],
      [usage.item.invoice_display_name, '1.5', 150, usage.svc_id],
      ['Extra', '3.0', 101, null],
    ]);
    expect(made.total_amount_cents).toBe(751 + 150 + 101);
    expect(made.fees[2]).toMatchObject({ from_date: usage.from_date, to_date: usage.to_date });
  });

  test('a regenerated invoice is refused with wrong fees, and nothing is written', async () => {
    const { story, invoice } = await anInvoice();
    const other = await anInvoice();
    const [fee] = invoice.fees;
    const [foreign] = other.invoice.fees;
    const plan = await createPlan(client, { charges: [perCall(await createMetric(client))] });
    const old = await voided(invoice);
    const added = { chargeId: plan.charges[0].svc_id, units: '1', unitAmountCents: '1' };
    const cases: [object[], object][] = [
      [[{ id: foreign.svc_id }], { code: 'not_found', details: { fee: ['not_found'] } }],
      [[{ id: 'none' }], { code: 'not_found' }],
      [[added], { code: 'not_found', details: { charge: ['not_found'] } }],
      [[{}], { details: { 'fees.0': ['value_is_invalid'] } }],
      [[{ ...added, id: fee.svc_id }], { details: { 'fees.0': ['value_is_invalid'] } }],
      [[{ id: fee.svc_id }, { id: fee.svc_id }], { details: { 'fees.1.id': ['value_already_exist'] } }],
      [
        [{ id: fee.svc_id, units: '-1', unitAmountCents: '-0.1' }],
        {
          details: {
            'fees.0.units': ['value_is_out_of_range'],
            'fees.0.unitAmountCents': ['value_is_out_of_range'],
          },
        },
      ],
      [
        [{ chargeId: added.chargeId }],
        {
          details: {
            'fees.0.units': ['value_is_mandatory'],
            'fees.0.unitAmountCents': ['value_is_mandatory'],
          },
        },
      ],
      [
        [{ id: fee.svc_id, units: '9'.repeat(20) }],
        { details: { 'fees.0.units': ['value_is_out_of_range'] } },
      ],
    ];
    for (const [fees, error] of cases) expect((await attempt(old, fees)).error).toMatchObject(error);
    expect(await story.listedInvoices()).toHaveLength(1);
  });

  test('a regenerated invoice of single events and of thresholds bills them again', async () => {
    const story = await Story.begin(client, '2027-03-01T00:00:00Z', { currency: 'EUR' });
    const metric = await createMetric(client);
    const instant = await createPlan(client, { charges: [perCall(metric, { pay_in_advance: true })] });
    const single = await story.subscribe(instant);
    await story.use(single, metric, { '2027-03-01T00:00:00Z': {} });
    await server.app.services.eventBilling.run({
      organizationId: client.organizationId,
      externalSubscriptionId: single.external_id,
    });
    const event = (await story.invoices()).find(({ fees_amount_cents: cents }) => cents === 100);
    const made = await regenerate(await voided(event));
    expect(made).toMatchObject({
      ...amountsOf(event),
      billing_periods: event.billing_periods,
      fees: event.fees.map((fee: Resource) => copied(fee)),
    });
    expect(made.fees[0].pay_in_advance).toBe(true);

    const metered = await createPlan(client, {
      charges: [perCall(metric)],
      usage_thresholds: [{ amount_cents: 200 }],
    });
    const progressive = await story.subscribe(metered);
    await story.use(progressive, metric, { '2027-03-01T00:00:00Z': {}, '2027-03-01T00:00:01Z': {} });
    await story.advance('2027-03-02T00:00:00Z');
    const billed = (await story.invoices()).find(({ invoice_type: type }) => type === 'progressive_billing');
    expect(billed.fees_amount_cents).toBe(200);
    const again = await regenerate(await voided(billed));
    expect(again).toMatchObject({
      ...amountsOf(billed),
      invoice_type: 'progressive_billing',
      billing_periods: billed.billing_periods,
      applied_usage_thresholds: [
        {
          ...billed.applied_usage_thresholds[0],
          created_at: expect.any(String),
        },
      ],
    });
    // The invoice of the period is credited for the new one.
    await story.advance('2027-04-01T00:00:00Z');
    const last = (await story.invoices()).find(
      ({ progressive_billing_credit_amount_cents: cents }) => cents === 200,
    );
    expect(last.credits[0].item.name).toBe(again.number);
  });

  test('a regenerated invoice is previewed without a trace', async () => {
    const { story, invoice } = await anInvoice();
    const preview = `query ($id: ID!) { regenerationPreview(voidedInvoiceId: $id) {
      status sequentialId totalAmountCents voidedInvoice { id } fees { amountCents originalFee { id } } } }`;
    const asked = async () => {
      const { data, errors } = await client.graphql(preview, { id: invoice.svc_id });
      return data?.regenerationPreview ?? errors?.[0]?.extensions;
    };
    expect(await asked()).toMatchObject({ code: 'not_regenerable' });
    await voided(invoice);
    expect(await asked()).toEqual({
      status: 'draft',
      sequentialId: null,
      totalAmountCents: 1_200,
      voidedInvoice: { id: invoice.svc_id },
      fees: [{ amountCents: 1_000, originalFee: { id: invoice.fees[0].svc_id } }],
    });
    expect(await story.listedInvoices()).toHaveLength(1);
  });
});
