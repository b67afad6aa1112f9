import type { Tx } from '../../platform/db/database.js';
import { lockExclusively, lockShared } from '../../platform/db/locks.js';
import type { MetricCatalogService } from '../billable-metrics/metric-catalog.service.js';
import { usageCounterRepository } from './counters/usage-counter.repository.js';
import { type RemovedUsage, usageRemovalRepository } from './usage-removal.repository.js';

/** Removes the usage of a test clock's customers, and leaves that of others who share their external ids. */
export class UsageRemoval {
  constructor(private readonly catalog: MetricCatalogService) {}

  /** Must run while the subscriptions of the clock's customers still exist: they tell whose an event is. */
  async remove(tx: Tx, usage: RemovedUsage): Promise<void> {
    const { organizationId, externalSubscriptionIds } = usage;
    // As a flush does: metrics stay as they are until the transaction ends.
    await lockShared(tx, 'metric-catalog', organizationId);
    await this.holdRecounts(tx, organizationId);
    await usageRemovalRepository.deleteEvents(tx, usage);
    // Maxima, minima and latest values cannot be subtracted from: what is left is counted again.
    await usageCounterRepository.clearOf(tx, organizationId, externalSubscriptionIds);
    const { metrics } = await this.catalog.read(tx, organizationId);
    for (const metric of metrics.values()) {
      if (metric.counterState === 'counted') {
        await usageCounterRepository.complete(tx, metric, externalSubscriptionIds);
      }
    }
  }

  /** A recount that is being written has seen events that are about to go. The next one sees what is left. */
  private async holdRecounts(tx: Tx, organizationId: string): Promise<void> {
    const { metrics } = await this.catalog.read(tx, organizationId);
    const recounting = [...metrics.values()].filter(({ counterState }) => counterState === 'recounting');
    for (const id of recounting.map((metric) => metric.id).toSorted()) {
      await lockExclusively(tx, 'metric-recount', id);
    }
  }
}
