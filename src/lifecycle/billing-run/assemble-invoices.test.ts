import { describe, expect, test } from '@jest/globals';
import { chargeRow, metricRow } from '../../../test/support/rows.js';
import { subscriptionContext } from '../../../test/support/subscription-contexts.js';
import { meteringScope } from '../../core/invoicing/subscriptions/billing-windows.js';
import { Big } from '../../core/money/decimal.js';
import { periodAt } from '../../core/time/periods.js';
import { periodRules } from '../../core/invoicing/subscriptions/subscription-terms.js';
import type { InvoicePart } from '../../modules/invoices/composing/planned-invoice.js';
import { assembleInvoices, assemblePart } from './assemble-invoices.js';
import { type BillingOccasion, occasionWindows } from '../billing-records/billing-occasion.js';
import type { BillingRecords } from '../billing-records/load-billing-records.js';
import type { ReconciledCommitment } from '../billing-records/load-subscriptions.js';
import type { RatedSubscription } from './rate-usage.js';
import { separateInvoices } from '../fees/shared-invoices.js';
import { NO_TAXES } from '../../core/taxes/tax.js';

const MARCH = new Date('2027-03-01T00:00:00Z');
const MOMENT = { snapshot: '1:1:', lastSequence: '7' };

const NO_RECORDS: BillingRecords = {
  charges: [],
  chargeTaxes: new Map(),
  fixedCharges: [],
  commitment: null,
  planTaxes: NO_TAXES,
  history: null,
};

/** A monthly subscription of 100.00 in arrears, rated for an occasion. */
function rated(
  occasion: BillingOccasion,
  { context = subscriptionContext(MARCH), ...over }: Partial<RatedSubscription> = {},
): RatedSubscription {
  const windows = occasionWindows(context, occasion);
  return {
    context,
    occasion,
    windows,
    dayOfEnd: null,
    draftId: null,
    adjustments: [],
    records: NO_RECORDS,
    commitment: null,
    nextPlanMetricIds: new Set(),
    usage: null,
    dayOfEndUsage: null,
    ...over,
  };
}

/** The usage of a charge in one bucket. */
function usageOf(
  { context, windows }: RatedSubscription,
  amountCents: bigint,
  over: Parameters<typeof chargeRow>[0] = {},
): RatedSubscription['usage'] {
  if (windows.charges === null) throw new Error('Expected a charges window.');
  const money = { amountCents, preciseAmount: new Big(amountCents.toString()).div(100), pricingUnit: null };
  const units = new Big(1);
  const measured = { units, totalAggregatedUnits: units, eventsCount: 1n, amountDetails: {} };
  const bucket = {
    filter: null,
    groupedBy: {},
    rated: { ...money, preciseUnitAmount: money.preciseAmount, ...measured },
    presentation: [],
  };
  const charge = {
    charge: chargeRow(over),
    metric: metricRow(),
    filters: [],
    filterValues: {},
    pricingUnit: null,
    buckets: [bucket],
    moment: MOMENT,
  };
  return {
    scope: meteringScope(context.terms, windows.charges, { isUpgraded: false }),
    charges: [charge, { ...charge, charge: { ...charge.charge, id: 'other charge' } }],
  };
}

const FEBRUARY = periodAt(
  periodRules(subscriptionContext(MARCH).terms).plan,
  new Date('2027-02-01T00:00:00Z'),
);

/** A commitment of 500.00 for February, of which 30.00 were billed before. */
const COMMITMENT: ReconciledCommitment = {
  commitment: {
    id: 'commitment',
    organizationId: 'organization',
    planId: 'plan',
    amountCents: 50_000n,
    invoiceDisplayName: null,
    createdAt: MARCH,
    updatedAt: MARCH,
  },
  taxes: NO_TAXES,
  period: FEBRUARY,
  committed: { from: FEBRUARY.from, to: FEBRUARY.to },
  billedBefore: { amountCents: 3_000n, preciseAmountCents: '3000' },
};

const amounts = (fees: InvoicePart['fees']) =>
  fees.map(({ source, amountCents }) => `${source.type} ${amountCents}`);

const PERIODIC: BillingOccasion = { reason: 'periodic', at: MARCH };

describe('the part of a subscription', () => {
  test('the part of a subscription on an invoice has the subscription fee first, then charges in order, and shows when usage was read', () => {
    const renewed = rated(PERIODIC);
    const part = assemblePart({ ...renewed, usage: usageOf(renewed, 1_250n) });
    expect(amounts(part.fees)).toEqual(['subscription 10000', 'charge 1250', 'charge 1250']);
    expect(part.standaloneFees).toEqual([]);
    expect(part.usageMoments).toEqual([MOMENT]);
    expect(part.invoicingReason).toBe('subscription_periodic');
  });

  test('the part of a subscription on an invoice fills a commitment with all its fees, standalone ones among them', () => {
    const renewed = rated(PERIODIC, { commitment: COMMITMENT });
    const usage = usageOf(renewed, 2_000n, { invoiceable: false });
    const part = assemblePart({ ...renewed, usage });
    // 500.00 less 30.00 billed before, 100.00 of the plan and 40.00 on no invoice
    expect(amounts(part.fees)).toEqual(['subscription 10000', 'commitment 33000']);
    expect(amounts(part.standaloneFees)).toEqual(['charge 2000', 'charge 2000']);
  });

  test('the part of a subscription on a draft does not create its standalone fees again, which were billed before', () => {
    const drafted = rated(PERIODIC, { commitment: COMMITMENT, draftId: 'draft' });
    const usage = usageOf(drafted, 2_000n, { invoiceable: false });
    const part = assemblePart({ ...drafted, usage });
    expect(amounts(part.fees)).toEqual(['subscription 10000', 'commitment 37000']);
    expect(part.standaloneFees).toEqual([]);
  });
});

describe('an invoice', () => {
  const starting = rated(
    { reason: 'starting', at: MARCH },
    { context: subscriptionContext(MARCH, { subscription: { id: 'begun', startedAt: MARCH } }) },
  );
  const ended = rated({ reason: 'downgraded', at: MARCH });

  test('an invoice omits a start for which nothing is due yet', () => {
    const shared = { subscriptions: [ended, starting], billedAt: MARCH };
    const [assembled] = assembleInvoices([shared], [ended, starting]);
    expect(assembled?.invoice.billed).toMatchObject({
      parts: [{ invoicingReason: 'subscription_terminating' }],
    });
  });

  test('an invoice is issued on a billing day even without fees', () => {
    const free = rated(PERIODIC, { context: subscriptionContext(MARCH, { plan: { amountCents: 0n } }) });
    const [assembled] = assembleInvoices(separateInvoices([free]), [free]);
    expect(assembled?.invoice.billed).toMatchObject({
      parts: [{ invoicingReason: 'subscription_periodic' }],
    });
  });

  test.each([
    { title: 'only billing days', billed: [rated(PERIODIC)], occasion: 'periodic' },
    { title: 'a change', billed: [ended, rated(PERIODIC)], occasion: 'change' },
  ])('an invoice with $title is dated as $occasion', ({ billed, occasion }) => {
    const [assembled] = assembleInvoices([{ subscriptions: billed, billedAt: MARCH }], billed);
    expect(assembled?.invoice.billed).toMatchObject({ kind: 'subscription_periods', occasion });
  });
});
