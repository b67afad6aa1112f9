import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { fc, limit, tries } from '../support/property.js';
import { randomUUID } from 'node:crypto';
import type { AggregationType } from '../../src/core/metering/aggregation.js';
import { Big } from '../../src/core/money/decimal.js';
import { ALL_FILTER_VALUES } from '../../src/core/metering/filters.js';
import { matchesGroup } from '../../src/core/metering/groups.js';
import type { UsageEvent } from '../../src/core/metering/usage-event.js';
import type { ChargeModel, ChargeProperties } from '../../src/core/rating/charge-models.js';
import { rateCharge } from '../../src/core/rating/rate-charge.js';
import type { BillableMetric } from '../../src/modules/billable-metrics/billable-metric.table.js';
import type { ChargeFilter } from '../../src/modules/plans/charges/filters/charge-filter.table.js';
import type { Charge } from '../../src/modules/plans/charges/charge.table.js';
import { ALL_USAGE, type UsageSelection } from '../../src/modules/usage/metering/metered-charge.js';
import {
  chargedMetric,
  type PricedCharge,
  pricingOf,
} from '../../src/modules/usage/metering/priced-charge.js';
import type { RatedCharge } from '../../src/modules/usage/rating/rated-charge.js';
import type { RatingInput } from '../../src/modules/usage/rating/usage.service.js';
import { systemActor, type Actor } from '../../src/platform/actor.js';
import { unique } from '../support/builders.js';
import { ingestCall } from '../support/ingest.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';

let server: SharedServer;
let actor: Actor;
/** Stored metrics, whose events are counted as they come; by code. */
let stored: ReadonlyMap<string, BillableMetric>;

const KINDS: readonly { aggregationType: AggregationType; recurring: boolean }[] = [
  { aggregationType: 'count_agg', recurring: false },
  { aggregationType: 'sum_agg', recurring: false },
  { aggregationType: 'sum_agg', recurring: true },
  { aggregationType: 'max_agg', recurring: false },
  { aggregationType: 'latest_agg', recurring: false },
  { aggregationType: 'unique_count_agg', recurring: false },
  { aggregationType: 'unique_count_agg', recurring: true },
  { aggregationType: 'weighted_sum_agg', recurring: false },
  { aggregationType: 'weighted_sum_agg', recurring: true },
];
/** By what events of a metric are counted apart: where it is not all that a charge looks at, events are read. */
const DIMENSIONS = [[], ['cloud', 'tier'], ['cloud', 'region', 'tier', 'user']];
const METRICS = KINDS.flatMap((kind) =>
  DIMENSIONS.map((dimensionKeys) => ({
    ...kind,
    dimensionKeys,
    code: `${kind.aggregationType} ${String(kind.recurring)} ${dimensionKeys.length}`,
  })),
);

beforeAll(async () => {
  server = await shareTestServer();
  const { organizationId } = await server.organization();
  actor = systemActor(organizationId, null);
  const { billableMetrics } = server.app.services;
  const found = () =>
    billableMetrics.findByCodes(
      server.pool.db,
      actor,
      METRICS.map(({ code }) => code),
    );
  await server.pool.db.transaction(async (tx) => {
    for (const { dimensionKeys, ...kind } of METRICS) {
      const { id } = await billableMetrics.create(tx, actor, {
        ...kind,
        name: kind.code,
        fieldName: kind.aggregationType === 'count_agg' ? null : 'value',
        ...(kind.aggregationType === 'weighted_sum_agg' && { weightedInterval: 'seconds' as const }),
      });
      await billableMetrics.provide(tx, actor, new Map([[id, { paidInAdvance: false, dimensionKeys }]]));
    }
  });
  for (const { id } of await found())
    await server.app.services.metricRecount.run({ organizationId, billableMetricId: id });
  stored = new Map((await found()).map((metric) => [metric.code, metric]));
  expect([...stored.values()].every(({ counterState }) => counterState === 'counted')).toBe(true);
});
afterAll(() => server.stop());

/** 10 March, mid-hour, to the end of a month in which clocks change. */
const CUT_MONTH = {
  window: { from: new Date('2027-03-10T09:30:00.250Z'), to: new Date('2027-04-01T04:00:00Z') },
  durationDays: 31,
  timezone: 'America/New_York',
  isUpgraded: false,
};
const SCOPES = [
  CUT_MONTH,
  {
    window: { from: new Date('2027-03-01T00:00:00Z'), to: new Date('2027-04-01T00:00:00Z') },
    durationDays: 31,
    timezone: 'UTC',
    isUpgraded: false,
  },
  // Midnights that are no full hours.
  {
    window: { from: new Date('2027-03-14T18:15:00Z'), to: new Date('2027-03-21T18:15:00Z') },
    durationDays: 7,
    timezone: 'Asia/Kathmandu',
    isUpgraded: false,
  },
];

const price = fc.integer({ min: 0, max: 5_000 }).map((n) => new Big(n).div(1_000).toFixed());
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });

const ranges = fc
  .record({ end: fc.integer({ min: 1, max: 8 }), first: price, rest: price, flat: price })
  .map(({ end, first, rest, flat }) => [
    { fromValue: 0, toValue: end, perUnitAmount: first, rate: first, flatAmount: flat },
    { fromValue: end + 1, toValue: null, perUnitAmount: rest, rate: rest, flatAmount: '0' },
  ]);

/** Properties that hold the members of every model at once. */
const properties = fc
  .record({
    amount: price,
    packageSize: fc.integer({ min: 1, max: 5 }),
    freeUnits: fc.integer({ min: 0, max: 3 }),
    ranges,
    rate: price,
    fixedAmount: optional(price),
    freeUnitsPerEvents: optional(fc.integer({ min: 1, max: 4 })),
    freeUnitsPerTotalAggregation: optional(price),
    perTransactionMinAmount: optional(price),
    pricingGroupKeys: fc.subarray(['region', 'user']),
    presentationGroupKeys: fc
      .subarray(['region', 'tier'])
      .map((keys) => keys.map((value) => ({ value, options: { displayInInvoice: null } }))),
  })
  .map(({ ranges: list, ...others }) => ({
    ...others,
    graduatedRanges: list,
    volumeRanges: list,
    graduatedPercentageRanges: list,
    perTransactionMaxAmount: null,
  }));

const filter = fc.record({
  values: fc.constantFrom(
    { cloud: ['aws'] },
    { cloud: ['aws', 'gcp'] },
    { cloud: [ALL_FILTER_VALUES] },
    { cloud: ['gcp'], tier: ['pro'] },
    { tier: ['basic', 'pro'] },
  ),
  properties,
});

const sold = fc.record({
  metric: fc.constantFrom(...METRICS),
  rounding: fc.constantFrom(null, 'round' as const, 'ceil' as const),
  model: fc.constantFrom<ChargeModel[]>('standard', 'graduated', 'package', 'percentage', 'volume', 'graduated_percentage', 'dynamic'), // prettier-ignore
  properties,
  filters: fc.array(filter, { maxLength: 3 }),
  prorated: fc.boolean(),
  conversionRate: fc.constantFrom(null, '0.7'),
});

/** Often on or beside the edges of the window. */
const at = fc
  .oneof(
    fc.date({ min: new Date('2027-02-20'), max: new Date('2027-04-05'), noInvalidDate: true }),
    fc
      .tuple(
        fc.constantFrom(...SCOPES.flatMap(({ window }) => [window.from, window.to])),
        fc.integer({ min: -1, max: 1 }),
      )
      .map(([edge, by]) => new Date(edge.getTime() + by)),
  )
  .map((date) => date.toISOString());

const sentEvent = fc.record(
  {
    at,
    properties: fc.record(
      {
        value: fc.oneof(fc.integer({ min: -4, max: 9 }), fc.constantFrom('2.5', '-0.75', 'many', null)),
        operation_type: fc.constantFrom('add', 'remove'),
        cloud: fc.constantFrom('aws', 'gcp', 'ibm'),
        tier: fc.constantFrom('basic', 'pro', ''),
        region: fc.constantFrom('eu', 'us', 7),
        user: fc.constantFrom('ann', 'bob'),
      },
      { requiredKeys: [] },
    ),
    amountCents: fc.constantFrom('0.5', '12', '100.25'),
  },
  { requiredKeys: ['at', 'properties'] },
);

/** A subscription, what it is charged, and what it has used. */
const user = fc.record({
  offers: fc.array(sold, { minLength: 1, maxLength: 3 }),
  sent: fc.array(sentEvent, { maxLength: 30 }),
  scope: fc.constantFrom(...SCOPES),
});

type Sold = typeof sold extends fc.Arbitrary<infer S> ? S : never;
type SentEvent = typeof sentEvent extends fc.Arbitrary<infer S> ? S : never;
type User = typeof user extends fc.Arbitrary<infer U> ? U : never;

describe('rating', () => {
  test(
    'rating equals the oracle, however events are read, for several subscriptions together as for each alone',
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(user, { minLength: 1, maxLength: 3 }), async (users) => {
          const { usage } = server.app.services;
          const inputs = await Promise.all(users.map(inputOf));
          const expected = inputs.map((input, index) => oracleOfAll(input, users[index]?.sent ?? []));
          const rated = await usage.rateAll(server.pool.db, actor, inputs);
          expect(rated.map(answered)).toEqual(expected);
          for (const [index, input] of inputs.entries()) {
            // Usage that is shown is the same, as long as nothing is paid in advance.
            expect(answered(await usage.rateShown(server.pool.db, actor, input))).toEqual(expected[index]);
            const selection = { ...ALL_USAGE, group: { region: ['eu', '7'] } };
            expect(answered(await usage.rateShown(server.pool.db, actor, { ...input, selection }))).toEqual(
              oracleOfAll(input, users[index]?.sent ?? [], selection),
            );
          }
        }),
        tries(150),
      );
    },
    limit(120_000),
  );

  test('rating keeps subscriptions apart whose events are read a few at a time', async () => {
    // A bound on each transaction looks at single events; sums tell the rest.
    const offer = { ...(fc.sample(sold, { numRuns: 1, seed: 1 })[0] as Sold), filters: [], rounding: null };
    const metric = METRICS.find(({ code }) => code === 'sum_agg false 0') as Sold['metric'];
    const terms = { ...offer.properties, perTransactionMinAmount: '0.1', pricingGroupKeys: [] };
    const bounded = { ...offer, metric, model: 'percentage' as const, properties: terms };
    const plain = { ...bounded, model: 'standard' as const };
    const users = Array.from({ length: 24 }, (_, index): User => ({
      offers: index % 4 === 3 ? [plain] : [plain, bounded],
      sent: Array.from({ length: index }, (_event, hour) => ({
        at: new Date(CUT_MONTH.window.to.getTime() - (hour + 1) * 3_600_000).toISOString(),
        properties: { value: index },
      })),
      scope: CUT_MONTH,
    }));
    const inputs = await Promise.all(users.map(inputOf));
    const rated = await server.app.services.usage.rateAll(server.pool.db, actor, inputs);
    expect(rated.map(answered)).toEqual(
      inputs.map((input, index) => oracleOfAll(input, users[index]?.sent ?? [])),
    );
  });
});

async function inputOf({ offers, sent, scope }: User): Promise<RatingInput> {
  const externalId = await store(sent, new Set(offers.map(({ metric }) => metric.code)));
  const charges = offers.map((offer) => pricedCharge(offer));
  return { subscription: { externalId }, charges, scope, currency: 'EUR' };
}

/** Stores the events under each of the codes. @returns the external id of their subscription. */
async function store(sent: readonly SentEvent[], codes: ReadonlySet<string>): Promise<string> {
  const externalSubscriptionId = unique('sub');
  const inputs = [...codes].flatMap((code) =>
    sent.map((event) => ({
      transactionId: randomUUID(),
      externalSubscriptionId,
      code,
      timestamp: { at: new Date(event.at), exact: event.at },
      properties: event.properties,
      preciseTotalAmountCents: event.amountCents ?? null,
    })),
  );
  const call = ingestCall(server, actor.organizationId);
  for (let from = 0; from < inputs.length; from += 100)
    await server.app.services.ingest.batch(call, inputs.slice(from, from + 100), 'reject');
  return externalSubscriptionId;
}

/** A charge that is not stored: rating takes it as it is given. */
function pricedCharge({ metric: kind, rounding, model, filters, ...terms }: Sold): PricedCharge {
  const canProrate = kind.recurring && kind.aggregationType !== 'weighted_sum_agg';
  const metric = {
    ...(stored.get(kind.code) as BillableMetric),
    roundingFunction: rounding,
    roundingPrecision: 1,
  };
  const charge = {
    id: randomUUID(),
    chargeModel: model,
    properties: terms.properties,
    payInAdvance: false,
    prorated: terms.prorated && canProrate,
    conversionRate: terms.conversionRate,
  } as unknown as Charge;
  return {
    charge,
    metric,
    filters: filters.map(
      (own, index) =>
        ({
          ...own,
          id: String(index),
          createdAt: new Date(Date.UTC(2027, 0, index)),
        }) as unknown as ChargeFilter,
    ),
    filterValues: { cloud: ['aws', 'gcp'], tier: ['basic', 'pro'] },
    pricingUnit: null,
  };
}

function oracleOfAll(
  { charges, scope }: RatingInput,
  sent: readonly SentEvent[],
  selection = ALL_USAGE,
): unknown[] {
  return charges.map((priced) => oracle(priced, scope, sent, selection));
}

function oracle(
  priced: PricedCharge,
  window: RatingInput['scope'],
  sent: readonly SentEvent[],
  selection: UsageSelection,
) {
  const { charge, filters } = priced;
  const events = sent
    .map((event): UsageEvent => ({
      at: new Date(event.at),
      properties: event.properties,
      amount: new Big(event.amountCents ?? 0).div(100),
    }))
    .filter(({ properties: own }) => matchesGroup(selection.group, own))
    .toSorted((one, other) => one.at.getTime() - other.at.getTime());
  const ungrouped = <T extends { readonly properties: ChargeProperties }>(part: T): T => ({
    ...part,
    properties: {
      ...part.properties,
      pricingGroupKeys: part.properties.pricingGroupKeys?.filter((key) => !(key in selection.group)),
    },
  });
  const terms = {
    ...ungrouped(charge),
    model: charge.chargeModel,
    filters: filters.map(ungrouped),
    pricing: pricingOf(priced, 'EUR'),
  };
  const scope = { ...window, isProrated: charge.prorated };
  return rateCharge(terms, chargedMetric(priced), events, scope).map(({ filter: own, groupedBy, rated }) => [
    own?.values ?? null,
    groupedBy,
    rated,
  ]);
}

function answered(charges: readonly RatedCharge[]) {
  return charges.map(({ buckets }) =>
    buckets.map(({ filter: own, groupedBy, rated }) => [own?.values ?? null, groupedBy, rated]),
  );
}
