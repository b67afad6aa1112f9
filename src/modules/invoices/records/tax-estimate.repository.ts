import { and, eq } from 'drizzle-orm';
import type { Db, Tx } from '../../../platform/db/database.js';
import { isOneOf } from '../../../platform/db/statements/is-one-of.js';
import { idsOfInvoicesOf } from './invoice-lookup.js';
import { type StoredTaxEstimate, taxEstimates } from './tax-estimate.table.js';

const ofInvoice = (organizationId: string, invoiceId: string) =>
  and(eq(taxEstimates.organizationId, organizationId), eq(taxEstimates.invoiceId, invoiceId));

export const taxEstimateRepository = {
  async find(db: Db, organizationId: string, invoiceId: string): Promise<StoredTaxEstimate | null> {
    const [found] = await db.select().from(taxEstimates).where(ofInvoice(organizationId, invoiceId));
    return found ?? null;
  },

  /** Inserts an estimate, or replaces the given columns of that of the same invoice. */
  async put(
    tx: Tx,
    key: Pick<StoredTaxEstimate, 'organizationId' | 'invoiceId'>,
    changed: Pick<StoredTaxEstimate, 'requestedAt'> & Partial<StoredTaxEstimate>,
  ): Promise<void> {
    await tx
      .insert(taxEstimates)
      .values({ ...key, ...changed })
      .onConflictDoUpdate({ target: [taxEstimates.organizationId, taxEstimates.invoiceId], set: changed });
  },

  async deleteOfInvoices(tx: Tx, organizationId: string, invoiceIds: readonly string[]): Promise<void> {
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
