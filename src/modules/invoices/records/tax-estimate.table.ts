import { jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant, organizationId } from '../../../platform/db/tables/columns.js';
import { belongsTo } from '../../../platform/db/tables/tenant-keys.js';
import { invoices } from './invoice.table.js';

/** The taxes of a line as a provider has answered them; amounts and rates are decimals, as text. */
export interface StoredTaxLine {
  readonly taxAmount: string;
  readonly taxes: readonly {
    readonly code: string;
    readonly name: string;
    readonly description: string | null;
    readonly ratePercent: string;
    readonly amount: string;
    readonly taxableAmount: string | null;
  }[];
}

/**
 * What a tax provider has last answered about a draft or an open invoice of one of its customers, and when it was asked. The row goes
 * when the invoice is neither any more, or the customer leaves the connection. Source: integrations.md §6.
 */
export const taxEstimates = pgTable(
  'tax_estimates',
  {
    organizationId: organizationId(),
    invoiceId: uuid('invoice_id').notNull(),
    /** Identifies the request that was answered: its connection and its content. Null before the first answer. */
    requestHash: text('request_hash'),
    /** Of each line that was sent, in their order. */
    answeredLines: jsonb('answered_lines').$type<readonly StoredTaxLine[]>().notNull().default([]),
    requestedAt: instant('requested_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.invoiceId] }),
    belongsTo(
      'tax_estimates_invoice_fk',
      { organizationId: table.organizationId, reference: table.invoiceId },
      invoices,
    ),
  ],
);

export type StoredTaxEstimate = typeof taxEstimates.$inferSelect;
