import { sql } from 'drizzle-orm';
import { check, index, jsonb, pgTable, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, organizationId } from '../../../platform/db/tables/columns.js';
import { belongsTo } from '../../../platform/db/tables/tenant-keys.js';
import { creditNotes } from '../../credit-notes/records/credit-note.table.js';
import { customers } from '../../customers/records/customer.table.js';
import { invoices } from '../../invoices/records/invoice.table.js';
import { billingEntities } from '../../billing-entities/records/billing-entity.table.js';
import type { DocumentParties } from '../facts/document-facts.js';

/**
 * The documents whose e-invoice is still to be made, with the parties as they were when the document became final. A row is deleted
 * once its file is made. Exactly one document is set. Source: documents-and-emails.md §3; docs/adr/0145.
 */
export const unmadeEInvoices = pgTable(
  'unmade_e_invoices',
  {
    id: id(),
    organizationId: organizationId(),
    customerId: uuid('customer_id').notNull(),
    billingEntityId: uuid('billing_entity_id').notNull(),
    invoiceId: uuid('invoice_id'),
    creditNoteId: uuid('credit_note_id'),
    parties: jsonb('parties').$type<DocumentParties>().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    belongsTo(
      'unmade_e_invoices_customer_fk',
      { organizationId: table.organizationId, reference: table.customerId },
      customers,
    ),
    belongsTo(
      'unmade_e_invoices_billing_entity_fk',
      { organizationId: table.organizationId, reference: table.billingEntityId },
      billingEntities,
    ),
    belongsTo(
      'unmade_e_invoices_invoice_fk',
      { organizationId: table.organizationId, reference: table.invoiceId },
      invoices,
    ),
    belongsTo(
      'unmade_e_invoices_credit_note_fk',
      { organizationId: table.organizationId, reference: table.creditNoteId },
      creditNotes,
    ),
    index('unmade_e_invoices_customer').on(table.organizationId, table.customerId, table.id),
    index('unmade_e_invoices_billing_entity').on(table.organizationId, table.billingEntityId, table.id),
    uniqueIndex('unmade_e_invoices_invoice')
      .on(table.organizationId, table.invoiceId)
      .where(sql`${table.invoiceId} is not null`),
    uniqueIndex('unmade_e_invoices_credit_note')
      .on(table.organizationId, table.creditNoteId)
      .where(sql`${table.creditNoteId} is not null`),
    check('unmade_e_invoices_one_document', sql`num_nonnulls(${table.invoiceId}, ${table.creditNoteId}) = 1`),
  ],
);

export type UnmadeEInvoice = typeof unmadeEInvoices.$inferSelect;
