import type { PlatformServices } from '../../platform/capabilities/platform-services.js';
import type { OrganizationsServices } from '../organizations/organizations.capability.js';
import type { PeopleChange } from './people.changes.js';

/** What the services of `people` can need: the platform, and the services of lower capabilities. */
export type PeopleNeeds = PlatformServices<PeopleChange> & OrganizationsServices;
