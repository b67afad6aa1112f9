import type { MailFile } from '../../platform/mail/mail-message.js';
import type { AttachedDocument } from './queued-mail.table.js';

/** Reads the files of documents, which a higher module makes. */
export interface MailAttachments {
  /**
   * The PDFs of documents, made if they do not exist. Those that would make the message too large are omitted.
   * @returns null if the first document does not exist any more.
   */
  readonly read: (
    organizationId: string,
    documents: readonly AttachedDocument[],
  ) => Promise<readonly MailFile[] | null>;
}
