import { describe, expect, test } from '@jest/globals';
import { fc, tries } from '../../../test/support/property.js';
import {
  adjustRounding,
  type CreditedFee,
  creditNoteAmounts,
  type CreditableSums,
  type CreditNoteParts,
  type FeeTax,
  limitedTo,
  sumsLeft,
  takingRest,
  totalOfParts,
} from './credit-note-amounts.js';
import { Big, sum, ZERO } from '../money/decimal.js';
import { roundHalfAwayFromZero } from '../money/money.js';
import { spread } from '../money/spread.js';
import { taxesOfInvoice, type TaxRate } from '../taxes/tax.js';

const tax = (ratePercent: string): TaxRate => ({ id: ratePercent, ratePercent: new Big(ratePercent) });

interface Item {
  readonly fee: bigint;
  readonly coupons?: string;
  readonly rates?: readonly string[];
  readonly credited: string;
}

const local = (ratePercent: string): FeeTax<TaxRate> => ({ tax: tax(ratePercent), provided: null });

const credited = ({ fee, coupons = '0', rates = [], credited }: Item): CreditedFee<TaxRate> => ({
  fee: { amountCents: fee, preciseCouponsAmountCents: new Big(coupons) },
  taxes: rates.map(local),
  creditedCents: new Big(credited),
});

describe('creditNoteAmounts', () => {
  interface Golden {
    readonly items: readonly Item[];
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
    const amounts = creditNoteAmounts(golden.items.map(credited));
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
    expect(adjustRounding(given, { totalAmountCents: subTotal + taxes, mostCents: null })).toEqual(expected);
  });

  test.each<[CreditNoteParts, bigint, bigint, CreditNoteParts, string]>([
    [parts(52n), 51n, 46n, parts(46n), 'whatever was asked for'],
    [parts(0n, 30n, 21n), 51n, 46n, parts(0n, 25n, 21n), 'the refund gives way when there is no credit'],
    [parts(2n, 3n, 46n), 51n, 46n, parts(0n, 0n, 46n), 'one part after another'],
  ])('%j of a note of %s is limited to the %s that are left: %j (%s)', (given, total, left, expected) => {
    expect(adjustRounding(given, { totalAmountCents: total, mostCents: left })).toEqual(expected);
  });
});

describe('properties', () => {
  const cents = fc.bigInt({ min: 1n, max: 10n ** 9n });
  const rates = fc.uniqueArray(fc.constantFrom('0', '5.5', '7', '10', '19', '20', '25.5'), { maxLength: 3 });

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

describe('the notes of an invoice', () => {
  interface InvoiceFacts {
    readonly fees: readonly { readonly cents: bigint; readonly rates: readonly string[] }[];
    readonly couponsCents: bigint;
  }
  type Sums = CreditableSums<TaxRate>;

  /** The fees of an invoice with a coupon, and the sums of the invoice. */
  function invoiceOf({ fees, couponsCents }: InvoiceFacts) {
    const total = fees.reduce((all, { cents }) => all + cents, 0n);
    const coupons = couponsCents < total ? couponsCents : total;
    const shares = spread(
      new Big(coupons),
      fees.map(({ cents }) => new Big(cents)),
      5,
    );
    const whole = fees.map(({ cents, rates }, index): CreditedFee<TaxRate> => ({
      fee: { amountCents: cents, preciseCouponsAmountCents: shares[index] ?? ZERO },
      taxes: rates.map(local),
      creditedCents: new Big(cents),
    }));
    const taxes = taxesOfInvoice(
      whole.map(({ fee, taxes: own }) => ({ ...fee, taxes: own.map(({ tax: rate }) => rate) })),
      total - coupons,
    );
    const sums: Sums = {
      preciseCouponsAdjustmentAmountCents: new Big(coupons),
      couponsAdjustmentAmountCents: coupons,
      subTotalExcludingTaxesAmountCents: total - coupons,
      preciseTaxesAmountCents: creditNoteAmounts(whole).preciseTaxesAmountCents,
      taxesAmountCents: taxes.taxesAmountCents,
      totalAmountCents: total - coupons + taxes.taxesAmountCents,
      appliedTaxes: taxes.appliedTaxes.map(({ tax: applied, amountCents, feesAmountCents }) => ({
        tax: applied,
        baseAmountCents: feesAmountCents,
        amountCents,
      })),
    };
    return { whole, sums };
  }

  /**
   * Issues one note after another, the last one over all that is left.
   * @param cuts of each note but the last: a fee, and the part of it to credit, in thousandths.
   */
  function notesOf(facts: InvoiceFacts, cuts: readonly (readonly [fee: number, part: number])[]): Sums[] {
    const { whole, sums } = invoiceOf(facts);
    const left = facts.fees.map(({ cents }) => cents);
    const notes: Sums[] = [];
    const issue = (items: readonly CreditedFee<TaxRate>[]) => {
      const rest = sumsLeft(sums, notes);
      const amounts = creditNoteAmounts(items);
      const isLast = left.every((cents) => cents === 0n);
      const note = isLast ? takingRest(rest, amounts) : limitedTo(rest, amounts);
      const total = totalOfParts(
        adjustRounding(
          { creditAmountCents: note.worthCents, refundAmountCents: 0n, offsetAmountCents: 0n },
          note,
        ),
      );
      if (isLast) expect(total).toBe(rest.totalAmountCents);
      notes.push({ ...note, totalAmountCents: total });
    };
    const item = (index: number, cents: bigint) => {
      left[index] = (left[index] ?? 0n) - cents;
      return whole.slice(index, index + 1).map((fee) => ({ ...fee, creditedCents: new Big(cents) }));
    };
    for (const [fee, part] of cuts) {
      const index = fee % whole.length;
      const cents = ((left[index] ?? 0n) * BigInt(part)) / 1_000n;
      if (cents > 0n && left.some((rest, at) => (at === index ? rest > cents : rest > 0n)))
        issue(item(index, cents));
    }
    if (left.some((cents) => cents > 0n)) issue(left.flatMap((cents, index) => item(index, cents)));
    return notes;
  }

  const totals = (notes: readonly Sums[]) => notes.map(({ totalAmountCents }) => Number(totalAmountCents));

  test('ten fees of 1.01 with a coupon of 5.05 are 5.05 in all: credit-notes.md §2', () => {
    const fees = Array.from({ length: 10 }, () => ({ cents: 101n, rates: [] }));
    const oneByOne = fees.slice(1).map((_, index) => [index, 1_000] as const);
    const notes = totals(notesOf({ fees, couponsCents: 505n }, oneByOne));
    expect(notes).toEqual([51, 51, 51, 51, 51, 51, 51, 51, 51, 46]);
  });

  test('the last one takes the rest of the taxes: credit-notes.md §3.2, §7 A', () => {
    const taxed = [
      { cents: 10n, rates: ['5'] },
      { cents: 100n, rates: [] },
    ];
    const taxesOf = (notes: readonly Sums[]) => notes.map(({ taxesAmountCents }) => Number(taxesAmountCents));
    expect(taxesOf(notesOf({ fees: taxed, couponsCents: 0n }, [[0, 1_000]]))).toEqual([1, 0]);
    const couponed = [{ cents: 10_000n, rates: ['19'] }];
    const notes = notesOf(
      { fees: couponed, couponsCents: 1_500n },
      [[0, 333.3]].map(() => [0, 333] as const),
    );
    expect(totals(notes).reduce((all, cents) => all + cents, 0)).toBe(10_115);
    expect(notes.at(-1)?.appliedTaxes.map(({ baseAmountCents }) => baseAmountCents)).toEqual([
      8_500n - (notes[0]?.appliedTaxes[0]?.baseAmountCents ?? 0n),
    ]);
  });

  test('a note over the whole of an invoice with odd cents is the invoice', () => {
    const fees = [
      { cents: 500n, rates: ['7'] },
      { cents: 700n, rates: ['10'] },
    ];
    const [note] = notesOf({ fees, couponsCents: 200n }, []);
    // Rounded from five decimals, the taxes would be 88.
    expect([note?.subTotalExcludingTaxesAmountCents, note?.taxesAmountCents, note?.totalAmountCents]).toEqual(
      [1_000n, 87n, 1_087n],
    );
  });

  test('the notes of an invoice are never more than the invoice, and with the last one they are the invoice', () => {
    const members = [
      'couponsAdjustmentAmountCents',
      'subTotalExcludingTaxesAmountCents',
      'taxesAmountCents',
      'totalAmountCents',
    ] as const;
    const rates = fc.uniqueArray(fc.constantFrom('0', '5.5', '7', '19', '20', '61.3'), { maxLength: 2 });
    const cents = fc.oneof(fc.bigInt({ min: 1n, max: 12n }), fc.bigInt({ min: 1n, max: 10n ** 7n }));
    const facts = fc.record({
      fees: fc.array(fc.record({ cents, rates }), { minLength: 1, maxLength: 6 }),
      couponsCents: fc.bigInt({ min: 0n, max: 10n ** 5n }),
    });
    const cuts = fc.array(fc.tuple(fc.nat(5), fc.constantFrom(1_000, 1_000, 500, 333, 1)), { maxLength: 9 });
    fc.assert(
      fc.property(facts, cuts, (given, parts) => {
        const { sums } = invoiceOf(given);
        const notes = notesOf(given, parts);
        for (const member of members) {
          const given = notes.map((note) => note[member]);
          expect(given.every((part) => part >= 0n)).toBe(true);
          expect(given.reduce((all, part) => all + part, 0n)).toBe(sums[member]);
        }
        for (const { tax: applied, amountCents } of sums.appliedTaxes) {
          const ofTax = notes
            .flatMap(({ appliedTaxes }) => appliedTaxes)
            .filter((line) => line.tax.id === applied.id);
          expect(ofTax.reduce((all, line) => all + line.amountCents, 0n)).toBe(amountCents);
        }
      }),
      tries(1_000),
    );
  });
});
