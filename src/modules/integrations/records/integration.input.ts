import type { SentSettings } from '../types/integration-settings.rules.js';
import type { IntegrationCategory, SettingsMember } from '../types/integration-types.js';

/** The settings and secrets of the type, under the member that is named after it. */
type SettingsByType = { readonly [Member in SettingsMember]?: SentSettings | null };

/** A new connection. */
export interface CreateIntegration extends SettingsByType {
  readonly type: string;
  readonly name?: string | null;
  readonly code?: string | null;
}

/** Changes of a connection; omitted members stay as they are. */
export interface UpdateIntegration extends Omit<CreateIntegration, 'type'> {
  readonly id: string;
}

/** Filters connections; omitted members do not restrict. */
export interface IntegrationFilter {
  readonly type?: string | null;
  readonly category?: IntegrationCategory | null;
}
