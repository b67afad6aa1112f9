import type { MailMessage, MailTransport } from '../../src/platform/mail/mail-message.js';
import type { Client } from './client.js';
import type { SharedServer } from './server.js';

/** An e-mail that was handed over, with the names of its files. */
export type ReceivedMail = Omit<MailMessage, 'attachments'> & { readonly files: readonly string[] };

/** Keeps the e-mails that are handed over. */
export class Mailbox implements MailTransport {
  private received: ReceivedMail[] = [];
  /** What the next e-mails are refused with; null while they are accepted. */
  refusal: Error | null = null;

  readonly send = (message: MailMessage): Promise<void> => {
    if (this.refusal !== null) return Promise.reject(this.refusal);
    const { attachments, ...others } = message;
    this.received.push({ ...others, files: attachments.map(({ name }) => name) });
    return Promise.resolve();
  };

  readonly close = (): void => undefined;

  /** The e-mails since the last call. */
  take(): ReceivedMail[] {
    const { received } = this;
    this.received = [];
    return received;
  }
}

/**
 * Runs the queued jobs that hand over the e-mails of an organization, or those about accounts, as a worker does.
 * @returns after how many seconds each was due.
 */
export async function runMailJobs(
  { app, pool }: SharedServer,
  { organizationId }: Pick<Client, 'organizationId'> | { readonly organizationId: null },
): Promise<number[]> {
  const queued = await pool.sql<{ mail_id: string; wait: number }[]>`
    delete from graphile_worker._private_jobs
    where task_id in (
      select id from graphile_worker._private_tasks where identifier in ('send_mail', 'send_account_mail'))
      and payload ->> 'mailId' in (select id::text from queued_mails 
        where organization_id is not distinct from ${organizationId}::uuid)
    returning payload ->> 'mailId' as mail_id, round(extract(epoch from run_at - created_at))::int as wait`;
  for (const { mail_id: mailId } of queued) await app.services.mailSending.run({ mailId });
  return queued.map(({ wait }) => wait);
}
