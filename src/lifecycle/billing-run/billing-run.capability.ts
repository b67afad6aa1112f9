import { capability, type ServicesOf } from '../../platform/capabilities/capability.js';
import type { BillingRunNeeds } from './billing-run.needs.js';
import { PaidFeeInvoicing } from './paid-fee-invoicing.js';
import { SubscriptionInvoicing } from './subscription-invoicing.js';

/** The invoicing of subscriptions, whatever they are billed for. */
export const billingRunCapability = capability({
  services: (lower: BillingRunNeeds) => ({
    invoicing: new SubscriptionInvoicing(lower),
    paidFeeInvoicing: new PaidFeeInvoicing(lower),
  }),
});

export type BillingRunServices = ServicesOf<typeof billingRunCapability>;
