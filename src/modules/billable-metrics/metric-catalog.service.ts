import type { Expression } from '../../core/expression/expression.js';
import { parseExpression } from '../../core/expression/parser.js';
import type { Actor } from '../../platform/actor.js';
import { indexBy } from '../../platform/collections/grouping.js';
import type { Db, Tx } from '../../platform/db/database.js';
import { lockExclusively } from '../../platform/db/statements/locks.js';
import { billableMetricRepository } from './billable-metric.repository.js';
import type { BillableMetric } from './billable-metric.table.js';
import { metricCatalogRepository } from './metric-catalog.repository.js';
import { RECOUNT_METRIC } from './recount-metric.job.js';

/** A metric with its parsed expression, for ingest. */
export interface CatalogMetric extends BillableMetric {
  readonly parsedExpression: Expression | null;
}

/** An organization's metrics, for ingest. */
export interface MetricCatalog {
  readonly version: bigint;
  /** Metrics by code. */
  readonly metrics: ReadonlyMap<string, CatalogMetric>;
}

/**
 * Keeps counters consistent with metrics. Settings that determine which events a metric counts, and how, change only under
 * the catalog's exclusive lock, and raise its version. Every flush holds the lock shared and compares the version with
 * that of its metrics. Source: docs/adr/0005.
 */
export class MetricCatalogService {
  /** Reads the metrics of an organization; they may be newer than the version. */
  async read(db: Db, organizationId: string): Promise<MetricCatalog> {
    // The version is read first: if the metrics are newer, the next flush only reads them again.
    const version = await metricCatalogRepository.version(db, organizationId);
    const metrics = await billableMetricRepository.all(db, organizationId);
    return { version, metrics: indexBy(metrics.map(catalogMetric), (metric) => metric.code) };
  }

  /** Locks the catalog exclusively. Call it before reading anything that a change of metrics depends on. */
  lock(tx: Tx, { organizationId }: Actor): Promise<void> {
    return lockExclusively(tx, 'metric-catalog', organizationId);
  }

  /** True if events may have been stored with this code while no metric had it. */
  hasUncountedEvents(tx: Tx, { organizationId }: Actor, code: string): Promise<boolean> {
    return metricCatalogRepository.hasUncounted(tx, organizationId, code);
  }

  /** Records a code that no metric has any more: its events stay, and a later metric with the code counts them. */
  async release(tx: Tx, { organizationId }: Actor, code: string): Promise<void> {
    await metricCatalogRepository.addUncounted(tx, organizationId, code);
  }

  /** Bounds the codes that were recorded of each organization. Then any code counts as one of stored events. */
  trimUncounted(tx: Tx): Promise<void> {
    return metricCatalogRepository.trimUncounted(tx);
  }

  /** Raises the version, so that flushes read the metrics again. */
  publish(tx: Tx, { organizationId }: Actor): Promise<void> {
    return metricCatalogRepository.bumpVersion(tx, organizationId);
  }

  /** Queues the rebuild of a metric's counters from raw events; it runs after the transaction commits. */
  recount(
    tx: Tx,
    { organizationId }: Pick<Actor, 'organizationId'>,
    billableMetricId: string,
  ): Promise<void> {
    const jobKey = `recount_metric:${billableMetricId}`;
    return RECOUNT_METRIC.enqueue(tx, { organizationId, billableMetricId }, { jobKey });
  }
}

function catalogMetric(metric: BillableMetric): CatalogMetric {
  const { expression } = metric;
  return { ...metric, parsedExpression: expression === null ? null : parseExpression(expression) };
}
