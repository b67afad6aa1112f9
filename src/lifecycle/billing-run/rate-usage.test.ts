import { expect, test } from '@jest/globals';
import { chargeRow, metricRow } from '../../../test/support/rows.js';
import { subscriptionContext } from '../../../test/support/subscription-contexts.js';
import { systemActor } from '../../platform/actor.js';
import type { Tx } from '../../platform/db/database.js';
import type { BillableMetric } from '../../modules/billable-metrics/billable-metric.table.js';
import type { Charge } from '../../modules/plans/charges/charge.table.js';
import type { Subscription } from '../../modules/subscriptions/records/subscription.table.js';
import type { PricedCharge } from '../../modules/usage/metering/priced-charge.js';
import type { RatingInput, UsageService } from '../../modules/usage/rating/usage.service.js';
import { type BillingOccasion, occasionWindows } from '../billing-records/billing-occasion.js';
import type { LoadedSubscription } from '../billing-records/load-subscriptions.js';
import { type RatedSubscription, rateUsage } from './rate-usage.js';
import { NO_TAXES } from '../../core/taxes/tax.js';

const MAY_1 = new Date('2027-05-01T00:00:00Z');
const MAY_11 = new Date('2027-05-11T12:00:00Z');
const PERIODIC: BillingOccasion = { reason: 'periodic', at: MAY_1 };
const UPGRADED: BillingOccasion = { reason: 'upgraded', at: MAY_11, nextPlanId: 'next' };
const TERMINATED: BillingOccasion = { reason: 'terminated', at: MAY_11, hadPeriodicRun: false };

function priced(charge: Partial<Charge>, metric: Partial<BillableMetric> = {}): PricedCharge {
  return {
    charge: chargeRow(charge),
    metric: metricRow(metric),
    filters: [],
    filterValues: {},
    pricingUnit: null,
  };
}

interface Billed {
  readonly occasion: BillingOccasion;
  readonly charges: readonly PricedCharge[];
  readonly subscription?: Partial<Subscription>;
  readonly nextPlanMetricIds?: ReadonlySet<string>;
}

function loaded({
  occasion,
  charges,
  subscription = {},
  nextPlanMetricIds = new Set(),
}: Billed): LoadedSubscription {
  const context = subscriptionContext(occasion.at, { subscription });
  return {
    context,
    occasion,
    windows: occasionWindows(context, occasion),
    dayOfEnd: null,
    draftId: null,
    adjustments: [],
    nextPlanMetricIds,
    commitment: null,
    records: {
      charges,
      chargeTaxes: new Map(),
      fixedCharges: [],
      commitment: null,
      planTaxes: NO_TAXES,
      history: null,
    },
  };
}

/** Rates with a service that answers the charges that it is given. */
async function rate(
  ...billed: readonly Billed[]
): Promise<{ rated: RatedSubscription[]; inputs: RatingInput[] }> {
  const inputs: RatingInput[] = [];
  const service = {
    rateAll: (_tx: Tx, _actor: unknown, given: readonly RatingInput[]) => {
      inputs.push(...given);
      return Promise.resolve(given.map(({ charges }) => charges));
    },
  } as unknown as UsageService;
  const rated = await rateUsage({} as Tx, systemActor('organization', null), service, billed.map(loaded));
  return { rated, inputs };
}

const ARREARS = priced({});
const METERED = priced({ payInAdvance: true });
const SEATS = { recurring: true };
const RENEWED = priced({ payInAdvance: true }, SEATS);
const RECURRING = priced({}, SEATS);
const PRORATED = priced({ prorated: true }, SEATS);
const ofNextPlan = { nextPlanMetricIds: new Set(['metric']) };
const startedNow = { subscriptionAt: MAY_1, startedAt: MAY_1, usageFrom: MAY_1 };
const trialEnded: BillingOccasion = { reason: 'trial_ended', at: MAY_1 };
const starting: BillingOccasion = { reason: 'starting', at: MAY_1 };

// Source: charges.md §6.
test.each<[string, PricedCharge, Omit<Billed, 'charges'>, boolean]>([
  ['in arrears, on a billing day', ARREARS, { occasion: PERIODIC }, true],
  ['in arrears, at an end', ARREARS, { occasion: TERMINATED }, true],
  ['in arrears, at a start', ARREARS, { occasion: starting, subscription: startedNow }, false],
  ['in arrears, at the end of a trial', ARREARS, { occasion: trialEnded }, false],
  ['in arrears, recurring, at an upgrade', RECURRING, { occasion: UPGRADED }, true],
  ['the same, when the new plan charges its metric', RECURRING, { occasion: UPGRADED, ...ofNextPlan }, false],
  ['the same, prorated', PRORATED, { occasion: UPGRADED, ...ofNextPlan }, true],
  [
    'in arrears, not recurring, when the new plan charges its metric',
    ARREARS,
    { occasion: UPGRADED, ...ofNextPlan },
    true,
  ],
  ['in advance, metered', METERED, { occasion: PERIODIC }, false],
  ['in advance, recurring, on a billing day', RENEWED, { occasion: PERIODIC }, true],
  ['in advance, recurring, at an end', RENEWED, { occasion: TERMINATED }, false],
  ['in advance, recurring, at an upgrade', RENEWED, { occasion: UPGRADED }, false],
  [
    'in advance, recurring, at the start after a downgrade',
    RENEWED,
    { occasion: starting, subscription: { ...startedNow, changeFromPrevious: 'downgrade' } },
    true,
  ],
  [
    'in advance, recurring, at another start',
    RENEWED,
    { occasion: starting, subscription: startedNow },
    false,
  ],
])('a charge %s', async (_, charge, billed, isRated) => {
  const { rated, inputs } = await rate({ ...billed, charges: [charge] });
  expect(inputs.flatMap(({ charges }) => charges)).toEqual(isRated ? [charge] : []);
  expect(rated.map(({ usage }) => usage !== null)).toEqual([isRated]);
});

test('several subscriptions are rated together, each with its own charges', async () => {
  const calls = priced({ id: 'calls' });
  const { rated, inputs } = await rate(
    { occasion: PERIODIC, charges: [ARREARS], subscription: { externalId: 'first' } },
    { occasion: PERIODIC, charges: [METERED], subscription: { externalId: 'second' } },
    { occasion: UPGRADED, charges: [METERED, calls], subscription: { externalId: 'third' } },
  );
  expect(inputs.map(({ subscription }) => subscription.externalId)).toEqual(['first', 'third']);
  expect(
    rated.map(({ context, usage }) => [context.subscription.externalId, usage?.charges ?? null]),
  ).toEqual([
    ['first', [ARREARS]],
    ['second', null],
    ['third', [calls]],
  ]);
});

test('an upgrade leaves its day to the next plan (periods.md §8)', async () => {
  const { rated } = await rate(
    { occasion: UPGRADED, charges: [ARREARS] },
    { occasion: TERMINATED, charges: [ARREARS] },
  );
  expect(rated.map(({ usage }) => usage?.scope)).toMatchObject([
    { isUpgraded: true, durationDays: 31, timezone: 'UTC', window: { from: MAY_1 } },
    { isUpgraded: false, durationDays: 31, timezone: 'UTC', window: { from: MAY_1 } },
  ]);
});
