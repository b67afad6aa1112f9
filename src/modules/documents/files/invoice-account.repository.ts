import { and, eq } from 'drizzle-orm';
import type { Tx } from '../../../platform/db/database.js';
import { isOneOf } from '../../../platform/db/statements/is-one-of.js';
import { compiledQuery } from '../../../platform/db/writing/compiled-query.js';
import { refersTo } from '../../../platform/db/tables/tenant-keys.js';
import { bankAccounts } from '../../billing-entities/bank-accounts/bank-account.table.js';
import { invoices } from '../../invoices/records/invoice.table.js';
import { billingEntities } from '../../billing-entities/records/billing-entity.table.js';
import { type InvoiceBankAccount, invoiceBankAccounts } from './invoice-account.table.js';

export const invoiceAccountRepository = {
  /** Invoices with each account of their billing entity, as it is. Self-billed ones are paid to the customer, so they have none. */
  findPayable: compiledQuery((db, organizationId: string, invoiceIds: readonly string[]) =>
    db
      .select({
        invoiceId: invoices.id,
        currency: invoices.currency,
        name: billingEntities.name,
        legalName: billingEntities.legalName,
        account: bankAccounts,
      })
      .from(invoices)
      .innerJoin(billingEntities, refersTo(invoices.billingEntityId, billingEntities))
      .innerJoin(
        bankAccounts,
        and(
          eq(bankAccounts.organizationId, billingEntities.organizationId),
          eq(bankAccounts.billingEntityId, billingEntities.id),
        ),
      )
      .where(
        and(
          eq(invoices.organizationId, organizationId),
          isOneOf(invoices.id, invoiceIds),
          eq(invoices.selfBilled, false),
        ),
      ),
  ),

  async insertIfMissing(tx: Tx, rows: readonly InvoiceBankAccount[]): Promise<void> {
    if (rows.length === 0) return;
    await tx
      .insert(invoiceBankAccounts)
      .values([...rows])
      .onConflictDoNothing();
  },

  findMany: compiledQuery((db, organizationId: string, invoiceIds: readonly string[]) =>
    db
      .select()
      .from(invoiceBankAccounts)
      .where(
        and(
          eq(invoiceBankAccounts.organizationId, organizationId),
          isOneOf(invoiceBankAccounts.invoiceId, invoiceIds),
        ),
      ),
  ),

  async deleteOfCustomers(tx: Tx, organizationId: string, customerIds: readonly string[]): Promise<void> {
    const ofCustomers = tx
      .select({ id: invoices.id })
      .from(invoices)
      .where(and(eq(invoices.organizationId, organizationId), isOneOf(invoices.customerId, customerIds)));
    await tx
      .delete(invoiceBankAccounts)
      .where(
        and(
          eq(invoiceBankAccounts.organizationId, organizationId),
          isOneOf(invoiceBankAccounts.invoiceId, ofCustomers),
        ),
      );
  },
};
