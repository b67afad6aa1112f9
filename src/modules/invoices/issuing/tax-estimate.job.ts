import type { FailedTries } from '../../integrations/calls/next-try.js';
import { QueuedJob } from '../../../platform/jobs/job.js';

/** A draft or open invoice whose taxes are to be estimated. */
export interface EstimatedInvoice {
  readonly organizationId: string;
  /** The customer of the invoice: customers take turns. */
  readonly customerId: string;
  readonly invoiceId: string;
  /** True if nobody has asked for it: such requests to the provider are limited. */
  readonly isByItself: boolean;
  /** How often the provider has refused since the taxes were last asked for. */
  readonly tried: FailedTries;
}

/** Asks a tax provider about a draft or an open invoice. Source: integrations.md §6. */
export const ESTIMATE_TAXES = new QueuedJob<EstimatedInvoice>('estimate_taxes', {
  lane: 'others',
  isByCustomer: true,
});
