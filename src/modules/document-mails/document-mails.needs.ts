import type { PlatformServices } from '../../platform/capabilities/platform-services.js';
import type { BillingEntitiesServices } from '../billing-entities/billing-entities.capability.js';
import type { CreditNotesServices } from '../credit-notes/credit-notes.capability.js';
import type { CustomersServices } from '../customers/customers.capability.js';
import type { DocumentsServices } from '../documents/documents.capability.js';
import type { InvoicesServices } from '../invoices/invoices.capability.js';
import type { MailsServices } from '../mails/mails.capability.js';
import type { PaymentReceiptsServices } from '../payment-receipts/payment-receipts.capability.js';
import type { PaymentRequestsServices } from '../payment-requests/payment-requests.capability.js';
import type { PaymentsServices } from '../payments/payments.capability.js';
import type { PortalServices } from '../portal/portal.capability.js';

/** What the services of `document-mails` can need: the platform, and the services of lower capabilities. */
export type DocumentMailsNeeds = PlatformServices &
  MailsServices &
  BillingEntitiesServices &
  CustomersServices &
  InvoicesServices &
  CreditNotesServices &
  PaymentRequestsServices &
  PaymentsServices &
  PaymentReceiptsServices &
  DocumentsServices &
  PortalServices;
