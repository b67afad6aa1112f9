import { QueuedJob } from '../../platform/jobs/job.js';

export interface DeletedTaxConnection {
  readonly organizationId: string;
  readonly integrationId: string;
}

/** Gives the customers of a deleted connection local taxes. Source: integrations.md §2. */
export const LEAVE_TAX_CONNECTION = new QueuedJob<DeletedTaxConnection>('leave_tax_connection', {
  lane: 'others',
});
