import { capability, type ServicesOf } from '../../platform/capabilities/capability.js';
import { scheduledJob } from '../../platform/jobs/job.js';
import { FileAddresses } from '../../platform/signing/file-addresses.js';
import type { DocumentsNeeds } from './documents.needs.js';
import { DELETE_FILES } from './delete-files.job.js';
import { DOCUMENT_ACTIVITIES } from './document.activities.js';
import {
  CreditNoteFilesResolver,
  InvoiceFilesResolver,
  PaymentReceiptFilesResolver,
} from './document.resolver.js';
import { DocumentMaking } from './document-making.service.js';
import { DraftDocuments } from './draft-documents.service.js';
import { DocumentService } from './document.service.js';
import { DocumentFactsService } from './facts/document-facts.service.js';
import { MailLogos } from './mail-logos.service.js';
import { DocumentStorage } from './files/document-storage.js';
import { FILL_E_INVOICES } from './fill-e-invoices.job.js';
import { InvoiceAccounts } from './invoice-accounts.service.js';
import { MAKE_DOCUMENT } from './make-document.job.js';
import { RenderingThreads } from './rendering/threads/rendering-threads.js';
import { DOCUMENT_CHECKS } from './files/document-file.checks.js';
import { UnmadeEInvoices } from './unmade-e-invoices.service.js';

/** Files of invoices, credit notes and payment receipts. */
export const documentsCapability = capability({
  services: (lower: DocumentsNeeds) => {
    const renderingThreads = new RenderingThreads({ program: lower.documentThread, limits: lower.limits });
    const invoiceAccounts = new InvoiceAccounts();
    const documentFacts = new DocumentFactsService({ ...lower, invoiceAccounts });
    const documentStorage = new DocumentStorage(lower.fileStore);
    const fileAddresses = new FileAddresses(lower.publicAddresses);
    const unmadeEInvoices = new UnmadeEInvoices({ ...lower, documentFacts });
    const documentMaking = new DocumentMaking({
      ...lower,
      documentFacts,
      invoiceAccounts,
      unmadeEInvoices,
      renderingThreads,
      documentStorage,
    });
    const draftDocuments = new DraftDocuments({ ...lower, documentFacts, documentMaking });
    return {
      renderingThreads,
      draftDocuments,
      documentMaking,
      documentStorage,
      fileAddresses,
      invoiceAccounts,
      mailLogos: new MailLogos(lower),
      unmadeEInvoices,
      documents: new DocumentService({
        ...lower,
        documentMaking,
        documentStorage,
        draftDocuments,
        fileAddresses,
        invoiceAccounts,
        unmadeEInvoices,
      }),
    };
  },
  resolvers: ({ documents }) => [
    new InvoiceFilesResolver(documents),
    new CreditNoteFilesResolver(documents),
    new PaymentReceiptFilesResolver(documents),
  ],
  jobs: ({ documentMaking, documentStorage, draftDocuments, unmadeEInvoices }) => [
    scheduledJob('delete_expired_draft_documents', '7 * * * *', () => draftDocuments.deleteExpired()),
    MAKE_DOCUMENT.doneBy((document) => documentMaking.run(document)),
    FILL_E_INVOICES.doneBy((filled) => unmadeEInvoices.fill(filled)),
    DELETE_FILES.doneBy(({ storageKeys }) => documentStorage.delete(storageKeys)),
  ],
  removal:
    ({ documents }) =>
    (tx, actor, { customerIds }) =>
      documents.deleteForGood(tx, actor, customerIds),
  activities: DOCUMENT_ACTIVITIES,
  checks: DOCUMENT_CHECKS,
});

export type DocumentsServices = ServicesOf<typeof documentsCapability>;
