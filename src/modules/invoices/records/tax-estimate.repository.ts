import { and, eq } from 'drizzle-orm';
import type { Db, Tx } from '../../../platform/db/database.js';
import { isOneOf } from '../../../platform/db/statements/is-one-of.js';
import { idsOfInvoicesOf } from './invoice-lookup.js';
import { type TaxEstimate, taxEstimates } from './tax-estimate.table.js';

export const taxEstimateRepository = {
  async find(db: Db, organizationId: string, invoiceId: string): Promise<TaxEstimate | null> {
    const [estimate] = await db
      .select()
      .from(taxEstimates)
      .where(and(eq(taxEstimates.organizationId, organizationId), eq(taxEstimates.invoiceId, invoiceId)));
    return estimate ?? null;
  },

  /** Inserts what was answered about an invoice, or replaces it. */
  async put(tx: Tx, row: TaxEstimate): Promise<void> {
    const { requestHash, answeredLines, requestedAt } = row;
    await tx
      .insert(taxEstimates)
      .values(row)
      .onConflictDoUpdate({
        target: [taxEstimates.organizationId, taxEstimates.invoiceId],
        set: { requestHash, answeredLines, requestedAt },
      });
  },

  async delete(tx: Tx, organizationId: string, invoiceIds: readonly string[]): Promise<void> {
    await tx
      .delete(taxEstimates)
      .where(
        and(eq(taxEstimates.organizationId, organizationId), isOneOf(taxEstimates.invoiceId, invoiceIds)),
      );
  },

  async deleteOfCustomers(tx: Tx, organizationId: string, customerIds: readonly string[]): Promise<void> {
    const invoiceIds = idsOfInvoicesOf(tx, organizationId, customerIds);
    await tx
      .delete(taxEstimates)
      .where(
        and(eq(taxEstimates.organizationId, organizationId), isOneOf(taxEstimates.invoiceId, invoiceIds)),
      );
  },
};
