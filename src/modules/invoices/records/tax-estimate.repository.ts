import { and, eq } from 'drizzle-orm';
import type { Tx } from '../../../platform/db/database.js';
import { isOneOf } from '../../../platform/db/statements/is-one-of.js';
import { idsOfInvoicesOf } from './invoice-lookup.js';
import { taxEstimates } from './tax-estimate.table.js';

export const taxEstimateRepository = {
  async deleteOfCustomers(tx: Tx, organizationId: string, customerIds: readonly string[]): Promise<void> {
    const invoiceIds = idsOfInvoicesOf(tx, organizationId, customerIds);
    await tx
      .delete(taxEstimates)
      .where(
        and(eq(taxEstimates.organizationId, organizationId), isOneOf(taxEstimates.invoiceId, invoiceIds)),
      );
  },
};
