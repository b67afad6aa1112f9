import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { Big } from '../../src/core/money/decimal.js';
import type { PlannedInvoice } from '../../src/modules/invoices/composing/planned-invoice.js';
import { appliedTaxes, fees } from '../../src/modules/invoices/records/fees/fee.table.js';
import { billingPeriods, invoices } from '../../src/modules/invoices/records/invoice.table.js';
import { billingEntities } from '../../src/modules/billing-entities/records/billing-entity.table.js';
import { activityLogEntries, outboxMessages } from '../../src/platform/activity/activity.table.js';
import { createAddOn, type Resource } from '../support/builders.js';
import type { Client } from '../support/client.js';
import {
  type BilledCustomer,
  billedCustomer,
  chargeFeeOf,
  plannedInvoice,
  type PlannedInvoiceMembers,
  FEBRUARY,
  JANUARY,
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

/** Issues an invoice; answers it as REST shows it. */
async function issued(billed: BilledCustomer, planned: PlannedInvoice): Promise<Resource> {
  const invoice = await issue(billed, planned);
  if (invoice === null) throw new Error('Nothing was issued.');
  return (await client.get(`/invoices/${invoice.id}`)).body.invoice;
}

/** Rows of every table that issuing writes, of all organizations. */
function countRows(): Promise<number[]> {
  const tables = [invoices, billingPeriods, fees, appliedTaxes, activityLogEntries, outboxMessages];
  return Promise.all(tables.map((table) => server.pool.db.$count(table)));
}

describe('amounts', () => {
  interface Golden {
    readonly fees: readonly (readonly [amountCents: bigint, ...ratesPercent: number[]])[];
    readonly invoice: object;
    /** Rounded one by one. */
    readonly invoiceTaxes: readonly number[];
    readonly feeTaxes: readonly number[];
  }

  test.each<[string, Golden, string]>([
    [
      'taxes.md example 1, fee of 1 999',
      {
        fees: [[1_999n, 5.5, 2.25]],
        invoice: { taxes_amount_cents: 155, taxes_rate: 7.75, total_amount_cents: 2_154 },
        invoiceTaxes: [110, 45],
        feeTaxes: [155],
      },
      'both taxes round the same way as their sum',
    ],
    [
      'taxes.md example 1, fee of 1 010',
      {
        fees: [[1_010n, 5.5, 2.25]],
        invoice: { taxes_amount_cents: 78, taxes_rate: 7.75, total_amount_cents: 1_088 },
        invoiceTaxes: [56, 23],
        feeTaxes: [78],
      },
      'the sum is rounded once and is not the sum of the rounded taxes',
    ],
    [
      'taxes.md example 2',
      {
        fees: [
          [333n, 7],
          [333n, 7],
          [333n, 7],
        ],
        invoice: { fees_amount_cents: 999, taxes_amount_cents: 70, taxes_rate: 7, total_amount_cents: 1_069 },
        invoiceTaxes: [70],
        feeTaxes: [23, 23, 23],
      },
      'an invoice is taxed on its fees, not on their rounded taxes',
    ],
    [
      'taxes.md example 4',
      {
        fees: [
          [0n, 10],
          [0n, 10, 4],
        ],
        invoice: {
          taxes_amount_cents: 0,
          taxes_rate: 12,
          total_amount_cents: 0,
          payment_status: 'succeeded',
        },
        invoiceTaxes: [0, 0],
        feeTaxes: [0, 0],
      },
      'without an amount, the rate is weighted by the number of fees',
    ],
    [
      'partial coverage',
      {
        fees: [[6_000n, 20], [4_000n]],
        invoice: {
          sub_total_excluding_taxes_amount_cents: 10_000,
          taxes_amount_cents: 1_200,
          taxes_rate: 12,
          sub_total_including_taxes_amount_cents: 11_200,
          total_amount_cents: 11_200,
          total_due_amount_cents: 11_200,
          payment_status: 'pending',
        },
        invoiceTaxes: [1_200],
        feeTaxes: [1_200, 0],
      },
      'a tax on 60 % of the fees',
    ],
    [
      'no tax at all',
      {
        fees: [[500n]],
        invoice: { taxes_amount_cents: 0, taxes_rate: 0, total_amount_cents: 500 },
        invoiceTaxes: [],
        feeTaxes: [0],
      },
      'nothing is added',
    ],
  ])('%s', async (_, golden) => {
    const billed = await billedCustomer(server, client);
    const rates = [...new Set(golden.fees.flatMap(([, ...ratesPercent]) => ratesPercent))];
    const taxes = new Map(
      await Promise.all(rates.map(async (rate) => [rate, await taxOf(billed, rate)] as const)),
    );
    const plannedFees = golden.fees.map(([amountCents, ...ratesPercent]) =>
      feeOf(billed, {
        amountCents,
        taxes: listedTaxes(...ratesPercent.flatMap((rate) => taxes.get(rate) ?? [])),
      }),
    );
    const invoice = await issued(
      billed,
      plannedInvoice(billed, { parts: [partOf(billed, { fees: plannedFees })] }),
    );
    expect(invoice).toMatchObject(golden.invoice);
    expect(invoice.applied_taxes.map((tax: Resource) => tax.amount_cents)).toEqual(golden.invoiceTaxes);
    expect(invoice.fees.map((fee: Resource) => fee.taxes_amount_cents)).toEqual(golden.feeTaxes);
  });

  test('fees.md example A: the precise amounts of a fee of less than a cent a unit', async () => {
    const billed = await billedCustomer(server, client);
    const fee = feeOf(billed, {
      amountCents: 46n,
      units: new Big(37),
      preciseAmount: new Big('0.4625'),
      preciseUnitAmount: new Big('0.0125'),
      taxes: listedTaxes(await taxOf(billed, 20)),
    });
    const invoice = await issued(
      billed,
      plannedInvoice(billed, { parts: [partOf(billed, { fees: [fee] })] }),
    );
    expect(invoice.fees[0]).toMatchObject({
      units: '37.0',
      amount_cents: 46,
      precise_amount: '0.4625',
      precise_unit_amount: '0.0125',
      taxes_amount_cents: 9,
      taxes_precise_amount: '0.0925',
      total_amount_cents: 55,
      precise_total_amount: '0.555',
      sub_total_excluding_taxes_amount_cents: 46,
      sub_total_excluding_taxes_precise_amount_cents: '46.25',
    });
  });

  test('a precise amount keeps 15 decimals', async () => {
    const billed = await billedCustomer(server, client);
    const preciseAmount = new Big(86).div(7);
    const fee = feeOf(billed, { amountCents: 1_229n, preciseAmount });
    const invoice = await issued(
      billed,
      plannedInvoice(billed, { parts: [partOf(billed, { fees: [fee] })] }),
    );
    expect(invoice.fees[0].precise_amount).toBe('12.285714285714286');
  });

  test.each<['charge' | 'subscription', number, bigint, number, number, string]>([
    ['charge', 0, 0n, 0, 0, 'nothing was used'],
    ['charge', 0, 0n, 2, 1, 'events were seen, though they count for nothing'],
    ['charge', 3, 0n, 3, 1, 'units were used, though they cost nothing'],
    ['charge', 0, 100n, 0, 1, 'a flat amount is due without any use'],
    ['subscription', 0, 0n, 0, 1, 'zero subscription fees are kept'],
  ])(
    'a %s fee of %d units, %d cents and %d events: %d stored (%s)',
    async (feeType, units, amountCents, eventsCount, stored) => {
      const billed = await billedCustomer(server, client);
      const amounts = { amountCents, eventsCount: BigInt(eventsCount) };
      const fee =
        feeType === 'charge'
          ? chargeFeeOf(billed, { units, ...amounts })
          : feeOf(billed, { units: new Big(units), ...amounts });
      const invoice = await issued(
        billed,
        plannedInvoice(billed, { parts: [partOf(billed, { fees: [fee] })] }),
      );
      expect(invoice.fees).toHaveLength(stored);
    },
  );
});

test.each<[bigint, number, string | null, string]>([
  [9_007_199_254_740_991n, 0, null, 'the largest amount there is'],
  [9_007_199_254_740_992n, 0, 'value_is_out_of_range', 'one cent more'],
  [9_000_000_000_000_000n, 20, 'value_is_out_of_range', 'the taxes are too much'],
])('an invoice of %d cents and %d %% tax: %s (%s)', async (amountCents, ratePercent, refusal) => {
  const billed = await billedCustomer(server, client);
  const fee = feeOf(billed, { amountCents, taxes: listedTaxes(await taxOf(billed, ratePercent)) });
  const before = await countRows();
  const issuing = issue(billed, plannedInvoice(billed, { parts: [partOf(billed, { fees: [fee] })] }));
  if (refusal === null) {
    expect((await issuing)?.totalAmountCents).toBe(amountCents);
  } else {
    await expect(issuing).rejects.toMatchObject({ kind: 'validation', details: { amountCents: [refusal] } });
    expect(await countRows()).toEqual(before);
  }
});

describe('zero-amount invoices', () => {
  test.each<['skip' | 'finalize' | 'inherit', bigint, boolean, string]>([
    ['skip', 0n, false, 'fees of nothing'],
    ['skip', 1n, true, 'a cent of fees is enough'],
    ['finalize', 0n, true, 'the customer wants it'],
    ['inherit', 0n, true, "the entity's default"],
  ])('%s, %d cents: issued %s (%s)', async (finalize_zero_amount_invoice, amountCents, visible) => {
    const billed = await billedCustomer(server, client, { finalize_zero_amount_invoice });
    const planned = plannedInvoice(billed, {
      parts: [partOf(billed, { fees: [feeOf(billed, { amountCents })] })],
    });
    const invoice = await issue(billed, planned);
    expect(invoice?.status).toBe(visible ? 'finalized' : 'closed');
    const { external_id } = (await client.get(`/customers/${billed.customer.externalId}`)).body.customer;
    const listed = await client.get(`/invoices?external_customer_id=${external_id}`);
    expect(listed.body.meta.total_count).toBe(visible ? 1 : 0);
    const listedFees = await client.get(`/fees?external_customer_id=${external_id}`);
    expect(listedFees.body.meta.total_count).toBe(visible ? 1 : 0);
    expect((await client.get(`/invoices/${invoice?.id}`)).status).toBe(visible ? 200 : 404);
  });

  test('a closed invoice takes no number, sends nothing and claims its windows', async () => {
    const billed = await billedCustomer(server, client, { finalize_zero_amount_invoice: 'skip' });
    const nothing = partOf(billed, { fees: [feeOf(billed, { amountCents: 0n })] });
    const closed = await issue(billed, plannedInvoice(billed, { parts: [nothing] }));
    expect(closed).toMatchObject({
      sequentialId: null,
      number: `${billed.billingEntity.documentNumberPrefix}-DRAFT`,
    });
    const recorded = eq(activityLogEntries.resourceId, closed?.id ?? '');
    expect(await server.pool.db.$count(activityLogEntries, recorded)).toBe(0);
    expect(await issue(billed, plannedInvoice(billed))).toBeNull();
    const other = await subscribeAgain(billed);
    const next = await issued(billed, plannedInvoice({ ...billed, subscription: other }));
    expect(next.number).toMatch(/-001$/);
    const [fee] = await server.pool.db
      .select()
      .from(fees)
      .where(eq(fees.invoiceId, closed?.id ?? ''));
    expect((await client.get(`/fees/${fee?.id}`)).status).toBe(404);
  });
});

describe('numbers', () => {
  test('numbers per customer have prefix, customer and a sequence without gaps, however many are issued at once', async () => {
    const first = await billedCustomer(server, client);
    const others = await Promise.all(Array.from({ length: 7 }, () => subscribeAgain(first)));
    const all = [first, ...others.map((subscription) => ({ ...first, subscription }))];
    const numbers = await Promise.all(
      all.map(async (billed) => (await issue(billed, plannedInvoice(billed)))?.number),
    );
    const { slug } = first.customer;
    expect(numbers.toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map((n) => `${slug}-00${n}`));
  });

  test('numbers per billing entity are one sequence for all customers, in the month of the entity, without gaps', async () => {
    const own = await server.organization();
    const first = await billedCustomer(server, own);
    const numbering = { documentNumbering: 'per_billing_entity', timezone: 'America/Denver' } as const;
    await server.pool.db
      .update(billingEntities)
      .set(numbering)
      .where(eq(billingEntities.id, first.billingEntity.id));
    const customers = await Promise.all(Array.from({ length: 8 }, () => billedCustomer(server, own)));
    const issuing = customers.map((billed, index) =>
      server.pool.db.transaction(async (tx) => {
        const invoice = await server.app.services.issuing.issue(tx, billed.actor, plannedInvoice(billed));
        if (index % 4 === 0) throw new Error('Whoever issues it may fail afterwards.');
        return invoice;
      }),
    );
    const outcomes = await Promise.allSettled(issuing);
    const numbers = outcomes.flatMap((outcome) =>
      outcome.status === 'fulfilled' ? [outcome.value?.number] : [],
    );
    const prefix = first.billingEntity.documentNumberPrefix;
    // The billing instant is still January in Denver.
    expect(numbers.toSorted()).toEqual([1, 2, 3, 4, 5, 6].map((n) => `${prefix}-202701-00${n}`));
  });

  test('self-billed invoices are numbered per customer, whatever the entity does', async () => {
    const own = await server.organization();
    const { billingEntity } = await billedCustomer(server, own);
    await server.pool.db
      .update(billingEntities)
      .set({ documentNumbering: 'per_billing_entity' })
      .where(eq(billingEntities.id, billingEntity.id));
    const partner = await billedCustomer(server, own, { account_type: 'partner' });
    const invoice = await issue(partner, plannedInvoice(partner));
    expect(invoice).toMatchObject({
      number: `${partner.customer.slug}-001`,
      selfBilled: true,
      entitySequentialId: null,
    });
    const other = await billedCustomer(server, own);
    expect((await issue(other, plannedInvoice(other)))?.number).toMatch(/-202702-001$/);
  });
});

describe('dates', () => {
  const anchored = (anchor: string, adjustment: string) => ({
    billing_configuration: {
      subscription_invoice_issuing_date_anchor: anchor,
      subscription_invoice_issuing_date_adjustment: adjustment,
    },
  });

  test.each<[object, PlannedInvoiceMembers, string, string, string]>([
    [{}, {}, '2027-02-01', '2027-02-01', 'the day of billing'],
    [{ net_payment_term: 10 }, {}, '2027-02-01', '2027-02-11', 'a payment term'],
    [
      { timezone: 'America/Denver' },
      { billedAt: new Date('2027-02-01T06:59:59Z') },
      '2027-01-31',
      '2027-01-31',
      'still January there',
    ],
    [
      { timezone: 'Asia/Tokyo' },
      { billedAt: new Date('2027-01-31T15:00:00Z') },
      '2027-02-01',
      '2027-02-01',
      'February has begun there',
    ],
    [
      { ...anchored('current_period_end', 'keep_anchor'), net_payment_term: 1 },
      {},
      '2027-01-31',
      '2027-02-01',
      'the last day of the period',
    ],
    [
      anchored('current_period_end', 'align_with_finalization_date'),
      {},
      '2027-01-31',
      '2027-01-31',
      'final at once, so the anchor holds',
    ],
    [
      anchored('next_period_start', 'keep_anchor'),
      {},
      '2027-02-01',
      '2027-02-01',
      'the first day of the next one',
    ],
    [
      anchored('current_period_end', 'keep_anchor'),
      { occasion: 'change' },
      '2027-02-01',
      '2027-02-01',
      'only billing days have an anchor',
    ],
  ])('%j, %j: issued %s, due %s (%s)', async (settings, over, issuingDate, dueDate) => {
    const billed = await billedCustomer(server, client, { ...settings });
    const invoice = await issued(billed, plannedInvoice(billed, over));
    expect([invoice.issuing_date, invoice.payment_due_date]).toEqual([issuingDate, dueDate]);
  });
});

describe('claims', () => {
  test('an invoice issued again writes nothing', async () => {
    const billed = await billedCustomer(server, client);
    await issue(billed, plannedInvoice(billed));
    const before = await countRows();
    expect(await issue(billed, plannedInvoice(billed))).toBeNull();
    expect(await countRows()).toEqual(before);
  });

  test('one of two that issue at once claims the window', async () => {
    const billed = await billedCustomer(server, client);
    const both = await Promise.all([
      issue(billed, plannedInvoice(billed)),
      issue(billed, plannedInvoice(billed)),
    ]);
    expect(both.filter((invoice) => invoice !== null)).toHaveLength(1);
  });

  test('a fee that is paid in advance claims nothing: it may be billed again, and the windows still once', async () => {
    const billed = await billedCustomer(server, client);
    const inAdvance = plannedInvoice(billed, {
      parts: [partOf(billed, { invoicingReason: 'in_advance_charge' })],
    });
    const { billedPeriods } = server.app.services;
    const { id: subscriptionId } = billed.subscription;
    const requested = [{ subscriptionId, before: null }];
    const historyOf = async () => ({
      ...(await billedPeriods.billingHistories(server.pool.db, billed.actor, requested)).get(subscriptionId),
      ...(await billedPeriods.billedUsage(server.pool.db, billed.actor, requested)).get(subscriptionId),
    });
    expect(await issue(billed, inAdvance)).not.toBeNull();
    expect(await issue(billed, inAdvance)).not.toBeNull();
    expect(await historyOf()).toMatchObject({ isInvoiced: true, charges: null });
    expect(await issue(billed, plannedInvoice(billed))).not.toBeNull();
    expect(await issue(billed, { ...inAdvance, billedAt: new Date('2027-02-02T00:00:00Z') })).not.toBeNull();
    expect(await historyOf()).toMatchObject({ charges: { to: FEBRUARY } });
  });

  test('a part that was billed before is omitted with its fees', async () => {
    const billed = await billedCustomer(server, client);
    await issue(billed, plannedInvoice(billed));
    const subscription = await subscribeAgain(billed);
    const parts = [partOf(billed), partOf({ ...billed, subscription })];
    const invoice = await issued(billed, plannedInvoice(billed, { parts }));
    expect(invoice.fees.map((fee: Resource) => fee.svc_subscription_id)).toEqual([subscription.id]);
    expect(invoice.billing_periods).toHaveLength(1);
    expect(invoice.fees_amount_cents).toBe(1_000);
  });

  test('another reason, or another window, is another claim', async () => {
    const billed = await billedCustomer(server, client);
    await issue(billed, plannedInvoice(billed));
    const starting = partOf(billed, { invoicingReason: 'subscription_starting' });
    expect(await issue(billed, plannedInvoice(billed, { parts: [starting] }))).not.toBeNull();
    const { windows } = partOf(billed);
    const withoutUsage = partOf(billed, { windows: { ...windows, charges: null } });
    expect(await issue(billed, plannedInvoice(billed, { parts: [withoutUsage] }))).not.toBeNull();
  });
});

test('an invoice is recorded as REST shows it', async () => {
  const billed = await billedCustomer(server, client);
  const invoice = await issued(billed, plannedInvoice(billed));
  const { db } = server.pool;
  const [entry] = await db
    .select()
    .from(activityLogEntries)
    .where(eq(activityLogEntries.resourceId, invoice.svc_id));
  expect(entry).toMatchObject({
    activityType: 'invoice.created',
    activitySource: 'system',
    resourceType: 'Invoice',
    externalCustomerId: billed.customer.externalId,
    externalSubscriptionId: null,
    activityObject: invoice,
    activityObjectChanges: {},
  });
  const [message] = await db.select().from(outboxMessages).where(eq(outboxMessages.objectId, invoice.svc_id));
  expect(message).toMatchObject({ webhookType: 'invoice.created', objectType: 'invoice', object: invoice });
});

test('billing histories are grouped by subscription', async () => {
  const billed = await billedCustomer(server, client);
  const idle = await subscribeAgain(billed);
  await issue(billed, plannedInvoice(billed));
  const { billedPeriods } = server.app.services;
  const requested = [billed.subscription, idle].map(({ id }) => ({ subscriptionId: id, before: null }));
  const histories = await billedPeriods.billingHistories(server.pool.db, billed.actor, requested);
  const lastSubscriptionFee = { at: FEBRUARY, window: { ...JANUARY, timezone: 'UTC' } };
  expect([...histories]).toEqual([[billed.subscription.id, { lastSubscriptionFee, isInvoiced: true }]]);
  const usage = await billedPeriods.billedUsage(server.pool.db, billed.actor, requested);
  expect(usage).toEqual(
    new Map([
      [billed.subscription.id, { charges: { to: FEBRUARY, timezone: 'UTC' }, fixedCharges: null }],
      [idle.id, { charges: null, fixedCharges: null }],
    ]),
  );
});

test('the invoices of customers are deleted for good, those of others stay', async () => {
  const [gone, kept] = [await billedCustomer(server, client), await billedCustomer(server, client)];
  const taxes = listedTaxes(await taxOf(gone, 20));
  for (const billed of [gone, kept]) {
    await issue(
      billed,
      plannedInvoice(billed, { parts: [partOf(billed, { fees: [feeOf(billed, { taxes })] })] }),
    );
  }
  const before = await countRows();
  await server.pool.db.transaction((tx) =>
    server.app.services.invoices.deleteForGood(tx, gone.actor, [gone.customer.id]),
  );
  const [invoiceRows, periodRows, feeRows, taxRows, ...recorded] = before as [number, number, number, number];
  expect(await countRows()).toEqual([invoiceRows - 1, periodRows - 1, feeRows - 1, taxRows - 2, ...recorded]);
  const left = await client.get(`/invoices?external_customer_id=${kept.customer.externalId}`);
  expect(left.body.meta.total_count).toBe(1);
});

test('a one-off invoice bills add-ons of a customer, and no subscription (invoices.md §12 D)', async () => {
  const billed = await billedCustomer(server, client);
  const addOn = await createAddOn(client);
  const fee = feeOf(billed, {
    source: { type: 'add_on', addOnId: addOn.svc_id },
    amountCents: 4_998n,
    units: new Big('2.5'),
    preciseAmount: new Big('49.975'),
    preciseUnitAmount: new Big('19.99'),
    taxes: listedTaxes(await taxOf(billed, 8)),
  });
  const oneOff = {
    ...plannedInvoice(billed),
    billed: {
      kind: 'add_ons',
      payment: { paymentMethodType: null, paymentMethodId: null },
      skipsPayment: false,
      fees: [fee],
      customSections: null,
    },
  } as const;
  const invoice = await issued(billed, oneOff);
  expect(invoice).toMatchObject({
    invoice_type: 'one_off',
    status: 'finalized',
    payment_status: 'pending',
    fees_amount_cents: 4_998,
    taxes_amount_cents: 400,
    total_amount_cents: 5_398,
    subscriptions: [],
    billing_periods: [],
    fees: [
      {
        external_subscription_id: null,
        item: { type: 'add_on', item_type: 'AddOn', svc_item_id: addOn.svc_id },
        units: '2.5',
        precise_amount: '49.975',
        total_amount_cents: 5_398,
      },
    ],
  });
  const { db } = server.pool;
  const [message] = await db.select().from(outboxMessages).where(eq(outboxMessages.objectId, invoice.svc_id));
  expect(message).toMatchObject({ webhookType: 'invoice.one_off_created', object: invoice });
  // The same may be sold again: no window is claimed.
  expect(await issue(billed, oneOff)).not.toBeNull();
});
