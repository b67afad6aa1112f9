import { expect, test } from '@jest/globals';
import { bodyOf, type MailContent } from './mail-content.js';

const CONTENT: MailContent = {
  language: 'en',
  brand: 'A & B <script>',
  paragraphs: ['Hello "Jane",', "Your invoice <b>isn't</b> bold."],
  rows: [
    { label: 'Number', value: 'NOR-1' },
    { label: 'NOR-2', value: '$1.00', link: { label: 'PDF', url: 'https://billing.test/x?a=1&b="2"' } },
  ],
  link: { label: 'Open', url: 'https://billing.test/files/1.pdf' },
  regards: 'Kind regards,',
};

test('plain text has everything as it is', () => {
  expect(bodyOf(CONTENT).text).toBe(
    [
      'Hello "Jane",',
      '',
      "Your invoice <b>isn't</b> bold.",
      '',
      'Number: NOR-1',
      'NOR-2: $1.00',
      '  https://billing.test/x?a=1&b="2"',
      '',
      'Open: https://billing.test/files/1.pdf',
      '',
      'Kind regards,',
      'A & B <script>',
      '',
    ].join('\n'),
  );
});

test('HTML escapes every text and address', () => {
  const { html } = bodyOf(CONTENT);
  expect(html).not.toMatch(/<script>|<b>|Jane"|b="2"/);
  expect(html).toContain('A &amp; B &lt;script&gt;');
  expect(html).toContain('Your invoice &lt;b&gt;isn&#39;t&lt;/b&gt; bold.');
  expect(html).toContain('href="https://billing.test/x?a=1&amp;b=&quot;2&quot;"');
});

test('an e-mail without rows and link has only its paragraphs', () => {
  const bare = { language: 'en', brand: 'Acme', paragraphs: ['One.'], regards: 'Kind regards,' };
  const { text, html } = bodyOf(bare);
  expect(text).toBe('One.\n\nKind regards,\nAcme\n');
  expect(html).not.toMatch(/<table|<a /);
});
