import { expect, test } from '@jest/globals';
import { headerText } from './header-text.js';

test.each([
  ['Acme Inc.', 'Acme Inc.', 'a name'],
  ['Grüße, 株式会社', 'Grüße, 株式会社', 'letters of every script'],
  ['Acme\r\nBcc: all@example.com', 'Acme Bcc: all@example.com', 'a line break begins no header'],
  ['a\u0000b\u0085c\u2028d\u2029e', 'a b c d e', 'control characters and separators of lines'],
  [' \t Acme \n', 'Acme', 'blanks around it'],
  ['x'.repeat(201), `${'x'.repeat(199)}…`, 'an overlong text'],
  ['😀'.repeat(200), '😀'.repeat(200), 'characters are counted, not units'],
])('%j becomes %j: %s', (text, expected) => {
  expect(headerText(text)).toBe(expected);
});
