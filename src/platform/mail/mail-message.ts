/** An e-mail as it is handed over. */
export interface MailMessage {
  /** Makes the Message-ID, which is the same at each attempt, so that receivers can tell repeats. */
  readonly id: string;
  /** The name before the sender's address. */
  readonly fromName: string;
  readonly replyTo: string | null;
  readonly to: readonly string[];
  readonly cc: readonly string[];
  readonly bcc: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly date: Date;
  readonly attachments: readonly MailFile[];
}

/** A PDF that is attached to an e-mail. */
export interface MailFile {
  readonly name: string;
  readonly content: Uint8Array;
}

/** Where e-mails are handed over. */
export interface MailTransport {
  /**
   * Returns once the message has been accepted.
   * @throws MailRefused for a message that would be refused again; any other error for what a repeat may cure.
   */
  readonly send: (message: MailMessage) => Promise<void>;
  /** Deletes what is kept of e-mails to any of these addresses; absent if nothing is kept. */
  readonly deleteSentTo?: (addresses: readonly string[]) => Promise<void>;
  /** Closes what is open. */
  readonly close: () => void;
}

/** A message was refused for good: by the server, for its recipients or its content. */
export class MailRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'MailRefused';
  }
}

/** For programs that send no e-mails. */
export const NO_MAIL: MailTransport = {
  send: () => Promise.reject(new Error('This program sends no e-mails.')),
  close: () => undefined,
};
