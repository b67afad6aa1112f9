import type { Secrets } from '../../../../platform/encryption/sealed-secrets.js';
import type { IntegrationSettings } from '../../types/integration-settings.rules.js';

/** A connection with its secrets, for a call. */
export interface CalledConnection {
  /** Its id. */
  readonly id: string;
  readonly settings: IntegrationSettings;
  /** Those that the system has given out, by their members of the input: `licenseKey`. */
  readonly secrets: Secrets;
  /** The secrets that sign requests, the current one first; none if the type has none. */
  readonly signingSecrets: readonly string[];
}
