import { capability, type ServicesOf } from '../../platform/capability.js';
import type { PlatformServices } from '../../platform/platform-services.js';
import type { CustomersServices } from '../customers/customers.capability.js';
import type { DunningCampaignsServices } from '../dunning-campaigns/dunning-campaigns.capability.js';
import type { InvoicesServices } from '../invoices/invoices.capability.js';
import type { OrganizationsServices } from '../organizations/organizations.capability.js';
import type { PaymentProvidersServices } from '../payment-providers/payment-providers.capability.js';
import type { TestClocksServices } from '../test-clocks/test-clocks.capability.js';
import { PAYMENT_REQUEST_ACTIVITIES } from './payment-request.activities.js';
import type { PaymentRequestChange } from './payment-request.changes.js';
import { CustomerPaymentRequestsResolver, PaymentRequestResolver } from './payment-request.resolver.js';
import { type OpenPayments, PaymentRequestService } from './payment-request.service.js';

type Lower = PlatformServices<PaymentRequestChange> &
  OrganizationsServices &
  TestClocksServices &
  CustomersServices &
  PaymentProvidersServices &
  InvoicesServices &
  DunningCampaignsServices & { readonly openPayments: OpenPayments };

/** Requests to pay overdue invoices. */
export const paymentRequestsCapability = capability({
  services: (lower: Lower) => ({ paymentRequests: new PaymentRequestService(lower) }),
  resolvers: ({ paymentRequests, customers, dunningCampaigns }) => [
    new PaymentRequestResolver(paymentRequests, customers, dunningCampaigns),
    new CustomerPaymentRequestsResolver(paymentRequests),
  ],
  removal:
    ({ paymentRequests }) =>
    (tx, actor, { customerIds }) =>
      paymentRequests.deleteForGood(tx, actor, customerIds),
  activities: PAYMENT_REQUEST_ACTIVITIES,
});

export type PaymentRequestsServices = ServicesOf<typeof paymentRequestsCapability>;
