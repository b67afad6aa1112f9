import type { Removal } from '../../platform/capabilities/capability.js';
import type { PlatformServices } from '../../platform/capabilities/platform-services.js';
import type { AnalyticsServices } from '../../modules/analytics/analytics.capability.js';
import type { CustomersServices } from '../../modules/customers/customers.capability.js';
import type { InvoicesServices } from '../../modules/invoices/invoices.capability.js';
import type { UsageServices } from '../../modules/usage/usage.capability.js';
import type { WalletsServices } from '../../modules/wallets/wallets.capability.js';
import type { TestClocksServices } from '../../modules/test-clocks/test-clocks.capability.js';
import type { DueWorkServices } from '../due-work/due-work.capability.js';
import type { EventsInAdvanceServices } from '../events-in-advance/events-in-advance.capability.js';
import type { SubscriptionLivesServices } from '../subscriptions/subscription-lives.capability.js';

/** What the services of `time` can need: the platform, and the services of lower capabilities. */
export type TimeNeeds = PlatformServices &
  AnalyticsServices &
  TestClocksServices &
  CustomersServices &
  WalletsServices &
  UsageServices &
  InvoicesServices &
  DueWorkServices &
  EventsInAdvanceServices &
  SubscriptionLivesServices & { readonly removals: () => readonly Removal[] };
