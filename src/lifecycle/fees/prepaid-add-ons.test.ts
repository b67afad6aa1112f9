import { describe, expect, test } from '@jest/globals';
import { feeRow, fixedChargeRow } from '../../../test/support/rows.js';
import type { InvoicedFee } from '../../modules/invoices/records/fees/invoiced-fee.js';
import type { SubscribedFixedCharge } from '../billing-records/load-fixed-charges.js';
import { PrepaidAddOns } from './prepaid-add-ons.js';
import { NO_TAXES } from '../../core/taxes/tax.js';

const JULY = new Date('2027-07-01T00:00:00Z');
/** The window of the new plan after an upgrade on 11 June. */
const window = { from: new Date('2027-06-11T00:00:00Z'), to: JULY, timezone: 'UTC' };

/** A fee in advance of an earlier plan, billed on a day of June up to the end of the month. */
function paid(cents: bigint, day: string, currency = 'EUR'): InvoicedFee {
  const createdAt = new Date(`2027-06-${day}T00:00:00Z`);
  const fromAt = new Date('2027-06-01T00:00:00Z');
  return { fee: feeRow(cents, { currency, createdAt, fromAt, toAt: JULY }), timezone: 'UTC' };
}

function subscribed(addOnId: string, ...earlier: InvoicedFee[]): SubscribedFixedCharge {
  const addOn = { id: addOnId } as SubscribedFixedCharge['addOn'];
  const fixedCharge = fixedChargeRow({ addOnId });
  return {
    fixedCharge,
    addOn,
    history: [],
    hasOwnUnits: false,
    paidFees: [],
    earlierPaidFees: earlier.map((each) => ({ ...each, paidFrom: each.fee.createdAt })),
    taxes: NO_TAXES,
  };
}

/** What several fixed charges take, in turn. */
function taken(...requested: [SubscribedFixedCharge, bigint][]): bigint[] {
  const prepaid = new PrepaidAddOns(window, 'EUR');
  return requested.map(([charge, cents]) => prepaid.take(charge, cents));
}

describe('what earlier plans were paid for an add-on (fixed-charges-and-commitments.md §6.6, §9.3)', () => {
  test.each<[InvoicedFee[], bigint, bigint, string]>([
    [[], 8_000n, 0n, 'nothing was paid'],
    [[paid(5_000n, '01')], 8_000n, 3_333n, '20 of 30 days'],
    [[paid(5_000n, '01'), paid(4_167n, '06')], 8_000n, 6_667n, 'units added on the 6th: 20 of 25 days'],
    [[paid(5_000n, '01'), paid(0n, '06')], 8_000n, 3_333n, 'units lowered on the 6th'],
    [[paid(5_000n, '01')], 2_000n, 2_000n, 'no more than the amount'],
    [[paid(5_000n, '01', 'USD')], 8_000n, 0n, 'fees in another currency pay for nothing'],
  ])('an amount paid by earlier plans: case %#: of %p', (fees, amountCents, expected) => {
    expect(taken([subscribed('seats', ...fees), amountCents])).toEqual([expected]);
  });

  test('the amount that earlier plans were paid for an add-on is taken once, by the fixed charges on the add-on in the order of the plan', () => {
    const seats = subscribed('seats', paid(5_000n, '01'));
    const desks = subscribed('desks', paid(3_000n, '01'));
    expect(taken([seats, 3_000n], [desks, 500n], [seats, 3_000n], [desks, 9_000n], [seats, 1n])).toEqual([
      3_000n,
      500n,
      333n,
      1_500n,
      0n,
    ]);
  });
});
