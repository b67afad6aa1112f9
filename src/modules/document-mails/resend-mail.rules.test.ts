import { describe, expect, test } from '@jest/globals';
import { AppError } from '../../platform/errors/app-error.js';
import { resendRecipients } from './resend-mail.rules.js';

const KNOWN = { entityEmail: 'desk@acme.example', customerEmail: 'ap@whale.example' };
const many = (count: number) => Array.from({ length: count }, (_, index) => `a${index}@x.org`);

const refusalOf = (...args: Parameters<typeof resendRecipients>) => {
  try {
    return resendRecipients(...args);
  } catch (error) {
    if (error instanceof AppError) return error.details;
    throw error;
  }
};

describe('the recipients of a repeat (documents-and-emails.md §5)', () => {
  test.each<[Parameters<typeof resendRecipients>[0], string[], string?]>([
    [{}, ['ap@whale.example'], 'absent'],
    [{ to: null, cc: null, bcc: null }, ['ap@whale.example'], 'null'],
    [{ to: [] }, ['ap@whale.example'], 'empty'],
    [{ to: ['a@x.org', ' b@x.org '] }, ['a@x.org', 'b@x.org'], 'addresses replace it'],
    [{ to: many(50) }, many(50), 'as many as are allowed'],
  ])('the recipients %j: %j (%s)', (sent, to) => {
    expect(resendRecipients(sent, KNOWN)).toEqual({ to, cc: [], bcc: [] });
  });

  test('copies are kept apart', () => {
    expect(resendRecipients({ cc: ['c@x.org'], bcc: ['d@x.org'] }, KNOWN)).toEqual({
      to: ['ap@whale.example'],
      cc: ['c@x.org'],
      bcc: ['d@x.org'],
    });
  });

  test.each<[Parameters<typeof resendRecipients>[0], Partial<typeof KNOWN> | object, object]>([
    [{ to: ['a@x.org', 'b'], cc: ['c@x.org'] }, {}, { to: ['invalid_email_format'] }],
    [
      { cc: ['c'], bcc: ['d@x.org, e@x.org'] },
      {},
      { cc: ['invalid_email_format'], bcc: ['invalid_email_format'] },
    ],
    [{ to: ['a@x.org\r\nBcc: all@x.org'] }, {}, { to: ['invalid_email_format'] }],
    [{ to: ['"a" <a@x.org>'] }, {}, { to: ['invalid_email_format'] }],
    [{ to: [''] }, {}, { to: ['invalid_email_format'] }],
    [{ to: many(30), cc: many(21) }, {}, { to: ['invalid_count'] }],
    [{ to: many(51) }, {}, { to: ['invalid_count'] }],
    [{}, { customerEmail: null }, { to: ['value_is_mandatory'] }],
    [
      { cc: ['c'] },
      { customerEmail: null, entityEmail: null },
      {
        billing_entity: ['value_is_mandatory'],
        to: ['value_is_mandatory'],
        cc: ['invalid_email_format'],
      },
    ],
  ])('%j with %j is refused: %j', (sent, known, expected) => {
    const details = Object.fromEntries(
      Object.entries(expected).map(([path, codes]) => [
        path === 'billing_entity' ? 'billingEntity' : path,
        codes,
      ]),
    );
    expect(refusalOf(sent, { ...KNOWN, ...known })).toEqual(details);
  });
});
