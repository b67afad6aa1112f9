import { activityLogEntries } from '../../platform/activity/activity.table.js';
import { capability } from '../../platform/capabilities/capability.js';
import { scheduledJob } from '../../platform/jobs/job.js';
import type { PlatformServices } from '../../platform/capabilities/platform-services.js';
import type { OrganizationsServices } from '../organizations/organizations.capability.js';
import { ACTIVITY_LOG_CHECKS } from './activity-log.checks.js';
import { ActivityLogResolver } from './activity-log.resolver.js';
import { ActivityLogService } from './activity-log.service.js';

/** The activity log. */
export const activityLogsCapability = capability({
  services: ({ limits, organizations, clock }: PlatformServices & OrganizationsServices) => ({
    activityLogs: new ActivityLogService(organizations, limits, clock),
  }),
  jobs: ({ activityLogs, jobsDb }) => [
    scheduledJob('delete_expired_activities', '47 * * * *', () => activityLogs.deleteExpired(jobsDb)),
  ],
  resolvers: ({ activityLogs }) => [new ActivityLogResolver(activityLogs)],
  checks: ACTIVITY_LOG_CHECKS,
  personalCopies: [
    {
      table: activityLogEntries,
      columns: [activityLogEntries.activityObject, activityLogEntries.activityObjectChanges],
      names: [activityLogEntries.externalCustomerId, activityLogEntries.resourceId],
      writtenAt: activityLogEntries.loggedAt,
    },
  ],
});
