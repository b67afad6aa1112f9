import { jsonb, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { organizationId } from '../../../platform/db/tables/columns.js';
import { belongsTo } from '../../../platform/db/tables/tenant-keys.js';
import type { PayeeAccount } from '../../billing-entities/bank-accounts/payee-account.js';
import { invoices } from '../../invoices/records/invoice.table.js';

/** The accounts to which invoices are paid, as they were when the invoices became final. Source: billing-entities.md §5. */
export const invoiceBankAccounts = pgTable(
  'invoice_bank_accounts',
  {
    organizationId: organizationId(),
    invoiceId: uuid('invoice_id').notNull(),
    account: jsonb('account').$type<PayeeAccount>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.invoiceId] }),
    belongsTo(
      'invoice_bank_accounts_invoice_fk',
      { organizationId: table.organizationId, reference: table.invoiceId },
      invoices,
    ),
  ],
);

export type InvoiceBankAccount = typeof invoiceBankAccounts.$inferSelect;
