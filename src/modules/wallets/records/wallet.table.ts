import { sql } from 'drizzle-orm';
import { invoiceOptions } from '../../payment-providers/invoice-options.js';
import { boolean, check, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import {
  cents,
  createdAt,
  decimal,
  id,
  instant,
  organizationId,
  updatedAt,
} from '../../../platform/db/tables/columns.js';
import { enumChecks } from '../../../platform/db/tables/enum-checks.js';
import { belongsTo, tenantKey } from '../../../platform/db/tables/tenant-keys.js';
import type { MetadataMap } from '../../../platform/metadata/metadata-map.js';
import { billableMetrics } from '../../billable-metrics/billable-metric.table.js';
import { customers } from '../../customers/records/customer.table.js';
import { billingEntities } from '../../billing-entities/records/billing-entity.table.js';

export const WALLET_STATUSES = ['active', 'terminated'] as const;
/** Types of fees that a wallet can be limited to. `add_on` and `credit` match nothing: no wallet pays such invoices. */
export const LIMIT_FEE_TYPES = [
  'charge',
  'subscription',
  'commitment',
  'fixed_charge',
  'add_on',
  'credit',
] as const;

/** Prepaid credits of customers. Balances are the sums of the transactions, kept in their transactions. Source: wallets.md §1. */
export const wallets = pgTable(
  'wallets',
  {
    id: id(),
    organizationId: organizationId(),
    customerId: uuid('customer_id').notNull(),
    /** Null: the billing entity of the customer. */
    billingEntityId: uuid('billing_entity_id'),
    /** Unique among the active wallets of the customer. */
    code: text('code').notNull(),
    name: text('name'),
    status: text('status', { enum: WALLET_STATUSES }).notNull(),
    currency: text('currency').notNull(),
    /** The value of a credit in currency units. */
    rateAmount: decimal('rate_amount').notNull(),
    /** 1 is used first. */
    priority: integer('priority').notNull(),
    expirationAt: instant('expiration_at'),
    terminatedAt: instant('terminated_at'),
    /** True once it has expired and still pays invoices of its time that are not final. */
    expiresWithDrafts: boolean('expires_with_drafts').notNull().default(false),
    invoiceRequiresSuccessfulPayment: boolean('invoice_requires_successful_payment').notNull(),
    paidTopUpMinAmountCents: cents('paid_top_up_min_amount_cents'),
    paidTopUpMaxAmountCents: cents('paid_top_up_max_amount_cents'),
    /** Types of fees that it pays; with the metrics of `wallet_metrics`. Both empty: all fees. */
    feeTypes: text('fee_types', { enum: LIMIT_FEE_TYPES }).array().notNull(),
    hasMetrics: boolean('has_metrics').notNull(),
    /** Null: invoices of its top-ups show the custom sections of the customer, or else of the billing entity. */
    ...invoiceOptions(),
    metadata: jsonb('metadata').$type<MetadataMap>(),
    balanceCents: cents('balance_cents').notNull(),
    creditsBalance: decimal('credits_balance').notNull(),
    /** What was paid and voided, in credits and minor units. */
    consumedCredits: decimal('consumed_credits').notNull(),
    consumedAmountCents: cents('consumed_amount_cents').notNull(),
    /** True if the ongoing balance was positive when it was last compared; the next time it is not, a message says so. */
    hadOngoingBalance: boolean('had_ongoing_balance').notNull().default(false),
    lastBalanceSyncAt: instant('last_balance_sync_at'),
    lastConsumedCreditAt: instant('last_consumed_credit_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    ...enumChecks(table),
    tenantKey('wallets', table),
    belongsTo(
      'wallets_customer_fk',
      { organizationId: table.organizationId, reference: table.customerId },
      customers,
    ),
    belongsTo(
      'wallets_entity_fk',
      { organizationId: table.organizationId, reference: table.billingEntityId },
      billingEntities,
    ),
    uniqueIndex('wallets_code')
      .on(table.organizationId, table.customerId, table.code)
      .where(sql`${table.status} = 'active'`),
    index('wallets_newest').on(table.organizationId, table.createdAt),
    index('wallets_customer').on(table.organizationId, table.customerId, table.createdAt),
    index('wallets_balance').on(table.organizationId, table.balanceCents, table.id),
    check('wallets_never_overdrawn', sql`${table.balanceCents} >= 0`),
    check('wallets_rate', sql`${table.rateAmount} > 0`),
    check('wallets_priority', sql`${table.priority} between 1 and 50`),
    check(
      'wallets_fee_type_words',
      sql`${table.feeTypes} <@ array['charge', 'subscription', 'commitment', 'fixed_charge', 'add_on', 'credit']`,
    ),
  ],
);

/** The metrics whose charges a wallet pays. */
export const walletMetrics = pgTable(
  'wallet_metrics',
  {
    organizationId: organizationId(),
    walletId: uuid('wallet_id').notNull(),
    billableMetricId: uuid('billable_metric_id').notNull(),
  },
  (table) => [
    belongsTo(
      'wallet_metrics_wallet_fk',
      { organizationId: table.organizationId, reference: table.walletId },
      wallets,
    ),
    belongsTo(
      'wallet_metrics_metric_fk',
      { organizationId: table.organizationId, reference: table.billableMetricId },
      billableMetrics,
    ),
    uniqueIndex('wallet_metrics_metric').on(table.organizationId, table.walletId, table.billableMetricId),
    index('wallet_metrics_of_metric').on(table.organizationId, table.billableMetricId),
  ],
);

export type Wallet = typeof wallets.$inferSelect;
export type WalletMetric = typeof walletMetrics.$inferSelect;
