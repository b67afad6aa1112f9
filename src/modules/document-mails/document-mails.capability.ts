import { capability, type ServicesOf } from '../../platform/capability.js';
import type { PlatformServices } from '../../platform/platform-services.js';
import type { CreditNotesServices } from '../credit-notes/credit-notes.capability.js';
import type { CustomersServices } from '../customers/customers.capability.js';
import type { DocumentsServices } from '../documents/documents.capability.js';
import type { InvoicesServices } from '../invoices/invoices.capability.js';
import type { MailsServices } from '../mails/mails.capability.js';
import type { OrganizationsServices } from '../organizations/organizations.capability.js';
import type { PaymentReceiptsServices } from '../payment-receipts/payment-receipts.capability.js';
import type { PaymentRequestsServices } from '../payment-requests/payment-requests.capability.js';
import type { PaymentsServices } from '../payments/payments.capability.js';
import type { PortalServices } from '../portal/portal.capability.js';
import { DocumentAttachments } from './document-attachments.js';
import { DocumentMailComposer } from './document-mail.composer.js';
import { DocumentMailResolver } from './document-mail.resolver.js';
import { DocumentMails } from './document-mails.service.js';
import { InvoicePages } from './invoice-pages.service.js';
import { MAIL_PAYMENT_REQUEST } from './payment-request-mail.job.js';
import { SandboxViews } from './sandbox-views.service.js';

type Lower = PlatformServices &
  MailsServices &
  OrganizationsServices &
  CustomersServices &
  InvoicesServices &
  CreditNotesServices &
  PaymentRequestsServices &
  PaymentsServices &
  PaymentReceiptsServices &
  DocumentsServices &
  PortalServices;

/** E-mails about documents. */
export const documentMailsCapability = capability({
  services: (lower: Lower) => {
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
