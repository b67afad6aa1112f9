import { describe, expect, test } from '@jest/globals';
import {
  appliedTaxRow,
  creditNoteRow,
  customerRow,
  feeRow,
  invoiceRow,
} from '../../../../test/support/rows.js';
import { type CreditNoteParts, totalOfParts } from '../../../core/credit-notes/credit-note-amounts.js';
import { Big } from '../../../core/money/decimal.js';
import { roundHalfAwayFromZero } from '../../../core/money/money.js';
import type { Invoice } from '../../invoices/records/invoice.table.js';
import {
  composeCreditNote,
  type ComposedCreditNote,
  finalizedCreditNote,
  recomposeCreditNote,
} from './credit-note-composition.js';
import type { CreditNote, CreditNoteItem, CreditNoteTax } from '../records/credit-note.table.js';
import {
  amountsOf,
  creditableInvoice,
  creditableOf,
  creditSource,
  type CreditSource,
  worthOf,
} from './credit-source.js';

const AT = new Date('2027-03-01T12:00:00Z');
const issued = { at: AT, on: '2027-03-02', customer: customerRow() };

interface Given {
  readonly feeCents: bigint;
  readonly ratePercent: string;
  readonly couponsCents?: string;
  readonly invoice?: Partial<Invoice>;
}

/** An invoice of one fee, with the notes on it so far. */
function sourceOf(
  { feeCents, ratePercent, couponsCents = '0', invoice = {} }: Given,
  notes: readonly CreditNote[] = [],
  items: readonly CreditNoteItem[] = [],
  noteTaxes: readonly CreditNoteTax[] = [],
): CreditSource {
  const fee = feeRow(feeCents, { taxesRatePercent: ratePercent, preciseCouponsAmountCents: couponsCents });
  const untaxedCents = feeCents - BigInt(couponsCents);
  const taxesAmountCents = roundHalfAwayFromZero(new Big(untaxedCents).times(ratePercent).div(100));
  return creditSource({
    invoice: invoiceRow({
      feesAmountCents: feeCents,
      subTotalExcludingTaxesAmountCents: untaxedCents,
      taxesAmountCents,
      subTotalIncludingTaxesAmountCents: untaxedCents + taxesAmountCents,
      ...invoice,
    }),
    fees: [fee],
    feeTaxes: new Map([[fee.id, [appliedTaxRow(ratePercent, { feeId: fee.id })]]]),
    invoiceTaxes: [
      appliedTaxRow(ratePercent, {
        invoiceId: 'invoice',
        feesAmountCents: untaxedCents,
        amountCents: taxesAmountCents,
      }),
    ],
    notes,
    noteTaxes,
    items,
    purchase: null,
  });
}

const parts = (
  creditAmountCents: bigint,
  refundAmountCents = 0n,
  offsetAmountCents = 0n,
): CreditNoteParts => ({
  creditAmountCents,
  refundAmountCents,
  offsetAmountCents,
});

function compose(source: CreditSource, itemCents: string, split: CreditNoteParts): ComposedCreditNote | null {
  const items = source.fees.map((fee) => ({ fee, amountCents: new Big(itemCents) }));
  const texts = { reason: 'order_cancellation', description: 'Text', metadata: { key: 'value' } } as const;
  return composeCreditNote(
    source,
    { items, amounts: amountsOf(source, items), parts: split, ...texts },
    issued,
  );
}

describe('a couponed invoice in two notes (credit-notes.md §7 A)', () => {
  const given: Given = {
    feeCents: 10_000n,
    ratePercent: '19',
    couponsCents: '1500',
    invoice: { couponsAmountCents: 1_500n, totalAmountCents: 10_115n },
  };
  const first = compose(sourceOf(given), '3333', parts(3_371n));

  test('the first has the rows of the example', () => {
    const note = first?.note;
    expect(note).toEqual(
      creditNoteRow({
        id: note?.id ?? 'none',
        issuingDate: '2027-03-02',
        reason: 'order_cancellation',
        description: 'Text',
        metadata: { key: 'value' },
        creditAmountCents: 3_371n,
        totalAmountCents: 3_371n,
        balanceAmountCents: 3_371n,
        preciseTotalAmountCents: '3371.3295',
        subTotalExcludingTaxesAmountCents: 2_833n,
        couponsAdjustmentAmountCents: 500n,
        preciseCouponsAdjustmentAmountCents: '499.95',
        taxesAmountCents: 538n,
        preciseTaxesAmountCents: '538.2795',
        taxesRatePercent: '19',
        createdAt: AT,
        updatedAt: AT,
      }),
    );
    expect(first?.items).toMatchObject([
      {
        creditNoteId: note?.id,
        feeId: 'fee',
        amountCents: 3_333n,
        preciseAmountCents: '3333',
        currency: 'EUR',
      },
    ]);
    expect(first?.taxes).toMatchObject([
      {
        creditNoteId: note?.id,
        taxId: 'tax',
        taxCode: 'vat',
        taxRatePercent: '19',
        baseAmountCents: 2_833n,
        amountCents: 538n,
      },
    ]);
  });

  test('the last one corrects the taxes, and both give back the invoice', () => {
    const source = sourceOf(given, first === null ? [] : [first.note], first?.items, first?.taxes);
    const last = compose(source, '6667', parts(6_744n));
    expect(last?.note).toMatchObject({
      sequentialId: 2,
      number: 'ORG-001-001-CN002',
      totalAmountCents: 6_744n,
      subTotalExcludingTaxesAmountCents: 5_667n,
      taxesAmountCents: 1_077n,
      preciseTaxesAmountCents: '1076.7205',
    });
    expect(last?.taxes).toMatchObject([{ baseAmountCents: 5_667n, amountCents: 1_077n }]);
    expect((first?.note.totalAmountCents ?? 0n) + (last?.note.totalAmountCents ?? 0n)).toBe(10_115n);
  });
});

describe('rounding (credit-notes.md §7 B)', () => {
  test.each([
    ['1364.51612', '21', 1_651n, 1_652n, 'a cent more'],
    ['606.45161', '7', 649n, 648n, 'a cent less'],
  ])('an item of %s at %s %% as %d becomes %d: %s', (item, ratePercent, requested, expected) => {
    const source = sourceOf({ feeCents: 4_700n, ratePercent, invoice: { totalAmountCents: 5_687n } });
    expect(compose(source, item, parts(requested))?.note).toMatchObject({
      creditAmountCents: expected,
      totalAmountCents: expected,
      balanceAmountCents: expected,
    });
  });

  test('a rounding that leaves nothing makes no note', () => {
    const source = sourceOf({ feeCents: 4_700n, ratePercent: '0' });
    expect(compose(source, '0.4', parts(0n))).toBeNull();
  });
});

describe('the parts of a note (credit-notes.md §7 C)', () => {
  const given: Given = {
    feeCents: 30_000n,
    ratePercent: '0',
    invoice: { totalAmountCents: 30_000n, totalPaidAmountCents: 12_000n },
  };

  test.each<[CreditNoteParts, Partial<CreditNote>, string]>([
    [
      parts(18_000n, 2_000n),
      { creditAmountCents: 18_000n, balanceAmountCents: 18_000n, refundStatus: 'pending' },
      'a refund that is requested for',
    ],
    [
      parts(0n, 2_000n, 18_000n),
      { offsetAmountCents: 18_000n, balanceAmountCents: 0n, refundStatus: 'pending' },
      'all that is due is offset',
    ],
    [
      parts(0n, 0n, 20_000n),
      {
        creditAmountCents: 2_000n,
        offsetAmountCents: 18_000n,
        balanceAmountCents: 2_000n,
        refundStatus: null,
      },
      'what is not due becomes credit (§5.1)',
    ],
    [
      parts(0n, 20_000n),
      { creditAmountCents: 8_000n, refundAmountCents: 12_000n, balanceAmountCents: 8_000n },
      'what was not paid becomes credit (§5.1)',
    ],
  ])('the parts of a note %j: case %#', (split, expected) => {
    const note = compose(sourceOf(given), '20000', split)?.note;
    expect(note).toMatchObject({ totalAmountCents: 20_000n, creditStatus: 'available', ...expected });
    expect(note === undefined ? 0n : totalOfParts(note)).toBe(20_000n);
  });
});

describe('the note of a draft (credit-notes.md §1, §5.1)', () => {
  const given: Given = {
    feeCents: 1_000n,
    ratePercent: '0',
    invoice: { status: 'draft', number: 'ORG-DRAFT', totalAmountCents: 1_000n },
  };
  const draft = compose(sourceOf(given), '1000', parts(1_000n))?.note;

  test('the note of a draft is a draft', () => {
    expect(draft).toMatchObject({ status: 'draft', number: 'ORG-DRAFT-CN001' });
  });

  const recomposed = (note: CreditNote, cents: string) => {
    const source = sourceOf({
      ...given,
      feeCents: 2_000n,
      invoice: { ...given.invoice, totalAmountCents: 1_500n },
    });
    return recomposeCreditNote(
      source,
      note,
      source.fees.map((fee) => ({ fee, amountCents: new Big(cents) })),
    );
  };

  test.each<[Partial<CreditNote>, CreditNoteParts, string]>([
    [{ creditAmountCents: 700n }, parts(1_400n), 'credit stays credit'],
    [{ offsetAmountCents: 700n }, parts(0n, 0n, 1_400n), 'an offset stays an offset'],
    [{ refundAmountCents: 700n }, parts(1_400n), 'a draft is not paid: nothing is refunded'],
  ])('the note of a draft follows its fees when it had %j', (before, expected) => {
    const note = creditNoteRow({ id: 'kept', sequentialId: 4, number: 'kept', status: 'draft', ...before });
    const { note: after, items } = recomposed(note, '1400') ?? {};
    expect(after).toMatchObject({
      ...expected,
      id: 'kept',
      sequentialId: 4,
      number: 'kept',
      totalAmountCents: 1_400n,
    });
    expect(items).toMatchObject([{ creditNoteId: 'kept', amountCents: 1_400n }]);
  });

  test('the note of a draft is deleted when nothing is left', () => {
    expect(recomposed(creditNoteRow(), '0')).toBeNull();
  });

  test('the note of a draft gets its number with the invoice, and offsets no more than is due', () => {
    const source = sourceOf({
      ...given,
      invoice: { number: 'ORG-001-007', totalAmountCents: 1_000n, totalPaidAmountCents: 400n },
    });
    const note = creditNoteRow({
      sequentialId: 12,
      status: 'draft',
      offsetAmountCents: 900n,
      totalAmountCents: 900n,
    });
    expect(finalizedCreditNote(source, note, AT)).toEqual({
      ...note,
      number: 'ORG-001-007-CN012',
      status: 'finalized',
      creditAmountCents: 300n,
      offsetAmountCents: 600n,
      balanceAmountCents: 300n,
      updatedAt: AT,
    });
  });
});

describe('an invoice as its notes see it', () => {
  const item = (feeId: string, amountCents: bigint, id: string): CreditNoteItem => {
    const { organizationId, createdAt, currency } = creditNoteRow();
    const common = { organizationId, createdAt, currency, creditNoteId: 'credit-note' };
    return { ...common, id, feeId, amountCents, preciseAmountCents: String(amountCents) };
  };

  test('fees have what all notes credited, and the rates that the invoice applied (credit-notes.md §3.2)', () => {
    const source = creditSource({
      invoice: invoiceRow(),
      fees: [feeRow(1_000n, { id: 'a' }), feeRow(500n, { id: 'b' })],
      feeTaxes: new Map([
        ['a', [appliedTaxRow('10'), appliedTaxRow('3', { taxId: 'other', taxCode: 'eco' })]],
      ]),
      invoiceTaxes: [appliedTaxRow('20', { taxName: 'As invoiced' })],
      notes: [],
      noteTaxes: [],
      items: [item('a', 100n, '1'), item('a', 50n, '2'), item('c', 7n, '3')],
      purchase: null,
    });
    expect(source.fees.map(({ creditedCents }) => creditedCents)).toEqual([150n, 0n]);
    expect(source.fees.map(creditableOf)).toEqual([850n, 500n]);
    const taxes = source.fees.map((fee) =>
      fee.taxes.map(({ tax: { name, ratePercent } }) => [name, ratePercent.toFixed()]),
    );
    expect(taxes).toEqual([
      [
        ['As invoiced', '20'],
        ['VAT', '3'],
      ],
      [],
    ]);
  });

  test('only the note that leaves nothing of any fee corrects the taxes of the others (credit-notes.md §3.2)', () => {
    const fees = [feeRow(10n, { id: 'a', taxesRatePercent: '5' }), feeRow(100n, { id: 'b' })];
    const notes = [creditNoteRow({ taxesAmountCents: 1n, preciseTaxesAmountCents: '0.5' })];
    const taxesOf = (cents: string) => {
      const feeTaxes = new Map([['a', [appliedTaxRow('5')]]]);
      const items = [item('a', 10n, '1')];
      const source = creditSource({
        invoice: invoiceRow({
          subTotalExcludingTaxesAmountCents: 110n,
          taxesAmountCents: 1n,
          subTotalIncludingTaxesAmountCents: 111n,
        }),
        fees,
        feeTaxes,
        invoiceTaxes: [],
        notes,
        noteTaxes: [],
        items,
        purchase: null,
      });
      const [, fee] = source.fees;
      if (fee === undefined) throw new Error('Expected two fees.');
      const amounts = amountsOf(source, [{ fee, amountCents: new Big(cents) }]);
      return [amounts.preciseTaxesAmountCents.toFixed(), amounts.taxesAmountCents];
    };
    expect(taxesOf('99')).toEqual(['0', 0n]);
    expect(taxesOf('100')).toEqual(['0', 0n]);
  });

  test('limits add up every note, and take coupons and progressive credit together', () => {
    const notes = [
      creditNoteRow({ creditAmountCents: 1n, refundAmountCents: 2n, offsetAmountCents: 3n }),
      creditNoteRow({ creditAmountCents: 10n, refundAmountCents: 20n, offsetAmountCents: 30n, voidedAt: AT }),
    ];
    const invoice = invoiceRow({
      feesAmountCents: 500n,
      couponsAmountCents: 30n,
      progressiveBillingCreditAmountCents: 12n,
      subTotalIncludingTaxesAmountCents: 460n,
      totalAmountCents: 458n,
      totalPaidAmountCents: 100n,
      paymentStatus: 'succeeded',
    });
    const source = {
      invoice,
      fees: [{ fee: feeRow(500n, { taxesRatePercent: '20' }), taxes: [], creditedCents: 5n }],
      notes,
      invoiceTaxes: [],
      noteTaxes: [],
      purchase: null,
    };
    expect(creditableInvoice(source)).toEqual({
      fees: [
        { amountCents: 500n, taxesRatePercent: new Big('20'), providedTaxesCents: null, creditedCents: 5n },
      ],
      feesAmountCents: 500n,
      discountsCents: 42n,
      purchaseLeftCents: null,
      taxedCents: 460n,
      totalAmountCents: 458n,
      totalPaidAmountCents: 100n,
      isPaymentSucceeded: true,
      givenBack: { creditAmountCents: 11n, refundAmountCents: 22n, offsetAmountCents: 33n },
    });
  });

  test('a part of a fee is worth its share of coupons and taxes (credit-notes.md §7 A)', () => {
    const [fee] = sourceOf({ feeCents: 10_000n, ratePercent: '19', couponsCents: '1500' }).fees;
    expect(fee === undefined ? null : worthOf({ fee, amountCents: new Big('3333') })).toBe(3_371n);
  });
});
