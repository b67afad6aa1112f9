import type { SendMailOptions } from 'nodemailer';
import { headerText } from './header-text.js';
import type { MailMessage } from './mail-message.js';

/** What nodemailer composes a message from. @param from the address of the sender. */
export function mailOptions(message: MailMessage, from: string): SendMailOptions {
  const { to, cc, bcc, replyTo, attachments } = message;
  return {
    messageId: `<${message.id}@${domainOf(from)}>`,
    date: message.date,
    from: { name: headerText(message.fromName), address: from },
    ...(replyTo === null ? {} : { replyTo: plain(replyTo) }),
    to: to.map(plain),
    cc: cc.map(plain),
    bcc: bcc.map(plain),
    // Apart from the headers, so that an address can never be read as several.
    envelope: { from, to: [...to, ...cc, ...bcc] },
    subject: headerText(message.subject),
    text: message.text,
    html: message.html,
    headers: { 'Auto-Submitted': 'auto-generated' },
    attachments: attachments.map(({ name, content }) => ({
      filename: headerText(name),
      content: Buffer.from(content),
      contentType: 'application/pdf',
    })),
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

function plain(address: string) {
  return { name: '', address };
}

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1);
}
