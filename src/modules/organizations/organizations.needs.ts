import type { PlatformServices } from '../../platform/capabilities/platform-services.js';
import type { ApiKeyChange } from './api-keys/api-key.changes.js';
import type { OrganizationChange } from './organization.changes.js';

/** What the services of `organizations` can need: the platform, and the services of lower capabilities. */
export type OrganizationsNeeds = PlatformServices<ApiKeyChange | OrganizationChange>;
