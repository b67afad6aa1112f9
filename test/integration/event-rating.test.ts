import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { fc, limit, tries } from '../support/property.js';
import { randomUUID } from 'node:crypto';
import type { AggregationType } from '../../src/core/metering/aggregation.js';
import type { ChargeModel } from '../../src/core/rating/charge-models.js';
import { PERCENTAGE_DEFAULTS } from '../../src/core/rating/models/percentage-properties.js';
import type { BillableMetric } from '../../src/modules/billable-metrics/billable-metric.table.js';
import type { ChargeFilter } from '../../src/modules/plans/charges/filters/charge-filter.table.js';
import type { Charge } from '../../src/modules/plans/charges/charge.table.js';
import { EventHistories } from '../../src/modules/usage/in-advance/event-histories.js';
import { EventRatingService } from '../../src/modules/usage/in-advance/event-rating.service.js';
import type { PendingEvent } from '../../src/modules/usage/in-advance/pending-event.repository.js';
import type { PricedCharge } from '../../src/modules/usage/metering/priced-charge.js';
import { systemActor, type Actor } from '../../src/platform/actor.js';
import { unique } from '../support/builders.js';
import { ingestCall } from '../support/ingest.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';

let server: SharedServer;
let actor: Actor;
let metrics: readonly BillableMetric[];

const KINDS: readonly { aggregationType: AggregationType; recurring: boolean }[] = [
  { aggregationType: 'count_agg', recurring: false },
  { aggregationType: 'sum_agg', recurring: false },
  { aggregationType: 'sum_agg', recurring: true },
  { aggregationType: 'unique_count_agg', recurring: false },
];

beforeAll(async () => {
  server = await shareTestServer();
  const { organizationId } = await server.organization();
  actor = systemActor(organizationId, null);
  const { billableMetrics, metricRecount } = server.app.services;
  const codes = KINDS.map(({ aggregationType, recurring }) => `${aggregationType} ${String(recurring)}`);
  await server.pool.db.transaction(async (tx) => {
    for (const [index, kind] of KINDS.entries()) {
      const fieldName = kind.aggregationType === 'count_agg' ? null : 'value';
      const code = codes[index] as string;
      const { id } = await billableMetrics.create(tx, actor, { ...kind, code, name: code, fieldName });
      const demand = { paidInAdvance: true, dimensionKeys: ['region', 'tier'] };
      await billableMetrics.provide(tx, actor, new Map([[id, demand]]));
    }
  });
  const found = () => billableMetrics.findByCodes(server.pool.db, actor, codes);
  for (const { id } of await found()) await metricRecount.run({ organizationId, billableMetricId: id });
  metrics = await found();
  expect(metrics.every(({ counterState }) => counterState === 'counted')).toBe(true);
});
afterAll(() => server.stop());

/** From within an hour on, over two midnights. */
const SCOPE = {
  window: { from: new Date('2027-03-10T09:30:00Z'), to: new Date('2027-03-12T04:00:00Z') },
  durationDays: 31,
  timezone: 'UTC',
  isUpgraded: false,
};

const ranges = [
  { fromValue: 0, toValue: 4, perUnitAmount: '3', rate: '3', flatAmount: '1' },
  { fromValue: 5, toValue: 12, perUnitAmount: '2', rate: '2', flatAmount: '0.5' },
  { fromValue: 13, toValue: null, perUnitAmount: '1', rate: '1', flatAmount: '0' },
];
/** Properties that hold the members of every model at once. */
const properties = fc
  .record({ pricingGroupKeys: fc.subarray(['region']), hasFreeEvents: fc.boolean() })
  .map(({ pricingGroupKeys, hasFreeEvents }) => ({
    ...PERCENTAGE_DEFAULTS,
    amount: '0.37',
    packageSize: 3,
    freeUnits: 2,
    graduatedRanges: ranges,
    graduatedPercentageRanges: ranges,
    rate: '1.5',
    fixedAmount: '0.2',
    freeUnitsPerEvents: hasFreeEvents ? 2 : null,
    pricingGroupKeys,
  }));

const offer = fc.record({
  model: fc.constantFrom<ChargeModel[]>('standard', 'graduated', 'package', 'percentage', 'graduated_percentage', 'dynamic'), // prettier-ignore
  properties,
  filters: fc.array(
    fc.record({ values: fc.constantFrom({ tier: ['pro'] }, { tier: ['basic', 'pro'] }), properties }),
    { maxLength: 1 },
  ),
});

/** Often within the same hours, and beside their edges. */
const at = fc
  .tuple(
    fc.constantFrom('10T09:30', '10T09:45', '10T10:00', '10T23:00', '11T00:00', '11T00:20', '12T02:00'),
    fc.integer({ min: -1, max: 1 }),
  )
  .map(([time, by]) => new Date(Date.parse(`2027-03-${time}Z`) + by))
  .filter((date) => date >= SCOPE.window.from);

const sentEvent = (least: number) =>
  fc.record({
    at,
    properties: fc.record(
      {
        value: fc.oneof(fc.integer({ min: least, max: 9 }), fc.constantFrom('2.5', 'many')),
        operation_type: fc.constantFrom('add', 'remove'),
        tier: fc.constantFrom('basic', 'pro'),
        region: fc.constantFrom('eu', 'us'),
      },
      { requiredKeys: ['value'] },
    ),
    amountCents: fc.constantFrom(null, '12', '100.25'),
    /** Whether it cannot be billed at first. */
    fails: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
  });
type SentEvent = ReturnType<typeof sentEvent> extends fc.Arbitrary<infer S> ? S : never;

/** Batches that are billed before the next one comes, as values only rise or not. */
const batches = fc.boolean().chain((rises) =>
  fc.array(fc.array(sentEvent(rises ? 0 : -4), { minLength: 1, maxLength: 8 }), {
    minLength: 1,
    maxLength: 4,
  }),
);

test(
  'events that wait are rated as the oracle rates them by all events of their period',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: KINDS.length - 1 }),
        fc.array(offer, { minLength: 1, maxLength: 2 }),
        batches,
        async (kind, offers, sent) => {
          const metric = metrics[kind] as BillableMetric;
          const charges = offers.map((each) => pricedCharge(metric, each));
          const externalId = unique('sub');
          for (const batch of sent) {
            await store(externalId, metric.code, batch);
            await bill(externalId, metric, charges, { failing: true });
          }
          await bill(externalId, metric, charges, { failing: false });
        },
      ),
      tries(60),
    );
  },
  limit(120_000),
);

function pricedCharge(metric: BillableMetric, { model, filters, ...terms }: OfferOf): PricedCharge {
  const charge = { id: randomUUID(), chargeModel: model, payInAdvance: true, prorated: false, ...terms };
  return {
    charge: { ...charge, conversionRate: null } as unknown as Charge,
    metric,
    filters: filters.map(
      (own) => ({ ...own, id: 'filter', createdAt: new Date(0) }) as unknown as ChargeFilter,
    ),
    filterValues: { tier: ['basic', 'pro'] },
    pricingUnit: null,
  };
}
type OfferOf = typeof offer extends fc.Arbitrary<infer O> ? O : never;

async function store(
  externalSubscriptionId: string,
  code: string,
  sent: readonly SentEvent[],
): Promise<void> {
  const inputs = sent.map((event) => ({
    transactionId: randomUUID(),
    externalSubscriptionId,
    code,
    timestamp: { at: event.at, exact: event.at.toISOString() },
    properties: { ...event.properties, fails: event.fails },
    preciseTotalAmountCents: event.amountCents,
  }));
  await server.app.services.ingest.batch(ingestCall(server, actor.organizationId), inputs, 'reject');
}

/** Rates all that waits in the order of reception, as billing does; those that fail go on waiting. */
async function bill(
  externalId: string,
  metric: BillableMetric,
  charges: readonly PricedCharge[],
  { failing }: { failing: boolean },
): Promise<void> {
  const { pendingEvents, usage } = server.app.services;
  const eventRating = new EventRatingService(usage);
  const { db } = server.pool;
  const rating = { subscription: { externalId }, metric, charges, scope: SCOPE, currency: 'EUR' };
  const page = { externalSubscriptionId: externalId, after: 0n, limit: 100, of: null };
  const waiting = await pendingEvents.list(db, actor, page);
  const histories = new EventHistories();
  const period = await eventRating.periodOf(db, actor, rating);
  const fails = ({ properties: own }: PendingEvent) => failing && own['fails'] === true;
  for (const event of waiting.filter((each) => !fails(each))) {
    const expected = eventRating.rateStored(rating, period, event.sequence);
    expect(await eventRating.ratePending(db, actor, rating, event, histories)).toEqual(expected);
  }
  const sequencesOf = (which: readonly PendingEvent[]) => ({
    externalSubscriptionId: externalId,
    sequences: which.map(({ sequence }) => sequence),
  });
  await db.transaction(async (tx) => {
    await pendingEvents.remove(tx, actor, sequencesOf(waiting.filter((each) => !fails(each))));
    await pendingEvents.keep(tx, actor, sequencesOf(waiting.filter(fails)));
  });
}
