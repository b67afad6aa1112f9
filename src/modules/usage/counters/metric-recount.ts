import type { JobsDb } from '../../../platform/db/database-connections.js';
import type { Tx } from '../../../platform/db/database.js';
import { lockExclusively } from '../../../platform/db/statements/locks.js';
import type { BillableMetric } from '../../billable-metrics/billable-metric.table.js';
import type { MetricCatalogService } from '../../billable-metrics/metric-catalog.service.js';
import type { MetricToRecount } from '../../billable-metrics/recount-metric.job.js';
import { usageCounterRepository } from './usage-counter.repository.js';

/**
 * Rebuilds the counters of a metric that was created or changed after its events were stored. Meanwhile events are still
 * accepted, and usage is read from raw events. Can be run again at any point. Source: docs/adr/0005.
 */
export class MetricRecount {
  constructor(
    private readonly jobsDb: JobsDb,
    private readonly catalog: MetricCatalogService,
  ) {}

  /** Queues a job for each metric in state `recounting` that has none: after a migration, or after its job failed for good. */
  resume(): Promise<void> {
    return this.jobsDb.transaction(async (tx) => {
      for (const { organizationId, id } of await usageCounterRepository.findRecounting(tx))
        await this.catalog.recount(tx, { organizationId }, id);
    });
  }

  /** Bounds the codes that are kept of events which no metric has counted. */
  trimUncountedCodes(): Promise<void> {
    return this.jobsDb.transaction((tx) => this.catalog.trimUncounted(tx));
  }

  async run(metric: MetricToRecount): Promise<void> {
    // Deletes counts of the metric's earlier definition in a transaction of its own, since flushes wait for these rows.
    await this.step(metric, (tx, current) => usageCounterRepository.clear(tx, current));
    await this.step(metric, async (tx, current) => {
      await usageCounterRepository.complete(tx, current, null);
      const isSame = await usageCounterRepository.markCounted(tx, current);
      if (!isSame) throw new Error(`Metric ${current.id} was changed while it was recounted.`);
    });
  }

  /** Runs one step in a transaction, under the metric's recount lock, unless its counters have been completed meanwhile. */
  private step(
    { organizationId, billableMetricId }: MetricToRecount,
    work: (tx: Tx, metric: BillableMetric) => Promise<void>,
  ): Promise<void> {
    return this.jobsDb.transaction(async (tx) => {
      await lockExclusively(tx, 'metric-recount', billableMetricId);
      const metric = await usageCounterRepository.findMetric(tx, organizationId, billableMetricId);
      if (metric?.counterState === 'recounting') await work(tx, metric);
    });
  }
}
