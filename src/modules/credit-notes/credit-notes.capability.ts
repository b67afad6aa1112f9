import { capability, type ServicesOf } from '../../platform/capabilities/capability.js';
import type { CreditNotesNeeds } from './credit-notes.needs.js';
import { CREDIT_NOTE_ACTIVITIES } from './credit-note.activities.js';
import { CreditNoteEditor } from './issuing/credit-note-editor.service.js';
import { CreditNoteIssuing } from './issuing/credit-note-issuing.service.js';
import {
  CreditNoteAppliedTaxResolver,
  CreditNoteItemResolver,
  CreditNoteResolver,
} from './api/credit-note.resolver.js';
import { CreditNoteService } from './issuing/credit-note.service.js';
import { DraftCreditNoteService } from './issuing/draft-credit-note.service.js';
import { ProgressiveNotesService } from './issuing/progressive-notes.service.js';
import { InvoiceVoids } from './issuing/invoice-voids.service.js';
import { VoidInvoiceResolver } from './api/void-invoice.resolver.js';
import {
  CustomerCreditNotesResolver,
  InvoiceCreditNotesResolver,
  WalletTransactionCreditNoteResolver,
} from './api/related-credit-notes.resolver.js';
import { CREDIT_NOTE_CHECKS } from './credit-note.checks.js';

/** Credit notes. */
export const creditNotesCapability = capability({
  services: (lower: CreditNotesNeeds) => {
    const creditNotes = new CreditNoteService(lower.billingEntities);
    const settling = { ...lower, settlement: lower.invoiceSettlement };
    const creditNoteIssuing = new CreditNoteIssuing(settling);
    return {
      creditNotes,
      creditNoteIssuing,
      creditNoteEditor: new CreditNoteEditor({ ...settling, creditNotes, issuing: creditNoteIssuing }),
      invoiceVoids: new InvoiceVoids({ issuing: creditNoteIssuing, voiding: lower.invoiceVoiding }),
      progressiveNotesOf: new ProgressiveNotesService({ ...lower, issuing: creditNoteIssuing }),
      creditNotesOfDrafts: new DraftCreditNoteService(lower.fees, creditNoteIssuing),
    };
  },
  resolvers: ({ creditNotes, creditNoteEditor, invoiceVoids, invoiceRelations }) => [
    new VoidInvoiceResolver(invoiceVoids),
    new CreditNoteResolver(creditNotes, creditNoteEditor, invoiceRelations),
    new CreditNoteItemResolver(invoiceRelations),
    new CreditNoteAppliedTaxResolver(invoiceRelations),
    new CustomerCreditNotesResolver(creditNotes),
    new InvoiceCreditNotesResolver(creditNotes),
    new WalletTransactionCreditNoteResolver(creditNotes),
  ],
  removal:
    ({ creditNotes }) =>
    (tx, actor, { customerIds }) =>
      creditNotes.deleteForGood(tx, actor, customerIds),
  activities: CREDIT_NOTE_ACTIVITIES,
  checks: CREDIT_NOTE_CHECKS,
});

export type CreditNotesServices = ServicesOf<typeof creditNotesCapability>;
