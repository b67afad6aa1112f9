import type { MappingTarget } from '../types/mapping-targets.js';

/** What an object of ours is called at a connection; replaces the mapping of the same target. */
export interface SetIntegrationMapping {
  readonly integrationId: string;
  readonly target: MappingTarget;
  readonly targetId?: string | null;
  readonly billingEntityId?: string | null;
  readonly externalId?: string | null;
  readonly externalAccountCode?: string | null;
  readonly externalName?: string | null;
}

/** Filters mappings; omitted members do not restrict. */
export interface IntegrationMappingFilter {
  readonly integrationId?: string | null;
  readonly target?: MappingTarget | null;
}
