import { capability, type Removal } from '../../platform/capability.js';
import type { PlatformServices } from '../../platform/platform-services.js';
import type { AnalyticsServices } from '../../modules/analytics/analytics.capability.js';
import type { CustomersServices } from '../../modules/customers/customers.capability.js';
import type { InvoicesServices } from '../../modules/invoices/invoices.capability.js';
import type { UsageServices } from '../../modules/usage/usage.capability.js';
import type { WalletsServices } from '../../modules/wallets/wallets.capability.js';
import type { TestClocksServices } from '../../modules/test-clocks/test-clocks.capability.js';
import type { DueWorkServices } from '../due-work/due-work.capability.js';
import type { InvoicingServices } from '../billing-run/billing-run.capability.js';
import type { SubscriptionLivesServices } from '../subscriptions/subscription-lives.capability.js';
import { ClockAdvancer } from './clock-advancer.js';
import { ClockRemoval } from './clock-removal.js';
import { LiveWorker } from './live-worker.js';
import { TestClockMovementResolver } from './test-clock-movement.resolver.js';

type Lower = PlatformServices &
  AnalyticsServices &
  TestClocksServices &
  CustomersServices &
  WalletsServices &
  UsageServices &
  InvoicesServices &
  DueWorkServices &
  InvoicingServices &
  SubscriptionLivesServices & { readonly removals: () => readonly Removal[] };

/** The passing of time: the worker on the wall clock, and test clocks that callers move. */
export const timeCapability = capability({
  services: (lower: Lower) => {
    const clockAdvancer = new ClockAdvancer({ ...lower, windUp: lower.subscriptionWindUp });
    return {
      clockAdvancer,
      clockRemoval: new ClockRemoval(lower),
      startLiveWorker: () => LiveWorker.start({ ...lower, advancer: clockAdvancer }),
    };
  },
  resolvers: ({ clockAdvancer, clockRemoval }) => [
    new TestClockMovementResolver(clockAdvancer, clockRemoval),
  ],
});
