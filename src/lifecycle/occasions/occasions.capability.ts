import { capability, type ServicesOf } from '../../platform/capability.js';
import { scheduledJob } from '../../platform/jobs/job.js';
import type { InvoiceWorkKind } from '../../modules/invoices/deadlines/invoice-work.js';
import type { DueWorkHandlers } from '../due-work/due-work-engine.js';
import type { BillingNeeds } from '../billing/billing.needs.js';
import { AdjustedFeeResolver } from '../drafts/adjusted-fee.resolver.js';
import { AdjustedFees } from '../drafts/fee-adjusting.js';
import { DraftInvoiceResolver } from '../drafts/draft-invoice.resolver.js';
import { DraftInvoices } from '../drafts/draft-invoices.js';
import { DraftRecomputation } from '../drafts/draft-recomputation.js';
import { FixedChargeBilling } from './fixed-charge-billing.js';
import { OrderCredit } from './order-credit.js';
import { SubscriptionBilling } from './subscription-billing.js';
import { UnusedCredit } from './unused-credit.js';

/** Billing between billing days: starts, changes and ends of subscriptions, changed units, draft invoices. */
export const billingCapability = capability({
  services: (lower: BillingNeeds) => {
    const fixedChargeBilling = new FixedChargeBilling(lower);
    const draftInvoices = new DraftInvoices({
      ...lower,
      draftInvoices: lower.drafts,
      draftRecomputation: new DraftRecomputation(lower),
    });
    return {
      fixedChargeBilling,
      billing: new SubscriptionBilling({ ...lower, fixedChargeBilling }),
      draftInvoices,
      adjustedFees: new AdjustedFees({ ...lower, draftInvoices }),
      unusedCredit: new UnusedCredit(lower.fees, lower.creditNoteIssuing),
      orderCredit: new OrderCredit(lower.creditNoteIssuing, lower.fixedCharges),
    };
  },
  resolvers: ({ draftInvoices, adjustedFees }) => [
    new DraftInvoiceResolver(draftInvoices),
    new AdjustedFeeResolver(adjustedFees),
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

export type BillingServices = ServicesOf<typeof billingCapability>;
