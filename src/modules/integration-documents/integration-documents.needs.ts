import type { PlatformServices } from '../../platform/capabilities/platform-services.js';
import type { BillingEntitiesServices } from '../billing-entities/billing-entities.capability.js';
import type { CreditNotesServices } from '../credit-notes/credit-notes.capability.js';
import type { CustomersServices } from '../customers/customers.capability.js';
import type { IntegrationResourcesServices } from '../integration-resources/integration-resources.capability.js';
import type { IntegrationsServices } from '../integrations/integrations.capability.js';
import type { InvoicesServices } from '../invoices/invoices.capability.js';
import type { PaymentRequestsServices } from '../payment-requests/payment-requests.capability.js';
import type { PaymentsServices } from '../payments/payments.capability.js';
import type { PlansServices } from '../plans/plans.capability.js';
import type { CustomerSyncChange } from './integration-document.changes.js';
import type { SubscriptionsServices } from '../subscriptions/subscriptions.capability.js';
import type { WalletsServices } from '../wallets/wallets.capability.js';

/** What the services of `integration-documents` can need: the platform, and the services of lower capabilities. */
export type IntegrationDocumentsNeeds = PlatformServices<
  CustomerSyncChange,
  'customer' | 'invoice' | 'credit_note' | 'payment'
> &
  BillingEntitiesServices &
  PlansServices &
  IntegrationsServices &
  CustomersServices &
  IntegrationResourcesServices &
  SubscriptionsServices &
  WalletsServices &
  InvoicesServices &
  CreditNotesServices &
  PaymentRequestsServices &
  PaymentsServices;
