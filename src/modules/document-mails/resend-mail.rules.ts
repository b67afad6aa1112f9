import { FieldErrors } from '../../platform/errors/field-errors.js';
import { isEmail } from '../../platform/text/text-formats.js';
import type { Recipients, ResendMail } from './resend-mail.input.js';

/** The most addresses of one e-mail. Source: documents-and-emails.md §5 (choice). */
const MOST_ADDRESSES = 50;

const LISTS = ['to', 'cc', 'bcc'] as const;

interface Parties {
  readonly entityEmail: string | null;
  readonly customerEmail: string | null;
}

/**
 * The addresses to which an e-mail is sent again, without blanks around them.
 * @throws AppError `validation_errors` on `billingEntity`, `to`, `cc` and `bcc`.
 */
export function resendRecipients(
  sent: Omit<ResendMail, 'id'>,
  { entityEmail, customerEmail }: Parties,
): Recipients {
  const errors = new FieldErrors();
  const [to, cc, bcc] = LISTS.map((list) => (sent[list] ?? []).map((address) => address.trim())) as [
    string[],
    string[],
    string[],
  ];
  const recipients = { to: to.length === 0 && customerEmail !== null ? [customerEmail] : to, cc, bcc };
  if (entityEmail === null) errors.add('billingEntity', 'value_is_mandatory');
  if (recipients.to.length === 0) errors.add('to', 'value_is_mandatory');
  const count = to.length + cc.length + bcc.length;
  // Then they are not read one by one, since checking an address takes time.
  if (count > MOST_ADDRESSES) errors.add('to', 'invalid_count');
  else
    for (const list of LISTS) if (!recipients[list].every(isEmail)) errors.add(list, 'invalid_email_format');
  errors.throwIfAny();
  return recipients;
}
