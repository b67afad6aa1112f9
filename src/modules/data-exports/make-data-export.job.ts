import { QueuedJob } from '../../platform/jobs/job.js';
import type { Tx } from '../../platform/db/database.js';
import type { ExportKey } from './data-export.repository.js';

/** How often it is tried to write the file of an export. */
export const EXPORT_ATTEMPTS = 6;

/** Writes the file of an export. */
export const MAKE_DATA_EXPORT = new QueuedJob<ExportKey>('make_data_export', {
  maxAttempts: EXPORT_ATTEMPTS,
  isBackground: true,
});

/** Queues the job of an export, in place of one that waits already. */
export function queueExport(tx: Tx, key: ExportKey): Promise<void> {
  return MAKE_DATA_EXPORT.enqueue(tx, key, { jobKey: `data_export/${key.exportId}` });
}
