import type { PlatformServices } from '../../platform/capabilities/platform-services.js';
import type { CustomersServices } from '../../modules/customers/customers.capability.js';
import type { InvoicesServices } from '../../modules/invoices/invoices.capability.js';
import type { PaymentProvidersServices } from '../../modules/payment-providers/payment-providers.capability.js';
import type { PlansServices } from '../../modules/plans/plans.capability.js';
import type { SubscriptionsServices } from '../../modules/subscriptions/subscriptions.capability.js';
import type { TestClocksServices } from '../../modules/test-clocks/test-clocks.capability.js';
import type { DraftsServices } from '../drafts/drafts.capability.js';
import type { OccasionsServices } from '../occasions/occasions.capability.js';
import type { DueWorkServices } from '../due-work/due-work.capability.js';

/** What the services of `subscriptions` can need: the platform, and the services of lower capabilities. */
export type SubscriptionLivesNeeds = PlatformServices &
  PlansServices &
  TestClocksServices &
  CustomersServices &
  PaymentProvidersServices &
  SubscriptionsServices &
  InvoicesServices &
  DueWorkServices &
  DraftsServices &
  OccasionsServices;
