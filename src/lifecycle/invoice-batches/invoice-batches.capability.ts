import type { InvoicesServices } from '../../modules/invoices/invoices.capability.js';
import type { PaymentsServices } from '../../modules/payments/payments.capability.js';
import { capability } from '../../platform/capability.js';
import type { PlatformServices } from '../../platform/platform-services.js';
import type { BillingServices } from '../occasions/occasions.capability.js';
import { PERFORM_INVOICE_BATCH, QUEUE_INVOICE_BATCHES } from './invoice-batches.job.js';
import { InvoiceBatchesResolver } from './invoice-batches.resolver.js';
import { InvoiceBatches } from './invoice-batches.js';

type Lower = PlatformServices & InvoicesServices & PaymentsServices & BillingServices;

/** Actions on all invoices of an organization that qualify. */
export const invoiceBatchesCapability = capability({
  services: (lower: Lower) => ({ invoiceBatches: new InvoiceBatches(lower) }),
  resolvers: ({ invoiceBatches }) => [new InvoiceBatchesResolver(invoiceBatches)],
  jobs: ({ invoiceBatches }) => [
    QUEUE_INVOICE_BATCHES.doneBy((requested) => invoiceBatches.queue(requested)),
    PERFORM_INVOICE_BATCH.doneBy((batch) => invoiceBatches.perform(batch)),
  ],
});
