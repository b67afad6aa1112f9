import { describe, expect, test } from '@jest/globals';
import {
  cappedParts,
  creditableCents,
  type CreditableInvoice,
  creditNoteBounds,
  offsettableCents,
  refundableCents,
} from './credit-note-limits.js';
import { Big } from '../money/decimal.js';

interface Facts {
  readonly fees: readonly (readonly [
    cents: bigint,
    ratePercent: string,
    credited?: bigint,
    providedTaxes?: bigint,
  ])[];
  readonly discounts?: bigint;
  readonly total: bigint;
  /** Before deductions after taxes; by default the total. */
  readonly taxed?: bigint;
  readonly paid?: bigint;
  readonly succeeded?: boolean;
  readonly givenBack?: readonly [credit: bigint, refund: bigint, offset: bigint];
}

function invoiceOf(facts: Facts): CreditableInvoice {
  const [creditAmountCents, refundAmountCents, offsetAmountCents] = facts.givenBack ?? [0n, 0n, 0n];
  return {
    fees: facts.fees.map(([amountCents, rate, creditedCents = 0n, providedTaxes]) => ({
      amountCents,
      taxesRatePercent: new Big(rate),
      providedTaxesCents: providedTaxes ?? null,
      creditedCents,
    })),
    feesAmountCents: facts.fees.reduce((total, [cents]) => total + cents, 0n),
    discountsCents: facts.discounts ?? 0n,
    purchaseLeftCents: null,
    taxedCents: facts.taxed ?? facts.total,
    totalAmountCents: facts.total,
    totalPaidAmountCents: facts.paid ?? 0n,
    isPaymentSucceeded: facts.succeeded ?? facts.paid === facts.total,
    givenBack: { creditAmountCents, refundAmountCents, offsetAmountCents },
  };
}

const mixed: Facts = {
  fees: [
    [17_900n, '10'],
    [39_900n, '20'],
  ],
  discounts: 25_000n,
  total: 37_570n,
};

describe('creditable, refundable and offsettable amounts', () => {
  test.each<[Facts, string, string, string, string]>([
    [{ fees: [[10_000n, '19']], discounts: 1_500n, total: 10_115n }, '10115', '0', '10115', 'all of it'],
    [
      { fees: [[10_000n, '19', 3_333n]], discounts: 1_500n, total: 10_115n, givenBack: [3_371n, 0n, 0n] },
      '6743.95',
      '0',
      '6743.95',
      'coupons and taxes go by what is left, not rounded',
    ],
    [
      { ...mixed, paid: 1_200n },
      '37570',
      '1200',
      '36370',
      'refunds up to what is paid, offsets to what is due',
    ],
    [
      { fees: [[30_000n, '0']], total: 30_000n, paid: 30_000n, givenBack: [0n, 12_000n, 0n] },
      '18000',
      '18000',
      '0',
      'refunds are limited to payments less earlier refunds',
    ],
    [
      { fees: [[30_000n, '0']], total: 30_000n, paid: 30_000n, succeeded: false },
      '30000',
      '0',
      '0',
      'paid in full, but the payment status is failed',
    ],
    [
      { fees: [[30_000n, '0']], total: 30_000n, succeeded: true },
      '30000',
      '0',
      '30000',
      'settled by word alone',
    ],
    [
      { fees: [[100n, '20', 100n]], total: 120n, paid: 120n, givenBack: [0n, 120n, 0n] },
      '0',
      '0',
      '0',
      'nothing',
    ],
    [{ fees: [[0n, '20']], total: 0n }, '0', '0', '0', 'an invoice of nothing'],
    [
      { fees: [[45_600n, '8.25', 15_200n, 3_010n]], total: 48_610n, givenBack: [16_203n, 0n, 0n] },
      '32407',
      '0',
      '32407',
      'the share of the taxes that a provider has computed: integrations.md §18, example 3',
    ],
  ])(
    'the amounts of %j: creditable %s, refundable %s, offsettable %s: %s',
    (facts, creditable, refundable, offsettable) => {
      const invoice = invoiceOf(facts);
      const limits = [creditableCents(invoice), refundableCents(invoice), offsettableCents(invoice)];
      expect(limits.map((limit) => limit.round(2).toFixed())).toEqual([creditable, refundable, offsettable]);
    },
  );
});

describe('parts above the paid and the due amount', () => {
  const halfPaid: Facts = { fees: [[30_000n, '0']], total: 30_000n, paid: 12_000n };

  test.each<[Facts, readonly bigint[], readonly bigint[], string]>([
    [halfPaid, [0n, 2_000n, 18_000n], [0n, 2_000n, 18_000n], 'stay when there are none'],
    [halfPaid, [0n, 2_000n, 18_001n], [1n, 2_000n, 18_000n], 'a cent of rounding is credited'],
    [halfPaid, [500n, 12_001n, 0n], [501n, 12_000n, 0n], 'a cent of rounding of a refund is credited'],
    [
      { ...halfPaid, total: 20_000n, givenBack: [0n, 5_000n, 1_000n] },
      [0n, 8_000n, 10_000n],
      [4_000n, 7_000n, 7_000n],
      'what other notes gave back counts',
    ],
    [{ ...halfPaid, total: 10_000n }, [0n, 0n, 100n], [100n, 0n, 0n], 'nothing is due'],
  ])(
    'parts above the paid and the due amount: %j, %j: %j (%s)',
    (facts, [credit = 0n, refund = 0n, offset = 0n], expected) => {
      const parts = { creditAmountCents: credit, refundAmountCents: refund, offsetAmountCents: offset };
      const capped = cappedParts(parts, invoiceOf(facts));
      expect([capped.creditAmountCents, capped.refundAmountCents, capped.offsetAmountCents]).toEqual(
        expected,
      );
    },
  );
});

describe('the bounds of another note', () => {
  test.each<[Facts, readonly bigint[], string]>([
    [
      { fees: [[10_000n, '19']], discounts: 1_500n, total: 10_115n, paid: 4_000n },
      [10_116n, 4_000n, 6_115n, 10_116n],
      'less coupons, and a cent for rounding',
    ],
    [
      {
        fees: [[10_000n, '19']],
        discounts: 1_500n,
        total: 10_115n,
        paid: 4_000n,
        givenBack: [1_000n, 500n, 200n],
      },
      [8_916n, 3_500n, 5_915n, 8_416n],
      'credits of other notes are deducted',
    ],
    [
      {
        fees: [
          [100n, '5.5'],
          [110n, '5.5'],
        ],
        total: 222n,
        givenBack: [200n, 0n, 0n],
      },
      [23n, 0n, 22n, 23n],
      'taxes of all fees are rounded together; no offset beyond what is not credited',
    ],
  ])('%j: credit, refund, offset and total %j: %s', (facts, expected) => {
    const bounds = creditNoteBounds(invoiceOf(facts));
    expect([
      bounds.creditAmountCents,
      bounds.refundAmountCents,
      bounds.offsetAmountCents,
      bounds.totalAmountCents,
    ]).toEqual(expected);
  });
});
