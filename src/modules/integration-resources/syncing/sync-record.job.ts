import { QueuedJob } from '../../../platform/jobs/job.js';
import type { FailedTries } from '../../integrations/calls/next-try.js';
import type { IntegrationCategory } from '../../integrations/types/integration-types.js';

export interface SyncRecord {
  readonly organizationId: string;
  /** The customer that the document belongs to: customers take turns. */
  readonly customerId: string;
  readonly recordId: string;
  /** How often the document was refused since it was last asked for. */
  readonly tried: FailedTries;
  /** The last part that was sent, of a document that is sent in parts; absent before the first. */
  readonly sentPart?: string;
}

/**
 * Sends documents to connections. Each category has a job of its own, so that a slow system of one does not delay the others of the
 * organization. Within a category a customer whose calls hang delays no other (docs/adr/0203). Source: integrations.md §5.
 */
export const SYNC_JOBS: Readonly<Record<IntegrationCategory, QueuedJob<SyncRecord>>> = {
  tax: new QueuedJob('report_taxes', { lane: 'others', isByCustomer: true }),
  accounting: new QueuedJob('sync_accounting', { lane: 'others', isByCustomer: true }),
  crm: new QueuedJob('sync_crm', { lane: 'others', isByCustomer: true }),
};
