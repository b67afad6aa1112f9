import type { PlatformServices } from '../../platform/capabilities/platform-services.js';
import type { BillingEntitiesServices } from '../billing-entities/billing-entities.capability.js';
import type { CustomersServices } from '../customers/customers.capability.js';
import type { InvoiceCustomSectionsServices } from '../invoice-custom-sections/invoice-custom-sections.capability.js';
import type { PaymentProvidersServices } from '../payment-providers/payment-providers.capability.js';
import type { PlansServices } from '../plans/plans.capability.js';
import type { TestClocksServices } from '../test-clocks/test-clocks.capability.js';
import type { BillingHistories } from './reading/billing-histories.js';
import type { SubscriptionChange } from './subscription.changes.js';

/** What the services of `subscriptions` can need: the platform, and the services of lower capabilities. */
export type SubscriptionsNeeds = PlatformServices<SubscriptionChange, 'subscription'> &
  BillingEntitiesServices &
  InvoiceCustomSectionsServices &
  PlansServices &
  TestClocksServices &
  CustomersServices &
  PaymentProvidersServices & { readonly billingHistories: BillingHistories };
