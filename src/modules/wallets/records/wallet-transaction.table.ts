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
import { customers } from '../../customers/records/customer.table.js';
import { billingEntities } from '../../billing-entities/records/billing-entity.table.js';
import { wallets } from './wallet.table.js';

export const TRANSACTION_STATUSES = ['pending', 'settled', 'failed'] as const;
export const TRANSACTION_SOURCES = ['manual', 'interval', 'threshold'] as const;
/** What a transaction is: a paid or free top-up, a void, or the payment of an invoice. */
export const TRANSACTION_KINDS = ['purchased', 'granted', 'voided', 'invoiced'] as const;
export const TRANSACTION_DIRECTIONS = ['inbound', 'outbound'] as const;

export interface TransactionMetadata {
  readonly key: string;
  readonly value: string;
}

/**
 * The ledger of wallets: what raises a balance (`inbound`) and what lowers it (`outbound`). Amounts never change; a purchase
 * is settled or fails later. Source: wallets.md §3.
 */
export const walletTransactions = pgTable(
  'wallet_transactions',
  {
    id: id(),
    organizationId: organizationId(),
    walletId: uuid('wallet_id').notNull(),
    customerId: uuid('customer_id').notNull(),
    transactionType: text('transaction_type', { enum: TRANSACTION_DIRECTIONS }).notNull(),
    transactionStatus: text('transaction_status', { enum: TRANSACTION_KINDS }).notNull(),
    status: text('status', { enum: TRANSACTION_STATUSES }).notNull(),
    source: text('source', { enum: TRANSACTION_SOURCES }).notNull(),
    amountCents: cents('amount_cents').notNull(),
    creditAmount: decimal('credit_amount').notNull(),
    /** What is left of an inbound transaction; null for an outbound one, and until a purchase is settled. */
    remainingAmountCents: cents('remaining_amount_cents'),
    /** The invoice of a purchase, or the paid invoice. No foreign keys: invoices and credit notes are higher modules. */
    invoiceId: uuid('invoice_id'),
    creditNoteId: uuid('credit_note_id'),
    /** On what was returned from a voided invoice. */
    voidedInvoiceId: uuid('voided_invoice_id'),
    billingEntityId: uuid('billing_entity_id'),
    name: text('name'),
    /** 1 is used first. */
    priority: integer('priority').notNull(),
    invoiceRequiresSuccessfulPayment: boolean('invoice_requires_successful_payment').notNull(),
    metadata: jsonb('metadata').$type<readonly TransactionMetadata[]>().notNull(),
    /** Null: as the wallet says. */
    ...invoiceOptions(),
    settledAt: instant('settled_at'),
    failedAt: instant('failed_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    ...enumChecks(table),
    tenantKey('wallet_transactions', table),
    belongsTo(
      'wallet_transactions_wallet_fk',
      { organizationId: table.organizationId, reference: table.walletId },
      wallets,
    ),
    belongsTo(
      'wallet_transactions_customer_fk',
      { organizationId: table.organizationId, reference: table.customerId },
      customers,
    ),
    belongsTo(
      'wallet_transactions_entity_fk',
      { organizationId: table.organizationId, reference: table.billingEntityId },
      billingEntities,
    ),
    index('wallet_transactions_newest').on(table.organizationId, table.createdAt),
    index('wallet_transactions_wallet').on(table.organizationId, table.walletId, table.createdAt),
    index('wallet_transactions_customer').on(table.organizationId, table.customerId),
    index('wallet_transactions_invoice')
      .on(table.organizationId, table.invoiceId)
      .where(sql`${table.invoiceId} is not null`),
    // Finds what was settled in some months.
    index('wallet_transactions_settled')
      .on(table.organizationId, table.settledAt)
      .where(sql`${table.settledAt} is not null`)
      .concurrently(),
    // Finds what can still be used.
    index('wallet_transactions_usable')
      .on(table.organizationId, table.walletId)
      .where(sql`${table.remainingAmountCents} > 0`),
    check(
      'wallet_transactions_remaining',
      sql`${table.remainingAmountCents} between 0 and ${table.amountCents}`,
    ),
    check('wallet_transactions_amount', sql`${table.amountCents} >= 0 and ${table.creditAmount} >= 0`),
    check('wallet_transactions_priority', sql`${table.priority} between 1 and 50`),
  ],
);

/** Which credits an outbound transaction has used: the other side of each entry of the ledger. Source: wallets.md §3.3. */
export const walletConsumptions = pgTable(
  'wallet_consumptions',
  {
    id: id(),
    organizationId: organizationId(),
    inboundId: uuid('inbound_id').notNull(),
    outboundId: uuid('outbound_id').notNull(),
    amountCents: cents('amount_cents').notNull(),
    creditAmount: decimal('credit_amount').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    belongsTo(
      'wallet_consumptions_inbound_fk',
      { organizationId: table.organizationId, reference: table.inboundId },
      walletTransactions,
    ),
    belongsTo(
      'wallet_consumptions_outbound_fk',
      { organizationId: table.organizationId, reference: table.outboundId },
      walletTransactions,
    ),
    uniqueIndex('wallet_consumptions_sides').on(table.organizationId, table.outboundId, table.inboundId),
    index('wallet_consumptions_newest').on(table.organizationId, table.createdAt),
    index('wallet_consumptions_inbound').on(table.organizationId, table.inboundId, table.createdAt),
    index('wallet_consumptions_outbound').on(table.organizationId, table.outboundId, table.createdAt),
    check('wallet_consumptions_amount', sql`${table.amountCents} > 0`),
  ],
);

export type WalletTransaction = typeof walletTransactions.$inferSelect;
export type WalletConsumption = typeof walletConsumptions.$inferSelect;
