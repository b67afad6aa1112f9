import { capability, type ServicesOf } from '../../platform/capabilities/capability.js';
import { scheduledJob } from '../../platform/jobs/job.js';
import type { InvoiceWorkKind } from '../../modules/invoices/deadlines/invoice-work.js';
import type { DueWorkHandlers } from '../due-work/due-work-engine.js';
import { AdjustedFeeResolver } from './adjusted-fee.resolver.js';
import { DraftInvoiceResolver } from './draft-invoice.resolver.js';
import { DraftInvoices } from './draft-invoices.js';
import { DraftRecomputation } from './draft-recomputation.js';
import type { DraftsNeeds } from './drafts.needs.js';
import { FeeAdjusting } from './fee-adjusting.js';

/** Draft invoices between their creation and their end: recomputed, adjusted, finalized. */
export const draftsCapability = capability({
  services: (lower: DraftsNeeds) => {
    const draftInvoices = new DraftInvoices({
      ...lower,
      draftInvoices: lower.drafts,
      draftRecomputation: new DraftRecomputation(lower),
    });
    return { draftInvoices, feeAdjusting: new FeeAdjusting({ ...lower, draftInvoices }) };
  },
  resolvers: ({ draftInvoices, feeAdjusting }) => [
    new DraftInvoiceResolver(draftInvoices),
    new AdjustedFeeResolver(feeAdjusting),
  ],
  dueWork: ({ draftInvoices, invoiceSettlement }) =>
    ({
      draft_refresh: draftInvoices.refreshDue,
      invoice_finalization: draftInvoices.finalizeDue,
      payment_overdue: (tx, actor, { subjectIds, dueAt }) =>
        invoiceSettlement.becomeOverdue(tx, actor, subjectIds, dueAt),
    }) satisfies DueWorkHandlers<InvoiceWorkKind>,
  jobs: ({ draftInvoices }) => [
    // Source: invoices.md §6.
    scheduledJob('refresh_used_drafts', '*/5 * * * *', () => draftInvoices.scheduleRefreshesForUsage()),
  ],
});

export type DraftsServices = ServicesOf<typeof draftsCapability>;
