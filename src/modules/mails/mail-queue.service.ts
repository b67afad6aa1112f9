import type { Actor } from '../../platform/actor.js';
import type { Clock } from '../../platform/clock.js';
import type { Db, Tx } from '../../platform/db/database.js';
import { newId } from '../../platform/db/tables/ids.js';
import { willBeRolledBack } from '../../platform/db/statements/rolled-back-transaction.js';
import { overLimit } from '../../platform/errors/app-error.js';
import type { Limits } from '../../platform/limits.js';
import { headerText } from '../../platform/mail/header-text.js';
import { bodyOf } from './mail-body.js';
import type { MailContent } from './mail-content.js';
import { queuedMailRepository } from './queued-mail.repository.js';
import type { AttachedDocument, MailSubject } from './queued-mail.table.js';
import { queueMail } from './send-mail.job.js';

/** An e-mail to send. Its addresses have been checked (`isEmail`). */
export interface NewMail {
  /** The organization on whose behalf it is sent; null for one about the account of a person. */
  readonly organizationId: string | null;
  /** The name before the sender's address. */
  readonly fromName: string;
  /** Where answers go; by default, to the sender's address. */
  readonly replyTo?: string | null;
  readonly to: readonly string[];
  readonly cc?: readonly string[];
  readonly bcc?: readonly string[];
  readonly subject: string;
  readonly content: MailContent;
  /** Documents whose PDFs are attached, the most important first. */
  readonly attachments?: readonly AttachedDocument[];
  /** Set for an e-mail about a document: it leaves an entry `email.sent` in the activity log. */
  readonly about?: MailSubject;
  /** True if a caller asked for it, false (by default) if it follows from a change. */
  readonly isResent?: boolean;
  /** False for customers on a test clock: it is only logged. By default true. */
  readonly isHandedOver?: boolean;
}

/** Queues e-mails in the transactions that cause them; a job hands them over. Source: documents-and-emails.md §5. */
export class MailQueue {
  constructor(
    private readonly clock: Clock,
    private readonly limits: Pick<Limits, 'organizationMails'>,
  ) {}

  /** @param actor whoever causes it, for the activity log; null for one that leaves no entry. */
  async enqueue(tx: Tx, actor: Actor | null, mail: NewMail): Promise<void> {
    if (willBeRolledBack()) return;
    const { organizationId, fromName, replyTo = null, to, cc = [], bcc = [], content } = mail;
    const id = newId();
    await queuedMailRepository.insert(tx, {
      id,
      organizationId,
      fromName: headerText(fromName),
      replyTo,
      to: [...to],
      cc: [...cc],
      bcc: [...bcc],
      subject: headerText(mail.subject),
      ...bodyOf(content),
      attachments: mail.attachments ?? [],
      about: mail.about ?? null,
      isResent: mail.isResent ?? false,
      isHandedOver: mail.isHandedOver ?? true,
      source: actor?.source ?? 'system',
      userEmail: actor?.userEmail ?? null,
      apiKeyId: actor?.apiKeyId ?? null,
      attempts: 0,
      createdAt: this.clock.now(),
    });
    await queueMail(tx, { id, organizationId, about: mail.about ?? null });
  }

  /**
   * Refuses what a caller asks for while too many e-mails of the organization wait. What follows from documents is queued in any
   * case: there is one for each.
   * @throws AppError kind `tooManyRequests`.
   */
  async requireRoom(db: Db, organizationId: string): Promise<void> {
    const { organizationMails: most } = this.limits;
    if ((await queuedMailRepository.countUpTo(db, organizationId, most)) < most) return;
    throw overLimit('tooManyRequests', `${most} e-mails of the organization wait to be sent.`);
  }
}
