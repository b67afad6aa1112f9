import type { IntegrationResourceTypeName } from '../../integration-resources/integration-resource.table.js';
import type { Period } from './syncable-document.repository.js';

/** A document that a user asks to be sent to a connection. */
export interface SyncToIntegration {
  readonly integrationId: string;
  readonly resourceType: IntegrationResourceTypeName;
  readonly resourceId: string;
}

/** A period whose documents a user asks to be sent to a connection. */
export interface SyncPeriodToIntegration extends Period {
  readonly integrationId: string;
}
