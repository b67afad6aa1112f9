import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { fees } from '../../src/modules/invoices/records/fees/fee.table.js';
import { chargeFilters } from '../../src/modules/plans/charges/filters/charge-filter.table.js';
import type { Resource } from '../support/builders.js';
import type { Client } from '../support/client.js';
import {
  type BilledCustomer,
  billedCustomer,
  chargeFeeOf,
  plannedInvoice,
  feeOf,
  issue,
  partOf,
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

describe('a fee shows every member of the contract', () => {
  test('a fee of a charge shows every member of the contract', async () => {
    const billed = await billedCustomer(server, client);
    const tax = await taxOf(billed, 5.5);
    const amountDetails = { paid_units: '1050.0', free_units: '10.0' };
    const charge = chargeFeeOf(billed, { units: 1_050, taxes: listedTaxes(tax), amountDetails });
    const invoice = await issue(
      billed,
      plannedInvoice(billed, { parts: [partOf(billed, { fees: [charge] })] }),
    );
    const [{ svc_id }] = (await client.get(`/invoices/${invoice?.id}`)).body.invoice.fees;
    const { fee } = (await client.get(`/fees/${svc_id}`)).body;
    expect(fee).toEqual({
      svc_id,
      svc_charge_id: charge.source.chargeId,
      svc_charge_filter_id: null,
      svc_fixed_charge_id: null,
      svc_invoice_id: invoice?.id,
      svc_true_up_fee_id: null,
      svc_true_up_parent_fee_id: null,
      svc_original_fee_id: null,
      svc_subscription_id: billed.subscription.id,
      svc_customer_id: billed.customer.id,
      external_customer_id: billed.customer.externalId,
      external_subscription_id: billed.subscription.externalId,
      description: null,
      amount_cents: 1_050,
      amount_currency: 'EUR',
      precise_amount: '10.5',
      precise_total_amount: '11.0775',
      taxes_amount_cents: 58,
      taxes_precise_amount: '0.5775',
      taxes_rate: 5.5,
      total_amount_cents: 1_108,
      total_amount_currency: 'EUR',
      precise_coupons_amount_cents: '0.0',
      sub_total_excluding_taxes_amount_cents: 1_050,
      sub_total_excluding_taxes_precise_amount_cents: '1050.0',
      units: '1050.0',
      total_aggregated_units: '1050.0',
      precise_unit_amount: '0.01',
      events_count: 1_050,
      event_transaction_id: null,
      amount_details: amountDetails,
      pricing_unit_details: null,
      presentation_breakdowns: null,
      pay_in_advance: false,
      invoiceable: true,
      self_billed: false,
      from_date: '2027-01-01T00:00:00Z',
      to_date: '2027-01-31T23:59:59Z',
      payment_status: 'pending',
      created_at: '2027-02-01T00:00:00Z',
      succeeded_at: null,
      failed_at: null,
      refunded_at: null,
      item: {
        type: 'charge',
        code: charge.item.code,
        name: 'Calls',
        description: 'Calls answered',
        invoice_display_name: 'Answered calls',
        filter_invoice_display_name: null,
        filters: null,
        grouped_by: {},
        item_type: 'BillableMetric',
        svc_item_id: charge.source.billableMetricId,
      },
      applied_taxes: [
        {
          svc_id: expect.any(String),
          svc_fee_id: svc_id,
          svc_tax_id: tax.id,
          tax_name: tax.name,
          tax_code: tax.code,
          tax_rate: 5.5,
          tax_description: null,
          amount_cents: 58,
          amount_currency: 'EUR',
          created_at: '2027-02-01T00:00:00Z',
        },
      ],
    });
  });

  test('a fee of a filter and group of a charge in pricing units, with its true-up, shows every member of the contract', async () => {
    const billed = await billedCustomer(server, client);
    const chargeId = billed.charges[0]?.id ?? '';
    const values = { region: ['eu', 'us'] };
    const filter = { id: randomUUID(), displayName: 'eu, us', values };
    const at = new Date('2027-01-01T00:00:00Z');
    await server.pool.db.insert(chargeFilters).values({
      id: filter.id,
      organizationId: client.organizationId,
      chargeId,
      values,
      properties: { amount: '2' },
      position: 0,
      createdAt: at,
      updatedAt: at,
    });
    const pricingUnitDetails = {
      pricingUnitId: randomUUID(),
      pricingUnitCode: 'credits',
      shortName: 'CR',
      amountCents: 1_235,
      preciseAmountCents: '1234.6',
      unitAmountCents: 412,
      preciseUnitAmount: '4.11533',
      conversionRate: '0.7',
    };
    const trueUp = chargeFeeOf(billed, { units: 1, eventsCount: 0n, amountCents: 500n });
    const charge = chargeFeeOf(
      billed,
      { units: 0, amountCents: 0n },
      {
        filter,
        groupedBy: { project: 'apollo', team: null },
        presentationBreakdowns: [{ presentationBy: { host: null }, units: '3' }],
        pricingUnitDetails,
        eventTransactionId: 'event-1',
        trueUp,
      },
    );
    const unused = chargeFeeOf(billed, { units: 0 });
    const invoice = await issue(
      billed,
      plannedInvoice(billed, { parts: [partOf(billed, { fees: [unused, charge] })] }),
    );
    const [fee, topUp, ...others] = (await client.get(`/invoices/${invoice?.id}`)).body.invoice.fees;
    expect(others).toEqual([]);
    expect(fee).toMatchObject({
      amount_cents: 0,
      svc_charge_filter_id: filter.id,
      svc_true_up_fee_id: topUp.svc_id,
      svc_true_up_parent_fee_id: null,
      event_transaction_id: 'event-1',
      pricing_unit_details: {
        svc_pricing_unit_id: pricingUnitDetails.pricingUnitId,
        pricing_unit_code: 'credits',
        short_name: 'CR',
        amount_cents: 1_235,
        precise_amount_cents: '1234.6',
        unit_amount_cents: 412,
        precise_unit_amount: '4.11533',
        conversion_rate: '0.7',
      },
      presentation_breakdowns: [{ presentation_by: { host: null }, units: '3.0' }],
      item: {
        filters: values,
        filter_invoice_display_name: 'eu, us',
        grouped_by: { project: 'apollo', team: null },
      },
    });
    expect(topUp).toMatchObject({
      amount_cents: 500,
      events_count: 0,
      svc_charge_filter_id: null,
      svc_true_up_fee_id: null,
      svc_true_up_parent_fee_id: fee.svc_id,
    });
    const found = await client.get('/fees?event_transaction_id=event-1');
    expect(found.body.fees.map(({ svc_id }: Resource) => svc_id)).toEqual([fee.svc_id]);
  });

  test('a fee of a plan shows every member of the contract', async () => {
    const billed = await billedCustomer(server, client, { account_type: 'partner' });
    const invoice = await issue(billed, plannedInvoice(billed));
    const [fee] = (await client.get(`/invoices/${invoice?.id}`)).body.invoice.fees;
    expect(fee).toMatchObject({
      svc_charge_id: null,
      total_aggregated_units: null,
      events_count: null,
      self_billed: true,
      amount_details: { plan_amount_cents: 1_000 },
      item: {
        type: 'subscription',
        code: billed.plan.code,
        name: 'Basic',
        item_type: 'Subscription',
        svc_item_id: billed.subscription.id,
      },
      applied_taxes: [],
    });
  });
});

describe('lists', () => {
  let caller: Client;
  let acme: BilledCustomer;
  let beta: BilledCustomer;
  let metricCode: string;

  beforeAll(async () => {
    caller = await server.organization();
    acme = await billedCustomer(server, caller, { external_id: 'acme' });
    beta = await billedCustomer(server, caller, { external_id: 'beta' });
    const charge = chargeFeeOf(acme, { units: 7 });
    metricCode = charge.item.code;
    const parts = [partOf(acme, { fees: [feeOf(acme), charge] })];
    await issue(acme, plannedInvoice(acme, { parts, billedAt: new Date('2027-02-01T00:00:00Z') }));
    const usd = { currency: 'USD', billedAt: new Date('2027-01-01T10:00:00Z') };
    const invoice = await issue(beta, plannedInvoice(beta, usd));
    const succeededAt = new Date('2027-01-05T00:00:00Z');
    await server.pool.db
      .update(fees)
      .set({ paymentStatus: 'succeeded', succeededAt })
      .where(eq(fees.invoiceId, invoice?.id ?? ''));
  });

  const kindsOf = (answer: { body: Resource }) =>
    answer.body.fees.map((fee: Resource) => `${fee.external_customer_id} ${fee.item.type}`);

  const BETA = 'beta subscription';
  const PLAN = 'acme subscription';
  const CALLS = 'acme charge';

  test.each<[string, string[], string]>([
    ['', [BETA, PLAN, CALLS], 'oldest first, then by id'],
    ['external_customer_id=acme', [PLAN, CALLS], 'of a customer'],
    ['external_customer_id=nobody', [], 'an unknown customer has none'],
    ['fee_type=charge', [CALLS], 'by type'],
    ['payment_status=succeeded', [BETA], 'by status'],
    ['currency=usd', [BETA], 'currencies in any case'],
    ['event_transaction_id=x', [], 'no fee was made at that event'],
    ['created_at_from=2027-02-01', [PLAN, CALLS], 'a day is its first instant'],
    ['created_at_to=2027-01-01T10:00:00Z', [BETA], 'the end belongs to it'],
    ['created_at_from=2027-01-01T12:00:00%2B02:00', [BETA, PLAN, CALLS], 'with a zone'],
    ['succeeded_at_from=2027-01-05&succeeded_at_to=2027-01-05', [BETA], 'both ends belong to it'],
    ['succeeded_at_to=2027-01-04', [], 'before it succeeded'],
    ['failed_at_from=2020-01-01', [], 'none has failed'],
    ['refunded_at_to=2030-01-01', [], 'none was refunded'],
  ])('the list ?%s: %j (%s)', async (query, expected) => {
    expect(kindsOf(await caller.get(`/fees?${query}`))).toEqual(expected);
  });

  test('fees are listed by metric and by subscription', async () => {
    expect(kindsOf(await caller.get(`/fees?billable_metric_code=${metricCode}`))).toEqual([CALLS]);
    // A plan's fee is no usage of a metric that happens to share its code.
    expect(kindsOf(await caller.get(`/fees?billable_metric_code=${acme.plan.code}`))).toEqual([]);
    const { externalId } = beta.subscription;
    expect(kindsOf(await caller.get(`/fees?external_subscription_id=${externalId}`))).toEqual([BETA]);
  });

  test('pages', async () => {
    const page = await caller.get('/fees?per_page=2&page=2');
    expect(kindsOf(page)).toEqual([CALLS]);
    expect(page.body.meta).toMatchObject({ current_page: 2, total_pages: 2, total_count: 3 });
  });

  test.each([
    ['fee_type=x', { fee_type: ['value_is_invalid'] }],
    ['payment_status=x', { payment_status: ['value_is_invalid'] }],
    ['currency=x', { currency: ['value_is_invalid'] }],
    ...['created_at', 'succeeded_at', 'failed_at', 'refunded_at'].map(
      (name) =>
        [
          `${name}_from=yesterday&${name}_to=2027-13-01`,
          { [`${name}_from`]: ['invalid_date'], [`${name}_to`]: ['invalid_date'] },
        ] as [string, object],
    ),
  ])('?%s is refused: %j', async (query, details) => {
    const answer = await caller.get(`/fees?${query}`);
    expect([answer.status, answer.body.error_details]).toEqual([422, details]);
  });
});

describe('access', () => {
  test("another organization's fees do not exist", async () => {
    const billed = await billedCustomer(server, client);
    const invoice = await issue(billed, plannedInvoice(billed));
    const [{ svc_id }] = (await client.get(`/invoices/${invoice?.id}`)).body.invoice.fees;
    const stranger = await server.organization();
    const read = await stranger.get(`/fees/${svc_id}`);
    expect([read.status, read.body.code]).toEqual([404, 'fee_not_found']);
    expect((await stranger.get('/fees')).body.fees).toEqual([]);
  });

  test.each(['00000000-0000-7000-8000-000000000000', 'no-uuid'])('%s is not found', async (id) => {
    const answer = await client.get(`/fees/${id}`);
    expect([answer.status, answer.body.code]).toEqual([404, 'fee_not_found']);
  });

  test('reading needs the permission for fees', async () => {
    const other = await server.organization({ invoice: ['read'] });
    for (const path of ['/fees', '/fees/x']) {
      const refused = await other.get(path);
      expect([refused.status, refused.body.code]).toEqual([403, 'read_action_not_allowed_for_fee']);
    }
  });
});
