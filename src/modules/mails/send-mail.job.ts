import type { Tx } from '../../platform/db/database.js';
import { QueuedJob } from '../../platform/jobs/job.js';
import type { RetrySchedule } from '../../platform/jobs/retry-schedule.js';

interface NamedMail {
  /** Null for an e-mail of the installation. */
  readonly organizationId: string | null;
  readonly mailId: string;
}

/** Hands over an e-mail about a document. An organization's leave one at a time. Source: documents-and-emails.md §5. */
export const SEND_MAIL = new QueuedJob<NamedMail>('send_mail', { lane: 'others', isInOrder: true });

/** Hands over an e-mail to a member about an account: somebody waits for it. */
export const SEND_ACCOUNT_MAIL = new QueuedJob<NamedMail>('send_account_mail', { lane: 'accounts' });

/** Six attempts to hand over an e-mail, within about a day. Source: documents-and-emails.md §5. */
export const MAIL_RETRIES: RetrySchedule<'stop'> = {
  waitsSeconds: [60, 600, 3_600, 14_400, 64_800],
  afterLast: 'stop',
};

/** Queues an attempt. @param mail without `about` it is about an account. */
export function queueMail(
  tx: Tx,
  { id: mailId, organizationId, about }: { id: string; organizationId: string | null; about: object | null },
  afterMs = 0,
): Promise<void> {
  const job = about === null ? SEND_ACCOUNT_MAIL : SEND_MAIL;
  return job.enqueue(tx, { organizationId, mailId }, { afterMs });
}
