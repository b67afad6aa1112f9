import { capability, type ServicesOf } from '../../platform/capabilities/capability.js';
import type { PaymentRequestsNeeds } from './payment-requests.needs.js';
import { PAYMENT_REQUEST_ACTIVITIES } from './payment-request.activities.js';
import { CustomerPaymentRequestsResolver, PaymentRequestResolver } from './payment-request.resolver.js';
import { PaymentRequestService } from './payment-request.service.js';

/** Requests to pay overdue invoices. */
export const paymentRequestsCapability = capability({
  services: (lower: PaymentRequestsNeeds) => ({ paymentRequests: new PaymentRequestService(lower) }),
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
