import type { Secrets } from '../../../../platform/encryption/sealed-secrets.js';
import type { IntegrationSettings } from '../../types/integration-settings.rules.js';
import type { IntegrationTypeName } from '../../types/integration-types.js';

/** Ids of the account at the outside system, and of what belongs to it, by name: `company`. A check finds them. */
export type ExternalIds = Readonly<Record<string, string>>;

/** A connection with its secrets, for a call. */
export interface CalledConnection {
  readonly organizationId: string;
  /** Its id. */
  readonly id: string;
  readonly type: IntegrationTypeName;
  readonly settings: IntegrationSettings;
  /** What the last check has found. */
  readonly externalIds: ExternalIds;
  /** Those that the system has given out, by their members of the input: `licenseKey`. */
  readonly secrets: Secrets;
  /** The secrets that sign requests, the current one first; none if the type has none. */
  readonly signingSecrets: readonly string[];
}

/** An outside system of any category. */
export interface CheckedSystem {
  /**
   * Checks that the connection can be called.
   * @returns the ids of the account. @throws IntegrationRefusal. Source: integrations.md §2.
   */
  check(connection: CalledConnection, requestId: string): Promise<ExternalIds>;
}
