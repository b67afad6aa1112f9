import { describe, expect, test } from '@jest/globals';
import { minimumCommitmentRow } from '../../../test/support/rows.js';
import { subscriptionContext } from '../../../test/support/subscription-contexts.js';
import { Big } from '../../core/money/decimal.js';
import { periodAt } from '../../core/time/periods.js';
import { periodRules } from '../../core/invoicing/subscriptions/subscription-terms.js';
import type { ChargeSource, PlannedFee } from '../../modules/invoices/composing/planned-fee.js';
import { occasionWindows } from '../billing-records/billing-occasion.js';
import { commitmentFee } from './commitment-fee.js';
import type { LoadedSubscription, ReconciledCommitment } from '../billing-records/load-subscriptions.js';
import { planFeeMembers } from './subscription-fee.js';
import { NO_TAXES } from '../../core/taxes/tax.js';

const MAY = new Date('2027-05-01T00:00:00Z');
const context = subscriptionContext(MAY);
const APRIL = periodAt(periodRules(context.terms).plan, new Date('2027-04-01T00:00:00Z'));

/** A commitment of 250.00 for April, of which the days from the 13th are owed: 150.00. Source: fixed-charges-and-commitments.md §9. */
const reconciled: ReconciledCommitment = {
  commitment: minimumCommitmentRow({ amountCents: 25_000n }),
  taxes: NO_TAXES,
  period: APRIL,
  committed: { from: new Date('2027-04-13T00:00:00Z'), to: MAY },
  billedBefore: { amountCents: 0n, preciseAmountCents: '0' },
};

function loaded(commitment: ReconciledCommitment | null): LoadedSubscription {
  const occasion = { reason: 'periodic', at: MAY } as const;
  const records = {
    charges: [],
    chargeTaxes: new Map(),
    fixedCharges: [],
    commitment: null,
    planTaxes: NO_TAXES,
  };
  const windows = occasionWindows(context, occasion);
  const billed = {
    context,
    occasion,
    windows,
    dayOfEnd: null,
    draftId: null,
    adjustments: [],
    nextPlanMetricIds: new Set<string>(),
  };
  return { ...billed, commitment, records: { ...records, history: null } };
}

/** A fee of a window that begins at an instant. */
function fee(amountCents: bigint, from: Date, over: Partial<PlannedFee> = {}): PlannedFee {
  return {
    source: { type: 'subscription', subscriptionId: context.subscription.id },
    ...planFeeMembers(context.plan, 'Fee', amountCents),
    preciseAmount: new Big(String(amountCents)).div(100),
    amountDetails: {},
    payInAdvance: false,
    from,
    to: new Date(from.getTime() + 86_400_000),
    taxes: NO_TAXES,
    ...over,
  };
}

const trueUpOf = (fees: readonly PlannedFee[], over: Partial<ReconciledCommitment> = {}) =>
  commitmentFee(loaded({ ...reconciled, ...over }), fees)?.amountCents ?? null;

describe('the fee for a minimum commitment (fixed-charges-and-commitments.md §8, §9)', () => {
  const april = (cents: bigint) => fee(cents, APRIL.from);

  test('the fee for a minimum commitment tops up what April was billed to the commitment of its days (§9.4)', () => {
    const planned = commitmentFee(loaded(reconciled), [april(3_600n), april(4_150n)]);
    expect(planned).toMatchObject({
      source: { type: 'commitment', subscriptionId: 'subscription' },
      amountCents: 7_250n,
      item: { code: 'plan', displayName: 'Minimum commitment - True up' },
      payInAdvance: false,
      ...reconciled.committed,
    });
    expect(planned?.preciseAmount.toFixed()).toBe('72.5');
  });

  test.each<[PlannedFee[], Partial<ReconciledCommitment>, bigint | null, string]>([
    [[], {}, 15_000n, 'nothing was billed'],
    [[april(4_150n), fee(9_000n, MAY)], {}, 10_850n, 'fees of May do not count (§9.5)'],
    [
      [april(4_150n)],
      { billedBefore: { amountCents: 3_600n, preciseAmountCents: '3600' } },
      7_250n,
      'what earlier invoices billed counts (§9.5)',
    ],
    [[april(15_000n)], {}, null, 'just what was committed'],
    [[april(14_999n)], {}, 1n, 'a cent less'],
    [[april(20_000n)], {}, null, 'more than what was committed'],
  ])('a commitment: case %#: %#', (fees, over, expected) => {
    expect(trueUpOf(fees, over)).toBe(expected);
  });

  test('the fee for a minimum commitment counts true-ups to a spending minimum', () => {
    const source = { type: 'charge', trueUp: april(4_000n) } as ChargeSource;
    expect(trueUpOf([fee(1_000n, APRIL.from, { source })])).toBe(10_000n);
  });

  test('the fee for a minimum commitment has the name of the commitment', () => {
    const commitment = minimumCommitmentRow({ amountCents: 25_000n, invoiceDisplayName: 'Floor' });
    expect(commitmentFee(loaded({ ...reconciled, commitment }), [])?.item.displayName).toBe('Floor');
  });

  test('an invoice that reconciles nothing has no fee for a minimum commitment', () => {
    expect(commitmentFee(loaded(null), [])).toBeNull();
  });
});
