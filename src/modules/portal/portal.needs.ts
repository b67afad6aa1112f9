import type { PlatformServices } from '../../platform/capabilities/platform-services.js';
import type { AnalyticsServices } from '../analytics/analytics.capability.js';
import type { BillingEntitiesServices } from '../billing-entities/billing-entities.capability.js';
import type { CreditNotesServices } from '../credit-notes/credit-notes.capability.js';
import type { CustomersServices } from '../customers/customers.capability.js';
import type { DocumentsServices } from '../documents/documents.capability.js';
import type { FeaturesServices } from '../features/features.capability.js';
import type { InvoicesServices } from '../invoices/invoices.capability.js';
import type { PaymentProvidersServices } from '../payment-providers/payment-providers.capability.js';
import type { PaymentsServices } from '../payments/payments.capability.js';
import type { PeopleServices } from '../people/people.capability.js';
import type { SubscriptionsServices } from '../subscriptions/subscriptions.capability.js';
import type { UsageServices } from '../usage/usage.capability.js';
import type { WalletsServices } from '../wallets/wallets.capability.js';

/** What the services of `portal` can need: the platform, and the services of lower capabilities. */
export type PortalNeeds = PlatformServices &
  BillingEntitiesServices &
  PeopleServices &
  CustomersServices &
  SubscriptionsServices &
  FeaturesServices &
  WalletsServices &
  UsageServices &
  InvoicesServices &
  CreditNotesServices &
  DocumentsServices &
  AnalyticsServices &
  PaymentProvidersServices &
  PaymentsServices;
