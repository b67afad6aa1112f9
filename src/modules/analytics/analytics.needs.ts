import type { PlatformServices } from '../../platform/capabilities/platform-services.js';
import type { BillingEntitiesServices } from '../billing-entities/billing-entities.capability.js';
import type { CustomersServices } from '../customers/customers.capability.js';
import type { InvoicesServices } from '../invoices/invoices.capability.js';
import type { SubscriptionsServices } from '../subscriptions/subscriptions.capability.js';
import type { TestClocksServices } from '../test-clocks/test-clocks.capability.js';

/** What the services of `analytics` can need: the platform, and the services of lower capabilities. */
export type AnalyticsNeeds = PlatformServices &
  TestClocksServices &
  BillingEntitiesServices &
  CustomersServices &
  SubscriptionsServices &
  InvoicesServices;
