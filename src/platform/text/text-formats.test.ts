import { expect, test } from '@jest/globals';
import { isEmail, isLocale } from './text-formats.js';

test.each([
  ['ada@example.com', true, 'an address'],
  ['ada.lovelace+bills@mail.example.co.uk', true, 'dots, a tag, subdomains'],
  ['ada@localhost', false, 'no top-level domain'],
  ['Ada <ada@example.com>', false, 'a display name'],
  ['ada@example.com, bob@example.com', false, 'two addresses'],
  ['ada@', false, 'no domain'],
  [`a@${'a.'.repeat(159)}co`, false, 'longer than any address'],
  ['', false, 'nothing'],
])('%.30s is an e-mail address: %s (%s)', (text, expected) => {
  expect(isEmail(text)).toBe(expected);
});

test.each([
  ['en', true, 'a language'],
  ['pt-BR', true, 'with a region'],
  ['zh-Hant-TW', true, 'with script and region'],
  ['xx', false, 'well-formed, but no language'],
  ['english', false, 'a name is no code'],
  ['en_US', false, 'regions follow a hyphen'],
  ['', false, 'nothing'],
])('%s is a locale: %s (%s)', (text, expected) => {
  expect(isLocale(text)).toBe(expected);
});
