import type { ChangeOf } from '../../platform/changes/changes.js';
import type { Integration } from './records/integration.table.js';

/** A connection has other settings or secrets. */
export type IntegrationUpdate = ChangeOf<
  'integration.updated',
  { integration: Integration; former: Integration; hasNewSecrets: boolean }
>;

export type IntegrationChange =
  ChangeOf<'integration.created' | 'integration.deleted', { integration: Integration }> | IntegrationUpdate;
