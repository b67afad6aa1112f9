import { QueuedJob } from '../../platform/jobs/job.js';
import type { DocumentKey } from './facts/document-key.js';

/** Source: documents-and-emails.md §1. */
const ATTEMPTS = 6;

/** Makes the files of a document. The thousands of a billing day keep no payment or e-mail waiting. */
export const MAKE_DOCUMENT = new QueuedJob<DocumentKey & { readonly organizationId: string }>(
  'make_document',
  { maxAttempts: ATTEMPTS, isBackground: true },
);
