import type { Tx } from '../../../platform/db/database.js';
import type { TenantConnections } from '../../../platform/db/layers/tenant-connections.js';
import type { MetricCatalogService, MetricCatalog } from '../../billable-metrics/metric-catalog.service.js';

const MAX_CACHED = 10_000;

/**
 * Caches the metrics of organizations for ingest. Entries never expire: a flush that was computed with an outdated
 * catalog writes nothing and reports it (docs/adr/0005).
 */
export class CatalogCache {
  private readonly cache = new Map<string, Promise<MetricCatalog>>();

  constructor(
    private readonly catalog: MetricCatalogService,
    private readonly tenants: TenantConnections,
  ) {}

  get(organizationId: string): Promise<MetricCatalog> {
    return this.cache.get(organizationId) ?? this.refresh(organizationId);
  }

  /** A newer catalog than the outdated one. Concurrent callers share one read. */
  async getAfter(organizationId: string, outdated: MetricCatalog): Promise<MetricCatalog> {
    const reading = this.get(organizationId);
    const isOutdated = (await reading) === outdated && this.cache.get(organizationId) === reading;
    return isOutdated ? this.refresh(organizationId) : this.get(organizationId);
  }

  /** Reads the current catalog and caches it. */
  refresh(organizationId: string): Promise<MetricCatalog> {
    if (this.cache.size >= MAX_CACHED) this.cache.clear();
    const reading = this.catalog.read(this.tenants.forOrganization(organizationId), organizationId);
    this.cache.set(organizationId, reading);
    reading.catch(() => this.cache.delete(organizationId));
    return reading;
  }

  /** Reads the catalog in a transaction that holds its lock, past the cache. */
  read(tx: Tx, organizationId: string): Promise<MetricCatalog> {
    return this.catalog.read(tx, organizationId);
  }
}
