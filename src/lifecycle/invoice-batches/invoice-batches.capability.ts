import { capability } from '../../platform/capabilities/capability.js';
import type { InvoiceBatchesNeeds } from './invoice-batches.needs.js';
import { PERFORM_INVOICE_BATCH, QUEUE_INVOICE_BATCHES } from './invoice-batches.job.js';
import { InvoiceBatchesResolver } from './invoice-batches.resolver.js';
import { InvoiceBatches } from './invoice-batches.js';

/** Actions on all invoices of an organization that qualify. */
export const invoiceBatchesCapability = capability({
  services: (lower: InvoiceBatchesNeeds) => ({ invoiceBatches: new InvoiceBatches(lower) }),
  resolvers: ({ invoiceBatches }) => [new InvoiceBatchesResolver(invoiceBatches)],
  jobs: ({ invoiceBatches }) => [
    QUEUE_INVOICE_BATCHES.doneBy((requested) => invoiceBatches.queue(requested)),
    PERFORM_INVOICE_BATCH.doneBy((batch) => invoiceBatches.perform(batch)),
  ],
});
