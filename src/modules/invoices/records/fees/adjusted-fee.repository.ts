import { and, asc, eq } from 'drizzle-orm';
import type { Db, Tx } from '../../../../platform/db/database.js';
import { isOneOf } from '../../../../platform/db/statements/is-one-of.js';
import { recordsOf, tenantRows } from '../../../../platform/paging/records.js';
import { type AdjustedFee, adjustedFees } from './adjusted-fee.table.js';
import { idsOfInvoicesOf } from '../invoice-lookup.js';

export const adjustedFeeRepository = {
  ...recordsOf(adjustedFees, { kept: tenantRows(adjustedFees) }),

  /** The adjustments of the fees of invoices, oldest first. */
  findByInvoices(db: Db, organizationId: string, invoiceIds: readonly string[]): Promise<AdjustedFee[]> {
    return db
      .select()
      .from(adjustedFees)
      .where(
        and(eq(adjustedFees.organizationId, organizationId), isOneOf(adjustedFees.invoiceId, invoiceIds)),
      )
      .orderBy(asc(adjustedFees.id));
  },

  async deleteOfCustomers(tx: Tx, organizationId: string, customerIds: readonly string[]): Promise<void> {
    const invoiceIds = idsOfInvoicesOf(tx, organizationId, customerIds);
    await tx
      .delete(adjustedFees)
      .where(
        and(eq(adjustedFees.organizationId, organizationId), isOneOf(adjustedFees.invoiceId, invoiceIds)),
      );
  },
};
