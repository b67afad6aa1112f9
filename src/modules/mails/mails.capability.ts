import { capability, type ServicesOf } from '../../platform/capabilities/capability.js';
import type { MailsNeeds } from './mails.needs.js';
import { MailQueue } from './mail-queue.service.js';
import { MailSending } from './mail-sending.service.js';
import { SEND_ACCOUNT_MAIL, SEND_MAIL } from './send-mail.job.js';

/** The queue of e-mails. */
export const mailsCapability = capability({
  services: (lower: MailsNeeds) => ({
    mailQueue: new MailQueue(lower.clock, lower.limits),
    mailSending: new MailSending(lower),
  }),
  jobs: ({ mailSending }) =>
    [SEND_MAIL, SEND_ACCOUNT_MAIL].map((kind) => kind.doneBy((mail) => mailSending.run(mail))),
});

export type MailsServices = ServicesOf<typeof mailsCapability>;
