import type { PlatformServices } from '../../platform/capabilities/platform-services.js';
import type { BillingEntitiesServices } from '../billing-entities/billing-entities.capability.js';
import type { CreditNotesServices } from '../credit-notes/credit-notes.capability.js';
import type { CustomersServices } from '../customers/customers.capability.js';
import type { InvoicesServices } from '../invoices/invoices.capability.js';
import type { PaymentProvidersServices } from '../payment-providers/payment-providers.capability.js';
import type { PaymentRequestsServices } from '../payment-requests/payment-requests.capability.js';
import type { SubscriptionsServices } from '../subscriptions/subscriptions.capability.js';
import type { TestClocksServices } from '../test-clocks/test-clocks.capability.js';
import type { WalletsServices } from '../wallets/wallets.capability.js';
import type { PaymentChange } from './payment.changes.js';

/** What the services of `payments` can need: the platform, and the services of lower capabilities. */
export type PaymentsNeeds = PlatformServices<PaymentChange> &
  BillingEntitiesServices &
  TestClocksServices &
  CustomersServices &
  PaymentProvidersServices &
  SubscriptionsServices &
  WalletsServices &
  InvoicesServices &
  CreditNotesServices &
  PaymentRequestsServices;
