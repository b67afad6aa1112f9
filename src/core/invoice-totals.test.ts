import { describe, expect, test } from '@jest/globals';
import { fc } from '../../test/support/property.js';
import { Big } from './decimal.js';
import {
  type Credits,
  type Discounts,
  invoiceTotals,
  NO_DISCOUNTS,
  totalsOfPaidFees,
  withCredits,
} from './invoice-totals.js';
import type { TaxedFee, TaxRate } from './tax.js';

const fee = (amountCents: bigint, ratePercent: string, coupons = '0'): TaxedFee<TaxRate> => ({
  amountCents,
  preciseCouponsAmountCents: new Big(coupons),
  taxes: [{ id: ratePercent, ratePercent: new Big(ratePercent) }],
});

describe('invoiceTotals', () => {
  test('the whole waterfall: invoices.md §12 A', () => {
    const discounted = invoiceTotals([fee(10_000n, '20', '1000'), fee(7350n, '20', '2535')], {
      progressiveBillingCreditCents: 2000n,
      couponsCents: 1535n,
    });
    expect(discounted.totalAmountCents).toBe(16_578n);
    const credits = { creditNotesCents: 1000n, prepaidCreditCents: 3000n };
    const { taxes, ...totals } = withCredits(discounted, credits);
    expect(totals).toEqual({
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
  ])('without credits, %j: fees %s, total %s (%s)', (fees, feesCents, totalCents) => {
    const totals = invoiceTotals(fees, NO_DISCOUNTS);
    expect([totals.feesAmountCents, totals.totalAmountCents]).toEqual([feesCents, totalCents]);
  });

  test.each<[Partial<Discounts & Credits>, string]>([
    [{ couponsCents: 101n }, 'coupons above the fees'],
    [{ creditNotesCents: 121n }, 'credit notes above the taxed amount'],
    [{ creditNotesCents: 60n, prepaidCreditCents: 61n }, 'both together'],
  ])('%j off 100 and 20 %% is a bug: %s', (off) => {
    const credits = { creditNotesCents: 0n, prepaidCreditCents: 0n, ...off };
    const total = () => withCredits(invoiceTotals([fee(100n, '20')], { ...NO_DISCOUNTS, ...off }), credits);
    expect(total).toThrow(RangeError);
  });

  test('an invoice that shares coupons out exactly never turns negative', () => {
    const amounts = fc.array(fc.bigInt({ min: 0n, max: 10n ** 9n }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(
        amounts,
        fc.constantFrom('0', '7', '20', '25.5'),
        fc.integer({ min: 0, max: 100 }),
        (cents, rate, off) => {
          const total = cents.reduce((all, amount) => all + amount, 0n);
          const fees = cents.map((amount) =>
            fee(amount, rate, new Big(amount).times(off).div(100).toFixed()),
          );
          const totals = invoiceTotals(fees, { ...NO_DISCOUNTS, couponsCents: (total * BigInt(off)) / 100n });
          expect(totals.totalAmountCents >= 0n).toBe(true);
          expect(totals.subTotalIncludingTaxesAmountCents).toBe(
            totals.subTotalExcludingTaxesAmountCents + totals.taxes.taxesAmountCents,
          );
          expect(totals.totalAmountCents >= totals.subTotalExcludingTaxesAmountCents).toBe(true);
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
