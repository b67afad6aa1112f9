import { capability, type ServicesOf } from '../../platform/capabilities/capability.js';
import type { UsageHistoryNeeds } from './usage-history.needs.js';
import { BilledUsageVerificationResolver } from './billed-usage-verification.resolver.js';
import { BilledUsageVerification } from './billed-usage-verification.service.js';
import { EventExplanationResolver } from './event-explanation.resolver.js';
import { EventExplanationService } from './event-explanation.service.js';
import { LifetimeUsageResolver, SubscriptionLifetimeUsageResolver } from './lifetime-usage.resolver.js';
import { LifetimeUsageService } from './lifetime-usage.service.js';
import { PastUsageInvoiceResolver, PastUsageResolver } from './past-usage.resolver.js';
import { PastUsageService } from './past-usage.service.js';

/** What became of usage. */
export const usageHistoryCapability = capability({
  services: (lower: UsageHistoryNeeds) => ({
    pastUsage: new PastUsageService(lower.billableMetrics),
    lifetimeUsage: new LifetimeUsageService(lower),
    eventExplanations: new EventExplanationService(lower),
    billedUsageVerification: new BilledUsageVerification(lower),
  }),
  resolvers: (services) => [
    new PastUsageResolver(services.pastUsage),
    new PastUsageInvoiceResolver(services.invoiceRelations),
    new BilledUsageVerificationResolver(services.billedUsageVerification),
    new EventExplanationResolver(services.eventExplanations, services.invoiceRelations),
    new LifetimeUsageResolver(services.lifetimeUsage, services.subscriptionRelations),
    new SubscriptionLifetimeUsageResolver(services.lifetimeUsage),
  ],
  removal:
    ({ lifetimeUsage }) =>
    (tx, actor, { customerIds }) =>
      lifetimeUsage.deleteForGood(tx, actor, customerIds),
});

export type UsageHistoryServices = ServicesOf<typeof usageHistoryCapability>;
