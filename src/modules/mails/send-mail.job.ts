import { QueuedJob } from '../../platform/jobs/job.js';

/** Hands over a queued e-mail. */
export const SEND_MAIL = new QueuedJob<{ readonly mailId: string }>('send_mail');

/** The queue of the e-mails of an organization: one at a time, so that a slow server delays only its own. */
export function queueOf(organizationId: string | null): string {
  return `mails/${organizationId ?? 'people'}`;
}
