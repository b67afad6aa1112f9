import { capability, type ServicesOf } from '../../platform/capability.js';
import type { PlatformServices } from '../../platform/platform-services.js';
import type { CustomersServices } from '../customers/customers.capability.js';
import type { InvoicesServices } from '../invoices/invoices.capability.js';
import type { OrganizationsServices } from '../organizations/organizations.capability.js';
import type { PaymentRequestsServices } from '../payment-requests/payment-requests.capability.js';
import type { PaymentsServices } from '../payments/payments.capability.js';
import { PAYMENT_RECEIPT_ACTIVITIES } from './payment-receipt.activities.js';
import type { PaymentReceiptChange } from './payment-receipt.changes.js';
import { PaymentReceiptResolver, ReceiptOfPaymentResolver } from './payment-receipt.resolver.js';
import { PaymentReceiptService } from './payment-receipt.service.js';
import { PAYMENT_RECEIPT_CHECKS } from './payment-receipt.checks.js';

type Lower = PlatformServices<PaymentReceiptChange> &
  OrganizationsServices &
  CustomersServices &
  InvoicesServices &
  PaymentRequestsServices &
  PaymentsServices;

/** Receipts of payments. */
export const paymentReceiptsCapability = capability({
  services: (lower: Lower) => ({ paymentReceipts: new PaymentReceiptService(lower) }),
  resolvers: (services) => [
    new PaymentReceiptResolver(services),
    new ReceiptOfPaymentResolver(services.paymentReceipts),
  ],
  removal:
    ({ paymentReceipts }) =>
    (tx, actor, { customerIds }) =>
      paymentReceipts.deleteForGood(tx, actor, customerIds),
  activities: PAYMENT_RECEIPT_ACTIVITIES,
  checks: PAYMENT_RECEIPT_CHECKS,
});

export type PaymentReceiptsServices = ServicesOf<typeof paymentReceiptsCapability>;
