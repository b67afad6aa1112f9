import { expect, test } from '@jest/globals';
import { bodyOf } from './mail-body.js';
import type { MailContent } from './mail-content.js';

const CONTENT: MailContent = {
  language: 'en',
  brand: 'A & B <script>',
  logo: { url: 'https://billing.test/logos/1?a=1&b="2"', isPale: false },
  summary: 'Due: <i>$1.00</i>',
  paragraphs: ['Hello "Jane",', "Your invoice <b>isn't</b> bold."],
  rows: [
    { label: 'Number', value: 'NOR-1' },
    { label: 'NOR-2', value: '$1.00', link: { label: 'PDF', url: 'https://billing.test/x?a=1&b="2"' } },
  ],
  link: { label: 'Open', url: 'https://billing.test/files/1.pdf' },
  links: [{ label: 'All <u>', url: 'https://billing.test/portal#t' }],
  note: 'It lasts <s>.',
  regards: 'Kind regards,',
  footer: ['A & B <script>', '1 Main St'],
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
      'All <u>: https://billing.test/portal#t',
      '',
      'It lasts <s>.',
      '',
      'Kind regards,',
      'A & B <script>',
      '',
      '-- ',
      'A & B <script>',
      '1 Main St',
      '',
    ].join('\n'),
  );
});

test('HTML escapes every text and address', () => {
  const { html } = bodyOf(CONTENT);
  expect(html).not.toMatch(/<script>|<[bisu]>|Jane"|b="2"/);
  expect(html).toContain('A &amp; B &lt;script&gt;');
  expect(html).toContain('Your invoice &lt;b&gt;isn&#39;t&lt;/b&gt; bold.');
  expect(html).toContain('href="https://billing.test/x?a=1&amp;b=&quot;2&quot;"');
});

test('an e-mail without rows and link has only its paragraphs', () => {
  const bare = {
    language: 'en',
    brand: 'Acme',
    summary: 'One',
    paragraphs: ['One.'],
    regards: 'Kind regards,',
  };
  const { text, html } = bodyOf(bare);
  expect(text).toBe('One.\n\nKind regards,\nAcme\n');
  expect(html).not.toMatch(/<img|<a |class="foot/);
});

test('the summary comes first, and nothing is loaded but the logo', () => {
  const { html } = bodyOf(CONTENT);
  const [, body = ''] = html.split('<body');
  expect(body.replace(/<[^>]*>/g, '').replace(/^[^>]*>/, '')).toMatch(/^Due: &lt;i&gt;\$1\.00/);
  const loaded = [...html.matchAll(/(?:src|background|poster)="([^"]*)"|url\(([^)]*)\)|@import|<link/g)];
  expect(loaded.map(([, address]) => address)).toEqual([
    'https://billing.test/logos/1?a=1&amp;b=&quot;2&quot;',
  ]);
  expect(html).toContain('max-width:600px');
  expect(html).toContain('@media (prefers-color-scheme:dark)');
});

test('a pale logo stands on a dark plate, a dark one on a light plate in the dark', () => {
  const plateOf = (isPale: boolean) =>
    /<span class="(\w*)" style="([^"]*)"><img/.exec(
      bodyOf({ ...CONTENT, logo: { url: 'https://billing.test/logos/1', isPale } }).html,
    );
  expect(plateOf(true)?.[2]).toContain('background:#14171f');
  expect(plateOf(false)?.[1]).toBe('plate');
});

test.each([
  ['#0f766e', '#0f766e', '#ffffff'],
  ['#ffe066', '#ffe066', '#000000'],
])(
  'the button has the color of the sender, %s, with letters that are readable on it',
  (color, ground, ink) => {
    const { html } = bodyOf({ ...CONTENT, color });
    expect(html).toContain(`background:${ground};color:${ink}`);
    // A pale color is darkened where links are written in it.
    expect(html.includes(`style="color:${color}"`)).toBe(color === '#0f766e');
    // So is the edge of its button, which a white page would hide.
    expect(html.includes(`border:1px solid ${color}`)).toBe(color === '#0f766e');
  },
);

test('a paragraph, a value and a name of one long word are broken', () => {
  const word = 'x'.repeat(200);
  const content = {
    ...CONTENT,
    brand: word,
    paragraphs: [word],
    rows: [{ label: 'Number', value: word }],
    footer: [word],
  };
  const [, body = ''] = bodyOf(content).html.split('</head>');
  const holders = [...body.matchAll(/<(?:p|td)[^>]*style="([^"]*)"[^>]*>(?:[^<]*<br>)?x{200}/g)];
  expect(holders).toHaveLength(5);
  for (const [, style] of holders) expect(style).toContain('overflow-wrap:anywhere');
});
