import { QueuedJob } from '../../platform/jobs/job.js';

/** Deletes files of deleted documents from the storage of `FILES_URL`. */
export const DELETE_FILES = new QueuedJob<{ readonly storageKeys: readonly string[] }>(
  'delete_document_files',
  { lane: 'others' },
);
