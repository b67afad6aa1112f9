import { capability } from '../../platform/capability.js';
import type { PlatformServices } from '../../platform/platform-services.js';
import type { OrganizationsServices } from '../organizations/organizations.capability.js';
import { ActivityLogResolver } from './activity-log.resolver.js';
import { ActivityLogService } from './activity-log.service.js';

/** The activity log. */
export const activityLogsCapability = capability({
  services: ({ limits, organizations }: PlatformServices & OrganizationsServices) => ({
    activityLogs: new ActivityLogService(organizations, limits),
  }),
  resolvers: ({ activityLogs }) => [new ActivityLogResolver(activityLogs)],
});
