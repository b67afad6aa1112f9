import { capability, type ServicesOf } from '../../platform/capability.js';
import type { PlatformServices } from '../../platform/platform-services.js';
import type { CustomersServices } from '../customers/customers.capability.js';
import type { InvoicesServices } from '../invoices/invoices.capability.js';
import type { PaymentRequestsServices } from '../payment-requests/payment-requests.capability.js';
import { PAYMENT_ACTIVITIES } from './payment.activities.js';
import type { PaymentChange } from './payment.changes.js';
import { PaymentResolver } from './payment.resolver.js';
import { PaymentService } from './payment.service.js';
import { PaymentOfRequestResolver } from './payment-of-request.resolver.js';
import { CustomerPaymentsResolver, InvoicePaymentsResolver } from './related-payments.resolver.js';

type Lower = PlatformServices<PaymentChange> & CustomersServices & InvoicesServices & PaymentRequestsServices;

/** Payments. */
export const paymentsCapability = capability({
  services: ({ invoiceSettlement, paymentRequests, changes }: Lower) => ({
    payments: new PaymentService(invoiceSettlement, paymentRequests, changes),
  }),
  resolvers: (services) => [
    new PaymentResolver(services),
    new PaymentOfRequestResolver(services.payments),
    new CustomerPaymentsResolver(services.payments),
    new InvoicePaymentsResolver(services.payments),
  ],
  removal:
    ({ payments }) =>
    (tx, actor, { customerIds }) =>
      payments.deleteForGood(tx, actor, customerIds),
  activities: PAYMENT_ACTIVITIES,
});

export type PaymentsServices = ServicesOf<typeof paymentsCapability>;
