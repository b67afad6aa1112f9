import { describe, expect, test } from '@jest/globals';
import { fc, tries } from '../../../../test/support/property.js';
import { customerRow, feeRow, invoiceRow } from '../../../../test/support/rows.js';
import { creditableCents } from '../../../core/credit-notes/credit-note-limits.js';
import { Big, roundAt, sum, ZERO } from '../../../core/money/decimal.js';
import { spread } from '../../../core/money/spread.js';
import { settleTaxes } from '../../../core/taxes/provider-taxes.js';
import { linesOf, providedTaxing, sentFees } from '../../invoices/composing/provided-taxes.js';
import type { Fee } from '../../invoices/records/fees/fee.table.js';
import { allAsCredit, composeCreditNote, type ComposedCreditNote } from './credit-note-composition.js';
import { amountsOf, creditableInvoice, creditSource, type CreditSource } from './credit-source.js';

const AT = new Date('2027-03-01T12:00:00Z');
const issued = { at: AT, on: '2027-03-02', customer: customerRow() };

/** A tax of a fee, as the provider computes it: its rate, and the percentage of the fee that is taxed. */
interface Answered {
  readonly code: string;
  readonly rate: string;
  readonly taxablePercent: number;
}

interface TaxedFee {
  readonly cents: bigint;
  readonly taxes: readonly Answered[];
}

const EXAMPLE_2: TaxedFee = {
  cents: 45_600n,
  taxes: [
    { code: 'state', rate: '6.25', taxablePercent: 80 },
    { code: 'city', rate: '1.5', taxablePercent: 80 },
    { code: 'transit', rate: '0.5', taxablePercent: 80 },
  ],
};

/** An invoice with a coupon whose fees a provider has taxed, without notes. */
function invoiceOf(taxed: readonly TaxedFee[], couponsCents = 0n): CreditSource {
  const feesCents = taxed.reduce((total, { cents }) => total + cents, 0n);
  const coupons = couponsCents < feesCents ? couponsCents : feesCents;
  const shares = spread(
    new Big(coupons),
    taxed.map(({ cents }) => new Big(cents)),
    5,
  );
  const fees = taxed.map(({ cents }, index) =>
    feeRow(cents, {
      id: `fee-${index}`,
      taxList: 'provider',
      preciseCouponsAmountCents: (shares[index] ?? ZERO).toFixed(),
    }),
  );
  const invoice = invoiceRow({
    feesAmountCents: feesCents,
    couponsAmountCents: coupons,
    subTotalExcludingTaxesAmountCents: feesCents - coupons,
  });
  const lines = linesOf(sentFees(invoice, fees), () => '');
  const answered = lines.flatMap((line) =>
    line.map(({ fee, amount }) => answerOf(taxed[fees.indexOf(fee)]?.taxes ?? [], amount)),
  );
  const settled = settleTaxes(answered, null) ?? [];
  const frame = {
    organizationId: 'organization',
    invoiceId: invoice.id,
    customerId: 'customer',
    currency: 'EUR',
    at: AT,
    standalone: null,
  };
  const taxing = providedTaxing(
    frame,
    { invoice, fees },
    lines,
    answered.map((line, index) => ({
      taxAmount: settled[index]?.taxAmount ?? ZERO,
      taxes: line.taxes.map((tax, at) => ({ ...tax, amount: settled[index]?.amounts[at] ?? ZERO })),
    })),
  );
  const { taxesAmountCents, appliedTaxes } = taxing;
  const totalCents = feesCents - coupons + taxesAmountCents;
  return creditSource({
    invoice: {
      ...invoice,
      taxesAmountCents,
      subTotalIncludingTaxesAmountCents: totalCents,
      totalAmountCents: totalCents,
    },
    fees: taxing.fees,
    feeTaxes: Map.groupBy(
      appliedTaxes.filter(({ feeId }) => feeId !== null),
      ({ feeId }) => feeId ?? '',
    ),
    invoiceTaxes: appliedTaxes.filter(({ invoiceId }) => invoiceId !== null),
    notes: [],
    noteTaxes: [],
    items: [],
    purchase: null,
  });
}

function answerOf(taxes: readonly Answered[], amount: Big) {
  return {
    taxAmount: null,
    taxes: taxes.map(({ code, rate, taxablePercent }) => {
      const taxableAmount = amount.times(taxablePercent).div(100);
      const tax = { code, name: code, description: null, ratePercent: new Big(rate) };
      return { ...tax, amount: roundAt(taxableAmount.times(rate).div(100), 6), taxableAmount };
    }),
  };
}

/** Issues a note over parts of fees, as credit; null if nothing is left of them. */
function note(source: CreditSource, cents: readonly bigint[]): ComposedCreditNote | null {
  const items = source.fees.flatMap((fee, index) =>
    (cents[index] ?? 0n) > 0n ? [{ fee, amountCents: new Big(cents[index] ?? 0n) }] : [],
  );
  if (items.length === 0) return null;
  const amounts = amountsOf(source, items);
  const texts = { reason: 'other', description: null, metadata: null } as const;
  return composeCreditNote(source, { items, amounts, parts: allAsCredit(amounts), ...texts }, issued);
}

/** The invoice with a note more. */
function withNote(
  source: CreditSource,
  { note: issuedNote, items, taxes }: ComposedCreditNote,
): CreditSource {
  const cents = new Map(items.map(({ feeId, amountCents }) => [feeId, amountCents]));
  return {
    ...source,
    fees: source.fees.map((fee) => ({
      ...fee,
      creditedCents: fee.creditedCents + (cents.get(fee.fee.id) ?? 0n),
    })),
    notes: [...source.notes, issuedNote],
    noteTaxes: [...source.noteTaxes, ...taxes],
  };
}

/** Issues notes one after another. */
function notesOf(source: CreditSource, parts: readonly (readonly bigint[])[]): ComposedCreditNote[] {
  let current = source;
  return parts.flatMap((cents) => {
    const composed = note(current, cents);
    if (composed === null) return [];
    current = withNote(current, composed);
    return [composed];
  });
}

const shown = ({
  note: { taxesAmountCents, taxesRatePercent, totalAmountCents },
  taxes,
}: ComposedCreditNote) => ({
  taxes: Number(taxesAmountCents),
  rate: taxesRatePercent,
  total: Number(totalAmountCents),
  lines: taxes.map((line) => [line.taxCode, Number(line.baseAmountCents), Number(line.amountCents)]),
});

describe('notes on fees whose taxes a provider has computed (integrations.md §7)', () => {
  const first = {
    taxes: 1_003,
    rate: '8.25',
    total: 16_203,
    lines: [
      ['state', 12_160, 760],
      ['city', 12_160, 182],
      ['transit', 12_160, 61],
    ],
  };

  test.each<[readonly bigint[], readonly unknown[], string]>([
    [
      [15_200n, 30_400n],
      [
        first,
        {
          taxes: 2_007,
          rate: '8.25',
          total: 32_407,
          lines: [
            ['state', 24_320, 1_520],
            ['city', 24_320, 365],
            ['transit', 24_320, 122],
          ],
        },
      ],
      'example 3: the last note takes the rest',
    ],
    [
      [15_200n, 15_200n, 15_200n],
      [first, first, { taxes: 1_004, total: 16_204 }],
      'thirds, of which one has the cent',
    ],
    [[45_600n], [{ taxes: 3_010, total: 48_610 }], 'a note over everything is the invoice'],
  ])('%j of example 2 give back %j: %s', (cents, expected) => {
    const notes = notesOf(
      invoiceOf([EXAMPLE_2]),
      cents.map((part) => [part]),
    );
    expect(notes.map(shown)).toMatchObject(expected);
    expect(notes.reduce((total, each) => total + each.note.totalAmountCents, 0n)).toBe(48_610n);
  });

  test('a fee without an amount after coupons has no taxes to give back', () => {
    const source = invoiceOf([EXAMPLE_2], 45_600n);
    expect(
      amountsOf(
        source,
        source.fees.map((fee) => ({ fee, amountCents: new Big(10) })),
      ),
    ).toMatchObject({
      taxesAmountCents: 0n,
      appliedTaxes: [],
    });
  });

  test('the creditable amount includes the share of the taxes, whatever their rates say (credit-notes.md §2.1)', () => {
    const source = invoiceOf([EXAMPLE_2]);
    expect(creditableCents(creditableInvoice(source)).toFixed()).toBe('48610');
    const [composed] = notesOf(source, [[15_200n]]);
    if (composed === undefined) throw new Error('expected a note');
    const rest = withNote(source, composed);
    expect(creditableCents(creditableInvoice(rest)).toFixed()).toBe('32407');
  });
});

describe('properties', () => {
  const answered = fc.record({
    rate: fc.constantFrom('0', '0.5', '4.81', '6.25', '9.975', '21'),
    taxablePercent: fc.constantFrom(100, 80, 33, 0),
  });
  const fees = fc.array(
    fc.record({
      cents: fc.oneof(fc.bigInt({ min: 1n, max: 12n }), fc.bigInt({ min: 1n, max: 10n ** 7n })),
      taxes: fc.array(answered, { maxLength: 3 }),
    }),
    { minLength: 1, maxLength: 5 },
  );
  const parts = fc.array(fc.tuple(fc.nat(4), fc.constantFrom(1_000, 500, 333, 1)), { maxLength: 8 });

  /** A code has one rate on an invoice. */
  const withCodes = (drawn: readonly { cents: bigint; taxes: readonly Omit<Answered, 'code'>[] }[]) =>
    drawn.map(({ cents, taxes }): TaxedFee => ({
      cents,
      taxes: taxes.map((tax, index) => ({ ...tax, code: `t${index}_${tax.rate}` })),
    }));

  /** Cuts fees into notes of one item each, of which the last may have several; together they credit everything. */
  function cut(fees: readonly Fee[], cuts: readonly (readonly [number, number])[]): bigint[][] {
    const left = fees.map(({ amountCents }) => amountCents);
    const rows = cuts.map(([at, part]) => {
      const index = at % left.length;
      const cents = ((left[index] ?? 0n) * BigInt(part)) / 1_000n;
      left[index] = (left[index] ?? 0n) - cents;
      return left.map((_, place) => (place === index ? cents : 0n));
    });
    return [...rows, left];
  }

  test('notes give back the taxes of the invoice to the cent, in any order, and none is negative', () => {
    fc.assert(
      fc.property(
        fees,
        parts,
        fc.bigInt({ min: 0n, max: 10n ** 5n }),
        fc.boolean(),
        (drawn, cuts, coupons, isReversed) => {
          const source = invoiceOf(withCodes(drawn), coupons);
          const rows = cut(
            source.fees.map(({ fee }) => fee),
            cuts,
          );
          const notes = notesOf(source, isReversed ? rows.toReversed() : rows);
          // Rounding may leave nothing of the last of several notes, which is then not issued.
          const given = notes.map(({ note: each }) => each);
          expect(given.every(({ taxesAmountCents }) => taxesAmountCents >= 0n)).toBe(true);
          expect(
            notes
              .flatMap(({ taxes }) => taxes)
              .every(({ amountCents, baseAmountCents }) => amountCents >= 0n && baseAmountCents >= 0n),
          ).toBe(true);
          expect(given.reduce((total, each) => total + each.totalAmountCents, 0n)).toBe(
            source.invoice.totalAmountCents,
          );
          expect(given.reduce((total, each) => total + each.taxesAmountCents, 0n)).toBe(
            source.invoice.taxesAmountCents,
          );
          for (const applied of source.invoiceTaxes) {
            const ofTax = notes
              .flatMap(({ taxes }) => taxes)
              .filter(({ taxCode }) => taxCode === applied.taxCode);
            expect(sum(ofTax.map(({ amountCents }) => new Big(amountCents))).toFixed()).toBe(
              String(applied.amountCents),
            );
          }
        },
      ),
      tries(500),
    );
  });
});
