import { type Actor, systemActor } from '../../platform/actor.js';
import type { Tx } from '../../platform/db/database.js';
import { newId } from '../../platform/db/tables/ids.js';
import { AppError } from '../../platform/errors/app-error.js';
import type { InvoiceAction } from '../../modules/invoices/records/invoice-action.js';
import type { InvoiceBatchesNeeds } from './invoice-batches.needs.js';
import {
  type InvoiceBatch,
  PERFORM_INVOICE_BATCH,
  QUEUE_INVOICE_BATCHES,
  type RequestedBatches,
} from './invoice-batches.job.js';

/** Number of invoices whose ids are read at once. */
const READ_AT_ONCE = 1_000;

/** Number of invoices of a job, each in its own transaction. */
const BATCH = 20;

/**
 * Performs an action on all invoices of an organization that qualify, in jobs: each invoice as the mutation for one does it,
 * in a transaction of its own. May be run any number of times: an invoice that is done does not qualify again.
 */
export class InvoiceBatches {
  constructor(
    private readonly needs: Pick<
      InvoiceBatchesNeeds,
      'jobsDb' | 'invoices' | 'draftInvoices' | 'pendingInvoices' | 'paymentCollection'
    >,
  ) {}

  /** Queues an action; a repeat before it has begun replaces it. @returns the number of invoices that qualify now. */
  async request(tx: Tx, actor: Actor, action: InvoiceAction): Promise<number> {
    const { organizationId } = actor;
    const count = await this.needs.invoices.countQualifying(tx, actor, action);
    const jobKey = `queue_invoice_batches:${action}:${organizationId}`;
    if (count > 0)
      await QUEUE_INVOICE_BATCHES.enqueue(tx, { organizationId, action, lastId: newId() }, { jobKey });
    return count;
  }

  /** The job `queue_invoice_batches`. */
  async queue({ organizationId, action, lastId }: RequestedBatches): Promise<void> {
    const { jobsDb: db, invoices } = this.needs;
    const actor = systemActor(organizationId, null);
    for (let after: string | null = null; ;) {
      const chunk = { after, lastId, limit: READ_AT_ONCE };
      const ids: string[] = await invoices.idsQualifying(db, actor, action, chunk);
      after = ids.at(-1) ?? null;
      if (after === null) return;
      const batches = inBatches(ids).map((invoiceIds) => ({ organizationId, action, invoiceIds }));
      await db.transaction((tx) => PERFORM_INVOICE_BATCH.enqueueAll(tx, batches));
    }
  }

  /**
   * The job `perform_invoice_batch`. An invoice whose state refuses the action stays as it is, and none stops another.
   * @throws AggregateError when some are left for another attempt.
   */
  async perform({ organizationId, action, invoiceIds }: InvoiceBatch): Promise<void> {
    const actor = systemActor(organizationId, null);
    const failures: unknown[] = [];
    for (const id of invoiceIds) {
      try {
        await this.needs.jobsDb.transaction((tx) => this.act(tx, actor, action, id));
      } catch (error) {
        if (!(error instanceof AppError)) failures.push(error);
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, `Invoices of a batch failed to ${action}.`);
  }

  private act(tx: Tx, actor: Actor, action: InvoiceAction, id: string): Promise<unknown> {
    const { draftInvoices, pendingInvoices, paymentCollection } = this.needs;
    switch (action) {
      case 'finalize':
        return draftInvoices.finalize(tx, actor, id);
      case 'retry':
        return pendingInvoices.retry(tx, actor, id);
      case 'retry_payment':
        return paymentCollection.retry(tx, actor, id, null);
    }
  }
}

function inBatches(ids: readonly string[]): string[][] {
  const starts = Array.from({ length: Math.ceil(ids.length / BATCH) }, (_, index) => index * BATCH);
  return starts.map((start) => ids.slice(start, start + BATCH));
}
