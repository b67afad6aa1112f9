import { createTransport } from 'nodemailer';
import { mailOptions } from './mail-options.js';
import { type MailMessage, MailRefused, type MailTransport } from './mail-message.js';

interface SmtpOptions {
  /** `smtp://` or `smtps://`, with credentials. */
  readonly url: string;
  /** The address of the sender. */
  readonly from: string;
}

/** A server that does not answer must not hold a job for longer. */
const CONNECT_MS = 10_000;
const ANSWER_MS = 30_000;

/** Hands e-mails to an SMTP server, over a few connections that stay open while there are more. */
export function smtpMail({ url, from }: SmtpOptions): MailTransport {
  const transport = createTransport({
    ...connectionOf(url),
    pool: true,
    maxConnections: 2,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: ANSWER_MS,
  });
  return {
    async send(message: MailMessage) {
      try {
        await transport.sendMail(mailOptions(message, from));
      } catch (error) {
        throw isRefusal(error) ? new MailRefused(error.message) : error;
      }
    },
    close: () => {
      transport.close();
    },
  };
}

function connectionOf(url: string) {
  const { protocol, hostname, port, username, password } = new URL(url);
  const secure = protocol === 'smtps:';
  return {
    // An IPv6 address stands in brackets in a URL only.
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    secure,
    ...(username === ''
      ? {}
      : { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
  };
}

/**
 * True if the server refused the recipients or the content for good. Refused credentials are a matter of the settings, which
 * the operator can correct while the message waits.
 */
function isRefusal(error: unknown): error is Error {
  if (!(error instanceof Error) || !('responseCode' in error) || !('code' in error)) return false;
  const { responseCode, code } = error;
  return (
    typeof responseCode === 'number' && responseCode >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE')
  );
}
