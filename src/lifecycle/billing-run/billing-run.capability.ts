import { capability, type ServicesOf } from '../../platform/capability.js';
import { BILL_EVENTS } from '../../modules/usage/in-advance/bill-events.job.js';
import type { InvoicingNeeds } from '../invoicing/invoicing.needs.js';
import { EventBilling } from '../events-in-advance/event-billing.js';
import { EventInvoicing } from '../events-in-advance/event-invoicing.js';
import { PaidFeeInvoicing } from './paid-fee-invoicing.js';
import { SubscriptionInvoicing } from './subscription-invoicing.js';

/** The invoicing of subscriptions and of single events, whatever they are billed for. */
export const invoicingCapability = capability({
  services: (lower: InvoicingNeeds) => {
    const eventBilling = new EventBilling({ ...lower, eventInvoicing: new EventInvoicing(lower) });
    return {
      eventBilling,
      invoicing: new SubscriptionInvoicing({ ...lower, eventBilling }),
      paidFeeInvoicing: new PaidFeeInvoicing(lower),
    };
  },
  jobs: ({ eventBilling }) => [BILL_EVENTS.doneBy((subscription) => eventBilling.run(subscription))],
});

export type InvoicingServices = ServicesOf<typeof invoicingCapability>;
