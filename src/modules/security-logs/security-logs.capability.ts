import { capability } from '../../platform/capabilities/capability.js';
import { scheduledJob } from '../../platform/jobs/job.js';
import type { PlatformServices } from '../../platform/capabilities/platform-services.js';
import type { OrganizationsServices } from '../organizations/organizations.capability.js';
import { SecurityLogResolver } from './security-log.resolver.js';
import { SecurityLogService } from './security-log.service.js';
import { SecurityRecorder } from './security-recorder.js';

/** The security log. */
export const securityLogsCapability = capability({
  services: ({ clock, organizations }: PlatformServices & OrganizationsServices) => ({
    securityLogs: new SecurityLogService(organizations, clock),
    securityRecorder: new SecurityRecorder(clock),
  }),
  resolvers: ({ securityLogs }) => [new SecurityLogResolver(securityLogs)],
  jobs: ({ securityLogs, jobsDb }) => [
    scheduledJob('delete_expired_security_logs', '37 * * * *', () => securityLogs.deleteExpired(jobsDb)),
  ],
});
