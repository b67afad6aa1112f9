import { hasEInvoices } from '../../core/e-invoicing/e-invoice.js';
import type { Actor } from '../../platform/actor.js';
import type { Tx } from '../../platform/db/database.js';
import { newId } from '../../platform/db/tables/ids.js';
import type { DocumentsNeeds } from './documents.needs.js';
import type { DocumentFactsService } from './facts/document-facts.service.js';
import { type ChangedParty, unmadeEInvoiceRepository } from './files/unmade-e-invoice.repository.js';
import { FILL_E_INVOICES, type FilledEInvoices } from './fill-e-invoices.job.js';
import { MAKE_DOCUMENT } from './make-document.job.js';

/** Documents that one transaction queues. */
const AT_ONCE = 200;

interface Needs extends Pick<DocumentsNeeds, 'jobsDb' | 'clock'> {
  readonly documentFacts: DocumentFactsService;
}

/** Keeps the parties of documents until their e-invoices are made. Source: documents-and-emails.md §3; docs/adr/0145. */
export class UnmadeEInvoices {
  constructor(private readonly needs: Needs) {}

  /** Keeps the parties as they are, of those documents whose billing entity issues e-invoices. */
  async keep(
    tx: Tx,
    actor: Actor,
    documentType: 'credit_note' | 'invoice',
    documentIds: readonly string[],
  ): Promise<void> {
    const { clock, documentFacts } = this.needs;
    const { organizationId } = actor;
    const found = await unmadeEInvoiceRepository.findEInvoiced(tx, organizationId, documentType, documentIds);
    const documents = found.filter(({ currency }) => hasEInvoices(currency));
    if (documents.length === 0) return;
    const partiesOf = await documentFacts.partiesOf(tx, actor, documents);
    const createdAt = clock.now();
    await unmadeEInvoiceRepository.insertIfMissing(
      tx,
      documents.map((document) => {
        const { billingEntityId, customerId, documentId } = document;
        return {
          ...{ id: newId(), organizationId, customerId, billingEntityId, createdAt },
          invoiceId: documentType === 'invoice' ? documentId : null,
          creditNoteId: documentType === 'credit_note' ? documentId : null,
          parties: partiesOf(document),
        };
      }),
    );
  }

  /** Queues what a changed party may have completed. */
  async queueForParty(tx: Tx, { organizationId }: Actor, party: ChangedParty): Promise<void> {
    if (!(await unmadeEInvoiceRepository.exist(tx, organizationId, party))) return;
    await FILL_E_INVOICES.enqueue(tx, { organizationId, party, after: null });
  }

  /** The job: queues some documents, and itself for the next ones. */
  async fill({ organizationId, after, party }: FilledEInvoices): Promise<void> {
    await this.needs.jobsDb.transaction(async (tx) => {
      const page = await unmadeEInvoiceRepository.findPage(tx, organizationId, party, {
        after,
        limit: AT_ONCE,
      });
      await MAKE_DOCUMENT.enqueueAll(
        tx,
        page.map(({ documentType, documentId }) => ({ organizationId, documentType, documentId })),
      );
      const last = page.at(-1);
      if (page.length === AT_ONCE && last !== undefined)
        await FILL_E_INVOICES.enqueue(tx, { organizationId, party, after: last.id });
    });
  }

  /** Deletes what is kept of customers, before their documents. */
  deleteForGood(tx: Tx, { organizationId }: Actor, customerIds: readonly string[]): Promise<void> {
    return unmadeEInvoiceRepository.deleteOfCustomers(tx, organizationId, customerIds);
  }
}
