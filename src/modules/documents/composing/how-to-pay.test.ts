// How invoices are paid: billing-entities.md §5.
import { describe, expect, test } from '@jest/globals';
import { ACCOUNT, invoiceFacts } from '../../../../test/support/document-facts.js';
import { epcCode } from './epc-code.js';
import { invoiceContent } from './invoice-content.js';

const paymentOf = (over: Parameters<typeof invoiceFacts>[0] = {}) =>
  invoiceContent(invoiceFacts({ account: ACCOUNT, ...over }), 1_000).payment;
const linesOf = (payment: ReturnType<typeof paymentOf>) =>
  payment?.facts.map(({ label, text }) => `${label}: ${text}`);

describe('how an invoice is paid', () => {
  test('the means of payment are shown with the account, and the number of the invoice as reference', () => {
    const payment = paymentOf();
    expect(payment?.title).toBe('How to pay');
    expect(linesOf(payment)).toEqual([
      'Account holder: Northwind GmbH',
      'IBAN: DE89 3704 0044 0532 0130 00',
      'BIC: COBADEFFXXX',
      'Bank: Commerzbank',
      'Reference: NOR-014-003',
    ]);
  });

  test('the means of payment name the number and the routing code of an account without IBAN, and have no code for it', () => {
    const local = {
      ...ACCOUNT,
      iban: null,
      bic: null,
      bankName: null,
      accountNumber: '000123',
      routingCode: '021000021',
    };
    const payment = paymentOf({ account: local, invoice: { currency: 'USD' } });
    expect(linesOf(payment)).toEqual([
      'Account holder: Northwind GmbH',
      'Account number: 000123',
      'Routing code: 021000021',
      'Reference: NOR-014-003',
    ]);
    expect(payment?.code).toBeNull();
    expect(paymentOf({ account: local })?.code).toBeNull();
  });

  test('the means of payment are not shown without an account, without anything due, and on self-billed invoices', () => {
    expect(paymentOf({ account: null })).toBeNull();
    expect(paymentOf({ invoice: { totalAmountCents: 0n } })).toBeNull();
    expect(paymentOf({ invoice: { selfBilled: true } })).toBeNull();
  });

  test('the means of payment are shown in the language of the document', () => {
    const titles = ['de', 'es', 'fr', 'it', 'nb', 'pt-BR', 'sv', 'zh-TW'].map(
      (locale) => paymentOf({ locale })?.title,
    );
    expect(titles).toEqual([
      ...['So zahlen Sie', 'Cómo pagar', 'Comment payer', 'Come pagare', 'Slik betaler du'],
      ...['Como pagar', 'Så betalar du', '付款方式'],
    ]);
  });
});

describe('the EPC code', () => {
  const codeOf = (over: Partial<Parameters<typeof epcCode>[0]> = {}) =>
    epcCode({ account: ACCOUNT, currency: 'EUR', amountCents: 1_200n, reference: 'NOR-014-003', ...over });

  test('the EPC code asks for what is due, in version 002', () => {
    expect(codeOf()).toBe(
      [
        ...['BCD', '002', '1', 'SCT', 'COBADEFFXXX', 'Northwind GmbH', 'DE89370400440532013000', 'EUR12.00'],
        ...['', '', 'NOR-014-003'],
      ].join('\n'),
    );
    expect(paymentOf()?.code).toBe(codeOf());
  });

  test('the EPC code does without a BIC', () => {
    expect(codeOf({ account: { ...ACCOUNT, bic: null } })?.split('\n')[4]).toBe('');
  });

  test('the EPC code has the first 70 characters of a name, on one line', () => {
    const nameOf = (holder: string) => codeOf({ account: { ...ACCOUNT, holder } })?.split('\n')[5];
    expect(nameOf(' Bach\n& Söhne ')).toBe('Bach & Söhne');
    expect(nameOf('ö'.repeat(80))).toBe('ö'.repeat(70));
  });

  test.each([
    ['EUR0.01', 1n],
    ['EUR1234.50', 123_450n],
    ['EUR999999999.99', 99_999_999_999n],
  ])('the EPC code writes %s', (text, amountCents) => {
    expect(codeOf({ amountCents })?.split('\n')[7]).toBe(text);
  });

  test('the EPC code is missing beyond the bounds of the standard, and in other currencies', () => {
    expect(codeOf({ amountCents: 100_000_000_000n })).toBeNull();
    expect(codeOf({ amountCents: 0n })).toBeNull();
    expect(codeOf({ currency: 'USD' })).toBeNull();
    expect(
      codeOf({ account: { ...ACCOUNT, holder: '銀'.repeat(70) }, reference: 'x'.repeat(100) }),
    ).toBeNull();
  });
});
