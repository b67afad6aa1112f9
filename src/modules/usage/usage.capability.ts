import { capability, type ServicesOf } from '../../platform/capabilities/capability.js';
import { scheduledJob } from '../../platform/jobs/job.js';
import type { PlatformServices } from '../../platform/capabilities/platform-services.js';
import { RECOUNT_METRIC } from '../billable-metrics/recount-metric.job.js';
import type { UsageNeeds } from './usage.needs.js';
import { CatalogCache } from './ingest/catalog-cache.js';
import {
  ChargeUsageResolver,
  CustomerProjectedUsageResolver,
  CustomerUsageResolver,
  ProjectedChargeUsageResolver,
} from './current-usage/customer-usage.resolver.js';
import { CustomerUsageService } from './current-usage/customer-usage.service.js';
import { SubscriptionUsageResolver } from './current-usage/subscription-usage.resolver.js';
import { WatchedUsage } from './current-usage/watched-usage.js';
import { EventPartitions } from './events/event-partitions.js';
import { EventRatingService } from './in-advance/event-rating.service.js';
import { EventRelationsResolver } from './ingest/event-relations.resolver.js';
import { EventWatch } from './ingest/event-watch.js';
import { EventResolver } from './ingest/event.resolver.js';
import { EventService } from './events/event.service.js';
import { GroupCommit } from './ingest/group-commit.js';
import { IngestService } from './ingest/ingest.service.js';
import { MetricRecount } from './counters/metric-recount.js';
import { PendingEventService } from './in-advance/pending-event.service.js';
import { SubscriptionLookup } from './ingest/subscription-lookup.js';
import { UsageRemoval } from './usage-removal.js';
import { UsageNotices } from './notices/usage-notices.service.js';
import { UsageVerificationResolver } from './verification/usage-verification.resolver.js';
import { UsageVerification } from './verification/usage-verification.service.js';
import { UsageService } from './rating/usage.service.js';
import { USAGE_CHECKS } from './verification/usage.checks.js';

/** Events, and the usage that they add up to. */
export const usageCapability = capability({
  services: (lower: UsageNeeds) => {
    const { connections, jobsDb, clock, limits, metricCatalog } = lower;
    const subscriptionLookup = new SubscriptionLookup();
    const usage = new UsageService(lower);
    const usageNotices = new UsageNotices(lower);
    const customerUsage = new CustomerUsageService({ ...lower, usage });
    const eventPartitions = new EventPartitions(jobsDb, clock);
    return {
      events: new EventService(limits),
      subscriptionLookup,
      ingest: new IngestService({
        groupCommit: createGroupCommit(lower, eventPartitions),
        catalogs: new CatalogCache(metricCatalog, connections.tenants),
        subscriptions: subscriptionLookup,
        testClocks: lower.testClocks,
        limits,
        eventWatch: new EventWatch(lower.liveUpdates),
      }),
      pendingEvents: new PendingEventService(jobsDb),
      eventPartitions,
      metricRecount: new MetricRecount(jobsDb, metricCatalog),
      usageNotices,
      usageRemoval: new UsageRemoval(metricCatalog, usageNotices),
      usageVerification: new UsageVerification(metricCatalog),
      usage,
      eventRating: new EventRatingService(usage),
      customerUsage,
      watchedUsage: new WatchedUsage(customerUsage, connections.tenants),
    };
  },
  resolvers: (services) => [
    new EventResolver(services.events, services.ingest),
    new EventRelationsResolver(services),
    new UsageVerificationResolver(services.usageVerification),
    new CustomerUsageResolver(services.customerUsage, services.watchedUsage),
    new SubscriptionUsageResolver(services.customerUsage, services.subscriptionRelations),
    new ChargeUsageResolver(),
    new CustomerProjectedUsageResolver(services.customerUsage),
    new ProjectedChargeUsageResolver(),
  ],
  jobs: ({ metricRecount, pendingEvents, eventPartitions }) => [
    RECOUNT_METRIC.doneBy((metric) => metricRecount.run(metric)),
    scheduledJob('keep_event_partitions', '41 2 * * *', () => eventPartitions.keepReady()),
    scheduledJob('resume_recounts', '11 2 * * *', () => metricRecount.resume()),
    scheduledJob('trim_uncounted_codes', '13 2 * * *', () => metricRecount.trimUncountedCodes()),
    scheduledJob('resume_event_billing', '*/10 * * * *', () => pendingEvents.resume()),
  ],
  // The first events find their partition; jobs that a migration requires or a crash interrupted are queued again.
  preparations: ({ metricRecount, pendingEvents, eventPartitions }) => [
    {
      failure: 'the partitions of events could not be created',
      run: () => eventPartitions.keepReady(),
    },
    {
      failure: 'metrics could not be queued to be recounted',
      run: () => metricRecount.resume(),
    },
    {
      failure: 'events could not be queued to be billed',
      run: () => pendingEvents.resume(),
    },
  ],
  removal:
    ({ subscriptions, usageRemoval }) =>
    async (tx, actor, { customerIds, testClockId }) => {
      const externalSubscriptionIds = await subscriptions.externalIdsOf(tx, actor, customerIds);
      const { organizationId } = actor;
      await usageRemoval.remove(tx, { organizationId, testClockId, externalSubscriptionIds });
    },
  checks: USAGE_CHECKS,
});

export type UsageServices = ServicesOf<typeof usageCapability>;

function createGroupCommit(
  { connections, metrics, limits }: PlatformServices,
  partitions: EventPartitions,
): GroupCommit {
  const groupCommit = new GroupCommit(connections.tenants, partitions, metrics, limits);
  metrics.show(
    'tollgate_events_waiting_bytes',
    'Size of the usage events that wait to be stored.',
    () => groupCommit.waitingBytes,
  );
  return groupCommit;
}
