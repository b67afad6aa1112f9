import { describe, expect, test } from '@jest/globals';
import { subscriptionContext } from '../../../test/support/subscription-contexts.js';
import type { Plan } from '../../modules/plans/plan.table.js';
import type { Subscription } from '../../modules/subscriptions/records/subscription.table.js';
import { type BillingOccasion, occasionWindows } from '../billing-records/billing-occasion.js';
import type { LoadedSubscription } from '../billing-records/load-subscriptions.js';
import { subscriptionFee } from './subscription-fee.js';
import { NO_TAXES } from '../../core/taxes/tax.js';

interface Case {
  readonly plan: Partial<Plan>;
  readonly subscription?: Partial<Subscription>;
  readonly start?: string;
  readonly trialEndsAt?: string;
  readonly occasion: BillingOccasion;
  readonly history?: LoadedSubscription['records']['history'];
}

/** A subscription that was recorded when it started, loaded for an occasion. */
function loaded({
  plan,
  subscription,
  start,
  trialEndsAt,
  occasion,
  history = null,
}: Case): LoadedSubscription {
  const startedAt = new Date(start ?? '2027-01-01T00:00:00Z');
  const dates = { subscriptionAt: startedAt, startedAt, usageFrom: startedAt, createdAt: startedAt };
  const context = {
    ...subscriptionContext(occasion.at, { plan, subscription: { ...dates, ...subscription } }),
    trialEndsAt: trialEndsAt === undefined ? null : new Date(trialEndsAt),
  };
  return {
    context,
    occasion,
    windows: occasionWindows(context, occasion),
    dayOfEnd: null,
    draftId: null,
    adjustments: [],
    records: {
      charges: [],
      chargeTaxes: new Map(),
      fixedCharges: [],
      commitment: null,
      planTaxes: NO_TAXES,
      history,
    },
    commitment: null,
    nextPlanMetricIds: new Set(),
  };
}

const on = (reason: 'starting' | 'periodic' | 'trial_ended', at: string): BillingOccasion => ({
  reason,
  at: new Date(at),
});
const inAdvance = (amountCents: bigint): Partial<Plan> => ({ amountCents, payInAdvance: true });
const ended = (at: string) => ({ terminatedAt: new Date(at) });

describe('the subscription fee (subscription-fee.md §8)', () => {
  test.each<[Case, bigint | null, string]>([
    [
      {
        plan: inAdvance(7_500n),
        start: '2027-09-12T00:00:00Z',
        occasion: on('starting', '2027-09-12T00:00:00Z'),
      },
      4_750n,
      '1: 19 of 30 days of the first period',
    ],
    [
      {
        plan: inAdvance(7_500n),
        start: '2027-09-12T00:00:00Z',
        occasion: on('periodic', '2027-10-01T00:00:00Z'),
      },
      7_500n,
      '1: the next period as a whole',
    ],
    [
      {
        plan: { amountCents: 12_000n, interval: 'quarterly' },
        subscription: { billingTime: 'anniversary', ...ended('2027-04-03T15:20:00Z') },
        start: '2027-02-10T00:00:00Z',
        occasion: { reason: 'terminated', at: new Date('2027-04-03T15:20:00Z'), hadPeriodicRun: false },
      },
      7_146n,
      '2: 53 of 89 days up to the end',
    ],
    [
      {
        plan: { amountCents: 2_150n, interval: 'weekly' },
        start: '2027-03-04T00:00:00Z',
        occasion: on('periodic', '2027-03-08T00:00:00Z'),
      },
      1_229n,
      '3: four of seven days in arrears',
    ],
    [
      {
        plan: { ...inAdvance(99_000n), interval: 'yearly' },
        start: '2028-11-01T00:00:00Z',
        occasion: on('starting', '2028-11-01T00:00:00Z'),
      },
      16_500n,
      '4: 61 days of a leap year',
    ],
    [
      {
        plan: inAdvance(10_500n),
        start: '2027-04-21T00:00:00Z',
        occasion: on('starting', '2027-04-21T00:00:00Z'),
      },
      3_500n,
      '5: the new plan from the day of the upgrade on',
    ],
    [
      {
        plan: { amountCents: 4_200n },
        subscription: ended('2027-04-21T10:00:00Z'),
        occasion: { reason: 'upgraded', at: new Date('2027-04-21T10:00:00Z'), nextPlanId: 'next' },
      },
      2_800n,
      '5: the old plan in arrears up to the day before',
    ],
    [
      {
        plan: inAdvance(6_200n),
        start: '2027-05-05T08:00:00Z',
        trialEndsAt: '2027-05-17T08:00:00Z',
        occasion: on('trial_ended', '2027-05-17T08:00:00Z'),
      },
      3_000n,
      '7: fifteen of 31 days after the trial',
    ],
    [
      {
        plan: inAdvance(6_200n),
        start: '2027-05-05T08:00:00Z',
        trialEndsAt: '2027-05-17T08:00:00Z',
        occasion: on('starting', '2027-05-05T08:00:00Z'),
      },
      null,
      'nothing in the trial (§5)',
    ],
    [
      { plan: { amountCents: 4_200n }, occasion: on('starting', '2027-01-01T00:00:00Z') },
      null,
      'nothing at the start of a plan in arrears (§1)',
    ],
  ])('the subscription fee of case %# is %d: %s', (given, expected) => {
    expect(subscriptionFee(loaded(given))?.amountCents ?? null).toBe(expected);
  });

  test('the subscription fee is not billed again for a period that the open invoice has billed (subscriptions.md §12)', () => {
    const june = { from: new Date('2027-06-11T00:00:00Z'), to: new Date('2027-07-01T00:00:00Z') };
    const lastSubscriptionFee = { window: { ...june, timezone: 'UTC' }, at: june.from };
    const subscription = { previousSubscriptionId: 'old', changeFromPrevious: 'upgrade' } as const;
    const plan = inAdvance(9_000n);
    const paid = (at: string, lastFee: typeof lastSubscriptionFee | null) => {
      const history = { isInvoiced: true, lastSubscriptionFee: lastFee };
      return subscriptionFee(
        loaded({ plan, subscription, start: at, occasion: on('starting', at), history }),
      );
    };
    expect(paid('2027-06-12T00:00:00Z', lastSubscriptionFee)).toBeNull();
    // Paid after that period, whose fee is given back: July from the payment on, 27 of 31 days (§13, 5).
    expect(paid('2027-07-05T00:00:00Z', null)?.amountCents).toBe(7_839n);
  });

  test.each<[string | null, string | null, string, string]>([
    ['Subscription', 'Display', 'Subscription', 'of the subscription'],
    [null, 'Display', 'Display', 'for invoices of the plan'],
    [null, null, 'Plan', 'of the plan'],
  ])('the subscription fee has the name %s, %s: %s', (name, invoiceDisplayName, displayName) => {
    const plan = { ...inAdvance(3_000n), invoiceDisplayName, description: 'Text' };
    const fee = subscriptionFee(
      loaded({ plan, subscription: { name }, occasion: on('periodic', '2027-04-01T00:00:00Z') }),
    );
    expect(fee).toMatchObject({
      source: { type: 'subscription', subscriptionId: 'subscription' },
      item: { code: 'plan', name: 'Plan', description: 'Text', displayName },
      amountDetails: { plan_amount_cents: 3_000 },
      payInAdvance: true,
      invoiceable: true,
      totalAggregatedUnits: null,
      from: new Date('2027-04-01T00:00:00Z'),
      to: new Date('2027-05-01T00:00:00Z'),
    });
    expect([fee?.units.toFixed(), fee?.preciseUnitAmount.toFixed()]).toEqual(['1', '30']);
  });
});
