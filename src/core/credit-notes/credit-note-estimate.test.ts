import { expect, test } from '@jest/globals';
import { creditNoteAmounts } from './credit-note-amounts.js';
import { creditNoteEstimate } from './credit-note-estimate.js';
import { Big, ZERO } from '../money/decimal.js';

interface Facts {
  readonly fee: bigint;
  readonly rate: string;
  readonly credited: string;
  readonly paid?: bigint;
  readonly earlier?: bigint;
}

test.each<[Facts, readonly bigint[], string]>([
  [{ fee: 10_000n, rate: '20', credited: '10000' }, [12_000n, 0n, 12_000n, 2_000n], 'all of it'],
  [
    { fee: 10_000n, rate: '20', credited: '5000', paid: 5_000n },
    [6_000n, 5_000n, 6_000n, 1_000n],
    'refunds up to what is paid',
  ],
  [
    { fee: 4_700n, rate: '21', credited: '1364.51612' },
    [1_651n, 0n, 1_651n, 286n],
    'rounded apart it would be more: taxes give way',
  ],
  [
    { fee: 4_700n, rate: '7', credited: '606.45161' },
    [648n, 0n, 649n, 42n],
    'rounded apart it would be less: the total does',
  ],
  [
    { fee: 100n, rate: '5.5', credited: '50', paid: 106n, earlier: 50n },
    [53n, 53n, 0n, 3n],
    'limited to the part that other notes have not credited',
  ],
])('%j: creditable, refundable, offsettable and taxes %j (%s)', (facts, expected) => {
  const ratePercent = new Big(facts.rate);
  const amounts = creditNoteAmounts([
    {
      fee: { amountCents: facts.fee, preciseCouponsAmountCents: ZERO },
      taxes: [{ tax: { id: 'tax', ratePercent }, provided: null }],
      creditedCents: new Big(facts.credited),
    },
  ]);
  const total = facts.fee + BigInt(ratePercent.times(facts.fee).div(100).round(0, Big.roundHalfUp).toFixed());
  const estimate = creditNoteEstimate(amounts, {
    fees: [
      {
        amountCents: facts.fee,
        taxesRatePercent: ratePercent,
        providedTaxesCents: null,
        creditedCents: facts.earlier ?? 0n,
      },
    ],
    feesAmountCents: facts.fee,
    discountsCents: 0n,
    purchaseLeftCents: null,
    taxedCents: total,
    totalAmountCents: total,
    totalPaidAmountCents: facts.paid ?? 0n,
    isPaymentSucceeded: facts.paid === total,
    givenBack: { creditAmountCents: 0n, refundAmountCents: 0n, offsetAmountCents: 0n },
  });
  expect([
    estimate.maxCreditableAmountCents,
    estimate.maxRefundableAmountCents,
    estimate.maxOffsettableAmountCents,
    estimate.taxesAmountCents,
  ]).toEqual(expected);
});
