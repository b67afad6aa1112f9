import type { Expression } from '../../core/expression/expression.js';
import { parseExpression } from '../../core/expression/parser.js';
import type { Actor } from '../../platform/actor.js';
import { indexBy } from '../../platform/api/loader.js';
import type { Db, Tx } from '../../platform/db/database.js';
import { lockExclusively } from '../../platform/db/locks.js';
import { billableMetricRepository } from './billable-metric.repository.js';
import type { BillableMetric } from './billable-metric.table.js';
import { metricCatalogRepository } from './metric-catalog.repository.js';
import { RECOUNT_METRIC } from './recount-metric.job.js';

/** A metric as events are taken in under it. */
export interface CatalogMetric extends BillableMetric {
  readonly parsedExpression: Expression | null;
}

/** What ingestion knows of an organization's metrics. */
export interface MetricCatalog {
  readonly version: bigint;
  /** By code. */
  readonly metrics: ReadonlyMap<string, CatalogMetric>;
}

/**
 * Keeps usage counters true to the metrics. Whatever decides which events a metric counts and how (its code, its
 * aggregation) changes only under the catalog's lock, which every flush of events shares, and raises the version
 * that a flush compares with its own. Source: docs/adr/0005.
 */
export class MetricCatalogService {
  /** The metrics of an organization by code, as of this version at least. */
  async read(db: Db, organizationId: string): Promise<MetricCatalog> {
    // The version first: metrics newer than it only make the next flush read again.
    const version = await metricCatalogRepository.version(db, organizationId);
    const metrics = await billableMetricRepository.all(db, organizationId);
    return { version, metrics: indexBy(metrics.map(catalogMetric), (metric) => metric.code) };
  }

  /** Taken before anything is read that a change of metrics depends on. */
  lock(tx: Tx, { organizationId }: Actor): Promise<void> {
    return lockExclusively(tx, 'metric-catalog', organizationId);
  }

  /** Whether events came with this code while no metric had it. */
  hasUncountedEvents(tx: Tx, { organizationId }: Actor, code: string): Promise<boolean> {
    return metricCatalogRepository.hasUncounted(tx, organizationId, code);
  }

  /** Notes a code that no metric has any more: its events stay, and are counted again under a later metric. */
  async release(tx: Tx, { organizationId }: Actor, code: string): Promise<void> {
    await metricCatalogRepository.addUncounted(tx, organizationId, code);
  }

  /** Makes flushes look at the metrics again. */
  publish(tx: Tx, { organizationId }: Actor): Promise<void> {
    return metricCatalogRepository.bumpVersion(tx, organizationId);
  }

  /** Has a metric counted from raw events, once the transaction holds. */
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
