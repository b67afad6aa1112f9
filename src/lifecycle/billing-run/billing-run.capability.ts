import { capability, type ServicesOf } from '../../platform/capability.js';
import type { PlatformServices } from '../../platform/platform-services.js';
import type { AddOnsServices } from '../../modules/add-ons/add-ons.capability.js';
import type { CustomersServices } from '../../modules/customers/customers.capability.js';
import type { InvoicesServices } from '../../modules/invoices/invoices.capability.js';
import type { PaymentsServices } from '../../modules/payments/payments.capability.js';
import type { PlansServices } from '../../modules/plans/plans.capability.js';
import type { SubscriptionsServices } from '../../modules/subscriptions/subscriptions.capability.js';
import type { TaxesServices } from '../../modules/taxes/taxes.capability.js';
import { BILL_EVENTS } from '../../modules/usage/in-advance/bill-events.job.js';
import type { UsageServices } from '../../modules/usage/usage.capability.js';
import { EventBilling } from '../events-in-advance/event-billing.js';
import { EventInvoicing } from '../events-in-advance/event-invoicing.js';
import { PaidFeeInvoicing } from './paid-fee-invoicing.js';
import { SubscriptionInvoicing } from './subscription-invoicing.js';

type Lower = PlatformServices &
  TaxesServices &
  AddOnsServices &
  PlansServices &
  CustomersServices &
  SubscriptionsServices &
  UsageServices &
  InvoicesServices &
  PaymentsServices;

/** The invoicing of subscriptions and of single events, whatever they are billed for. */
export const invoicingCapability = capability({
  services: (lower: Lower) => {
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
