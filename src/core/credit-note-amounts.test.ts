import { describe, expect, test } from '@jest/globals';
import { fc } from '../../test/support/property.js';
import {
  adjustRounding,
  type CreditedFee,
  creditNoteAmounts,
  type CreditNoteParts,
  NO_TAXES_GIVEN_BACK,
  type TaxesGivenBack,
  totalOfParts,
} from './credit-note-amounts.js';
import { Big, sum, ZERO } from './decimal.js';
import { roundHalfAwayFromZero } from './money.js';
import { taxesOfInvoice, type TaxRate } from './tax.js';

const tax = (ratePercent: string): TaxRate => ({ id: ratePercent, ratePercent: new Big(ratePercent) });

interface Item {
  readonly fee: bigint;
  readonly coupons?: string;
  readonly rates?: readonly string[];
  readonly credited: string;
}

const credited = ({ fee, coupons = '0', rates = [], credited }: Item): CreditedFee<TaxRate> => ({
  fee: { amountCents: fee, preciseCouponsAmountCents: new Big(coupons) },
  taxes: rates.map(tax),
  creditedCents: new Big(credited),
});

describe('creditNoteAmounts', () => {
  interface Golden {
    readonly items: readonly Item[];
    /** Taxes of the invoice's other notes. */
    readonly before?: readonly [precise: string, cents: bigint];
    readonly coupons?: readonly [precise: string, cents: bigint];
    readonly subTotal: bigint;
    readonly taxes: readonly [precise: string, cents: bigint];
    readonly applied: readonly (readonly [id: string, base: bigint, cents: bigint])[];
    readonly rate: string;
    readonly total: bigint;
  }

  const couponed = { fee: 10_000n, coupons: '1500', rates: ['19'] };
  const twoTaxes = { fee: 39_900n, coupons: '25000', rates: ['10.0', '10'] };

  test.each<[string, Golden, string]>([
    [
      'a part of a fee with a coupon',
      {
        items: [{ ...couponed, credited: '3333' }],
        coupons: ['499.95', 500n],
        subTotal: 2_833n,
        taxes: ['538.2795', 538n],
        applied: [['19', 2_833n, 538n]],
        rate: '19',
        total: 3_371n,
      },
      'credit-notes.md §7 A, note 1',
    ],
    [
      'the rest of it, the last note',
      {
        items: [{ ...couponed, credited: '6667' }],
        before: ['538.2795', 538n],
        coupons: ['1000.05', 1_000n],
        subTotal: 5_667n,
        taxes: ['1077', 1_077n],
        applied: [['19', 5_667n, 1_077n]],
        rate: '19',
        total: 6_744n,
      },
      'takes off what rounding added to the first: §7 A, note 2',
    ],
    [
      'the last note, of a fee without taxes, after one whose taxes ended on half a cent',
      {
        items: [{ fee: 1n, credited: '1' }],
        before: ['71984249.5', 71_984_250n],
        subTotal: 1n,
        taxes: ['-0.5', 0n],
        applied: [],
        rate: '0',
        total: 1n,
      },
      'the half cent went up on the first note as on the invoice: there is none to take off',
    ],
    [
      'nine days of a month',
      {
        items: [{ fee: 4_700n, rates: ['21'], credited: '1364.51612' }],
        subTotal: 1_365n,
        taxes: ['286.54839', 287n],
        applied: [['21', 1_365n, 287n]],
        rate: '21',
        total: 1_651n,
      },
      '§7 B',
    ],
    [
      'four days of it',
      {
        items: [{ fee: 4_700n, rates: ['7'], credited: '606.45161' }],
        subTotal: 606n,
        taxes: ['42.45161', 42n],
        applied: [['7', 606n, 42n]],
        rate: '7',
        total: 649n,
      },
      '§7 B',
    ],
    [
      'two fees with other taxes, a coupon on one',
      {
        items: [
          { fee: 17_900n, rates: ['10'], credited: '17900' },
          { ...twoTaxes, credited: '39900' },
        ],
        coupons: ['25000', 25_000n],
        subTotal: 32_800n,
        taxes: ['4770', 4_770n],
        applied: [
          ['10', 32_800n, 3_280n],
          ['10.0', 14_900n, 1_490n],
        ],
        rate: '14.54268',
        total: 37_570n,
      },
      'each tax on the items that carry it, the rate weighted by them',
    ],
    [
      'the share of a coupon that is no whole cent',
      {
        items: [{ ...twoTaxes, credited: '26260' }],
        coupons: ['16453.63409', 16_454n],
        subTotal: 9_806n,
        taxes: ['1961.27318', 1_961n],
        applied: [
          ['10.0', 9_806n, 981n],
          ['10', 9_806n, 981n],
        ],
        rate: '20',
        total: 11_768n,
      },
      'taxes are rounded after summing, what each adds by itself',
    ],
    [
      'a fee of nothing',
      {
        items: [{ fee: 0n, rates: ['20'], credited: '0' }],
        subTotal: 0n,
        taxes: ['0', 0n],
        applied: [['20', 0n, 0n]],
        rate: '0',
        total: 0n,
      },
      'has no share of coupons and no rate',
    ],
    ['no items', { items: [], subTotal: 0n, taxes: ['0', 0n], applied: [], rate: '0', total: 0n }, ''],
  ])('%s', (_, golden) => {
    const [preciseBefore, centsBeforeChange] = golden.before ?? ['0', 0n];
    const amounts = creditNoteAmounts(golden.items.map(credited), {
      taxesAmountCents: centsBeforeChange,
      preciseTaxesAmountCents: new Big(preciseBefore),
    });
    const coupons = [
      amounts.preciseCouponsAdjustmentAmountCents.toFixed(),
      amounts.couponsAdjustmentAmountCents,
    ];
    expect(coupons).toEqual(golden.coupons ?? ['0', 0n]);
    expect(amounts.subTotalExcludingTaxesAmountCents).toBe(golden.subTotal);
    expect([amounts.preciseTaxesAmountCents.toFixed(), amounts.taxesAmountCents]).toEqual(golden.taxes);
    const applied = amounts.appliedTaxes.map((line) => [line.tax.id, line.baseAmountCents, line.amountCents]);
    expect(applied).toEqual(golden.applied);
    expect(amounts.taxesRatePercent.toFixed()).toBe(golden.rate);
    expect(roundHalfAwayFromZero(amounts.preciseTotalAmountCents)).toBe(golden.total);
  });
});

describe('adjustRounding', () => {
  const parts = (credit: bigint, refund = 0n, offset = 0n): CreditNoteParts => ({
    creditAmountCents: credit,
    refundAmountCents: refund,
    offsetAmountCents: offset,
  });

  test.each<[CreditNoteParts, bigint, bigint, CreditNoteParts, string]>([
    [parts(1_651n), 1_365n, 287n, parts(1_652n), 'a cent too few: §7 B'],
    [parts(649n), 606n, 42n, parts(648n), 'a cent too many: §7 B'],
    [parts(3_370n), 2_833n, 538n, parts(3_371n), 'as much as a caller may be off: §7 A'],
    [parts(3_371n), 2_833n, 538n, parts(3_371n), 'nothing to move'],
    [parts(100n, 551n, 1_000n), 1_365n, 287n, parts(101n, 551n, 1_000n), 'the credit part goes first'],
    [parts(0n, 651n, 1_000n), 1_365n, 287n, parts(0n, 652n, 1_000n), 'the refund part is second'],
    [parts(0n, 0n, 649n), 606n, 42n, parts(0n, 0n, 648n), 'the offset when there is nothing else'],
  ])('%j with subtotal %s and taxes %s becomes %j: %s', (given, subTotal, taxes, expected) => {
    const amounts = { subTotalExcludingTaxesAmountCents: subTotal, taxesAmountCents: taxes };
    expect(adjustRounding(given, amounts)).toEqual(expected);
  });
});

describe('properties', () => {
  const cents = fc.bigInt({ min: 1n, max: 10n ** 9n });
  const rates = fc.uniqueArray(fc.constantFrom('0', '5.5', '7', '10', '19', '20', '25.5'), { maxLength: 3 });
  const invoices = fc.array(
    fc.record({ cents, rates, cuts: fc.array(fc.nat({ max: 1_000 }), { maxLength: 4 }) }),
    {
      minLength: 1,
      maxLength: 4,
    },
  );

  /** Splits a fee at the given cuts into parts that add up to it. */
  function partsOf(total: bigint, cuts: readonly number[]): bigint[] {
    const ends = cuts
      .map((cut) => (total * BigInt(cut)) / 1_000n)
      .sort((one, other) => (one < other ? -1 : 1));
    return [...ends, total].map((end, index) => end - (ends[index - 1] ?? 0n));
  }

  function plus(one: TaxesGivenBack, other: TaxesGivenBack): TaxesGivenBack {
    return {
      taxesAmountCents: one.taxesAmountCents + other.taxesAmountCents,
      preciseTaxesAmountCents: one.preciseTaxesAmountCents.plus(other.preciseTaxesAmountCents),
    };
  }

  test('notes that credit a whole invoice have the taxes of the invoice in total', () => {
    fc.assert(
      fc.property(invoices, (fees) => {
        const notes = fees.flatMap((fee) =>
          partsOf(fee.cents, fee.cuts).map((part) =>
            credited({ fee: fee.cents, rates: fee.rates, credited: part.toString() }),
          ),
        );
        const before = notes
          .slice(0, -1)
          .map((note) => creditNoteAmounts([note], NO_TAXES_GIVEN_BACK))
          .reduce(plus, NO_TAXES_GIVEN_BACK);
        const last = creditNoteAmounts(notes.slice(-1), before);
        const total = fees.reduce((all, fee) => all + fee.cents, 0n);
        const invoice = taxesOfInvoice(
          fees.map((fee) => ({
            amountCents: fee.cents,
            preciseCouponsAmountCents: ZERO,
            taxes: fee.rates.map(tax),
          })),
          total,
        );
        expect(plus(before, last).taxesAmountCents).toBe(invoice.taxesAmountCents);
      }),
    );
  });

  test('a note amounts to its items, less coupons and with taxes; rounding moves it by a cent at most', () => {
    const items = fc.array(
      fc.record({ cents, rates, coupons: fc.nat({ max: 100 }), share: fc.nat({ max: 100 }) }),
      { minLength: 1, maxLength: 4 },
    );
    fc.assert(
      fc.property(items, fc.constantFrom('credit', 'refund', 'offset'), (rows, part) => {
        const amounts = creditNoteAmounts(
          rows.map((row) =>
            credited({
              fee: row.cents,
              rates: row.rates,
              coupons: new Big(row.cents).times(row.coupons).div(100).toFixed(),
              credited: ((row.cents * BigInt(row.share)) / 100n).toString(),
            }),
          ),
          NO_TAXES_GIVEN_BACK,
        );
        const total = roundHalfAwayFromZero(amounts.preciseTotalAmountCents);
        const given = {
          creditAmountCents: part === 'credit' ? total : 0n,
          refundAmountCents: part === 'refund' ? total : 0n,
          offsetAmountCents: part === 'offset' ? total : 0n,
        };
        const adjusted = totalOfParts(adjustRounding(given, amounts));
        expect(adjusted).toBe(amounts.subTotalExcludingTaxesAmountCents + amounts.taxesAmountCents);
        const applied = sum(amounts.appliedTaxes.map((line) => new Big(line.amountCents)));
        const off = applied.minus(new Big(amounts.taxesAmountCents)).abs();
        expect(off.lte((amounts.appliedTaxes.length + 1) / 2)).toBe(true);
      }),
    );
  });
});
