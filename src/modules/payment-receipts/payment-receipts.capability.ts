import { capability, type ServicesOf } from '../../platform/capabilities/capability.js';
import type { PaymentReceiptsNeeds } from './payment-receipts.needs.js';
import { PAYMENT_RECEIPT_ACTIVITIES } from './payment-receipt.activities.js';
import { PaymentReceiptResolver, ReceiptOfPaymentResolver } from './payment-receipt.resolver.js';
import { PaymentReceiptService } from './payment-receipt.service.js';
import { PAYMENT_RECEIPT_CHECKS } from './payment-receipt.checks.js';

/** Receipts of payments. */
export const paymentReceiptsCapability = capability({
  services: (lower: PaymentReceiptsNeeds) => ({ paymentReceipts: new PaymentReceiptService(lower) }),
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
