import { capability } from '../../platform/capability.js';
import type { PlatformServices } from '../../platform/platform-services.js';
import { ActivityLogResolver } from './activity-log.resolver.js';
import { ActivityLogService } from './activity-log.service.js';

/** The activity log. */
export const activityLogsCapability = capability({
  services: ({ clock, limits }: PlatformServices) => ({
    activityLogs: new ActivityLogService(clock, limits),
  }),
  resolvers: ({ activityLogs }) => [new ActivityLogResolver(activityLogs)],
});
