import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { cents, createdAt, id, organizationId, updatedAt } from '../../../platform/db/tables/columns.js';
import { enumChecks } from '../../../platform/db/tables/enum-checks.js';
import { belongsTo, tenantKey } from '../../../platform/db/tables/tenant-keys.js';
import { creditNotes } from '../../credit-notes/records/credit-note.table.js';
import { payments } from '../payment.table.js';

/** Refunds of payments by their providers: of credit notes, or of what was paid too much. Source: payments.md §8. */
export const paymentRefunds = pgTable(
  'payment_refunds',
  {
    id: id(),
    organizationId: organizationId(),
    paymentId: uuid('payment_id').notNull(),
    /** Null for a refund of what a payment has paid more than was due when it succeeded. */
    creditNoteId: uuid('credit_note_id'),
    amountCents: cents('amount_cents').notNull(),
    status: text('status', { enum: ['pending', 'succeeded', 'failed'] }).notNull(),
    providerRefundId: text('provider_refund_id'),
    /** Its place among the refunds of the payment, from 1; null for those of before this column. */
    place: integer('place'),
    attempts: integer('attempts').notNull().default(0),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    ...enumChecks(table),
    tenantKey('payment_refunds', table),
    belongsTo(
      'payment_refunds_payment_fk',
      { organizationId: table.organizationId, reference: table.paymentId },
      payments,
    ),
    belongsTo(
      'payment_refunds_note_fk',
      { organizationId: table.organizationId, reference: table.creditNoteId },
      creditNotes,
    ),
    unique('payment_refunds_note').on(table.organizationId, table.creditNoteId),
    index('payment_refunds_payment').on(table.organizationId, table.paymentId),
    index('payment_refunds_provider').on(table.organizationId, table.providerRefundId),
    check('payment_refunds_amount', sql`${table.amountCents} > 0`),
  ],
);

export type PaymentRefund = typeof paymentRefunds.$inferSelect;
