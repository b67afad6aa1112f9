import { sql } from 'drizzle-orm';
import {
  check,
  date,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  text,
  uniqueIndex,
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
} from '../../../platform/db/tables/columns.js';
import { belongsTo, tenantKey } from '../../../platform/db/tables/tenant-keys.js';
import type { MetadataMap } from '../../../platform/metadata/metadata-map.js';
import { customers } from '../../customers/records/customer.table.js';
import { fees } from '../../invoices/records/fees/fee.table.js';
import type { ErrorDetail } from '../../invoices/records/error-details.js';
import { invoices } from '../../invoices/records/invoice.table.js';
import { taxes } from '../../taxes/tax.table.js';
import { enumChecks } from '../../../platform/db/tables/enum-checks.js';

export const CREDIT_NOTE_REASONS = [
  'duplicated_charge',
  'product_unsatisfactory',
  'order_change',
  'order_cancellation',
  'fraudulent_charge',
  'other',
] as const;
/** A draft belongs to a draft invoice; it is not shown, and its balance is not used. */
const CREDIT_NOTE_STATUSES = ['draft', 'finalized'] as const;
export const CREDIT_STATUSES = ['available', 'consumed', 'voided'] as const;
export const REFUND_STATUSES = ['pending', 'succeeded', 'failed'] as const;

/** Precise amounts are stored with five decimals; later computations read the stored value. Source: taxes.md, head. */
const precise = (name: string) => numeric(name, { precision: 35, scale: 5 });

/** Credit notes of invoices. Amounts are minor units of `currency`. Source: credit-notes.md §1. */
export const creditNotes = pgTable(
  'credit_notes',
  {
    id: id(),
    organizationId: organizationId(),
    customerId: uuid('customer_id').notNull(),
    invoiceId: uuid('invoice_id').notNull(),
    /** Number of the note among those of its invoice. */
    sequentialId: integer('sequential_id').notNull(),
    number: text('number').notNull(),
    status: text('status', { enum: CREDIT_NOTE_STATUSES }).notNull(),
    issuingDate: date('issuing_date', { mode: 'string' }).notNull(),
    reason: text('reason', { enum: CREDIT_NOTE_REASONS }).notNull(),
    description: text('description'),
    /** `available` even if there is no credit part. */
    creditStatus: text('credit_status', { enum: CREDIT_STATUSES }).notNull(),
    /** Null if there is no refund part. */
    refundStatus: text('refund_status', { enum: REFUND_STATUSES }),
    currency: text('currency').notNull(),
    creditAmountCents: cents('credit_amount_cents').notNull(),
    refundAmountCents: cents('refund_amount_cents').notNull(),
    offsetAmountCents: cents('offset_amount_cents').notNull(),
    totalAmountCents: cents('total_amount_cents').notNull(),
    preciseTotalAmountCents: precise('precise_total_amount_cents').notNull(),
    /** The unused part of the credit. */
    balanceAmountCents: cents('balance_amount_cents').notNull(),
    subTotalExcludingTaxesAmountCents: cents('sub_total_excluding_taxes_amount_cents').notNull(),
    couponsAdjustmentAmountCents: cents('coupons_adjustment_amount_cents').notNull(),
    preciseCouponsAdjustmentAmountCents: precise('precise_coupons_adjustment_amount_cents').notNull(),
    taxesAmountCents: cents('taxes_amount_cents').notNull(),
    preciseTaxesAmountCents: precise('precise_taxes_amount_cents').notNull(),
    taxesRatePercent: decimal('taxes_rate_percent').notNull(),
    metadata: jsonb('metadata').$type<MetadataMap>(),
    errorDetails: jsonb('error_details').$type<readonly ErrorDetail[]>().notNull().default([]),
    refundedAt: instant('refunded_at'),
    voidedAt: instant('voided_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    ...enumChecks(table),
    tenantKey('credit_notes', table),
    belongsTo(
      'credit_notes_customer_fk',
      { organizationId: table.organizationId, reference: table.customerId },
      customers,
    ),
    belongsTo(
      'credit_notes_invoice_fk',
      { organizationId: table.organizationId, reference: table.invoiceId },
      invoices,
    ),
    uniqueIndex('credit_notes_number').on(table.organizationId, table.invoiceId, table.sequentialId),
    index('credit_notes_list').on(table.organizationId, table.createdAt),
    index('credit_notes_issuing_order').on(table.organizationId, table.issuingDate, table.id).concurrently(),
    index('credit_notes_total_order')
      .on(table.organizationId, table.totalAmountCents, table.id)
      .concurrently(),
    index('credit_notes_customer').on(table.organizationId, table.customerId),
    // Serves the search for balances when an invoice is issued.
    index('credit_notes_available')
      .on(table.organizationId, table.customerId, table.currency, table.createdAt)
      .where(
        sql`${table.status} = 'finalized' and ${table.creditStatus} = 'available' and ${table.balanceAmountCents} > 0`,
      ),
    check(
      'credit_notes_parts',
      sql`${table.creditAmountCents} >= 0 and ${table.refundAmountCents} >= 0 and ${table.offsetAmountCents} >= 0`,
    ),
    check(
      'credit_notes_total_adds_up',
      sql`${table.totalAmountCents} = ${table.creditAmountCents} + ${table.refundAmountCents} + ${table.offsetAmountCents}`,
    ),
    check('credit_notes_total', sql`${table.totalAmountCents} > 0`),
    check('credit_notes_balance', sql`${table.balanceAmountCents} between 0 and ${table.creditAmountCents}`),
    check(
      'credit_notes_voided',
      sql`${table.creditStatus} <> 'voided' or (${table.balanceAmountCents} = 0 and ${table.voidedAt} is not null)`,
    ),
    check(
      'credit_notes_refund_status',
      sql`(${table.refundStatus} is not null) = (${table.refundAmountCents} > 0)`,
    ),
  ],
);

/** The credited amounts of fees, before coupons and taxes. */
export const creditNoteItems = pgTable(
  'credit_note_items',
  {
    id: id(),
    organizationId: organizationId(),
    creditNoteId: uuid('credit_note_id').notNull(),
    feeId: uuid('fee_id').notNull(),
    amountCents: cents('amount_cents').notNull(),
    preciseAmountCents: precise('precise_amount_cents').notNull(),
    currency: text('currency').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    belongsTo(
      'credit_note_items_note_fk',
      { organizationId: table.organizationId, reference: table.creditNoteId },
      creditNotes,
    ),
    belongsTo(
      'credit_note_items_fee_fk',
      { organizationId: table.organizationId, reference: table.feeId },
      fees,
    ),
    index('credit_note_items_note').on(table.organizationId, table.creditNoteId),
    index('credit_note_items_fee').on(table.organizationId, table.feeId),
    check('credit_note_items_amount', sql`${table.amountCents} >= 0`),
  ],
);

/** The taxes of credit notes, at the rates that were applied to their invoices. */
export const creditNoteTaxes = pgTable(
  'credit_note_taxes',
  {
    id: id(),
    organizationId: organizationId(),
    creditNoteId: uuid('credit_note_id').notNull(),
    /** Null for a tax of a provider, which its code identifies. */
    taxId: uuid('tax_id'),
    taxCode: text('tax_code').notNull(),
    taxName: text('tax_name').notNull(),
    taxDescription: text('tax_description'),
    taxRatePercent: decimal('tax_rate_percent').notNull(),
    currency: text('currency').notNull(),
    baseAmountCents: cents('base_amount_cents').notNull(),
    amountCents: cents('amount_cents').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    belongsTo(
      'credit_note_taxes_note_fk',
      { organizationId: table.organizationId, reference: table.creditNoteId },
      creditNotes,
    ),
    belongsTo(
      'credit_note_taxes_tax_fk',
      { organizationId: table.organizationId, reference: table.taxId },
      taxes,
    ),
    index('credit_note_taxes_note').on(table.organizationId, table.creditNoteId),
  ],
);

export type CreditNote = typeof creditNotes.$inferSelect;
export type CreditNoteItem = typeof creditNoteItems.$inferSelect;
export type CreditNoteTax = typeof creditNoteTaxes.$inferSelect;
