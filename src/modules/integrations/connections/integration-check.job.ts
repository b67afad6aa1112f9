import { QueuedJob } from '../../../platform/jobs/job.js';
import type { FailedTries } from '../calls/next-try.js';

export interface IntegrationCheck {
  readonly organizationId: string;
  readonly integrationId: string;
  /** How often the check has failed. */
  readonly tried: FailedTries;
}

/** Checks whether a connection works. Source: integrations.md §2. */
export const CHECK_INTEGRATION = new QueuedJob<IntegrationCheck>('check_integration', { lane: 'others' });
