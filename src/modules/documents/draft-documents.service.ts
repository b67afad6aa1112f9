import type { Actor } from '../../platform/actor.js';
import type { Db, Tx } from '../../platform/db/database.js';
import type { ServedFile } from '../../platform/files/served-file.js';
import type { FileAddress } from '../../platform/signing/file-addresses.js';
import type { Invoice } from '../invoices/records/invoice.table.js';
import type { DocumentsNeeds } from './documents.needs.js';
import type { DocumentMaking } from './document-making.service.js';
import type { DocumentFactsService } from './facts/document-facts.service.js';
import { CONTENT_TYPES } from './files/document-storage.js';
import { draftDocumentRepository } from './files/draft-document.repository.js';

/** The kind of record in the addresses of documents of drafts. */
const DRAFT_KIND = 'draft_invoice';

/** Source: documents-and-emails.md §4. */
const KEPT_MS = 86_400_000;

interface Needs extends Pick<DocumentsNeeds, 'clock' | 'jobsDb'> {
  readonly documentFacts: DocumentFactsService;
  readonly documentMaking: DocumentMaking;
}

/** Makes documents of drafts: they show the figures of the moment, and are not announced (docs/adr/0132). */
export class DraftDocuments {
  constructor(private readonly needs: Needs) {}

  /** Makes the document of a draft, in place of the one before. @returns its address' parts; null if it could not be made in time. */
  async make(db: Db, actor: Actor, draft: Invoice): Promise<FileAddress | null> {
    const { clock, jobsDb, documentFacts, documentMaking } = this.needs;
    const facts = await documentFacts.ofInvoice(db, actor, draft);
    const content = await documentMaking.renderNow(actor, facts);
    if (content === null) return null;
    const { organizationId, id: invoiceId } = draft;
    const expiresAt = new Date(clock.now().getTime() + KEPT_MS);
    await jobsDb.transaction((tx) =>
      draftDocumentRepository.replace(tx, { organizationId, invoiceId, content, expiresAt }),
    );
    return { organizationId, kind: DRAFT_KIND, id: invoiceId, ending: 'pdf' };
  }

  isAddressed({ kind, ending }: FileAddress): boolean {
    return kind === DRAFT_KIND && ending === 'pdf';
  }

  /** @returns null after a day. */
  async openAddressed(db: Db, { organizationId, id }: FileAddress): Promise<ServedFile | null> {
    const found = await draftDocumentRepository.find(db, organizationId, id, this.needs.clock.now());
    if (found === null) return null;
    const { content } = found;
    return { name: 'draft.pdf', contentType: CONTENT_TYPES.pdf, disposition: 'inline', content };
  }

  async deleteExpired(): Promise<void> {
    const { clock, jobsDb } = this.needs;
    await draftDocumentRepository.deleteExpired(jobsDb, clock.now());
  }

  /** Deletes those of customers, before their invoices. */
  deleteForGood(tx: Tx, { organizationId }: Actor, customerIds: readonly string[]): Promise<void> {
    return draftDocumentRepository.deleteOfCustomers(tx, organizationId, customerIds);
  }
}
