import { describe, expect, test } from '@jest/globals';
import {
  accountingLine,
  allocation,
  creditNote,
  invoiceA,
  NO_ACCOUNTS,
  payment,
  prepaidCredits,
  refund,
} from '../../../../../test/support/accounting-documents.js';
import { fc } from '../../../../../test/support/property.js';
import {
  type AccountingEntry,
  allocationEntries,
  creditNoteEntries,
  invoiceEntries,
  paymentEntries,
  voidedInvoiceEntries,
  voidedNoteEntries,
} from './accounting-entries.js';
import type { AccountingAccounts, AccountingVoid } from './accounting-provider.js';

/** Rows as text: `cash debit 500`. */
const rowsOf = (entries: readonly AccountingEntry[]) =>
  entries.map(({ account, debitCents, creditCents }) =>
    debitCents > 0n ? `${account} debit ${debitCents}` : `${account} credit ${creditCents}`,
  );

const voidOfA: AccountingVoid = {
  invoice: invoiceA(),
  externalId: null,
  returnedNotes: [],
  unpaidAmountCents: 0n,
  creditNotesAmountCents: 1_000n,
  purchasedCreditAmountCents: 2_000n,
  grantedCreditAmountCents: 1_000n,
};

const NO_CREDITS = {
  creditNotesAmountCents: 0n,
  purchasedCreditAmountCents: 0n,
  grantedCreditAmountCents: 0n,
};

// integrations.md §13; §18 example 11
describe('entries of documents', () => {
  test('the invoice of example 11 has the rows of the specification', () => {
    expect(invoiceEntries(invoiceA())).toEqual([
      {
        account: 'receivable',
        debitCents: 16_578n,
        creditCents: 0n,
        memo: 'Invoice NOR-014-003',
        id: 'invoice',
      },
      { account: 'discount', debitCents: 1_535n, creditCents: 0n, memo: 'Coupons', id: null },
      {
        account: 'progressive_credit',
        debitCents: 2_000n,
        creditCents: 0n,
        memo: 'Usage already billed',
        id: null,
      },
      { account: 'revenue', debitCents: 0n, creditCents: 10_000n, memo: 'Team', id: 'fee-1' },
      { account: 'revenue', debitCents: 0n, creditCents: 7_350n, memo: 'Usage', id: 'fee-2' },
      { account: 'tax', debitCents: 0n, creditCents: 2_763n, memo: 'VAT', id: null },
    ]);
  });

  test.each<[string, readonly AccountingEntry[], readonly string[]]>([
    [
      'a credit note that is used',
      allocationEntries(allocation()),
      ['credit_notes debit 1000', 'receivable credit 1000'],
    ],
    ['an offset', allocationEntries(allocation({ kind: 'offset' })), []],
    [
      'purchased credits',
      paymentEntries(prepaidCredits()),
      ['prepaid_credit debit 3000', 'receivable credit 3000'],
    ],
    [
      'purchased and granted credits',
      paymentEntries(prepaidCredits({ purchasedAmountCents: 1n, grantedAmountCents: 2n })),
      ['prepaid_credit debit 1', 'receivable credit 1', 'granted_credit debit 2', 'receivable credit 2'],
    ],
    ['a payment', paymentEntries(payment()), ['cash debit 12578', 'receivable credit 12578']],
    ['a refund', paymentEntries(refund()), ['refunds_payable debit 1000', 'cash credit 1000']],
    [
      'a credit note with all parts',
      creditNoteEntries(
        creditNote({ creditAmountCents: 400n, refundAmountCents: 350n, offsetAmountCents: 250n }),
      ),
      [
        'revenue debit 1000',
        'tax debit 167',
        'discount credit 167',
        'credit_notes credit 400',
        'refunds_payable credit 350',
        'receivable credit 250',
      ],
    ],
    [
      'a credit note on an invoice that was voided before',
      creditNoteEntries(
        creditNote({ creditAmountCents: 400n, refundAmountCents: 600n, unpaidAmountCents: 0n }),
      ),
      ['receivable debit 1000', 'credit_notes credit 400', 'refunds_payable credit 600'],
    ],
    [
      'a credit note on a voided invoice of which only a part was paid',
      creditNoteEntries(creditNote({ unpaidAmountCents: 300n })),
      ['receivable debit 1000', 'revenue debit 300', 'receivable credit 300', 'credit_notes credit 1000'],
    ],
    [
      'a void of an invoice whose credit notes gave more than was paid',
      voidedInvoiceEntries({ ...voidOfA, ...NO_CREDITS, unpaidAmountCents: 300n }).slice(-2),
      ['revenue debit 300', 'receivable credit 300'],
    ],
    [
      'a void of an invoice with credits that were never sent: they are used and given back at once',
      voidedInvoiceEntries({
        ...voidOfA,
        ...NO_CREDITS,
        purchasedCreditAmountCents: -500n,
        grantedCreditAmountCents: 500n,
      }).slice(-4),
      [
        'prepaid_credit debit 500',
        'receivable credit 500',
        'granted_credit credit 500',
        'receivable debit 500',
      ],
    ],
    [
      'a credit note that is voided',
      voidedNoteEntries({ creditNote: creditNote(), balanceAmountCents: 600n }),
      ['credit_notes debit 600', 'revenue credit 600'],
    ],
    [
      'an invoice that is voided',
      voidedInvoiceEntries(voidOfA),
      [
        'receivable credit 16578',
        'discount credit 1535',
        'progressive_credit credit 2000',
        'revenue debit 10000',
        'revenue debit 7350',
        'tax debit 2763',
        'credit_notes credit 1000',
        'receivable debit 1000',
        'prepaid_credit credit 2000',
        'receivable debit 2000',
        'granted_credit credit 1000',
        'receivable debit 1000',
      ],
    ],
    [
      'an invoice for credits',
      invoiceEntries(
        invoiceA({
          lines: [accountingLine({ isTopUp: true, amountCents: 500n })],
          couponsAmountCents: 0n,
          progressiveCreditAmountCents: 0n,
          taxes: [],
          taxesAmountCents: 0n,
          totalAmountCents: 500n,
        }),
      ),
      ['receivable debit 500', 'prepaid_credit credit 500'],
    ],
    [
      'taxes whose rounded amounts are less than those of the invoice',
      invoiceEntries(
        invoiceA({
          taxes: [
            { code: 'a', name: 'A', amountCents: 1_000n },
            { code: 'b', name: 'B', amountCents: 1_762n },
          ],
        }),
      ).slice(-2),
      ['tax credit 1000', 'tax credit 1763'],
    ],
  ])('%s has balanced rows', (_, entries, rows) => {
    expect(rowsOf(entries)).toEqual(rows);
  });

  test('mapped accounts stand in for our words: the code of the account, else the id of the item', () => {
    const code = (externalId: string | null, accountCode: string | null) => ({ externalId, accountCode });
    const accounts: AccountingAccounts = {
      account: code(null, '1200'),
      coupon: code('COUPON', null),
      creditNote: code('CN', '1300'),
      tax: code(null, '3800'),
      prepaidCredit: code('PRE', '1700'),
      grantedCredit: code('FREE', '1701'),
    };
    const lines = [
      accountingLine({ amountCents: 10_000n, code: code('TEAM', '8400') }),
      accountingLine({ amountCents: 7_350n, code: code('USAGE', null) }),
    ];
    expect(rowsOf(invoiceEntries(invoiceA({ accounts, lines })))).toEqual([
      'receivable debit 16578',
      'COUPON debit 1535',
      'progressive_credit debit 2000',
      '8400 credit 10000',
      'USAGE credit 7350',
      '3800 credit 2763',
    ]);
    expect(rowsOf(paymentEntries(payment({ accounts })))[0]).toBe('1200 debit 12578');
    expect(rowsOf(allocationEntries(allocation({ accounts })))[0]).toBe('1300 debit 1000');
    expect(
      rowsOf(paymentEntries(prepaidCredits({ accounts, grantedAmountCents: 1n }))).filter(
        (_, at) => at % 2 === 0,
      ),
    ).toEqual(['1700 debit 3000', '1701 debit 1']);
    expect(
      rowsOf(voidedNoteEntries({ creditNote: creditNote({ accounts, lines }), balanceAmountCents: 5n })),
    ).toEqual(['1300 debit 5', '8400 credit 5']);
  });

  test('the rows of any document balance, and none of them is 0', () => {
    const cents = fc.oneof(fc.constant(0n), fc.bigInt(1n, 10n ** 12n));
    const parts = fc.array(cents, { maxLength: 6 });
    const documents = fc.tuple(parts, parts, cents, cents, cents, cents, fc.bigInt(-3n, 3n));
    fc.assert(
      fc.property(documents, ([fees, rounded, coupons, progressive, one, other, rest]) => {
        const lines = fees.map((amountCents) => accountingLine({ amountCents }));
        const taxes = rounded.map((amountCents) => ({ code: 'vat', name: 'VAT', amountCents }));
        const sumOf = (amounts: readonly bigint[]) => amounts.reduce((sum, each) => sum + each, 0n);
        const taxesAmountCents = taxes.length === 0 ? one : sumOf(rounded) + rest;
        const total = sumOf(fees) - coupons - progressive + taxesAmountCents;
        const shared = { lines, taxes, taxesAmountCents, totalAmountCents: total };
        const invoice = invoiceA({
          ...shared,
          couponsAmountCents: coupons,
          progressiveCreditAmountCents: progressive,
        });
        const note = creditNote({
          ...shared,
          couponsAdjustmentAmountCents: coupons + progressive,
          creditAmountCents: one,
          refundAmountCents: other,
          offsetAmountCents: total - one - other,
        });
        for (const entries of [
          invoiceEntries(invoice),
          voidedInvoiceEntries({
            invoice,
            externalId: null,
            returnedNotes: [],
            unpaidAmountCents: other,
            creditNotesAmountCents: coupons,
            purchasedCreditAmountCents: one,
            grantedCreditAmountCents: other,
          }),
          creditNoteEntries(note),
          voidedNoteEntries({ creditNote: note, balanceAmountCents: one }),
          allocationEntries(allocation({ amountCents: one })),
          paymentEntries(prepaidCredits({ purchasedAmountCents: one, grantedAmountCents: other })),
          paymentEntries(payment({ amountCents: other, accounts: NO_ACCOUNTS })),
          paymentEntries(refund({ amountCents: other })),
        ]) {
          expect(sumOf(entries.map(({ debitCents }) => debitCents))).toBe(
            sumOf(entries.map(({ creditCents }) => creditCents)),
          );
          for (const { debitCents, creditCents } of entries)
            expect([debitCents >= 0n, creditCents >= 0n, debitCents > 0n === creditCents > 0n]).toEqual([
              true,
              true,
              false,
            ]);
        }
      }),
    );
  });
});
