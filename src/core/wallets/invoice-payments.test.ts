import { describe, expect, test } from '@jest/globals';
import { fc, tries } from '../../../test/support/property.js';
import { Big, ZERO } from '../money/decimal.js';
import {
  mayPay,
  type PayableFee,
  payFromWallets,
  type PayingWallet,
  type WalletLimits,
} from './invoice-payments.js';

const NO_LIMITS: WalletLimits = { feeTypes: new Set(), billableMetricIds: new Set() };
const limits = (feeTypes: readonly string[], metrics: readonly string[]): WalletLimits => ({
  feeTypes: new Set(feeTypes),
  billableMetricIds: new Set(metrics),
});
const wallet = (balanceCents: bigint, of: WalletLimits = NO_LIMITS, code = ''): PayingWallet => ({
  code,
  balanceCents,
  limits: of,
});

const dueOf = (fees: readonly PayableFee[]): Big =>
  fees.reduce(
    (total, each) =>
      total
        .plus(each.amountCents)
        .minus(each.preciseCouponsAmountCents)
        .plus(each.taxesPreciseAmountCents)
        .minus(each.preciseCreditNotesAmountCents),
    ZERO,
  );

interface FeeOptions {
  readonly metric?: string;
  readonly target?: string;
  readonly coupons?: string;
  readonly taxes?: string;
  readonly creditNotes?: string;
}

const fee = (
  amountCents: bigint,
  { metric, target, coupons, taxes, creditNotes }: FeeOptions = {},
): PayableFee => ({
  feeType: metric === undefined ? 'subscription' : 'charge',
  billableMetricId: metric ?? null,
  targetWalletCode: target ?? null,
  amountCents,
  preciseCouponsAmountCents: new Big(coupons ?? 0),
  taxesPreciseAmountCents: new Big(taxes ?? 0),
  preciseCreditNotesAmountCents: new Big(creditNotes ?? 0),
});

/** What each wallet pays, by its place. */
const paid = (fees: readonly PayableFee[], totalCents: bigint, wallets: readonly PayingWallet[]) =>
  payFromWallets(fees, totalCents, wallets).map(({ wallet: of, amountCents }) => [
    wallets.indexOf(of),
    amountCents,
  ]);

describe('payFromWallets', () => {
  const taxed = [fee(6000n, { metric: 'M1', taxes: '600' }), fee(3000n, { taxes: '300' })];

  test('two limited wallets: wallets.md §8 B', () => {
    const wallets = [wallet(5000n, limits([], ['M1'])), wallet(10_000n, limits(['subscription'], []))];
    expect(paid(taxed, 9900n, wallets)).toEqual([
      [0, 5000n],
      [1, 3300n],
    ]);
  });

  test.each<[string, readonly PayableFee[], bigint, readonly PayingWallet[], readonly (number | bigint)[][]]>(
    [
      ['a wallet that is smaller', [fee(1000n, { taxes: '200' })], 1200n, [wallet(700n)], [[0, 700n]]],
      [
        'one after the other',
        taxed,
        9900n,
        [wallet(9000n), wallet(9000n)],
        [
          [0, 9000n],
          [1, 900n],
        ],
      ],
      [
        'a type or a metric is enough',
        taxed,
        9900n,
        [wallet(20_000n, limits(['subscription'], ['M1']))],
        [[0, 9900n]],
      ],
      [
        'usage that names a wallet is paid by that one only, whatever it is limited to',
        [fee(500n, { metric: 'M1', target: 'b' }), fee(700n, { metric: 'M1' })],
        1200n,
        [wallet(5000n, NO_LIMITS, 'a'), wallet(400n, limits([], ['M2']), 'b')],
        [
          [0, 700n],
          [1, 400n],
        ],
      ],
      [
        'usage that names a wallet that is not there',
        [fee(500n, { metric: 'M1', target: 'b' })],
        500n,
        [wallet(5000n, NO_LIMITS, 'a')],
        [],
      ],
      ['a limit to something else', taxed, 9900n, [wallet(20_000n, limits(['commitment'], ['M2']))], []],
      ['types that no wallet pays', taxed, 9900n, [wallet(20_000n, limits(['add_on'], []))], []],
      ['an invoice that credit notes have paid', [fee(100n, { creditNotes: '100' })], 0n, [wallet(50n)], []],
      ['fees without an amount after coupons', [fee(100n, { coupons: '100' })], 0n, [wallet(50n)], []],
      [
        'a cent that rounding adds to the total',
        [fee(1429n, { metric: 'M1', taxes: '342.96' })],
        1772n,
        [wallet(3900n, limits([], ['M1']))],
        [[0, 1772n]],
      ],
      ['a wallet that is empty', taxed, 9900n, [wallet(0n), wallet(100n)], [[1, 100n]]],
    ],
  )('%s', (_, fees, totalCents, wallets, expected) => {
    expect(paid(fees, totalCents, wallets)).toEqual(expected);
  });

  test('payFromWallets never pays more than is due, than a wallet has, or for what it is not for', () => {
    const metrics = ['A', 'B', 'C'];
    const anyFee = fc
      .record({
        amountCents: fc.bigInt({ min: 0n, max: 100_000n }),
        metric: fc.option(fc.constantFrom(...metrics), { nil: undefined }),
        taxed: fc.integer({ min: 0, max: 30 }),
        off: fc.integer({ min: 0, max: 100 }),
      })
      .map(({ amountCents, metric, taxed: percent, off }) => {
        const coupons = new Big(amountCents).times(off).div(100).round(5);
        const taxes = new Big(amountCents).minus(coupons).times(percent).div(100);
        return {
          ...fee(amountCents, metric === undefined ? {} : { metric }),
          preciseCouponsAmountCents: coupons,
          taxesPreciseAmountCents: taxes,
        };
      });
    const anyWallet = fc
      .record({
        balanceCents: fc.bigInt({ min: 0n, max: 200_000n }),
        metrics: fc.subarray(metrics),
        types: fc.subarray(['subscription', 'charge']),
      })
      .map(({ balanceCents, metrics: own, types }) => wallet(balanceCents, limits(types, own)));
    fc.assert(
      fc.property(
        fc.array(anyFee, { minLength: 1, maxLength: 6 }),
        fc.array(anyWallet, { maxLength: 4 }),
        (fees, wallets) => {
          const totalCents = BigInt(dueOf(fees).round(0).toFixed());
          const payments = payFromWallets(fees, totalCents, wallets);
          const all = payments.reduce((total, { amountCents }) => total + amountCents, 0n);
          expect(all <= totalCents).toBe(true);
          for (const { wallet: of, amountCents } of payments) {
            expect(amountCents > 0n && amountCents <= of.balanceCents).toBe(true);
            const own = dueOf(fees.filter((each) => mayPay(of, each)));
            expect(own.gt(0) && own.plus(fees.length).gte(String(amountCents))).toBe(true);
          }
          // Wallets pay together what any of them may pay, and no more, but for a cent that rounding adds to each fee.
          const payable = dueOf(fees.filter((each) => wallets.some((of) => mayPay(of, each))));
          expect(payable.plus(fees.length).gte(String(all))).toBe(true);
          const unlimited = wallets.filter((each) =>
            mayPay(each, { feeType: 'none', billableMetricId: null, targetWalletCode: null }),
          );
          const rest = unlimited.reduce((total, each) => total + each.balanceCents, 0n);
          // What has no limits pays all that it can, but for a cent of each bucket that rounding adds or takes.
          if (unlimited.length === wallets.length && rest >= totalCents)
            expect(totalCents - all <= BigInt(fees.length)).toBe(true);
        },
      ),
      tries(1_000),
    );
  });
});
