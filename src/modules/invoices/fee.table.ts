import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import {
  cents,
  createdAt,
  decimal,
  id,
  instant,
  organizationId,
  updatedAt,
} from '../../platform/db/columns.js';
import { belongsTo, tenantKey } from '../../platform/db/tenant.js';
import { billableMetrics } from '../billable-metrics/billable-metric.table.js';
import { customers } from '../customers/customer.table.js';
import { charges } from '../plans/charge.table.js';
import { subscriptions } from '../subscriptions/subscription.table.js';
import { taxes } from '../taxes/tax.table.js';
import { invoices } from './invoice.table.js';

export const FEE_TYPES = [
  'subscription',
  'charge',
  'fixed_charge',
  'add_on',
  'credit',
  'commitment',
] as const;
export const FEE_PAYMENT_STATUSES = ['pending', 'succeeded', 'failed', 'refunded'] as const;

/** Precise amounts keep this many decimals; later steps read what is stored. Source: taxes.md, head. */
const precise = (name: string) => numeric(name, { precision: 45, scale: 15 });
const preciseCoupons = (name: string) => numeric(name, { precision: 35, scale: 5 });

/** One line of an invoice. Amounts are minor units of `currency`, rounded once per fee beside the precise ones. */
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
    feeType: text('fee_type', { enum: FEE_TYPES }).notNull(),
    /** Place on the invoice. */
    position: integer('position').notNull(),
    /** Snapshot of what is billed: later edits of plan, charge or metric do not change it. */
    itemCode: text('item_code').notNull(),
    itemName: text('item_name').notNull(),
    itemDescription: text('item_description'),
    invoiceDisplayName: text('invoice_display_name').notNull(),
    currency: text('currency').notNull(),
    amountCents: cents('amount_cents').notNull(),
    preciseAmountCents: precise('precise_amount_cents').notNull(),
    units: decimal('units').notNull(),
    totalAggregatedUnits: decimal('total_aggregated_units'),
    /** Currency units: what one unit costs. */
    preciseUnitAmount: precise('precise_unit_amount').notNull(),
    eventsCount: bigint('events_count', { mode: 'bigint' }),
    /** The charge model's `amount_details` as the contract prints them. */
    amountDetails: jsonb('amount_details').$type<Record<string, unknown>>().notNull(),
    /** The fee's share of coupons and progressive billing credits (coupons.md §5). */
    preciseCouponsAmountCents: preciseCoupons('precise_coupons_amount_cents').notNull(),
    taxesAmountCents: cents('taxes_amount_cents').notNull(),
    taxesPreciseAmountCents: precise('taxes_precise_amount_cents').notNull(),
    taxesRatePercent: decimal('taxes_rate_percent').notNull(),
    payInAdvance: boolean('pay_in_advance').notNull(),
    invoiceable: boolean('invoiceable').notNull(),
    paymentStatus: text('payment_status', { enum: FEE_PAYMENT_STATUSES }).notNull(),
    /** The window billed, half-open. */
    fromAt: instant('from_at'),
    toAt: instant('to_at'),
    succeededAt: instant('succeeded_at'),
    failedAt: instant('failed_at'),
    refundedAt: instant('refunded_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
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
    index('fees_invoice').on(table.organizationId, table.invoiceId),
    index('fees_subscription').on(table.organizationId, table.subscriptionId),
    index('fees_customer').on(table.organizationId, table.customerId),
    index('fees_list').on(table.organizationId, table.createdAt),
    check('fees_amount', sql`${table.amountCents} >= 0`),
  ],
);

/** A tax as it stood when the fee or invoice was worked out. Exactly one of `feeId` and `invoiceId` is set. */
export const appliedTaxes = pgTable(
  'applied_taxes',
  {
    id: id(),
    organizationId: organizationId(),
    feeId: uuid('fee_id'),
    invoiceId: uuid('invoice_id'),
    taxId: uuid('tax_id').notNull(),
    taxCode: text('tax_code').notNull(),
    taxName: text('tax_name').notNull(),
    taxDescription: text('tax_description'),
    taxRatePercent: decimal('tax_rate_percent').notNull(),
    currency: text('currency').notNull(),
    amountCents: cents('amount_cents').notNull(),
    /** Exact amount of a fee's tax; null on an invoice. */
    preciseAmountCents: precise('precise_amount_cents'),
    /** What the tax was taken from, on an invoice; null on a fee. */
    feesAmountCents: cents('fees_amount_cents'),
    createdAt: createdAt(),
  },
  (table) => [
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
