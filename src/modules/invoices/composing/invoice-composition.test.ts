import { describe, expect, test } from '@jest/globals';
import { customerRow, listedTaxes, planRow, subscriptionRow, taxRow } from '../../../../test/support/rows.js';
import { billingEntityRow } from '../../../../test/support/subscription-contexts.js';
import { Big } from '../../../core/money/decimal.js';
import { billingSettingsOf } from '../../customers/records/billing-settings.js';
import type { Customer } from '../../customers/records/customer.table.js';
import { NO_CREDITS, type UsableCredits } from './credit-composition.js';
import { composeInvoice, finalizedInvoice, recomposeInvoice } from './invoice-composition.js';
import type { FeeSource, PlannedFee } from './planned-fee.js';
import type { Billed, InvoicePart, PlannedInvoice } from './planned-invoice.js';
import { NO_TAXES } from '../../../core/taxes/tax.js';

const ORGANIZATION = 'organization';
const FEBRUARY = new Date('2027-02-01T00:00:00Z');
const JANUARY = { from: new Date('2027-01-01T00:00:00Z'), to: FEBRUARY };
const BALANCE = {
  id: 'note',
  customerId: 'customer',
  currency: 'EUR',
  number: 'ORG-001-001-CN001',
  invoiceNumber: 'ORG-001-001',
  balanceAmountCents: 1_000n,
};
const CREDITED: UsableCredits = { ...NO_CREDITS, creditNotes: [BALANCE] };

function plannedFee(amountCents: bigint, source: FeeSource, over: Partial<PlannedFee> = {}): PlannedFee {
  const amount = new Big(String(amountCents)).div(100);
  return {
    source,
    item: { code: 'item', name: 'Item', description: null, displayName: 'Item' },
    amountCents,
    preciseAmount: amount,
    units: new Big(1),
    totalAggregatedUnits: null,
    preciseUnitAmount: amount,
    eventsCount: null,
    amountDetails: {},
    payInAdvance: false,
    invoiceable: true,
    ...JANUARY,
    taxes: NO_TAXES,
    ...over,
  };
}

const addOnFee = (amountCents: bigint, over: Partial<PlannedFee> = {}) =>
  plannedFee(amountCents, { type: 'add_on', addOnId: 'add-on' }, over);
const subscriptionFee = (amountCents: bigint, over: Partial<PlannedFee> = {}) =>
  plannedFee(amountCents, { type: 'subscription', subscriptionId: 'subscription' }, over);

function part(invoicingReason: InvoicePart['invoicingReason'], fees: readonly PlannedFee[]): InvoicePart {
  return {
    subscription: subscriptionRow(),
    plan: planRow(),
    invoicingReason,
    windows: { subscription: JANUARY, charges: JANUARY, fixedCharges: null },
    occasion: null,
    fees,
    usageMoments: [],
    standaloneFees: [],
  };
}

function planned(billed: Billed, over: Partial<Customer> = {}): PlannedInvoice {
  const customer = customerRow(over);
  const billingEntity = billingEntityRow();
  return {
    customer,
    billingEntity,
    settings: billingSettingsOf(customer, billingEntity),
    currency: 'EUR',
    billedAt: FEBRUARY,
    purchaseOrderNumber: null,
    billed,
  };
}

/** What each kind bills, of so many cents. */
const BILLED: Readonly<Record<Billed['kind'], (amountCents: bigint) => Billed>> = {
  subscription_periods: (cents) => ({
    kind: 'subscription_periods',
    occasion: 'periodic',
    parts: [part('subscription_periodic', [subscriptionFee(cents)])],
  }),
  in_advance: (cents) => ({
    kind: 'in_advance',
    parts: [part('in_advance_charge', [subscriptionFee(cents)])],
  }),
  paid_fees: (cents) => ({
    kind: 'paid_fees',
    parts: [part('in_advance_charge_periodic', [subscriptionFee(cents)])],
  }),
  progressive_usage: (cents) => ({
    kind: 'progressive_usage',
    passed: [],
    parts: [part('progressive_billing', [subscriptionFee(cents)])],
  }),
  add_ons: (cents) => ({
    kind: 'add_ons',
    payment: { paymentMethodType: null, paymentMethodId: null },
    skipsPayment: false,
    fees: [addOnFee(cents)],
    customSections: null,
  }),
  credit_purchase: (cents) => ({
    kind: 'credit_purchase',
    customSections: null,
    fees: [plannedFee(cents, { type: 'credit', walletTransactionId: 'purchase' })],
  }),
};

describe('the kinds of invoices (invoices.md §1, §5.2)', () => {
  test.each([
    // kind, type, status within a grace period, status of 0 where such invoices are skipped, payment status, periods
    ['subscription_periods', 'subscription', 'draft', 'closed', 'pending', 1],
    ['in_advance', 'subscription', 'finalized', 'closed', 'pending', 1],
    ['paid_fees', 'advance_charges', 'finalized', 'closed', 'succeeded', 1],
    ['progressive_usage', 'progressive_billing', 'finalized', 'finalized', 'pending', 1],
    ['add_ons', 'one_off', 'finalized', 'closed', 'pending', 0],
    ['credit_purchase', 'credit', 'finalized', 'finalized', 'pending', 0],
  ] as const)(
    '%s: of type %s; new: %s, of 0: %s, payment %s',
    (kind, invoiceType, drafted, zero, paid, periods) => {
      const composed = composeInvoice(
        ORGANIZATION,
        planned(BILLED[kind](1_000n), { invoiceGracePeriodDays: 3 }),
        NO_CREDITS,
      );
      expect(composed.invoice).toMatchObject({ invoiceType, status: drafted, paymentStatus: paid });
      expect(composed.billingPeriods).toHaveLength(periods);
      const skipping = planned(BILLED[kind](0n), { finalizeZeroAmountInvoice: 'skip' });
      expect(composeInvoice(ORGANIZATION, skipping, NO_CREDITS).invoice.status).toBe(zero);
    },
  );
});

describe('a one-off invoice', () => {
  const vat = taxRow(8);
  const fee = addOnFee(4_998n, {
    units: new Big('2.5'),
    preciseAmount: new Big('49.975'),
    preciseUnitAmount: new Big('19.99'),
    taxes: listedTaxes(vat),
  });
  const { invoice, fees, appliedTaxes, billingPeriods } = composeInvoice(
    ORGANIZATION,
    planned(
      {
        kind: 'add_ons',
        payment: { paymentMethodType: null, paymentMethodId: null },
        skipsPayment: false,
        fees: [fee, fee],
        customSections: null,
      },
      { netPaymentTermDays: 10 },
    ),
    NO_CREDITS,
  );

  test('a one-off invoice bills add-ons without a subscription', () => {
    expect(billingPeriods).toEqual([]);
    expect(
      fees.map(({ feeType, addOnId, subscriptionId, position }) => [
        feeType,
        addOnId,
        subscriptionId,
        position,
      ]),
    ).toEqual([
      ['add_on', 'add-on', null, 0],
      ['add_on', 'add-on', null, 1],
    ]);
  });

  test('a one-off invoice taxes its fees (invoices.md §12 D, twice)', () => {
    expect(
      fees.map(({ amountCents, preciseAmountCents, taxesAmountCents }) => [
        amountCents,
        preciseAmountCents,
        taxesAmountCents,
      ]),
    ).toEqual([
      [4_998n, '4997.5', 400n],
      [4_998n, '4997.5', 400n],
    ]);
    expect(invoice).toMatchObject({
      feesAmountCents: 9_996n,
      taxesAmountCents: 800n,
      taxesRatePercent: '8',
      totalAmountCents: 10_796n,
      status: 'finalized',
    });
    expect(
      appliedTaxes.map(({ feeId, invoiceId, amountCents }) => [feeId ?? invoiceId, amountCents]),
    ).toEqual([
      [fees[0]?.id, 400n],
      [fees[1]?.id, 400n],
      [invoice.id, 800n],
    ]);
  });

  test('a one-off invoice is issued on the day of billing and due after the payment term', () => {
    expect(invoice).toMatchObject({
      issuingDate: '2027-02-01',
      expectedFinalizationDate: '2027-02-01',
      paymentDueDate: '2027-02-11',
    });
  });
});

describe('credit notes', () => {
  test('credit notes come off after taxes, and every fee has its share', () => {
    const fees = [subscriptionFee(2_000n, { taxes: listedTaxes(taxRow(20)) }), subscriptionFee(600n)];
    const billed: Billed = { kind: 'in_advance', parts: [part('in_advance_charge', fees)] };
    const composed = composeInvoice(ORGANIZATION, planned(billed), CREDITED);
    expect(composed.invoice).toMatchObject({
      subTotalIncludingTaxesAmountCents: 3_000n,
      creditNotesAmountCents: 1_000n,
      totalAmountCents: 2_000n,
      paymentStatus: 'pending',
    });
    expect(composed.credits).toMatchObject([
      { itemType: 'credit_note', itemId: 'note', amountCents: 1_000n },
    ]);
    expect(composed.fees.map((fee) => fee.preciseCreditNotesAmountCents)).toEqual(['800', '200']);
  });

  test.each(Object.entries(BILLED))('%s', (kind, billed) => {
    const taken = { subscription_periods: 1_000n, in_advance: 1_000n, progressive_usage: 1_000n } as const;
    const { invoice, credits } = composeInvoice(ORGANIZATION, planned(billed(3_000n)), CREDITED);
    const expected = (taken as Record<string, bigint>)[kind] ?? 0n;
    expect([invoice.creditNotesAmountCents, credits.length]).toEqual([expected, expected === 0n ? 0 : 1]);
  });

  test('credit notes that cover an invoice leave nothing to pay', () => {
    const { invoice } = composeInvoice(ORGANIZATION, planned(BILLED.in_advance(900n)), CREDITED);
    expect(invoice).toMatchObject({ totalAmountCents: 0n, paymentStatus: 'succeeded', status: 'finalized' });
  });
});

describe('a draft invoice', () => {
  const draft = planned(BILLED.subscription_periods(1_000n), { invoiceGracePeriodDays: 3 });
  const { invoice } = composeInvoice(ORGANIZATION, draft, NO_CREDITS);
  const stored = {
    ...invoice,
    number: 'ORG-DRAFT',
    sequentialId: null,
    entitySequentialId: null,
    testEntitySequentialId: null,
  };
  const later = new Date('2027-02-04T00:00:00Z');

  test('a draft invoice keeps its id and dates when it is computed again', () => {
    const more = { ...draft, billed: BILLED.subscription_periods(1_500n) };
    const again = recomposeInvoice(stored, more, { now: later, staysDraft: true }, NO_CREDITS);
    expect(again.invoice).toEqual({
      ...stored,
      feesAmountCents: 1_500n,
      subTotalExcludingTaxesAmountCents: 1_500n,
      subTotalIncludingTaxesAmountCents: 1_500n,
      totalAmountCents: 1_500n,
      updatedAt: later,
    });
    expect(again.fees.map(({ invoiceId, amountCents }) => [invoiceId, amountCents])).toEqual([
      [invoice.id, 1_500n],
    ]);
  });

  test('a draft invoice takes credit notes when its grace period is over, and not before (invoices.md §4)', () => {
    const creditOf = (staysDraft: boolean) =>
      recomposeInvoice(stored, draft, { now: later, staysDraft }, CREDITED).invoice.creditNotesAmountCents;
    expect(composeInvoice(ORGANIZATION, draft, CREDITED).invoice.creditNotesAmountCents).toBe(0n);
    expect([creditOf(true), creditOf(false)]).toEqual([0n, 1_000n]);
  });

  test.each([
    ['finalize', 1_000n, 'finalized'],
    ['skip', 1_000n, 'finalized'],
    ['finalize', 0n, 'finalized'],
    ['skip', 0n, 'closed'],
  ] as const)(
    'a draft invoice with %s of %d cents becomes %s',
    (finalizeZeroAmountInvoice, cents, status) => {
      const over = { invoiceGracePeriodDays: 3, finalizeZeroAmountInvoice };
      const due = planned(BILLED.subscription_periods(cents), over);
      const final = finalizedInvoice({ ...stored, feesAmountCents: cents }, due, later);
      expect(final).toMatchObject({
        status,
        issuingDate: '2027-02-04',
        finalizedAt: status === 'closed' ? null : later,
      });
    },
  );
});

test.each([
  ['unused', { units: new Big(0), eventsCount: 0n }, 0],
  ['seen, but worth nothing', { units: new Big(0), eventsCount: 2n }, 1],
  ['unused, with a true-up', { units: new Big(0), eventsCount: 0n, trueUp: true }, 2],
] as const)(
  'a fee of a charge that is %s: %#',
  (_, { trueUp, ...over }: Partial<PlannedFee> & { trueUp?: boolean }, rows) => {
    const source: FeeSource = {
      type: 'charge',
      subscriptionId: 'subscription',
      chargeId: 'charge',
      billableMetricId: 'metric',
      filter: null,
      groupedBy: {},
      targetWalletCode: null,
      presentationBreakdowns: null,
      pricingUnitDetails: null,
      eventTransactionId: null,
      trueUp: null,
    };
    const minimum = trueUp === true ? plannedFee(500n, source) : null;
    const fee = plannedFee(0n, { ...source, trueUp: minimum }, over);
    const billed: Billed = { kind: 'in_advance', parts: [part('in_advance_charge', [fee])] };
    const { fees } = composeInvoice(ORGANIZATION, planned(billed), NO_CREDITS);
    expect(fees).toHaveLength(rows);
    expect(fees.slice(1).map(({ trueUpParentFeeId }) => trueUpParentFeeId)).toEqual(
      fees.slice(1).map(() => fees[0]?.id),
    );
  },
);
