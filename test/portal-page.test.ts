// The pure parts of the pages of the customer portal, which run in browsers.
import { expect, test } from '@jest/globals';
import { buildSchema, parse, validate } from 'graphql';
import { readFileSync } from 'node:fs';
import {
  changesOf,
  Formats,
  isDue,
  linkOf,
  nameOf,
  signOnAnswerOf,
  stateOf,
  tokenOf,
} from '../src/portal-page/portal-formats.js';
import * as operations from '../src/portal-page/operations.js';
import { LANGUAGES, wordsOf } from '../src/portal-page/words.js';
import { languageOf } from '../src/modules/documents/wording/languages.js';

const schema = buildSchema(readFileSync('schema/schema.graphql', 'utf8'));

test.each(Object.entries(operations))('%s is an operation of the schema', (_name, operation) => {
  expect(validate(schema, parse(operation))).toEqual([]);
});

test('the languages are those of documents', () => {
  for (const tag of Object.keys(LANGUAGES)) expect(languageOf(tag).tag).toBe(tag);
  expect(new Set(Object.keys(LANGUAGES).map((tag) => languageOf(tag).wording)).size).toBe(9);
});

test.each([
  ['de', 'Rechnungen'],
  ['de-CH', 'Rechnungen'],
  ['pt-BR', 'Faturas'],
  ['pt', 'Invoices'],
  ['zh-TW', '發票'],
  ['den', 'Invoices'],
  ['ja', 'Invoices'],
])('the page %s says %s', (tag, invoices) => {
  expect(wordsOf(tag).invoices).toBe(invoices);
});

test('no word is empty', () => {
  for (const words of Object.values(LANGUAGES)) {
    const texts = Object.values(words).map((word: string | ((...values: string[]) => string)) =>
      typeof word === 'string' ? word : word('1', '2'),
    );
    expect(texts.filter((text) => text.trim() === '')).toEqual([]);
  }
});

test.each([
  ['en', { amount: '1234.50', currency: 'EUR' }, '€1,234.50'],
  ['de', { amount: '1234.50', currency: 'EUR' }, '1.234,50 €'],
  ['en', { amount: '1234', currency: 'JPY' }, '¥1,234'],
  ['en', { amount: '1234.567', currency: 'KWD' }, 'KWD 1,234.567'],
  // Intl shows none.
  ['en', { amount: '1.234', currency: 'IQD' }, 'IQD 1.234'],
  ['en', { amount: '90071992547409.93', currency: 'USD' }, '$90,071,992,547,409.93'],
])('%s writes %j as %s', (language, money, text) => {
  expect(new Formats(language, 'UTC').money(money).replace(/\s/g, ' ')).toBe(text);
});

test('dates stay the days that they are; instants are days of the customer', () => {
  const formats = new Formats('en', 'Asia/Tokyo');
  expect(formats.date('2026-05-31')).toBe('May 31, 2026');
  expect(formats.instant('2026-05-31T15:00:00Z')).toBe('Jun 1, 2026');
  expect(formats.number('1234.5000')).toBe('1,234.5');
});

test.each([
  ['succeeded', false, 'paid'],
  ['pending', false, 'unpaid'],
  ['failed', false, 'unpaid'],
  ['pending', true, 'overdue'],
])('an invoice %s, overdue %s: %s', (paymentStatus, paymentOverdue, state) => {
  expect(stateOf({ paymentStatus, paymentOverdue })).toBe(state);
});

test.each([
  ['pending', '0.01', true],
  ['failed', '10.00', true],
  ['pending', '0.00', false],
  ['succeeded', '10.00', false],
])('%s with %s left to pay is due: %s', (paymentStatus, amount, due) => {
  expect(isDue({ paymentStatus, totalDueAmount: { amount, currency: 'EUR' } })).toBe(due);
});

test('the token is the fragment', () => {
  expect([tokenOf('#a.b'), tokenOf('#'), tokenOf('')]).toEqual(['a.b', null, null]);
});

test('a link names its kind and its token', () => {
  expect(linkOf({ pathname: '/invitation', hash: '#ab12' })).toEqual({ kind: 'invitation', token: 'ab12' });
  expect(linkOf({ pathname: '/invitation/ab12', hash: '' })).toEqual({ kind: 'invitation', token: 'ab12' });
  expect(linkOf({ pathname: '/reset-password', hash: '' })).toEqual({ kind: 'reset-password', token: '' });
});

test.each([
  ['?code=a&state=b', { code: 'a', state: 'b', issuer: null }],
  [
    '?state=b&code=a%2Fc&iss=https%3A%2F%2Fid.example',
    { code: 'a/c', state: 'b', issuer: 'https://id.example' },
  ],
  ['?error=access_denied&state=b', null],
  ['', null],
])('an identity provider sends back %j: %j', (search, answer) => {
  expect(signOnAnswerOf(search)).toEqual(answer);
});

test('the form sends only what differs; an emptied value is null', () => {
  const stored = { name: 'Ada', city: 'Paris', state: null, email: 'a@example.com' };
  expect(changesOf(stored, { name: 'Ada', city: ' ', state: '', email: ' b@example.com ' })).toEqual({
    city: null,
    email: 'b@example.com',
  });
});

test.each([
  ['card', 'visa', '4242', 8, 2031, 'Visa •••• 4242, 08/2031'],
  ['sepa_debit', null, '3000', null, null, 'Sepa debit •••• 3000'],
  ['us_bank_account', 'STRIPE TEST BANK', '6789', null, null, 'STRIPE TEST BANK •••• 6789'],
  ['link', null, null, null, null, 'Link'],
  [null, null, null, null, null, null],
])(
  'a method of kind %s and brand %s is called %s',
  (kind, brand, lastDigits, expiryMonth, expiryYear, name) => {
    expect(nameOf({ kind, brand, lastDigits, expiryMonth, expiryYear })).toBe(name);
  },
);
