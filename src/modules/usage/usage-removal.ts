import type { Tx } from '../../platform/db/database.js';
import { lockExclusively, lockShared } from '../../platform/db/statements/locks.js';
import type { MetricCatalogService } from '../billable-metrics/metric-catalog.service.js';
import { usageCounterRepository } from './counters/usage-counter.repository.js';
import type { UsageNotices } from './notices/usage-notices.service.js';
import { type RemovedUsage, usageRemovalRepository } from './usage-removal.repository.js';

/** Removes the usage of a test clock's customers, but not that of other customers who share their external ids. */
export class UsageRemoval {
  constructor(
    private readonly catalog: MetricCatalogService,
    private readonly notices: UsageNotices,
  ) {}

  /** Call it before the subscriptions of the clock's customers are deleted: they decide which events belong to the clock. */
  async remove(tx: Tx, usage: RemovedUsage): Promise<void> {
    const { organizationId, externalSubscriptionIds } = usage;
    // Keeps metrics unchanged until the transaction ends, as a flush does.
    await lockShared(tx, 'metric-catalog', organizationId);
    await this.lockRecounts(tx, organizationId);
    await usageRemovalRepository.deleteEvents(tx, usage);
    await this.notices.discardOfClock(tx, usage.testClockId);
    // Maxima, minima and latest values cannot be subtracted: the remaining events are counted again.
    await usageCounterRepository.clearOf(tx, organizationId, externalSubscriptionIds);
    const { metrics } = await this.catalog.read(tx, organizationId);
    for (const metric of metrics.values()) {
      if (metric.counterState === 'counted') {
        await usageCounterRepository.complete(tx, metric, externalSubscriptionIds);
      }
    }
  }

  /** Waits for running recounts, which may have counted events that are deleted here, and blocks new ones. */
  private async lockRecounts(tx: Tx, organizationId: string): Promise<void> {
    const { metrics } = await this.catalog.read(tx, organizationId);
    const recounting = [...metrics.values()].filter(({ counterState }) => counterState === 'recounting');
    for (const id of recounting.map((metric) => metric.id).toSorted()) {
      await lockExclusively(tx, 'metric-recount', id);
    }
  }
}
