import { expect, test } from '@jest/globals';
import { headerText } from './header-text.js';

test.each([
  ['Acme Inc.', 'Acme Inc.', 'a name'],
  ['Grüße, 株式会社', 'Grüße, 株式会社', 'letters of every script'],
  ['Acme\r\nBcc: all@example.com', 'Acme Bcc: all@example.com', 'a line break begins no header'],
  ['a\u0000b\u0085c\u2028d\u2029e', 'a b c d e', 'control characters and separators of lines'],
  ['Acme \u202emoc.live\u202c', 'Acme moc.live', 'no character changes the direction of others'],
  ['\u2066a\u2069\u200e\u200f\u061c\ufeff\u00ad\u200bb', 'ab', 'nor is there an invisible one'],
  [
    '👩\u200d💻 می\u200cخواهم',
    '👩\u200d💻 می\u200cخواهم',
    'except for joiners, which change what is written',
  ],
  [' \t Acme \n', 'Acme', 'blanks around it'],
  ['x'.repeat(201), `${'x'.repeat(199)}…`, 'an overlong text'],
  ['😀'.repeat(200), '😀'.repeat(200), 'characters are counted, not units'],
])('the text %j becomes %j: %s', (text, expected) => {
  expect(headerText(text)).toBe(expected);
});
