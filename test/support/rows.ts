// Rows as the database would return them, for unit tests of rules. Each has defaults, so that a test names only the
// members that it depends on. Nothing is written to a database.
import type { ListedTaxes } from '../../src/core/taxes/tax.js';
import type { Wallet } from '../../src/modules/wallets/records/wallet.table.js';
import type { BillableMetric } from '../../src/modules/billable-metrics/billable-metric.table.js';
import type { CreditNote } from '../../src/modules/credit-notes/records/credit-note.table.js';
import type { Customer } from '../../src/modules/customers/records/customer.table.js';
import type { AppliedTax, Fee } from '../../src/modules/invoices/records/fees/fee.table.js';
import type { Invoice } from '../../src/modules/invoices/records/invoice.table.js';
import type { ChargeFilter } from '../../src/modules/plans/charges/filters/charge-filter.table.js';
import type { Charge } from '../../src/modules/plans/charges/charge.table.js';
import type { FixedCharge } from '../../src/modules/plans/fixed-charges/fixed-charge.table.js';
import type { MinimumCommitment } from '../../src/modules/plans/commitments/minimum-commitment.table.js';
import type { Plan } from '../../src/modules/plans/plan.table.js';
import type { PricingUnit } from '../../src/modules/pricing-units/pricing-unit.table.js';
import type { Subscription } from '../../src/modules/subscriptions/records/subscription.table.js';
import type { Tax } from '../../src/modules/taxes/tax.table.js';

const ROWS_WRITTEN_AT = new Date('2027-01-01T00:00:00Z');

const common = { organizationId: 'organization', createdAt: ROWS_WRITTEN_AT, updatedAt: ROWS_WRITTEN_AT };

/** A monthly plan of 100.00 EUR in arrears. */
export function planRow(over: Partial<Plan> = {}): Plan {
  return {
    ...common,
    id: 'plan',
    parentId: null,
    code: 'plan',
    name: 'Plan',
    invoiceDisplayName: null,
    description: null,
    interval: 'monthly',
    amountCents: 10_000n,
    amountCurrency: 'EUR',
    payInAdvance: false,
    trialPeriodDays: null,
    billChargesMonthly: null,
    billFixedChargesMonthly: null,
    metadata: null,
    pendingDeletion: false,
    deletedAt: null,
    ...over,
  };
}

/** A subscription that has run since the start of 2027. */
export function subscriptionRow(over: Partial<Subscription> = {}): Subscription {
  return {
    ...common,
    id: 'subscription',
    customerId: 'customer',
    planId: 'plan',
    billingEntityId: null,
    externalId: 'external',
    name: null,
    status: 'active',
    previousSubscriptionId: null,
    changeFromPrevious: null,
    billingTime: 'calendar',
    subscriptionAt: ROWS_WRITTEN_AT,
    startedAt: ROWS_WRITTEN_AT,
    restartedAfter: null,
    usageFrom: ROWS_WRITTEN_AT,
    activatedAt: ROWS_WRITTEN_AT,
    trialEndedAt: null,
    endingAt: null,
    terminatedAt: null,
    canceledAt: null,
    cancellationReason: null,
    onTerminationInvoice: 'generate',
    onTerminationCreditNote: null,
    customSections: null,
    paymentMethodType: null,
    paymentMethodId: null,
    consolidateInvoice: true,
    purchaseOrderNumber: null,
    progressiveBillingDisabled: false,
    ...over,
  };
}

/** A customer that takes every setting from its billing entity. */
export function customerRow(over: Partial<Customer> = {}): Customer {
  return {
    ...common,
    id: 'customer',
    billingEntityId: 'entity',
    testClockId: null,
    externalId: 'customer',
    sequentialId: 1,
    isNumberedApart: false,
    slug: 'ORG-001',
    documentsNumberedAfter: [],
    erasedAt: null,
    name: null,
    firstname: null,
    lastname: null,
    legalName: null,
    legalNumber: null,
    taxIdentificationNumber: null,
    email: null,
    phone: null,
    url: null,
    logoUrl: null,
    addressLine1: null,
    addressLine2: null,
    city: null,
    zipcode: null,
    state: null,
    country: null,
    identifiers: [],
    buyerReference: null,
    vatCheckId: null,
    taxIntegrationId: null,
    shippingAddress: null,
    accountType: 'customer',
    customerType: null,
    currency: null,
    timezone: null,
    documentLocale: null,
    netPaymentTermDays: null,
    invoiceGracePeriodDays: null,
    issuingDateAnchor: null,
    issuingDateAdjustment: null,
    finalizeZeroAmountInvoice: 'inherit',
    skipInvoiceCustomSections: false,
    selectedCustomSections: [],
    paymentProvider: null,
    paymentProviderCode: null,
    providerCustomerId: null,
    sync: null,
    syncWithProvider: null,
    providerPaymentMethods: [],
    deletedAt: null,
    ...over,
  };
}

/** A metric that sums up a property. */
export function metricRow(over: Partial<BillableMetric> = {}): BillableMetric {
  return {
    ...common,
    id: 'metric',
    code: 'calls',
    name: 'Calls',
    description: null,
    aggregationType: 'sum_agg',
    fieldName: 'amount',
    recurring: false,
    weightedInterval: null,
    roundingFunction: null,
    roundingPrecision: null,
    expression: null,
    counterState: 'counted',
    paidInAdvance: false,
    dimensionKeys: [],
    deletedAt: null,
    ...over,
  };
}

/** A charge of one currency unit per unit, in arrears. */
export function chargeRow(over: Partial<Charge> = {}): Charge {
  return {
    ...common,
    id: 'charge',
    planId: 'plan',
    parentId: null,
    billableMetricId: 'metric',
    code: 'calls',
    invoiceDisplayName: null,
    chargeModel: 'standard',
    properties: { amount: '1' },
    payInAdvance: false,
    invoiceable: true,
    acceptsTargetWallet: null,
    regroupPaidFees: null,
    prorated: false,
    minAmountCents: 0n,
    pricingUnitId: null,
    conversionRate: null,
    position: 0,
    deletedAt: null,
    ...over,
  };
}

/** A filter of a charge for one region. */
export function chargeFilterRow(
  region: string,
  amount: string,
  over: Partial<ChargeFilter> = {},
): ChargeFilter {
  return {
    ...common,
    id: `filter-${region}`,
    chargeId: 'charge',
    values: { region: [region] },
    properties: { amount },
    invoiceDisplayName: null,
    position: 0,
    deletedAt: null,
    ...over,
  };
}

/** Ten units of an add-on at one currency unit each, in advance. */
export function fixedChargeRow(over: Partial<FixedCharge> = {}): FixedCharge {
  return {
    ...common,
    id: 'fixed-charge',
    planId: 'plan',
    addOnId: 'add-on',
    parentId: null,
    code: 'seats',
    invoiceDisplayName: null,
    chargeModel: 'standard',
    properties: { amount: '1' },
    units: 10n,
    payInAdvance: true,
    prorated: false,
    position: 0,
    deletedAt: null,
    ...over,
  };
}

/** A commitment to pay 1.00 in every period of the plan. */
export function minimumCommitmentRow(over: Partial<MinimumCommitment> = {}): MinimumCommitment {
  return {
    ...common,
    id: 'commitment',
    planId: 'plan',
    amountCents: 100n,
    invoiceDisplayName: null,
    ...over,
  };
}

/** A unit, other than a currency, that prices are expressed in. */
export function pricingUnitRow(over: Partial<PricingUnit> = {}): PricingUnit {
  return {
    ...common,
    id: 'unit',
    code: 'tokens',
    name: 'Tokens',
    shortName: 'TK',
    description: null,
    ...over,
  };
}

/** A finalized invoice without amounts. */
export function invoiceRow(over: Partial<Invoice> = {}): Invoice {
  return {
    ...common,
    id: 'invoice',
    customerId: 'customer',
    billingEntityId: 'entity',
    invoiceType: 'subscription',
    status: 'finalized',
    paymentStatus: 'pending',
    customSections: [],
    voidedInvoiceId: null,
    number: 'ORG-001-001',
    sequentialId: 1,
    entitySequentialId: null,
    testEntitySequentialId: null,
    currency: 'EUR',
    timezone: 'UTC',
    issuingDate: '2027-01-01',
    expectedFinalizationDate: '2027-01-01',
    paymentDueDate: '2027-01-01',
    netPaymentTermDays: 0,
    paymentOverdue: false,
    taxStatus: null,
    paymentMethodType: null,
    paymentMethodId: null,
    skipsPayment: false,
    errorDetails: [],
    formerTaxError: null,
    voidedAt: null,
    paymentDisputeLostAt: null,
    selfBilled: false,
    purchaseOrderNumber: null,
    feesAmountCents: 0n,
    progressiveBillingCreditAmountCents: 0n,
    couponsAmountCents: 0n,
    subTotalExcludingTaxesAmountCents: 0n,
    taxesAmountCents: 0n,
    taxesRatePercent: '0',
    subTotalIncludingTaxesAmountCents: 0n,
    creditNotesAmountCents: 0n,
    prepaidCreditAmountCents: 0n,
    prepaidGrantedCreditAmountCents: null,
    prepaidPurchasedCreditAmountCents: null,
    totalAmountCents: 0n,
    totalPaidAmountCents: 0n,
    totalOffsetAmountCents: 0n,
    finalizedAt: ROWS_WRITTEN_AT,
    ...over,
  };
}

/** A subscription fee of an invoice, without coupons and taxes. */
export function feeRow(amountCents: bigint, over: Partial<Fee> = {}): Fee {
  return {
    ...common,
    id: 'fee',
    invoiceId: 'invoice',
    customerId: 'customer',
    subscriptionId: 'subscription',
    chargeId: null,
    billableMetricId: null,
    chargeFilterId: null,
    addOnId: null,
    fixedChargeId: null,
    walletTransactionId: null,
    standaloneOn: null,
    billingEntityId: null,
    trueUpParentFeeId: null,
    originalFeeId: null,
    adjustedFeeId: null,
    eventTransactionId: null,
    feeType: 'subscription',
    position: 0,
    itemCode: 'plan',
    itemName: 'Plan',
    itemDescription: null,
    invoiceDisplayName: 'Plan',
    filterDisplayName: null,
    filterValues: null,
    groupedBy: {},
    targetWalletCode: null,
    presentationBreakdowns: null,
    currency: 'EUR',
    amountCents,
    preciseAmountCents: String(amountCents),
    units: '1',
    totalAggregatedUnits: null,
    preciseUnitAmount: String(amountCents),
    eventsCount: null,
    amountDetails: {},
    pricingUnitDetails: null,
    preciseCouponsAmountCents: '0',
    preciseCreditNotesAmountCents: '0',
    taxesAmountCents: 0n,
    taxesPreciseAmountCents: '0',
    taxesRatePercent: '0',
    taxList: 'none',
    taxListOwnerId: null,
    namedTaxCodes: null,
    taxedAt: null,
    payInAdvance: true,
    invoiceable: true,
    paymentStatus: 'pending',
    fromAt: null,
    toAt: null,
    succeededAt: null,
    failedAt: null,
    refundedAt: null,
    deletedAt: null,
    ...over,
  };
}

/** A tax of the organization. */
export function taxRow(ratePercent: number): Tax {
  const code = `tax-${ratePercent}`;
  return {
    ...common,
    id: code,
    code,
    name: `Tax ${ratePercent}`,
    description: null,
    ratePercent: String(ratePercent),
    category: null,
    exemptionReason: null,
    autoGenerated: false,
    deletedAt: null,
  };
}

/** A tax as a fee or an invoice applied it. */
export function appliedTaxRow(taxRatePercent: string, over: Partial<AppliedTax> = {}): AppliedTax {
  return {
    ...common,
    id: 'applied-tax',
    feeId: null,
    invoiceId: null,
    taxId: 'tax',
    taxCode: 'vat',
    taxName: 'VAT',
    taxDescription: null,
    taxRatePercent,
    taxCategory: null,
    exemptionReason: null,
    currency: 'EUR',
    amountCents: 0n,
    preciseAmountCents: null,
    feesAmountCents: null,
    taxableAmountCents: null,
    baseRate: null,
    ...over,
  };
}

/** The first credit note of an invoice, without amounts. */
export function creditNoteRow(over: Partial<CreditNote> = {}): CreditNote {
  return {
    ...common,
    id: 'credit-note',
    customerId: 'customer',
    invoiceId: 'invoice',
    sequentialId: 1,
    number: 'ORG-001-001-CN001',
    status: 'finalized',
    issuingDate: '2027-01-01',
    reason: 'other',
    description: null,
    creditStatus: 'available',
    refundStatus: null,
    currency: 'EUR',
    creditAmountCents: 0n,
    refundAmountCents: 0n,
    offsetAmountCents: 0n,
    totalAmountCents: 0n,
    preciseTotalAmountCents: '0',
    balanceAmountCents: 0n,
    subTotalExcludingTaxesAmountCents: 0n,
    couponsAdjustmentAmountCents: 0n,
    preciseCouponsAdjustmentAmountCents: '0',
    taxesAmountCents: 0n,
    preciseTaxesAmountCents: '0',
    taxesRatePercent: '0',
    metadata: null,
    errorDetails: [],
    refundedAt: null,
    voidedAt: null,
    ...over,
  };
}

/** An active wallet in EUR without credits, of which each is worth 1.00. */
export function walletRow(over: Partial<Wallet> = {}): Wallet {
  return {
    ...common,
    id: 'wallet',
    customerId: 'customer',
    billingEntityId: null,
    code: 'default',
    name: null,
    status: 'active',
    currency: 'EUR',
    rateAmount: '1',
    priority: 50,
    expirationAt: null,
    terminatedAt: null,
    expiresWithDrafts: false,
    invoiceRequiresSuccessfulPayment: false,
    paidTopUpMinAmountCents: null,
    paidTopUpMaxAmountCents: null,
    feeTypes: [],
    hasMetrics: false,
    customSections: null,
    paymentMethodType: null,
    paymentMethodId: null,
    purchaseOrderNumber: null,
    metadata: null,
    balanceCents: 0n,
    creditsBalance: '0',
    consumedCredits: '0',
    consumedAmountCents: 0n,
    hadOngoingBalance: false,
    lastBalanceSyncAt: null,
    lastConsumedCreditAt: null,
    ...over,
  };
}

/** Taxes as a plan lists them. */
export function listedTaxes<Listed>(...taxes: readonly Listed[]): ListedTaxes<Listed> {
  return { list: 'plan', ownerId: null, taxes };
}
