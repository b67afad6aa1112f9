import { systemActor } from '../../platform/actor.js';
import type { MailFile } from '../../platform/mail/mail-message.js';
import { isDocumentType } from '../documents/facts/document-key.js';
import type { MailAttachments } from '../mails/mail-attachments.js';
import type { AttachedDocument } from '../mails/queued-mail.table.js';
import type { DocumentMailsNeeds } from './document-mails.needs.js';

/** Servers commonly refuse messages of 20 MB and more; encoded, a file is larger by a third. */
const MOST_BYTES = 12_000_000;

/** Reads the PDFs that e-mails have attached. */
export class DocumentAttachments implements MailAttachments {
  constructor(private readonly needs: Pick<DocumentMailsNeeds, 'jobsDb' | 'documents' | 'documentMaking'>) {}

  async read(
    organizationId: string,
    documents: readonly AttachedDocument[],
  ): Promise<readonly MailFile[] | null> {
    const files: MailFile[] = [];
    let bytes = 0;
    for (const document of documents) {
      const file = await this.file(organizationId, document);
      if (file === null && document === documents[0]) return null;
      if (file === null || bytes + file.content.length > MOST_BYTES) continue;
      bytes += file.content.length;
      files.push(file);
    }
    return files;
  }

  /** @returns null for a document that does not exist any more. */
  private async file(
    organizationId: string,
    { documentType, documentId }: AttachedDocument,
  ): Promise<MailFile | null> {
    if (!isDocumentType(documentType)) throw new Error(`${documentType} is no kind of document.`);
    const { jobsDb, documents, documentMaking } = this.needs;
    // The invoices of a receipt may not have their files yet.
    await documentMaking.run({ organizationId, documentType, documentId });
    const key = { organizationId, documentType, documentId, format: 'pdf' } as const;
    const opened = await documents.open(jobsDb, systemActor(organizationId, null), key);
    return opened === null ? null : { name: opened.name, content: opened.content };
  }
}
