import { activityRepository } from '../../platform/activity/activity.repository.js';
import type { Tx } from '../../platform/db/database.js';
import { newId } from '../../platform/db/tables/ids.js';
import { retryWaitMs } from '../../platform/jobs/retry-schedule.js';
import { type MailFile, MailRefused } from '../../platform/mail/mail-message.js';
import type { MailsNeeds } from './mails.needs.js';
import { queuedMailRepository } from './queued-mail.repository.js';
import type { QueuedMail } from './queued-mail.table.js';
import { MAIL_RETRIES, queueMail } from './send-mail.job.js';

/** Source: logs.md §2. */
const PREVIEW_LENGTH = 500;
/** The longest part of a server's refusal that is kept. */
const REASON_LENGTH = 500;

/**
 * Hands over queued e-mails, outside of any transaction: at least once, as a process may end between the server's answer and the
 * removal from the queue. Source: documents-and-emails.md §5.
 */
export class MailSending {
  constructor(
    private readonly needs: Pick<
      MailsNeeds,
      'jobsDb' | 'clock' | 'log' | 'mailTransport' | 'mailAttachments'
    >,
  ) {}

  /** The job of an e-mail. @throws Error when its attachments cannot be made; the job is tried again. */
  async run({ mailId }: { readonly mailId: string }): Promise<void> {
    const { jobsDb } = this.needs;
    const mail = await queuedMailRepository.find(jobsDb, mailId);
    if (mail === null) return;
    const files = await this.filesOf(mail);
    if (files === null) {
      await jobsDb.transaction((tx) => queuedMailRepository.delete(tx, mailId));
      return;
    }
    const failure = await this.handOver(mail, files);
    await jobsDb.transaction((tx) => this.conclude(tx, mail, failure));
  }

  /** The attachments; null if the document was deleted, with its test clock. */
  private async filesOf({
    organizationId,
    attachments,
    isHandedOver,
  }: QueuedMail): Promise<readonly MailFile[] | null> {
    if (organizationId === null || attachments.length === 0 || !isHandedOver) return [];
    return this.needs.mailAttachments.read(organizationId, attachments);
  }

  /** @returns why it failed; null if it was accepted. */
  private async handOver(mail: QueuedMail, attachments: readonly MailFile[]): Promise<Error | null> {
    if (!mail.isHandedOver) return null;
    const { mailTransport, clock, log } = this.needs;
    try {
      await mailTransport.send({ ...mail, date: clock.now(), attachments });
      return null;
    } catch (error) {
      log.warn({ err: error, mailId: mail.id }, 'an e-mail was not accepted');
      return error instanceof Error ? error : new Error(String(error));
    }
  }

  /** Removes an e-mail that has left or failed for good; has another one tried again later. */
  private async conclude(tx: Tx, mail: QueuedMail, failure: Error | null): Promise<void> {
    const isFinal = failure === null || failure instanceof MailRefused;
    const waitMs = isFinal ? null : retryWaitMs(MAIL_RETRIES, mail.attempts + 1);
    if (waitMs !== null) {
      if (!(await queuedMailRepository.countAttempt(tx, mail))) return;
      await queueMail(tx, mail, waitMs);
      return;
    }
    if (await queuedMailRepository.delete(tx, mail.id)) await this.record(tx, mail, failure);
  }

  private async record(tx: Tx, mail: QueuedMail, failure: Error | null): Promise<void> {
    const { organizationId, about, source, userEmail, apiKeyId } = mail;
    if (organizationId === null || about === null) return;
    const { resourceId, resourceType, externalCustomerId } = about;
    await activityRepository.insertEntries(tx, [
      {
        id: newId(),
        organizationId,
        activityType: 'email.sent',
        activitySource: source,
        resourceId,
        resourceType,
        userEmail,
        apiKeyId,
        activityObject: shown(mail, about, failure),
        activityObjectChanges: {},
        externalCustomerId,
        externalSubscriptionId: null,
        loggedAt: this.needs.clock.now(),
      },
    ]);
  }
}

/** The object of an entry `email.sent`. Source: logs.md §2. */
function shown(
  { subject, to, cc, bcc, text, isResent }: QueuedMail,
  { resourceType: type, resourceId, number }: NonNullable<QueuedMail['about']>,
  failure: Error | null,
): Record<string, unknown> {
  return {
    status: failure !== null ? 'failed' : isResent ? 'resent' : 'sent',
    email: { subject, to, cc, bcc, body_preview: beginning(withoutFragments(text), PREVIEW_LENGTH) },
    document: { type, number, svc_id: resourceId },
    ...(failure === null ? {} : { error: { message: beginning(failure.message, REASON_LENGTH) } }),
  };
}

/** Fragments of addresses hold tokens, as those of the portal, which readers of the activity log must not use. */
function withoutFragments(text: string): string {
  return text.replace(/(https?:\/\/[^\s#]+)#\S+/g, '$1');
}

function beginning(text: string, most: number): string {
  return Array.from(text.slice(0, 2 * most))
    .slice(0, most)
    .join('');
}
