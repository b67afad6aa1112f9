import { capability } from '../../platform/capabilities/capability.js';
import { scheduledJob } from '../../platform/jobs/job.js';
import type { ApiLogsNeeds } from './api-logs.needs.js';
import { apiLogEntries } from './api-log.table.js';
import { ApiLogWriter } from './api-log-writer.js';
import { ApiLogResolver } from './api-log.resolver.js';
import { ApiLogService } from './api-log.service.js';

/** The API log. */
export const apiLogsCapability = capability({
  services: ({ clock, limits, log, jobsDb, organizations }: ApiLogsNeeds) => ({
    apiLogs: new ApiLogService({ organizations, clock, limits }),
    apiLogWriter: new ApiLogWriter(jobsDb, clock, log),
  }),
  resolvers: ({ apiLogs }) => [new ApiLogResolver(apiLogs)],
  jobs: ({ apiLogs, jobsDb }) => [
    scheduledJob('delete_expired_api_logs', '29 * * * *', () => apiLogs.deleteExpired(jobsDb)),
  ],
  personalCopies: [
    {
      table: apiLogEntries,
      columns: [apiLogEntries.requestBody, apiLogEntries.requestResponse],
      names: [apiLogEntries.requestPath],
      writtenAt: apiLogEntries.loggedAt,
    },
  ],
});
