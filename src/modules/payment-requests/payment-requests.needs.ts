import type { PlatformServices } from '../../platform/capabilities/platform-services.js';
import type { BillingEntitiesServices } from '../billing-entities/billing-entities.capability.js';
import type { CustomersServices } from '../customers/customers.capability.js';
import type { DunningCampaignsServices } from '../dunning-campaigns/dunning-campaigns.capability.js';
import type { InvoicesServices } from '../invoices/invoices.capability.js';
import type { PaymentProvidersServices } from '../payment-providers/payment-providers.capability.js';
import type { TestClocksServices } from '../test-clocks/test-clocks.capability.js';
import type { OpenPayments } from './open-payments.js';
import type { PaymentRequestChange } from './payment-request.changes.js';

/** What the services of `payment-requests` can need: the platform, and the services of lower capabilities. */
export type PaymentRequestsNeeds = PlatformServices<PaymentRequestChange> &
  BillingEntitiesServices &
  TestClocksServices &
  CustomersServices &
  PaymentProvidersServices &
  InvoicesServices &
  DunningCampaignsServices & { readonly openPayments: OpenPayments };
