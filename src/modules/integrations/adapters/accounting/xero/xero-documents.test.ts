import { describe, expect, test } from '@jest/globals';
import {
  accountingLine,
  creditNote,
  invoiceA,
  NO_ACCOUNTS,
  payment,
  placeOfInvoice,
  prepaidCredits,
  refund,
} from '../../../../../../test/support/accounting-documents.js';
import { Big } from '../../../../../core/money/decimal.js';
import type { Fields } from '../../../../../platform/outgoing/received-fields.js';
import type { AccountingContact } from '../accounting-provider.js';
import { contactBody, creditNoteBody, distinctName, invoiceBody, paymentBodies } from './xero-documents.js';

const SAAS = { externalId: 'SAAS', accountCode: null };
const code = (accountCode: string | null, externalId: string | null = 'X') => ({ externalId, accountCode });
const itemsIn = (body: Fields) => body['LineItems'] as readonly Record<string, unknown>[];
const amountsIn = (body: Fields) =>
  itemsIn(body).map(({ Description, UnitAmount, TaxAmount, TaxType }) => [
    Description,
    UnitAmount,
    TaxAmount,
    TaxType,
  ]);

function mappedA(over: Parameters<typeof invoiceA>[0] = {}) {
  const invoice = invoiceA({ couponCode: SAAS, ...over });
  return { ...invoice, lines: invoice.lines.map((line) => ({ ...line, code: SAAS })) };
}

// integrations.md §12; §18 example 12
describe('documents at Xero', () => {
  test('the invoice of example 12 has its lines, to the cent', () => {
    const accounts = { ...NO_ACCOUNTS, tax: { externalId: 'OUTPUT2', accountCode: null } };
    const body = invoiceBody(mappedA({ accounts, purchaseOrderNumber: 'PO-1', fileUrl: 'https://x/y.pdf' }));
    expect(body).toMatchObject({
      Type: 'ACCREC',
      Status: 'AUTHORISED',
      InvoiceNumber: 'NOR-014-003',
      Reference: 'PO-1',
      Contact: { ContactID: 'contact' },
      Date: '2027-05-01',
      DueDate: '2027-05-11',
      CurrencyCode: 'EUR',
      LineAmountTypes: 'Exclusive',
      Url: 'https://x/y.pdf',
    });
    expect(itemsIn(body)[0]).toEqual({
      Description: 'Team',
      Quantity: 1,
      ItemCode: 'SAAS',
      UnitAmount: 100,
      TaxType: 'OUTPUT2',
      TaxAmount: 18,
    });
    expect(amountsIn(body)).toEqual([
      ['Team', 100, 18, 'OUTPUT2'],
      ['Usage', 73.5, 9.63, 'OUTPUT2'],
      ['Coupons', -15.35, 0, 'NONE'],
      ['Usage already billed', -20, 0, 'NONE'],
    ]);
  });

  test.each<[string, readonly string[], bigint, readonly number[]]>([
    ['the largest remainder takes the cent', ['10.3', '10.6', '0'], 21n, [0.1, 0.11, 0]],
    ['of equal remainders the first', ['10.5', '10.5'], 21n, [0.11, 0.1]],
    ['the smallest remainder gives one', ['10.1', '10.2'], 19n, [0.09, 0.1]],
    ['the largest takes all of a difference of more than a cent each', ['1.5'], 3n, [0.03]],
  ])('the taxes of lines add up to those of the invoice: %s', (_, precise, taxesAmountCents, taxes) => {
    const lines = precise.map((tax) => accountingLine({ preciseTaxesCents: new Big(tax), code: SAAS }));
    const body = invoiceBody(invoiceA({ lines, couponCode: SAAS, taxesAmountCents }));
    expect(
      itemsIn(body)
        .slice(0, lines.length)
        .map(({ TaxAmount }) => TaxAmount),
    ).toEqual(taxes);
  });

  test('a line without tax says so, and one with tax leaves the type to its account unless it is mapped', () => {
    const lines = [
      accountingLine({ code: code('200', 'SAAS') }),
      accountingLine({ code: SAAS, preciseTaxesCents: new Big(5) }),
    ];
    const [free, taxed] = itemsIn(invoiceBody(invoiceA({ lines, couponCode: SAAS, taxesAmountCents: 5n })));
    expect(free).toMatchObject({ AccountCode: '200', TaxType: 'NONE', TaxAmount: 0 });
    expect(taxed).not.toHaveProperty('TaxType');
  });

  test('a credit note has its items, the adjustment of coupons, and positive amounts', () => {
    const lines = [accountingLine({ amountCents: 1_000n, preciseTaxesCents: new Big('166.6'), code: SAAS })];
    const body = creditNoteBody(creditNote({ lines, couponCode: SAAS }));
    expect(body).toMatchObject({
      Type: 'ACCRECCREDIT',
      Status: 'AUTHORISED',
      CreditNoteNumber: 'NOR-014-001-CN001',
      Reference: 'NOR-014-001',
      Contact: { ContactID: 'contact' },
      Date: '2027-04-20',
    });
    expect(amountsIn(body)).toEqual([
      ['Team', 10, 1.67, undefined],
      ['Coupons', -1.67, 0, 'NONE'],
    ]);
  });

  test.each<[string, () => unknown, string]>([
    ['a fee without a mapping', () => invoiceBody(invoiceA({ couponCode: SAAS })), 'item_not_mapped'],
    ['coupons without a mapping', () => invoiceBody(mappedA({ couponCode: null })), 'item_not_mapped'],
    [
      'an amount with four decimals',
      () => invoiceBody(mappedA({ currency: 'CLF' })),
      'currency_not_supported',
    ],
    ['a payment without an account', () => paymentBodies(payment()), 'account_not_mapped'],
    [
      'prepaid credits with an item and no account',
      () => paymentBodies(prepaidCredits({ accounts: { ...NO_ACCOUNTS, prepaidCredit: SAAS } })),
      'account_not_mapped',
    ],
  ])('%s is refused without a call', (_, build, errorCode) => {
    expect(build).toThrow(expect.objectContaining({ errorCode, refusalClass: 'refused' }));
  });

  test('an amount in a currency of three decimals is sent if two are enough', () => {
    const lines = [accountingLine({ amountCents: 1_230n, code: SAAS })];
    const [line] = itemsIn(
      invoiceBody(
        invoiceA({
          lines,
          couponCode: SAAS,
          currency: 'KWD',
          couponsAmountCents: 0n,
          progressiveCreditAmountCents: 0n,
          taxesAmountCents: 0n,
        }),
      ),
    );
    expect(line).toMatchObject({ UnitAmount: 1.23 });
    const yen = invoiceBody(invoiceA({ lines, couponCode: SAAS, currency: 'JPY', taxesAmountCents: 0n }));
    expect(itemsIn(yen)[0]).toMatchObject({ UnitAmount: 1_230 });
  });
});

describe('payments at Xero', () => {
  const accounts = {
    ...NO_ACCOUNTS,
    account: code('090', null),
    prepaidCredit: code('830'),
    grantedCredit: code(null, '831'),
  };

  test('a payment arrives on the mapped account, with its reference and our id', () => {
    const invoice = placeOfInvoice('inv-1');
    expect(paymentBodies(payment({ accounts, invoice }))).toEqual([
      {
        key: 'payment',
        body: {
          Invoice: { InvoiceID: 'inv-1' },
          Account: { Code: '090' },
          Date: '2027-05-09',
          Amount: 125.78,
          Reference: 'TR-7 (payment)',
        },
      },
    ]);
    const [long] = paymentBodies(payment({ accounts, reference: 'x'.repeat(300) }));
    expect(String(long?.body['Reference'])).toHaveLength(255);
  });

  test('a refund goes out for its credit note', () => {
    const [sent] = paymentBodies(refund({ accounts }));
    expect(sent?.body).toMatchObject({ CreditNote: { CreditNoteID: null }, Amount: 10, Reference: 'refund' });
  });

  test.each([
    [3_000n, 0n, accounts, [['Prepaid credits', 30, '830']]],
    [0n, 500n, accounts, [['Granted credits', 5, '831']]],
    [
      100n,
      200n,
      { ...accounts, grantedCredit: null },
      [
        ['Prepaid credits', 1, '830'],
        ['Granted credits', 2, '830'],
      ],
    ],
  ])(
    'purchased credits of %s and granted ones of %s are payments from their accounts',
    (purchasedAmountCents, grantedAmountCents, mapped, sent) => {
      const bodies = paymentBodies(
        prepaidCredits({ accounts: mapped, purchasedAmountCents, grantedAmountCents }),
      );
      expect(
        bodies.map(({ key, body: { Amount, Account } }) => [key, Amount, (Account as { Code: string }).Code]),
      ).toEqual(sent);
    },
  );
});

describe('contacts at Xero', () => {
  const contact: AccountingContact = {
    id: 'customer',
    externalId: 'acme',
    providerId: null,
    name: 'Acme Ltd',
    firstName: 'Ann',
    lastName: null,
    email: 'a@example.com, b@example.com',
    phone: '+33 1',
    taxIdentificationNumber: 'FR1',
    currency: 'EUR',
    address: {
      addressLine1: '1 Rue A',
      addressLine2: null,
      city: 'Paris',
      state: '',
      zipcode: '75001',
      country: 'FR',
    },
    representation: {},
  };

  test('a contact has the first address of e-mail and no blank member', () => {
    expect(contactBody(contact)).toEqual({
      Name: 'Acme Ltd',
      FirstName: 'Ann',
      EmailAddress: 'a@example.com',
      ContactNumber: 'customer',
      AccountNumber: 'acme',
      TaxNumber: 'FR1',
      DefaultCurrency: 'EUR',
      Addresses: [
        { AddressType: 'STREET', AddressLine1: '1 Rue A', City: 'Paris', PostalCode: '75001', Country: 'FR' },
      ],
      Phones: [{ PhoneType: 'DEFAULT', PhoneNumber: '+33 1' }],
    });
  });

  test('a customer without a name is named by its external id, which is omitted as a number if it is too long', () => {
    const externalId = 'x'.repeat(51);
    const address = { ...contact.address, addressLine1: null, city: null, zipcode: null, country: null };
    const body = contactBody({ ...contact, name: null, externalId, phone: null, email: null, address });
    expect(body).toEqual({
      Name: externalId,
      FirstName: 'Ann',
      ContactNumber: 'customer',
      TaxNumber: 'FR1',
      DefaultCurrency: 'EUR',
    });
  });

  test('a name that another contact has gets the external id too, within 255 characters', () => {
    expect(distinctName(contact)).toBe('Acme Ltd (acme)');
    const long = distinctName({ ...contact, name: 'n'.repeat(300) });
    expect([long.length, long.slice(-8)]).toEqual([255, 'n (acme)']);
  });
});
