import type { Actor } from '../../../../platform/actor.js';
import { groupBy } from '../../../../platform/collections/grouping.js';
import type { Db, Tx } from '../../../../platform/db/database.js';
import { adjustedFeeRepository } from './adjusted-fee.repository.js';
import type { AdjustedFee } from './adjusted-fee.table.js';
import { feeRepository } from './fee.repository.js';

/**
 * Stores what was changed by hand on the fees of draft invoices. The caller locks the customer and refreshes the draft, which
 * applies the changes. Source: invoices.md §6.
 */
export class FeeAdjustments {
  /** The adjustments of the fees of invoices, by invoice id. */
  async ofInvoices(
    db: Db,
    { organizationId }: Actor,
    invoiceIds: readonly string[],
  ): Promise<Map<string, AdjustedFee[]>> {
    const found = await adjustedFeeRepository.findByInvoices(db, organizationId, invoiceIds);
    return groupBy(found, ({ invoiceId }) => invoiceId);
  }

  /** Adds an adjustment. */
  create(tx: Tx, adjusted: AdjustedFee): Promise<void> {
    return adjustedFeeRepository.insert(tx, adjusted);
  }

  /** Removes an adjustment; the fee shows its amounts until the draft is refreshed. */
  async delete(
    tx: Tx,
    { organizationId }: Actor,
    { id, invoiceId }: Pick<AdjustedFee, 'id' | 'invoiceId'>,
  ): Promise<void> {
    await feeRepository.updateOfInvoice(tx, organizationId, invoiceId, { adjustedFeeId: null });
    await adjustedFeeRepository.delete(tx, organizationId, id);
  }
}
