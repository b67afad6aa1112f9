import type { ChangeOf } from '../../platform/changes/changes.js';
import type { Integration } from './records/integration.table.js';

/** A connection has other settings or secrets. */
export type IntegrationUpdate = ChangeOf<
  'integration.updated',
  { integration: Integration; former: Integration; hasNewSecrets: boolean }
>;

/** Why a call failed, in the words of the outside system or in ours. */
export interface ProviderError {
  readonly errorCode: string;
  readonly message: string;
}

/** A document of ours that is known at a connection. */
export interface ConcernedDocument {
  readonly resourceType: string;
  readonly resourceId: string;
}

/** A call of a connection failed for good. `about` is null if it was about no document. */
export type IntegrationFailure = ChangeOf<
  'integration.provider_error',
  { integration: Integration; error: ProviderError; about: ConcernedDocument | null }
>;

export type IntegrationChange =
  | ChangeOf<'integration.created' | 'integration.deleted', { integration: Integration }>
  | IntegrationFailure
  | IntegrationUpdate;
