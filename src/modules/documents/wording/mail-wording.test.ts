// Texts of e-mails in the languages of documents: documents-and-emails.md §2, §5.
import { describe, expect, test } from '@jest/globals';
import { DOCUMENT_TYPES } from '../facts/document-key.js';
import { languageOf } from './languages.js';

const LOCALES = ['en', 'de', 'es', 'fr', 'it', 'nb', 'pt-BR', 'sv', 'zh-TW'];

describe.each(LOCALES)('%s', (locale) => {
  const { mail } = languageOf(locale).wording;

  test.each(DOCUMENT_TYPES)(
    'the subject and the first sentence about a %s name the entity and the number',
    (type) => {
      for (const text of [mail.subjects[type]('Acme', 'NOR-1'), mail.introductions[type]('Acme', 'NOR-1')]) {
        expect(text).toContain('Acme');
        expect(text).toContain('NOR-1');
      }
    },
  );

  test('the e-mail about overdue invoices names the entity and the amount', () => {
    expect(mail.overdueSubject('Acme', '€10.00')).toMatch(/Acme.*€10\.00/);
    expect(mail.overdueIntroduction('Acme')).toContain('Acme');
    expect([mail.hello('Jane'), mail.further('3')]).toEqual([
      expect.stringContaining('Jane'),
      expect.stringContaining('3'),
    ]);
  });
});

test.each(LOCALES)('%s: e-mails about accounts name the organization', (locale) => {
  const { invitation, apiKey, dataExport, loginMethods } = languageOf(locale).wording.account;
  const texts = [
    invitation.subject,
    invitation.introduction,
    apiKey.warning,
    loginMethods.subject,
    loginMethods.warning,
    ...Object.values(apiKey.subjects),
    ...[dataExport.completed, dataExport.tooLarge, dataExport.failed].flatMap(Object.values),
  ];
  for (const text of texts) expect(text('Acme')).toContain('Acme');
  expect(new Set(Object.values(apiKey.subjects).map((subject) => subject('Acme'))).size).toBe(4);
});

test('every language has a subject of its own', () => {
  const subjects = LOCALES.map((locale) =>
    languageOf(locale).wording.mail.subjects.payment_receipt('A', '1'),
  );
  expect(new Set(subjects).size).toBe(LOCALES.length);
});
