import type { Tx } from '../../../platform/db/database.js';
import type { TenantConnections } from '../../../platform/db/tenant-connections.js';
import type { MetricCatalogService, MetricCatalog } from '../../billable-metrics/metric-catalog.service.js';

const MAX_CACHED = 10_000;

/**
 * The metrics of organizations, kept for ingest. Nothing expires: a flush that was worked out with an outdated
 * catalog writes nothing and says so (docs/adr/0005).
 */
export class CatalogCache {
  private readonly cache = new Map<string, Promise<MetricCatalog>>();

  constructor(
    private readonly catalog: MetricCatalogService,
    private readonly tenants: TenantConnections,
  ) {}

  of(organizationId: string): Promise<MetricCatalog> {
    return this.cache.get(organizationId) ?? this.refresh(organizationId);
  }

  /** Another one than this, which is outdated, read once for all who ask at the same time. */
  async after(organizationId: string, outdated: MetricCatalog): Promise<MetricCatalog> {
    const reading = this.of(organizationId);
    const isOutdated = (await reading) === outdated && this.cache.get(organizationId) === reading;
    return isOutdated ? this.refresh(organizationId) : this.of(organizationId);
  }

  /** As it is now. */
  refresh(organizationId: string): Promise<MetricCatalog> {
    if (this.cache.size >= MAX_CACHED) this.cache.clear();
    const reading = this.catalog.read(this.tenants.forOrganization(organizationId), organizationId);
    this.cache.set(organizationId, reading);
    reading.catch(() => this.cache.delete(organizationId));
    return reading;
  }

  /** As they are in a transaction that holds the catalog's lock. */
  read(tx: Tx, organizationId: string): Promise<MetricCatalog> {
    return this.catalog.read(tx, organizationId);
  }
}
