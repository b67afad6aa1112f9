import { QueuedJob } from '../../platform/jobs/job.js';
import type { ChangedParty } from './files/unmade-e-invoice.repository.js';

export interface FilledEInvoices {
  readonly organizationId: string;
  readonly party: ChangedParty;
  /** Those up to here are queued; null: none yet. */
  readonly after: string | null;
}

/** Makes the e-invoices that a changed party may have completed, some at a time. */
export const FILL_E_INVOICES = new QueuedJob<FilledEInvoices>('fill_e_invoices', { isBackground: true });
