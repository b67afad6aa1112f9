import type { PlatformServices } from '../../platform/capabilities/platform-services.js';
import type { BillingEntitiesServices } from '../billing-entities/billing-entities.capability.js';
import type { CreditNotesServices } from '../credit-notes/credit-notes.capability.js';
import type { CustomersServices } from '../customers/customers.capability.js';
import type { InvoicesServices } from '../invoices/invoices.capability.js';
import type { PaymentReceiptsServices } from '../payment-receipts/payment-receipts.capability.js';
import type { PaymentsServices } from '../payments/payments.capability.js';
import type { PlansServices } from '../plans/plans.capability.js';
import type { SubscriptionsServices } from '../subscriptions/subscriptions.capability.js';
import type { DocumentChange } from './document.changes.js';

/** What the services of `documents` can need: the platform, and the services of lower capabilities. */
export type DocumentsNeeds = PlatformServices<DocumentChange> &
  BillingEntitiesServices &
  PlansServices &
  CustomersServices &
  SubscriptionsServices &
  InvoicesServices &
  CreditNotesServices &
  PaymentsServices &
  PaymentReceiptsServices;
