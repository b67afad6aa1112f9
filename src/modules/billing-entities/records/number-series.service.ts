import type { Actor } from '../../../platform/actor.js';
import type { Tx } from '../../../platform/db/database.js';
import { billingEntityRepository } from './billing-entity.repository.js';
import type { NumberBlock } from './number-series.js';

/** Gives out the invoice numbers of billing entities. Source: invoices.md §5.3. */
export class NumberSeriesService {
  /**
   * Takes the next invoice numbers of a billing entity, and locks the entity until the transaction ends.
   * @returns the last of them.
   */
  takeInvoiceNumbers(tx: Tx, actor: Actor, billingEntityId: string, block: NumberBlock): Promise<number> {
    return billingEntityRepository.takeInvoiceNumbers(tx, actor.organizationId, billingEntityId, block);
  }

  /** Lets the invoice numbers of a billing entity continue after this one, unless higher ones were taken already. */
  retireInvoiceNumbers(tx: Tx, actor: Actor, billingEntityId: string, upTo: number): Promise<void> {
    return billingEntityRepository.retireInvoiceNumbers(tx, actor.organizationId, billingEntityId, upTo);
  }

  /** Likewise, those of customers on test clocks. */
  skipTestInvoiceNumbers(tx: Tx, actor: Actor, billingEntityId: string, upTo: number): Promise<void> {
    return billingEntityRepository.skipTestInvoiceNumbers(tx, actor.organizationId, billingEntityId, upTo);
  }
}
