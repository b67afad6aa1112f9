import type { PlatformServices } from '../../platform/capabilities/platform-services.js';
import type { OrganizationsServices } from '../organizations/organizations.capability.js';

/** What the services of `api-logs` can need: the platform, and the services of lower capabilities. */
export type ApiLogsNeeds = PlatformServices & OrganizationsServices;
