import type { AddressForOthers } from '../../platform/addresses.js';
import { type Actor, systemActor } from '../../platform/actor.js';
import type { Tx } from '../../platform/db/database.js';
import { willBeRolledBack } from '../../platform/db/statements/rolled-back-transaction.js';
import type { AuthenticationMethod } from '../../platform/identity/authentication-methods.js';
import { legalLinesOf } from '../documents/composing/parties.js';
import { languageOf } from '../documents/wording/languages.js';
import type { AccountMailWording, ApiKeyAction, Wording } from '../documents/wording/wording.js';
import type { MailContent } from '../mails/mail-content.js';
import type { NewMail } from '../mails/mail-queue.service.js';
import { maskApiKey } from '../organizations/api-keys/api-key-value.js';
import type { ApiKey } from '../organizations/api-keys/api-key.table.js';
import type { Invite } from '../people/records/invite.table.js';
import { AttemptLimiter } from '../people/users/attempt-limiter.js';
import type { Limits } from '../../platform/limits.js';
import type { User } from '../people/records/user.table.js';
import type { AccountMailsNeeds } from './account-mails.needs.js';

interface Needs extends Pick<
  AccountMailsNeeds,
  'organizations' | 'billingEntities' | 'memberships' | 'mailQueue' | 'mailLogos' | 'identityProviders'
> {
  readonly limits: Pick<Limits, 'accountMails'>;
}

/** An export with its file, or with the reason why there is none. */
interface FinishedExport {
  /** Null if an API key asked for it. */
  readonly userId: string | null;
  readonly link: AddressForOthers | null;
  readonly failure: 'too_many_rows' | 'file_too_large' | 'internal_error' | null;
}

/** The sender of an e-mail about an account, which belongs to no organization. */
const PROGRAM = 'Tollgate';
const HOUR_MS = 3_600_000;
/** The most recipients of one message: servers refuse messages with many. */
const MOST_RECIPIENTS = 50;

/**
 * Queues e-mails to members of organizations and to those who are invited. Source: auth.md §1, §2, §3;
 * documents-and-emails.md §5.
 */
export class AccountMails {
  /** The e-mails of each organization, in each process. */
  private readonly sent: AttemptLimiter;

  constructor(private readonly needs: Needs) {
    const { accountMails: attempts } = needs.limits;
    this.sent = new AttemptLimiter({
      attempts,
      windowMs: HOUR_MS,
      sentence: `An organization causes at most ${attempts} e-mails about invitations, API keys, login methods and exports in an hour.`,
    });
  }

  /**
   * Sends the invited person the link, unless nobody of the organization has a confirmed address: whoever invites has the link,
   * too.
   * @throws AppError kind `tooManyRequests`.
   */
  async sendInvitation(
    tx: Tx,
    actor: Actor,
    { invite, link: url }: { readonly invite: Invite; readonly link: AddressForOthers },
  ): Promise<void> {
    if (willBeRolledBack()) return;
    if (!(await this.needs.memberships.mayMail(tx, actor))) return;
    this.sent.count(actor.organizationId);
    const sender = await this.senderOf(tx, actor);
    const { name } = sender;
    const { member } = actor;
    // Not an address that nobody has confirmed, such as somebody else's.
    const person =
      member === null ? null : await this.needs.memberships.confirmedEmailOf(tx, actor, member.userId);
    const words = sender.wording.account.invitation;
    const introduction = person === null ? words.introduction(name) : words.introductionBy(person, name);
    await this.needs.mailQueue.enqueue(tx, null, {
      organizationId: actor.organizationId,
      fromName: name,
      to: [invite.email],
      subject: person === null ? words.subject(name) : words.subjectBy(person, name),
      content: {
        ...contentOf(sender, introduction),
        rows: [{ label: words.roles, value: invite.roles.join(', ') }],
        link: { label: words.accept, url },
      },
    });
  }

  /** Sends a user the link to reset the password. Users have no language: it is that of the organization. */
  sendPasswordReset(tx: Tx, actor: Actor, sent: PersonalLink): Promise<void> {
    return this.sendLink(tx, actor, sent, ({ passwordReset }) => passwordReset);
  }

  /** Sends a new user the link to confirm the address. */
  sendConfirmation(tx: Tx, actor: Actor, sent: PersonalLink): Promise<void> {
    return this.sendLink(tx, actor, sent, ({ confirmation }) => confirmation);
  }

  private async sendLink(
    tx: Tx,
    actor: Actor,
    { user, link: url }: PersonalLink,
    wordingIn: (wording: AccountMailWording) => AccountMailWording['passwordReset'],
  ): Promise<void> {
    if (willBeRolledBack()) return;
    // It belongs to no organization: of the sender, only the language is used.
    const { language, wording } = await this.senderOf(tx, actor);
    const { subject, introduction, open: label } = wordingIn(wording.account);
    await this.needs.mailQueue.enqueue(tx, null, {
      organizationId: null,
      fromName: PROGRAM,
      to: [user.email],
      subject,
      content: { ...contentOf({ name: PROGRAM, language, wording }, introduction), link: { label, url } },
    });
  }

  /**
   * Informs the admins of the organization what was done with an API key. The value is not in it. A key is deleted even if
   * no e-mail can say so.
   * @throws AppError kind `tooManyRequests`.
   */
  async sendKeyNotice(tx: Tx, actor: Actor, action: ApiKeyAction, key: ApiKey): Promise<void> {
    if (action === 'deleted' && !this.sent.hasRoom(actor.organizationId)) return;
    const value = `${key.name ?? ''} ${maskApiKey(key)}`.trim();
    await this.notifyAdmins(tx, actor, ({ apiKey: { subjects, warning, key: label } }) => ({
      subject: subjects[action],
      warning,
      label,
      value,
    }));
  }

  /** Informs the admins of the organization how members sign in from now on. */
  async sendAuthenticationNotice(
    tx: Tx,
    actor: Actor,
    methods: readonly AuthenticationMethod[],
  ): Promise<void> {
    const names = new Map<string, string>(
      this.needs.identityProviders.map(({ method, name }) => [method, name]),
    );
    await this.notifyAdmins(
      tx,
      actor,
      ({ loginMethods: { subject, warning, methods: label, password } }) => ({
        subject,
        warning,
        label,
        value: methods.map((method) => names.get(method) ?? password).join(', '),
      }),
    );
  }

  private async notifyAdmins(
    tx: Tx,
    actor: Actor,
    noticeIn: (wording: AccountMailWording) => Notice,
  ): Promise<void> {
    if (willBeRolledBack()) return;
    const admins = await this.needs.memberships.adminEmails(tx, actor);
    if (admins.length === 0) return;
    this.sent.count(actor.organizationId);
    const sender = await this.senderOf(tx, actor);
    const { name, wording } = sender;
    const notice = noticeIn(wording.account);
    const { label, value } = notice;
    const { userEmail } = actor;
    const by = userEmail === null ? [] : [{ label: wording.account.by, value: userEmail }];
    const subject = notice.subject(name);
    const paragraphs = contentOf(sender, `${subject}.`, notice.warning(name));
    const content = { ...paragraphs, rows: [{ label, value }, ...by] };
    await this.enqueueAll(tx, actor, admins, { fromName: name, subject, content });
  }

  /**
   * Sends the address of the file of an export to the member who asked for it, or to the admins if an API key did; without a
   * file, the reason.
   */
  async sendExport(tx: Tx, actor: Actor, finished: FinishedExport): Promise<void> {
    if (willBeRolledBack()) return;
    const to = await this.recipientsOf(tx, actor, finished.userId);
    if (to.length === 0 || this.sent.begin(actor.organizationId) !== null) return;
    const sender = await this.senderOf(tx, actor);
    const { name } = sender;
    const { completed, tooLarge, failed, open: label } = sender.wording.account.dataExport;
    const { link: url, failure } = finished;
    const { subject, introduction } =
      url !== null ? completed : failure === 'internal_error' ? failed : tooLarge;
    await this.enqueueAll(tx, actor, to, {
      fromName: name,
      subject: subject(name),
      content: {
        ...contentOf(sender, introduction(name)),
        ...(url === null ? {} : { link: { label, url } }),
      },
    });
  }

  /** The member with this id, or all admins; none if the member has left. */
  private async recipientsOf(tx: Tx, actor: Actor, userId: string | null): Promise<string[]> {
    const { memberships } = this.needs;
    if (userId === null) return memberships.adminEmails(tx, actor);
    const email = await memberships.confirmedEmailOf(tx, actor, userId);
    return email === null ? [] : [email];
  }

  private async enqueueAll(
    tx: Tx,
    { organizationId }: Actor,
    recipients: readonly string[],
    mail: Pick<NewMail, 'fromName' | 'subject' | 'content'>,
  ): Promise<void> {
    for (let sent = 0; sent < recipients.length; sent += MOST_RECIPIENTS) {
      const to = recipients.slice(sent, sent + MOST_RECIPIENTS);
      await this.needs.mailQueue.enqueue(tx, null, { ...mail, organizationId, to });
    }
  }

  /** The organization, which shows itself as its default billing entity does. */
  private async senderOf(tx: Tx, { organizationId }: Actor): Promise<Sender> {
    const { organizations, billingEntities, mailLogos } = this.needs;
    const actor = systemActor(organizationId, null);
    const { name } = await organizations.get(tx, actor);
    const entity = await billingEntities.getDefault(tx, actor);
    const language = languageOf(entity.documentLocale);
    return {
      name,
      language: language.tag,
      wording: language.wording,
      logo: await mailLogos.find(tx, entity),
      color: entity.documentColor,
      footer: legalLinesOf(entity, language),
    };
  }
}

interface PersonalLink {
  readonly user: User;
  readonly link: AddressForOthers;
}

/** What an e-mail to the admins says, in one language. */
interface Notice {
  readonly subject: (organization: string) => string;
  readonly warning: (organization: string) => string;
  readonly label: string;
  readonly value: string;
}

interface Sender extends Pick<MailContent, 'logo' | 'color' | 'footer'> {
  readonly name: string;
  readonly language: string;
  readonly wording: Wording;
}

/** The first of the paragraphs also stands in lists of e-mails. */
function contentOf(
  { name, language, wording, logo = null, color = null, footer = [] }: Sender,
  matter: string,
  ...further: string[]
): MailContent {
  return {
    language,
    brand: name,
    logo,
    color,
    summary: further[0] ?? matter,
    paragraphs: [wording.account.hello, matter, ...further],
    regards: wording.mail.regards,
    footer,
  };
}
