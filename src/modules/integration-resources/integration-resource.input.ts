import type { IntegrationResource, IntegrationResourceTypeName } from './integration-resource.table.js';

/** Filters records; omitted members do not restrict. */
export interface IntegrationResourceFilter {
  readonly integrationId?: string | null;
  readonly resourceType?: IntegrationResourceTypeName | null;
  readonly status?: IntegrationResource['status'] | null;
}
