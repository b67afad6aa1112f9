import { describe, expect, test } from '@jest/globals';
import { fc } from '../../../test/support/property.js';
import { Big } from '../money/decimal.js';
import { type Deductions, invoiceTotals, lessPrepaidCredit, totalsOfPaidFees } from './invoice-totals.js';

const fee = (amountCents: bigint, ratePercent: string) => ({
  amountCents,
  taxes: [{ id: ratePercent, ratePercent: new Big(ratePercent) }],
});

/** Takes so many cents, whatever is left. */
const taking = (amountCents: bigint) => () => [{ amountCents }];
/** Takes so many cents, and no more than are left. */
const takingUpTo = (amountCents: bigint) => (leftCents: bigint) => [
  { amountCents: amountCents < leftCents ? amountCents : leftCents },
];
/** Takes so many cents before taxes, with these shares of the fees. */
const takingOfFees =
  (amountCents: bigint, ...shares: readonly (number | string)[]) =>
  () => ({ parts: [{ amountCents }], feeShares: shares.map((share) => new Big(share)) });

describe('invoiceTotals', () => {
  test('the whole waterfall: invoices.md §12 A', () => {
    const {
      totals: due,
      deducted,
      feeShares,
    } = invoiceTotals([fee(10_000n, '20'), fee(7350n, '20')], {
      // In another order than they come off.
      creditNotes: () => [{ amountCents: 400n }, { amountCents: 600n }],
      coupons: takingOfFees(1535n, 1000, 535),
      progressiveBillingCredit: takingOfFees(2000n, 0, 2000),
    });
    const { taxes, ...amounts } = lessPrepaidCredit(due, 3000n);
    expect(amounts).toEqual({
      feesAmountCents: 17_350n,
      progressiveBillingCreditAmountCents: 2000n,
      couponsAmountCents: 1535n,
      subTotalExcludingTaxesAmountCents: 13_815n,
      subTotalIncludingTaxesAmountCents: 16_578n,
      creditNotesAmountCents: 1000n,
      prepaidCreditAmountCents: 3000n,
      totalAmountCents: 12_578n,
    });
    expect(taxes.taxesAmountCents).toBe(2763n);
    expect(feeShares.map((share) => share.toFixed())).toEqual(['1000', '2535']);
    expect(deducted.creditNotes).toEqual([{ amountCents: 400n }, { amountCents: 600n }]);
  });

  test('a deduction sees what those before it have left', () => {
    const { totals } = invoiceTotals([fee(1000n, '20')], {
      progressiveBillingCredit: takingOfFees(400n, 400),
      // All that is left of the invoice, and of its fee.
      coupons: (amountCents, [left]) => ({
        parts: [{ amountCents }],
        feeShares: [new Big(1000).minus(left?.preciseCouponsAmountCents ?? 0)],
      }),
      creditNotes: takingUpTo(100n),
    });
    expect(totals).toMatchObject({
      progressiveBillingCreditAmountCents: 400n,
      couponsAmountCents: 600n,
      subTotalExcludingTaxesAmountCents: 0n,
      creditNotesAmountCents: 0n,
      prepaidCreditAmountCents: 0n,
      totalAmountCents: 0n,
    });
  });

  test('before taxes 10.00 off 100.00 also saves their taxes, after taxes it does not', () => {
    const coupon = invoiceTotals([fee(10_000n, '20')], { coupons: takingOfFees(1000n, 1000) });
    const creditNote = invoiceTotals([fee(10_000n, '20')], { creditNotes: taking(1000n) });
    expect([coupon.totals.totalAmountCents, creditNote.totals.totalAmountCents]).toEqual([10_800n, 11_000n]);
  });

  test.each([
    [
      [fee(333n, '7'), fee(333n, '7'), fee(333n, '7')],
      999n,
      1069n,
      'taxed as a whole: taxes.md §4 example 2',
    ],
    [[fee(4998n, '8')], 4998n, 5398n, 'invoices.md §12 D'],
    [[fee(0n, '20')], 0n, 0n, 'a zero invoice'],
    [[], 0n, 0n, 'no fees'],
  ])('without deductions, %j: fees %s, total %s (%s)', (fees, feesCents, totalCents) => {
    const { totals, deducted } = invoiceTotals(fees, {});
    expect([totals.feesAmountCents, totals.totalAmountCents]).toEqual([feesCents, totalCents]);
    expect(Object.values(deducted).flat()).toEqual([]);
  });

  test.each<[string, Deductions]>([
    ['coupons above the fees', { coupons: takingOfFees(101n, 100) }],
    ['coupons above a fee', { coupons: takingOfFees(100n, '100.00001') }],
    [
      'coupons above what progressive credits leave',
      { progressiveBillingCredit: takingOfFees(1n, 1), coupons: takingOfFees(100n, 99) },
    ],
    ['credit notes above the taxed amount', { creditNotes: taking(121n) }],
  ])('shares of 100 and 20 %% taxes, %s are a bug of the caller', (_, deductions) => {
    expect(() => invoiceTotals([fee(100n, '20')], deductions)).toThrow(RangeError);
  });

  test('wallets that pay more than is left are a bug of the caller', () => {
    const { totals } = invoiceTotals([fee(100n, '20')], { creditNotes: taking(60n) });
    expect(lessPrepaidCredit(totals, 60n).totalAmountCents).toBe(0n);
    expect(() => lessPrepaidCredit(totals, 61n)).toThrow(RangeError);
  });

  test('the amounts add up, and no deduction makes an invoice negative', () => {
    const cents = fc.bigInt({ min: 0n, max: 10n ** 9n });
    fc.assert(
      fc.property(
        fc.array(cents, { minLength: 1, maxLength: 6 }),
        fc.constantFrom('0', '7', '20', '25.5'),
        fc.integer({ min: 0, max: 100 }),
        cents,
        (amounts, rate, percentOff, creditNotes) => {
          const total = amounts.reduce((all, amount) => all + amount, 0n);
          const fees = amounts.map((amount) => fee(amount, rate));
          const shares = amounts.map((amount) => new Big(amount).times(percentOff).div(100).toFixed());
          const { totals, deducted } = invoiceTotals(fees, {
            coupons: takingOfFees((total * BigInt(percentOff)) / 100n, ...shares),
            creditNotes: takingUpTo(creditNotes),
          });
          expect(totals.totalAmountCents >= 0n).toBe(true);
          expect(totals.subTotalIncludingTaxesAmountCents).toBe(
            totals.subTotalExcludingTaxesAmountCents + totals.taxes.taxesAmountCents,
          );
          const off = Object.values(deducted)
            .flat()
            .reduce((all, { amountCents }) => all + amountCents, 0n);
          expect(totals.totalAmountCents + off).toBe(totals.feesAmountCents + totals.taxes.taxesAmountCents);
        },
      ),
    );
  });
});

describe('totalsOfPaidFees', () => {
  const vat = { id: 'vat' };
  const city = { id: 'city' };
  const paid = (amountCents: bigint, ...applied: [{ id: string }, bigint][]) => ({
    amountCents,
    taxesAmountCents: applied.reduce((total, [, cents]) => total + cents, 0n),
    appliedTaxes: applied.map(([tax, cents]) => ({ tax, amountCents: cents })),
  });

  test('taxes are those of the fees, summed by tax', () => {
    const totals = totalsOfPaidFees([paid(1908n, [vat, 382n], [city, 19n]), paid(2008n, [vat, 402n])]);
    expect(totals).toMatchObject({
      feesAmountCents: 3916n,
      couponsAmountCents: 0n,
      subTotalExcludingTaxesAmountCents: 3916n,
      subTotalIncludingTaxesAmountCents: 4719n,
      totalAmountCents: 4719n,
    });
    const { taxes } = totals;
    expect([taxes.taxesAmountCents, taxes.taxesRatePercent.toFixed()]).toEqual([803n, '20.51']);
    expect(taxes.appliedTaxes).toEqual([
      { tax: vat, amountCents: 784n, feesAmountCents: 3916n },
      { tax: city, amountCents: 19n, feesAmountCents: 1908n },
    ]);
  });

  test('fees of nothing have no rate', () => {
    const { taxes, totalAmountCents } = totalsOfPaidFees([paid(0n, [vat, 0n])]);
    expect([taxes.taxesRatePercent.toFixed(), totalAmountCents]).toEqual(['0', 0n]);
  });
});
