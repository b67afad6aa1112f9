import { capability, type ServicesOf } from '../../platform/capabilities/capability.js';
import type { DocumentMailsNeeds } from './document-mails.needs.js';
import { DocumentAttachments } from './document-attachments.js';
import { DocumentMailComposer } from './document-mail.composer.js';
import { DocumentMailResolver } from './document-mail.resolver.js';
import { DocumentMails } from './document-mails.service.js';
import { InvoicePages } from './invoice-pages.service.js';
import { MAIL_PAYMENT_REQUEST } from './payment-request-mail.job.js';
import { SandboxViews } from './sandbox-views.service.js';

/** E-mails about documents. */
export const documentMailsCapability = capability({
  services: (lower: DocumentMailsNeeds) => {
    const invoicePages = new InvoicePages(lower);
    return {
      invoicePages,
      sandboxViews: new SandboxViews(lower),
      documentAttachments: new DocumentAttachments(lower),
      documentMails: new DocumentMails({
        ...lower,
        invoicePages,
        composer: new DocumentMailComposer(lower.documents, lower.mailLogos),
      }),
    };
  },
  resolvers: ({ documentMails }) => [new DocumentMailResolver(documentMails)],
  jobs: ({ documentMails }) => [MAIL_PAYMENT_REQUEST.doneBy((mail) => documentMails.mailRequest(mail))],
});

export type DocumentMailsServices = ServicesOf<typeof documentMailsCapability>;
