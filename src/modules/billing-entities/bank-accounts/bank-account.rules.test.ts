// The bank accounts that a billing entity has after an update, and which of them an invoice takes: billing-entities.md §5.
import { describe, expect, test } from '@jest/globals';
import { FieldErrors } from '../../../platform/errors/field-errors.js';
import type { SentBankAccount } from './bank-account.input.js';
import { requestedAccounts, validateAccounts } from './bank-account.rules.js';
import type { BankAccount } from './bank-account.table.js';
import { payeeAccount } from './payee-account.js';

const GERMAN = 'DE89370400440532013000';
const DUTCH = 'NL91ABNA0417164300';
const AT = new Date('2026-05-01T00:00:00Z');

function account(over: Partial<BankAccount> = {}): BankAccount {
  return {
    ...{ id: 'euro', organizationId: 'o', billingEntityId: 'e', position: 0, currency: 'EUR', iban: GERMAN },
    ...{ accountNumber: null, routingCode: null, bic: null, holder: null, bankName: 'Commerzbank' },
    ...{ createdAt: AT, updatedAt: AT },
    ...over,
  };
}

const requested = (sent: readonly SentBankAccount[], known: readonly BankAccount[] = []) => {
  const errors = new FieldErrors();
  validateAccounts(errors, sent);
  const accounts = requestedAccounts(errors, sent, known);
  return { accounts, details: errors.details() };
};

describe('accounts that are sent', () => {
  test('bank accounts that are sent are stored without blanks, in upper case, with blank texts as none', () => {
    const { accounts, details } = requested([
      {
        currency: 'EUR',
        iban: 'de89 3704 0044 0532 0130 00',
        bic: 'coba deff',
        holder: ' ',
        bankName: ' B ',
      },
      { currency: null, accountNumber: ' 1234 ', routingCode: '021000021' },
    ]);
    expect(details).toEqual({});
    expect(accounts).toEqual([
      {
        ...{ currency: 'EUR', iban: GERMAN, accountNumber: null, routingCode: null, bic: 'COBADEFF' },
        ...{ holder: null, bankName: 'B', known: null },
      },
      {
        ...{ currency: null, iban: null, accountNumber: '1234', routingCode: '021000021', bic: null },
        ...{ holder: null, bankName: null, known: null },
      },
    ]);
  });

  test.each<[SentBankAccount[], Record<string, string>, string]>([
    [[{ iban: GERMAN }], { 'bankAccounts.0.currency': 'value_is_mandatory' }, 'no currency'],
    [
      [
        { currency: 'EUR', iban: GERMAN },
        { currency: 'EUR', iban: DUTCH },
      ],
      { 'bankAccounts.1.currency': 'value_already_exist' },
      'two of one currency',
    ],
    [
      [
        { currency: null, iban: GERMAN },
        { currency: 'EUR', iban: GERMAN },
        { currency: null, iban: DUTCH },
      ],
      { 'bankAccounts.2.currency': 'value_already_exist' },
      'two for all other currencies',
    ],
    [[{ currency: 'EUR' }], { 'bankAccounts.0.iban': 'value_is_mandatory' }, 'no number'],
    [[{ currency: 'EUR', iban: ' ' }], { 'bankAccounts.0.iban': 'value_is_mandatory' }, 'a blank number'],
    [
      [{ currency: 'EUR', iban: GERMAN, accountNumber: '1', routingCode: '2' }],
      { 'bankAccounts.0.iban': 'value_must_be_blank' },
      'both numbers',
    ],
    [
      [{ currency: 'EUR', iban: GERMAN, routingCode: '2' }],
      { 'bankAccounts.0.iban': 'value_must_be_blank' },
      'an IBAN and a routing code',
    ],
    [
      [{ currency: 'USD', accountNumber: '1' }],
      { 'bankAccounts.0.routingCode': 'value_is_mandatory' },
      'no routing code',
    ],
    [
      [{ currency: 'USD', routingCode: '1' }],
      { 'bankAccounts.0.accountNumber': 'value_is_mandatory' },
      'a routing code alone',
    ],
    [
      [{ currency: 'EUR', iban: `${GERMAN.slice(0, -1)}1` }],
      { 'bankAccounts.0.iban': 'value_is_invalid' },
      'wrong check digits',
    ],
    [
      [{ currency: 'EUR', iban: 'DE5137040044053201300' }],
      { 'bankAccounts.0.iban': 'value_is_invalid' },
      'a length of no German account, with the right check digits',
    ],
    [
      [{ currency: 'EUR', iban: 'US54SVBKUS6S3300958671' }],
      { 'bankAccounts.0.iban': 'value_is_invalid' },
      'a country without IBANs, with the right check digits',
    ],
    [
      [{ currency: 'EUR', iban: GERMAN, bic: 'COBADEF' }],
      { 'bankAccounts.0.bic': 'value_is_invalid' },
      'seven characters as BIC',
    ],
    [
      [{ currency: 'EUR', iban: GERMAN, holder: 'x'.repeat(71), bankName: 'x'.repeat(71) }],
      { 'bankAccounts.0.holder': 'value_is_too_long', 'bankAccounts.0.bankName': 'value_is_too_long' },
      'long names',
    ],
    [
      Array.from({ length: 11 }, () => ({ currency: 'EUR', iban: GERMAN })),
      { bankAccounts: 'invalid_count' },
      'eleven accounts',
    ],
  ])('%j are refused with %j: %s', (sent, expected) => {
    const texts = Object.entries(expected).map(([path, code]) => [path, [code]]);
    expect(requested(sent).details).toEqual(Object.fromEntries(texts));
  });

  test('bank accounts that are sent change those with their id, and keep what they omit', () => {
    const known = [account(), account({ id: 'other', currency: null })];
    const { accounts } = requested(
      [
        { id: 'euro', holder: 'Us' },
        { id: 'EURO2', currency: 'USD', iban: DUTCH },
      ],
      known,
    );
    expect(
      accounts.map(({ known: kept, holder, bankName, iban }) => [kept?.id, holder, bankName, iban]),
    ).toEqual([
      ['euro', 'Us', 'Commerzbank', GERMAN],
      [undefined, null, null, DUTCH],
    ]);
  });

  test('bank accounts that are sent exchange the currencies of two', () => {
    const known = [account(), account({ id: 'other', currency: 'USD' })];
    const sent = [
      { id: 'euro', currency: 'USD' },
      { id: 'other', currency: 'EUR' },
    ];
    expect(requested(sent, known).details).toEqual({});
  });

  test('bank accounts that are sent take a number of the other kind in place of the one before', () => {
    const { accounts, details } = requested(
      [{ id: 'euro', accountNumber: '1', routingCode: '2' }],
      [account()],
    );
    expect([accounts[0]?.iban, accounts[0]?.accountNumber, details]).toEqual([null, '1', {}]);
    const local = account({ iban: null, accountNumber: '1', routingCode: '2' });
    const [back] = requested([{ id: 'euro', iban: GERMAN }], [local]).accounts;
    expect([back?.iban, back?.accountNumber, back?.routingCode]).toEqual([GERMAN, null, null]);
  });

  test('bank accounts that are sent name an account once', () => {
    const sent = [{ id: 'euro' }, { id: 'euro', currency: 'USD' }];
    expect(requested(sent, [account()]).details).toEqual({ 'bankAccounts.1.id': ['value_already_exist'] });
  });
});

describe('the account of an invoice', () => {
  const entity = { name: 'Hooli', legalName: 'Hooli GmbH' };
  const all = [account({ currency: null, iban: DUTCH }), account()];

  test('the bank account of an invoice is that of its currency, else that of all others', () => {
    expect(payeeAccount(all, entity, 'EUR')?.iban).toBe(GERMAN);
    expect(payeeAccount(all, entity, 'USD')?.iban).toBe(DUTCH);
    expect(payeeAccount([account()], entity, 'USD')).toBeNull();
  });

  test('the bank account of an invoice is held by the billing entity, under its legal name, unless somebody else is named', () => {
    const holders = [
      payeeAccount(all, entity, 'EUR'),
      payeeAccount(all, { ...entity, legalName: null }, 'EUR'),
      payeeAccount([account({ holder: 'Factoring AG' })], entity, 'EUR'),
    ];
    expect(holders.map((each) => each?.holder)).toEqual(['Hooli GmbH', 'Hooli', 'Factoring AG']);
  });
});
