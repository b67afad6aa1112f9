import { CatalogCache } from '../../modules/usage/catalog-cache.js';
import { CustomerUsageService } from '../../modules/usage/customer-usage.service.js';
import { EventPartitions } from '../../modules/usage/event-partitions.js';
import { EventRatingService } from '../../modules/usage/event-rating.service.js';
import { EventService } from '../../modules/usage/event.service.js';
import { GroupCommit } from '../../modules/usage/group-commit.js';
import { IngestService } from '../../modules/usage/ingest.service.js';
import { MetricRecount } from '../../modules/usage/metric-recount.js';
import { PendingEventService } from '../../modules/usage/pending-event.service.js';
import { SubscriptionLookup } from '../../modules/usage/subscription-lookup.js';
import { UsageVerification } from '../../modules/usage/usage-verification.service.js';
import { UsageRemoval } from '../../modules/usage/usage-removal.js';
import { UsageService } from '../../modules/usage/usage.service.js';
import type { CatalogueServices } from './catalogue.js';
import type { PlatformServices } from './foundations.js';
import type { SubscriptionServices } from './subscriptions.js';

export type UsageServices = ReturnType<typeof createUsageServices>;

/** Events, and what they come to. */
export function createUsageServices(lower: PlatformServices & CatalogueServices & SubscriptionServices) {
  const { connections, jobsDb, clock, metrics, metricCatalog, testClocks, limits } = lower;
  const { tenants } = connections;
  const subscriptionLookup = new SubscriptionLookup();
  const usage = new UsageService(lower);
  const groupCommit = new GroupCommit(tenants, metrics, limits);
  metrics.show(
    'tollgate_events_waiting_bytes',
    'Size of the usage events that wait to be stored.',
    () => groupCommit.waitingBytes,
  );
  return {
    events: new EventService(limits),
    subscriptionLookup,
    ingest: new IngestService({
      groupCommit,
      catalogs: new CatalogCache(metricCatalog, tenants),
      subscriptions: subscriptionLookup,
      testClocks,
      limits,
    }),
    pendingEvents: new PendingEventService(jobsDb),
    eventPartitions: new EventPartitions(jobsDb, clock),
    metricRecount: new MetricRecount(jobsDb, metricCatalog),
    usageRemoval: new UsageRemoval(metricCatalog),
    usageVerification: new UsageVerification(metricCatalog),
    usage,
    eventRating: new EventRatingService(usage),
    customerUsage: new CustomerUsageService({ ...lower, usage }),
  };
}
