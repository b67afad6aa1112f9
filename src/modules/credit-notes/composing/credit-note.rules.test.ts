import { describe, expect, test } from '@jest/globals';
import { feeRow, invoiceRow } from '../../../../test/support/rows.js';
import { refusalBy } from '../../../../test/support/rule-errors.js';
import type { CreditNoteParts } from '../../../core/credit-notes/credit-note-amounts.js';
import type { CreditableInvoice } from '../../../core/credit-notes/credit-note-limits.js';
import { Big } from '../../../core/money/decimal.js';
import type { Invoice } from '../../invoices/records/invoice.table.js';
import { checkInvoice, checkItems, checkParts, checkPurchase, checkTexts } from './credit-note.rules.js';
import type { CreditSource } from './credit-source.js';

describe('an invoice that a note is created for (credit-notes.md §1, §2)', () => {
  test.each<[Partial<Invoice>, string | null, string]>([
    [{ status: 'finalized' }, null, 'issued'],
    [{ status: 'voided' }, null, 'voided ones too'],
    [{ status: 'draft' }, 'invalid_type_or_status', 'only the system gives back of a draft'],
    [{ status: 'open' }, 'invalid_type_or_status', 'not issued yet'],
    [{ invoiceType: 'credit' }, null, 'its wallet decides'],
  ])('%j is refused with %j: %s', (over, expected) => {
    expect(
      refusalBy(() => {
        checkInvoice(invoiceRow(over));
      }),
    ).toBe(expected);
  });
});

describe('an invoice of bought credits (credit-notes.md §2)', () => {
  const bought = (isPaid: boolean, isUsable: boolean): CreditSource => ({
    invoice: invoiceRow({ invoiceType: 'credit', paymentStatus: isPaid ? 'succeeded' : 'pending' }),
    fees: [],
    notes: [],
    invoiceTaxes: [],
    noteTaxes: [],
    purchase: { isUsable, leftCents: isPaid ? 500n : null },
  });

  test.each<[CreditSource, boolean, string | null, string]>([
    [bought(true, true), false, null, 'paid, with an active wallet'],
    [bought(false, true), true, null, 'unpaid: it can be offset'],
    [bought(false, true), false, 'invalid_type_or_status', 'unpaid: nothing can be refunded'],
    [bought(true, false), false, 'invalid_type_or_status', 'the wallet is terminated'],
    [{ ...bought(false, false), purchase: null }, false, null, 'of another type'],
  ])(
    'an invoice of bought credits, case %#, only offset %j, is refused with %j: %s',
    (source, isOffsetOnly, expected) => {
      expect(
        refusalBy(() => {
          checkPurchase(source, isOffsetOnly);
        }),
      ).toBe(expected);
    },
  );
});

describe('texts', () => {
  test.each<[Parameters<typeof checkTexts>[0], object | null]>([
    [{}, null],
    [{ description: 'x'.repeat(10_000), metadata: { key: 'value', none: null } }, null],
    [{ description: 'x'.repeat(10_001) }, { description: ['value_is_too_long'] }],
    [{ metadata: { key: {} } }, { metadata: ['nested_structure_not_allowed'] }],
  ])('the texts of case %# are refused with %j', (texts, expected) => {
    expect(refusalBy(() => checkTexts(texts))).toEqual(expected);
  });

  test('the texts of a credit note give the metadata of the note, null without any', () => {
    expect(checkTexts({ metadata: { key: 'value' } })).toEqual({ key: 'value' });
    expect(checkTexts({})).toBeNull();
  });
});

describe('items (credit-notes.md §2)', () => {
  const fees = [
    { fee: feeRow(1_000n, { id: 'a' }), taxes: [], creditedCents: 400n },
    { fee: feeRow(500n, { id: 'b' }), taxes: [], creditedCents: 0n },
  ];
  const source: CreditSource = {
    invoice: invoiceRow(),
    fees,
    notes: [],
    invoiceTaxes: [],
    noteTaxes: [],
    purchase: null,
  };
  const item = (feeId: string, amountCents: bigint) => ({ feeId, amountCents });

  test('the items of a credit note keep their order, and have their fee', () => {
    const items = checkItems(source, [item('b', 500n), item('a', 600n), item('b', 0n)]);
    expect(items.map(({ fee, amountCents }) => [fee.fee.id, amountCents.toFixed()])).toEqual([
      ['b', '500'],
      ['a', '600'],
      ['b', '0'],
    ]);
  });

  test.each<[ReturnType<typeof item>[], object | string, string]>([
    [[item('c', 1n)], 'fee_not_found', 'a fee of another invoice'],
    [[item('a', -1n)], { amountCents: ['invalid_value'] }, 'a negative amount'],
    [[item('a', 601n)], { amountCents: ['higher_than_remaining_fee_amount'] }, 'more than is left'],
    [
      [item('a', 400n), item('a', 201n)],
      { amountCents: ['higher_than_remaining_fee_amount'] },
      'several of one fee count together',
    ],
    [[item('a', -1n), item('c', 1n)], { amountCents: ['invalid_value'] }, 'the first one that is wrong'],
  ])('the items of case %# are refused with %j: %s', (items, expected) => {
    expect(refusalBy(() => checkItems(source, items))).toEqual(expected);
  });

  test('the items of a credit note of bought credits are limited by what is left of them, once they are paid', () => {
    const bought = (leftCents: bigint | null) => ({ ...source, purchase: { isUsable: true, leftCents } });
    const refused = (leftCents: bigint | null) =>
      refusalBy(() => checkItems(bought(leftCents), [item('a', 300n), item('b', 200n)]));
    expect([refused(500n), refused(null)]).toEqual([null, null]);
    expect(refused(499n)).toEqual({ amountCents: ['higher_than_wallet_balance'] });
  });
});

describe('parts (credit-notes.md §2, the table)', () => {
  /** One fee of 100.00 without tax; notes so far gave back 10.00 as credit, 5.00 in money and 2.00 as offset. */
  const invoice: CreditableInvoice = {
    fees: [
      { amountCents: 10_000n, taxesRatePercent: new Big(0), providedTaxesCents: null, creditedCents: 1_700n },
    ],
    feesAmountCents: 10_000n,
    discountsCents: 0n,
    taxedCents: 10_000n,
    totalAmountCents: 10_000n,
    totalPaidAmountCents: 4_000n,
    isPaymentSucceeded: false,
    purchaseLeftCents: null,
    givenBack: { creditAmountCents: 1_000n, refundAmountCents: 500n, offsetAmountCents: 200n },
  };
  const unpaid = { ...invoice, totalPaidAmountCents: 0n };
  const unsettled = { ...invoice, totalPaidAmountCents: 10_000n };

  function refused(
    [creditAmountCents, refundAmountCents, offsetAmountCents]: readonly [bigint, bigint, bigint],
    worthCents: bigint,
    of: CreditableInvoice,
  ) {
    const parts: CreditNoteParts = { creditAmountCents, refundAmountCents, offsetAmountCents };
    const amounts = { worthCents } as Parameters<typeof checkParts>[1];
    return refusalBy(() => {
      checkParts(parts, amounts, of);
    });
  }

  const TOO_HIGH = ['higher_than_remaining_invoice_amount'];

  test.each<[[bigint, bigint, bigint], bigint, CreditableInvoice, object | null, string]>([
    [[1_000n, 500n, 300n], 1_800n, invoice, null, 'the worth of the items'],
    [[1_001n, 0n, 0n], 1_000n, invoice, null, 'a cent more, which rounding may take'],
    [[999n, 0n, 0n], 1_000n, invoice, null, 'a cent less'],
    [[1_002n, 0n, 0n], 1_000n, invoice, { base: ['does_not_match_item_amounts'] }, 'two cents more'],
    [[998n, 0n, 0n], 1_000n, invoice, { base: ['does_not_match_item_amounts'] }, 'two cents less'],
    [[0n, 0n, 0n], 0n, invoice, { base: ['total_amount_must_be_positive'] }, 'nothing'],
    [
      [1_100n, -100n, 0n],
      1_000n,
      invoice,
      { refundAmountCents: ['value_is_out_of_range'] },
      'a negative part',
    ],
    [[0n, 3_500n, 0n], 3_500n, invoice, null, 'what was paid and not given back'],
    [[0n, 3_501n, 0n], 3_501n, invoice, { refundAmountCents: TOO_HIGH }, 'a cent more than was paid'],
    [
      [0n, 1n, 0n],
      1n,
      unpaid,
      { refundAmountCents: ['cannot_refund_unpaid_invoice', ...TOO_HIGH] },
      'nothing was paid',
    ],
    [
      [0n, 1n, 0n],
      1n,
      unsettled,
      { refundAmountCents: ['cannot_refund_unpaid_invoice'] },
      'paid, but the payment did not succeed',
    ],
    [[0n, 0n, 5_800n], 5_800n, invoice, null, 'all that is due'],
    [[0n, 0n, 5_801n], 5_801n, invoice, { offsetAmountCents: TOO_HIGH }, 'more than is due'],
    [[8_301n, 0n, 0n], 8_300n, invoice, null, 'all that is not given back, and a cent of rounding'],
    [
      [8_302n, 0n, 0n],
      8_302n,
      invoice,
      { base: TOO_HIGH },
      'a cent more: with what was refunded it is too much',
    ],
    [
      [8_802n, 0n, 0n],
      8_802n,
      invoice,
      { creditAmountCents: TOO_HIGH, base: TOO_HIGH },
      'more than was ever left for credit',
    ],
    [
      [0n, 3_501n, 0n],
      10n,
      invoice,
      { refundAmountCents: TOO_HIGH, base: ['does_not_match_item_amounts'] },
      'all that is wrong is reported together',
    ],
  ])('the parts of case %#: %j of %s', (parts, worth, of, expected) => {
    expect(refused(parts, worth, of)).toEqual(expected);
  });
});
