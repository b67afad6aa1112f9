import { QueuedJob } from '../../../platform/jobs/job.js';
import type { Period, PeriodPlace } from './syncable-document.repository.js';

/** The rest of a period whose documents are sent to a connection. */
export interface SyncedPeriod extends Period {
  readonly organizationId: string;
  readonly integrationId: string;
  /** The kinds of the connection's category that are done. */
  readonly kindsDone: number;
  /** The last document that was requested of the next kind; null for none. */
  readonly after: PeriodPlace | null;
}

/** Requests some documents of a period, and queues itself for the others. Source: integrations.md §11. */
export const SYNC_PERIOD = new QueuedJob<SyncedPeriod>('sync_period', { lane: 'others' });
