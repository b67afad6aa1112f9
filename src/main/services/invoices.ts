import { CreditNoteEditor } from '../../modules/credit-notes/credit-note-editor.service.js';
import { CreditNoteIssuing } from '../../modules/credit-notes/credit-note-issuing.service.js';
import { CreditNoteService } from '../../modules/credit-notes/credit-note.service.js';
import { DraftCreditNoteService } from '../../modules/credit-notes/draft-credit-note.service.js';
import { DraftInvoiceService } from '../../modules/invoices/draft-invoice.service.js';
import { FeeService } from '../../modules/invoices/fee.service.js';
import { InvoiceCredits } from '../../modules/invoices/invoice-credits.service.js';
import { InvoiceDeadlines } from '../../modules/invoices/invoice-deadlines.service.js';
import { InvoiceIssuing } from '../../modules/invoices/invoice-issuing.service.js';
import { InvoiceNumbering } from '../../modules/invoices/invoice-numbering.service.js';
import { InvoiceService } from '../../modules/invoices/invoice.service.js';
import { InvoiceSettlement } from '../../modules/invoices/invoice-settlement.service.js';
import { OpenInvoices } from '../../modules/invoices/open-invoices.service.js';
import { PaymentService } from '../../modules/payments/payment.service.js';
import { BilledUsageVerification } from '../../modules/usage-history/billed-usage-verification.service.js';
import { EventExplanationService } from '../../modules/usage-history/event-explanation.service.js';
import { LifetimeUsageService } from '../../modules/usage-history/lifetime-usage.service.js';
import { PastUsageService } from '../../modules/usage-history/past-usage.service.js';
import type { CatalogueServices } from './catalogue.js';
import type { PlatformServices } from './foundations.js';
import type { SubscriptionServices } from './subscriptions.js';
import type { UsageServices } from './usage.js';

export type InvoiceServices = ReturnType<typeof createInvoiceServices>;

/** What is billed, paid and given back; and what became of usage. */
export function createInvoiceServices(
  lower: PlatformServices & CatalogueServices & SubscriptionServices & UsageServices,
) {
  const { organizations, changes } = lower;
  const fees = new FeeService(lower);
  const creditNotes = new CreditNoteService(organizations);
  const invoices = new InvoiceService(organizations);
  const writing = {
    ...lower,
    fees,
    invoices,
    numbering: new InvoiceNumbering(organizations),
    credits: new InvoiceCredits(creditNotes),
  };
  const invoiceDeadlines = new InvoiceDeadlines(organizations);
  const invoiceSettlement = new InvoiceSettlement({
    ...lower,
    fees,
    deadlines: invoiceDeadlines,
  });
  const settling = { ...writing, settlement: invoiceSettlement };
  const creditNoteIssuing = new CreditNoteIssuing(settling);
  return {
    fees,
    invoices,
    issuing: new InvoiceIssuing(writing),
    openInvoices: new OpenInvoices(writing),
    invoiceDeadlines,
    invoiceSettlement,
    payments: new PaymentService(invoiceSettlement, changes),
    creditNotes,
    creditNoteIssuing,
    creditNoteEditor: new CreditNoteEditor({ ...settling, creditNotes, issuing: creditNoteIssuing }),
    drafts: new DraftInvoiceService({
      ...writing,
      creditNotes: new DraftCreditNoteService(fees, creditNoteIssuing),
    }),
    pastUsage: new PastUsageService(lower.billableMetrics),
    lifetimeUsage: new LifetimeUsageService(lower),
    eventExplanations: new EventExplanationService(lower),
    billedUsageVerification: new BilledUsageVerification({ ...lower, invoices, fees }),
  };
}
