import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  json,
  jsonb,
  numeric,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { TAX_CATEGORIES } from '../../../../core/taxes/tax-categories.js';
import { TAX_LISTS } from '../../../../core/taxes/tax.js';
import {
  cents,
  createdAt,
  decimal,
  id,
  instant,
  organizationId,
  updatedAt,
} from '../../../../platform/db/tables/columns.js';
import { belongsTo, tenantKey } from '../../../../platform/db/tables/tenant-keys.js';
import { addOns } from '../../../add-ons/add-on.table.js';
import { billableMetrics } from '../../../billable-metrics/billable-metric.table.js';
import { customers } from '../../../customers/records/customer.table.js';
import { billingEntities } from '../../../billing-entities/records/billing-entity.table.js';
import { chargeFilters } from '../../../plans/charges/filters/charge-filter.table.js';
import { charges } from '../../../plans/charges/charge.table.js';
import { fixedCharges } from '../../../plans/fixed-charges/fixed-charge.table.js';
import { subscriptions } from '../../../subscriptions/records/subscription.table.js';
import { taxes } from '../../../taxes/tax.table.js';
import { walletTransactions } from '../../../wallets/records/wallet-transaction.table.js';
import { adjustedFees } from './adjusted-fee.table.js';
import { invoices } from '../invoice.table.js';
import { enumChecks } from '../../../../platform/db/tables/enum-checks.js';

export const FEE_TYPES = [
  'subscription',
  'charge',
  'fixed_charge',
  'add_on',
  'credit',
  'commitment',
] as const;
export const FEE_PAYMENT_STATUSES = ['pending', 'succeeded', 'failed', 'refunded'] as const;

/** Units of a fee by the values of its presentation group keys. Source: aggregations.md §12. */
export interface PresentationBreakdown {
  readonly presentationBy: Readonly<Record<string, string | null>>;
  readonly units: string;
}

/** A fee's amounts in its pricing unit, before conversion. Cents are hundredths of the unit. */
export interface PricingUnitDetails {
  readonly pricingUnitId: string;
  readonly pricingUnitCode: string;
  readonly shortName: string;
  readonly amountCents: number;
  readonly preciseAmountCents: string;
  readonly unitAmountCents: number;
  readonly preciseUnitAmount: string;
  readonly conversionRate: string;
}

/** The stored decimals of precise amounts; later computations use the stored values. Source: taxes.md, head. */
const precise = (name: string) => numeric(name, { precision: 45, scale: 15 });
const preciseShare = (name: string) => numeric(name, { precision: 35, scale: 5 });

/** One line of an invoice, or a standalone fee. Cents are minor units of `currency`, rounded once from precise amounts. */
export const fees = pgTable(
  'fees',
  {
    id: id(),
    organizationId: organizationId(),
    invoiceId: uuid('invoice_id'),
    customerId: uuid('customer_id').notNull(),
    subscriptionId: uuid('subscription_id'),
    chargeId: uuid('charge_id'),
    billableMetricId: uuid('billable_metric_id'),
    chargeFilterId: uuid('charge_filter_id'),
    addOnId: uuid('add_on_id'),
    fixedChargeId: uuid('fixed_charge_id'),
    /** The purchase of prepaid credits that the fee is for. */
    walletTransactionId: uuid('wallet_transaction_id'),
    /** On a fee that was created without an invoice: the local day of its creation, and the billing entity of the customer then. */
    standaloneOn: date('standalone_on', { mode: 'string' }),
    billingEntityId: uuid('billing_entity_id'),
    /** On a true-up: the fee of the default bucket of its charge (fees.md §3). */
    trueUpParentFeeId: uuid('true_up_parent_fee_id'),
    /** On a fee of a regenerated invoice: the first fee of the chain of voided invoices (fees.md §2). */
    originalFeeId: uuid('original_fee_id'),
    /** On a fee that was adjusted by hand, when its invoice was a draft (fees.md §2). */
    adjustedFeeId: uuid('adjusted_fee_id'),
    /** Set on a fee for a single event. Null on its copy on a regenerated invoice: an event is billed once. */
    eventTransactionId: text('event_transaction_id'),
    feeType: text('fee_type', { enum: FEE_TYPES }).notNull(),
    /** Place on the invoice. */
    position: integer('position').notNull(),
    /** Snapshot of the billed item: later edits of plan, charge or metric do not change it. */
    itemCode: text('item_code').notNull(),
    itemName: text('item_name').notNull(),
    itemDescription: text('item_description'),
    invoiceDisplayName: text('invoice_display_name').notNull(),
    filterDisplayName: text('filter_display_name'),
    /** Values of the charge filter, wildcards not expanded; null for the default bucket. */
    filterValues: json('filter_values').$type<Readonly<Record<string, readonly string[]>>>(),
    /** Values of the pricing group keys. */
    groupedBy: jsonb('grouped_by').$type<Readonly<Record<string, string | null>>>().notNull().default({}),
    /** The code of the wallet that its events name; null: any wallet may pay it (wallets.md §4). */
    targetWalletCode: text('target_wallet_code'),
    presentationBreakdowns: jsonb('presentation_breakdowns').$type<readonly PresentationBreakdown[]>(),
    currency: text('currency').notNull(),
    amountCents: cents('amount_cents').notNull(),
    preciseAmountCents: precise('precise_amount_cents').notNull(),
    units: decimal('units').notNull(),
    totalAggregatedUnits: decimal('total_aggregated_units'),
    /** The price of one unit, in currency units. */
    preciseUnitAmount: precise('precise_unit_amount').notNull(),
    eventsCount: bigint('events_count', { mode: 'bigint' }),
    /** The charge model's `amount_details` as the contract prints them. */
    amountDetails: jsonb('amount_details').$type<Record<string, unknown>>().notNull(),
    /** The amounts before conversion from the pricing unit; null if prices are in the currency (charges.md §10). */
    pricingUnitDetails: jsonb('pricing_unit_details').$type<PricingUnitDetails>(),
    /** The fee's share of coupons and progressive billing credits (coupons.md §5). */
    preciseCouponsAmountCents: preciseShare('precise_coupons_amount_cents').notNull(),
    /** The fee's share of the credit notes that the invoice uses (credit-notes.md §4). */
    preciseCreditNotesAmountCents: preciseShare('precise_credit_notes_amount_cents').notNull().default('0'),
    taxesAmountCents: cents('taxes_amount_cents').notNull(),
    taxesPreciseAmountCents: precise('taxes_precise_amount_cents').notNull(),
    taxesRatePercent: decimal('taxes_rate_percent').notNull(),
    /** Which list of taxes applied (taxes.md §2, docs/adr/0110); null on fees from before this column existed. */
    taxList: text('tax_list', { enum: [...TAX_LISTS, 'none', 'pending', 'provider'] }),
    /** The record that lists them; null where no record does. */
    taxListOwnerId: uuid('tax_list_owner_id'),
    /** The codes that the request for a one-off invoice named, whether there are such taxes or not. */
    namedTaxCodes: text('named_tax_codes').array(),
    /** When the taxes were read, in real time; a test clock does not move it. */
    taxedAt: instant('taxed_at'),
    payInAdvance: boolean('pay_in_advance').notNull(),
    invoiceable: boolean('invoiceable').notNull(),
    paymentStatus: text('payment_status', { enum: FEE_PAYMENT_STATUSES }).notNull(),
    /** The billed window, half-open. */
    fromAt: instant('from_at'),
    toAt: instant('to_at'),
    succeededAt: instant('succeeded_at'),
    failedAt: instant('failed_at'),
    refundedAt: instant('refunded_at'),
    deletedAt: instant('deleted_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    ...enumChecks(table),
    tenantKey('fees', table),
    belongsTo(
      'fees_invoice_fk',
      { organizationId: table.organizationId, reference: table.invoiceId },
      invoices,
    ),
    belongsTo(
      'fees_customer_fk',
      { organizationId: table.organizationId, reference: table.customerId },
      customers,
    ),
    belongsTo(
      'fees_billing_entity_fk',
      { organizationId: table.organizationId, reference: table.billingEntityId },
      billingEntities,
    ),
    belongsTo(
      'fees_subscription_fk',
      { organizationId: table.organizationId, reference: table.subscriptionId },
      subscriptions,
    ),
    belongsTo('fees_charge_fk', { organizationId: table.organizationId, reference: table.chargeId }, charges),
    belongsTo(
      'fees_metric_fk',
      { organizationId: table.organizationId, reference: table.billableMetricId },
      billableMetrics,
    ),
    belongsTo(
      'fees_charge_filter_fk',
      { organizationId: table.organizationId, reference: table.chargeFilterId },
      chargeFilters,
    ),
    belongsTo('fees_add_on_fk', { organizationId: table.organizationId, reference: table.addOnId }, addOns),
    belongsTo(
      'fees_fixed_charge_fk',
      { organizationId: table.organizationId, reference: table.fixedChargeId },
      fixedCharges,
    ),
    belongsTo(
      'fees_wallet_transaction_fk',
      { organizationId: table.organizationId, reference: table.walletTransactionId },
      walletTransactions,
    ),
    foreignKey({
      name: 'fees_true_up_parent_fk',
      columns: [table.organizationId, table.trueUpParentFeeId],
      foreignColumns: [table.organizationId, table.id],
    }),
    foreignKey({
      name: 'fees_original_fk',
      columns: [table.organizationId, table.originalFeeId],
      foreignColumns: [table.organizationId, table.id],
    }),
    belongsTo(
      'fees_adjusted_fk',
      { organizationId: table.organizationId, reference: table.adjustedFeeId },
      adjustedFees,
    ),
    // An event creates a fee of a charge once, even if the fee is deleted later (charges.md §8).
    uniqueIndex('fees_event')
      .on(table.organizationId, table.chargeId, table.subscriptionId, table.eventTransactionId)
      .where(sql`${table.eventTransactionId} is not null`),
    index('fees_true_up')
      .on(table.organizationId, table.trueUpParentFeeId)
      .where(sql`${table.trueUpParentFeeId} is not null`),
    index('fees_original')
      .on(table.organizationId, table.originalFeeId)
      .where(sql`${table.originalFeeId} is not null`)
      .concurrently(),
    index('fees_adjusted')
      .on(table.organizationId, table.adjustedFeeId)
      .where(sql`${table.adjustedFeeId} is not null`)
      .concurrently(),
    index('fees_wallet_transaction')
      .on(table.organizationId, table.walletTransactionId)
      .where(sql`${table.walletTransactionId} is not null`)
      .concurrently(),
    index('fees_invoice').on(table.organizationId, table.invoiceId),
    index('fees_subscription').on(table.organizationId, table.subscriptionId, table.fromAt),
    // Covers the few fees of plans, leaving out the many fees of single events.
    index('fees_of_plan')
      .on(table.organizationId, table.subscriptionId, table.feeType, table.createdAt)
      .where(sql`${table.feeType} in ('subscription', 'fixed_charge')`),
    index('fees_standalone')
      .on(table.organizationId, table.customerId)
      .where(sql`${table.invoiceId} is null`),
    index('fees_customer').on(table.organizationId, table.customerId),
    index('fees_list').on(table.organizationId, table.createdAt),
    check('fees_amount', sql`${table.amountCents} >= 0`),
  ],
);

/**
 * A snapshot of a tax when it was applied to a fee or an invoice, or a tax that a provider has computed (integrations.md §7).
 * Exactly one of `feeId` and `invoiceId` is set.
 */
export const appliedTaxes = pgTable(
  'applied_taxes',
  {
    id: id(),
    organizationId: organizationId(),
    feeId: uuid('fee_id'),
    invoiceId: uuid('invoice_id'),
    /** Null for a tax of a provider, which its code identifies. */
    taxId: uuid('tax_id'),
    taxCode: text('tax_code').notNull(),
    taxName: text('tax_name').notNull(),
    taxDescription: text('tax_description'),
    taxRatePercent: decimal('tax_rate_percent').notNull(),
    /** Null in rows from before this column existed: it follows from the rate. */
    taxCategory: text('tax_category', { enum: TAX_CATEGORIES }),
    exemptionReason: text('exemption_reason'),
    currency: text('currency').notNull(),
    amountCents: cents('amount_cents').notNull(),
    /** Exact amount of a fee's tax; null on an invoice. */
    preciseAmountCents: precise('precise_amount_cents'),
    /** The taxed amount of an invoice; null on a fee. */
    feesAmountCents: cents('fees_amount_cents'),
    /** The part of a fee's amount that a provider has taxed; null for other taxes, and on an invoice. */
    taxableAmountCents: precise('taxable_amount_cents'),
    /** That part, as a share of the amount that the provider was asked about: 0.8 means 80 %. Null as above. */
    baseRate: decimal('base_rate'),
    createdAt: createdAt(),
  },
  (table) => [
    ...enumChecks(table),
    belongsTo('applied_taxes_fee_fk', { organizationId: table.organizationId, reference: table.feeId }, fees),
    belongsTo(
      'applied_taxes_invoice_fk',
      { organizationId: table.organizationId, reference: table.invoiceId },
      invoices,
    ),
    belongsTo(
      'applied_taxes_tax_fk',
      { organizationId: table.organizationId, reference: table.taxId },
      taxes,
    ),
    index('applied_taxes_fee').on(table.organizationId, table.feeId),
    index('applied_taxes_invoice').on(table.organizationId, table.invoiceId),
    check('applied_taxes_owner', sql`num_nonnulls(${table.feeId}, ${table.invoiceId}) = 1`),
  ],
);

export type Fee = typeof fees.$inferSelect;
export type AppliedTax = typeof appliedTaxes.$inferSelect;

/** Fees that are created together, with the taxes that apply to them and to their invoice. */
export interface FeeRows {
  readonly fees: readonly Fee[];
  readonly appliedTaxes: readonly AppliedTax[];
}
