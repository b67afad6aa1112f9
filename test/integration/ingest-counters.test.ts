import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { fc, limit, tries } from '../support/property.js';
import { Big, ZERO } from '../../src/core/money/decimal.js';
import type { AggregationType } from '../../src/core/metering/aggregation.js';
import type { UsageEvent } from '../../src/core/metering/usage-event.js';
import type { Period } from '../../src/core/time/period.js';
import type { BillableMetric } from '../../src/modules/billable-metrics/billable-metric.table.js';
import type { Charge } from '../../src/modules/plans/charges/charge.table.js';
import { mayUseCounters } from '../../src/modules/usage/metering/counted-charge.js';
import {
  ALL_USAGE,
  type MeteredBucket,
  meterEvents,
  type MeteringRequest,
} from '../../src/modules/usage/metering/metered-charge.js';
import type { PricedCharge } from '../../src/modules/usage/metering/priced-charge.js';
import { readUsage } from '../../src/modules/usage/metering/usage-reader.js';
import { systemActor, type Actor } from '../../src/platform/actor.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';

let server: SharedServer;

beforeAll(async () => {
  server = await shareTestServer();
});
afterAll(() => server.stop());

const SUBSCRIPTIONS = ['one', 'two'];
const CODES = ['calls', 'tokens', 'peak'];
const IN_ADVANCE: readonly AggregationType[] = ['count_agg', 'sum_agg', 'unique_count_agg'];
/** Hours, days and a month begin within the time in which things happen. */
const FIRST_MS = Date.UTC(2027, 1, 27, 22);
const SPAN_MS = 4 * 86_400_000;

/** Values as callers send them: numeric by every rule, just not numeric, of other kinds, or absent. */
const value = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: -50, max: 50 }) },
  fc.double({ min: -10, max: 10, noNaN: true }),
  fc.constantFrom('3', '-2.5', '0.000000000000001', '9'.repeat(30), '007', '1.50'),
  fc.constantFrom('1e3', ' 1', '+1', '.5', '5.', '', 'NaN', '0.0000000000000001', '9'.repeat(31), '٣'),
  fc.constantFrom(null, true, undefined),
  fc.constant([1]),
);

/** Often on or beside a full hour or midnight, where counters begin and end; and often within the same hours. */
const offsetMs = fc.oneof(
  fc.integer({ min: 0, max: SPAN_MS - 1 }),
  fc.integer({ min: 0, max: 4 * 3_600_000 }),
  fc
    .tuple(fc.constantFrom(1, 2, 3, 26, 27, 50), fc.integer({ min: -1, max: 1 }))
    .map(([hour, by]) => hour * 3_600_000 + by),
);

const sentEvent = fc.record({
  // So few ids that some are sent again.
  transactionId: fc.integer({ min: 1, max: 300 }).map((id) => `t${id}`),
  externalSubscriptionId: fc.constantFrom(...SUBSCRIPTIONS),
  code: fc.constantFrom(...CODES),
  timestamp: offsetMs.map((ms) => ({
    at: new Date(FIRST_MS + ms),
    exact: `${new Date(FIRST_MS + ms).toISOString().slice(0, -1)}250Z`,
  })),
  properties: fc.record({
    v: value,
    w: value,
    region: value,
    operation_type: fc.constantFrom('add', 'remove', undefined),
  }),
  preciseTotalAmountCents: fc.constantFrom(null, '0.5', '12'),
});

const batch = fc.record({
  do: fc.constant('send' as const),
  events: fc.array(sentEvent, { minLength: 1, maxLength: 12 }),
  onDuplicate: fc.constantFrom('reject' as const, 'ignore' as const),
});

const definition = fc.constantFrom(
  { aggregationType: 'count_agg' as const, fieldName: null },
  { aggregationType: 'sum_agg' as const, fieldName: 'v' },
  { aggregationType: 'sum_agg' as const, fieldName: 'w' },
  { aggregationType: 'max_agg' as const, fieldName: 'v' },
  { aggregationType: 'latest_agg' as const, fieldName: 'v' },
  { aggregationType: 'unique_count_agg' as const, fieldName: 'w' },
  { aggregationType: 'unique_count_agg' as const, fieldName: 'w', recurring: true },
  { aggregationType: 'sum_agg' as const, fieldName: 'v', recurring: true },
  { aggregationType: 'weighted_sum_agg' as const, fieldName: 'v', weightedInterval: 'seconds' as const },
  {
    aggregationType: 'weighted_sum_agg' as const,
    fieldName: 'v',
    weightedInterval: 'seconds' as const,
    recurring: true,
  },
);

const step = fc.oneof(
  { weight: 5, arbitrary: batch },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('define' as const), code: fc.constantFrom(...CODES), definition }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('split' as const),
      code: fc.constantFrom(...CODES),
      dimensionKeys: fc.subarray(['region', 'w', 'missing']),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('delete' as const), code: fc.constantFrom(...CODES) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('recount' as const),
      meanwhile: fc.array(batch, { maxLength: 3 }),
    }),
  },
);

const window = fc
  .tuple(offsetMs, offsetMs)
  .map(([a, b]) => ({ from: new Date(FIRST_MS + Math.min(a, b)), to: new Date(FIRST_MS + Math.max(a, b)) }));

type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;
type Definition = typeof definition extends fc.Arbitrary<infer D> ? D : never;
type SentEvent = Batch['events'][number];
type Batch = typeof batch extends fc.Arbitrary<infer B> ? B : never;

describe('usage by counters', () => {
  test(
    'usage by counters is what the oracle makes of the raw events, whatever came before',
    async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(definition, { minLength: CODES.length - 1, maxLength: CODES.length }),
          fc.array(step, { minLength: 4, maxLength: 14 }),
          fc.array(window, { minLength: 3, maxLength: 3 }),
          fc.boolean(),
          async (definitions, steps, windows, isGrowing) => {
            const history = await History.start();
            for (const [index, each] of definitions.entries())
              await history.take({ do: 'define', code: CODES[index] as string, definition: each });
            for (const next of steps) await history.take(isGrowing ? growing(next) : next);
            const all = { from: new Date(0), to: new Date(FIRST_MS + SPAN_MS) };
            for (const each of [...windows, all]) await history.check(each);
            await history.recount([]);
            for (const each of [...windows, all]) await history.check(each);
          },
        ),
        tries(20),
      );
    },
    limit(120_000),
  );
});

/** One organization to which things happen. */
class History {
  private constructor(private readonly actor: Actor) {}

  static async start(): Promise<History> {
    const { organizationId } = await server.organization();
    return new History(systemActor(organizationId, null));
  }

  take(next: Step): Promise<void> {
    if (next.do === 'send') return this.send(next);
    if (next.do === 'define') return this.define(next.code, next.definition);
    if (next.do === 'split') return this.split(next.code, next.dimensionKeys);
    if (next.do === 'delete') return this.delete(next.code);
    return this.recount(next.meanwhile);
  }

  private async send({ events, onDuplicate }: Batch): Promise<void> {
    const call = {
      db: server.pool.db,
      openTransaction: null,
      actor: this.actor,
      caller: { address: null, userAgent: null },
    };
    await server.app.services.ingest.batch(call, events, onDuplicate).catch((error: unknown) => {
      expect(error).toMatchObject({ code: 'validation_errors' });
    });
  }

  private async define(code: string, definition: Definition): Promise<void> {
    const { billableMetrics } = server.app.services;
    const [known] = await this.metrics([code]);
    await server.pool.db.transaction((tx) =>
      known === undefined
        ? billableMetrics.create(tx, this.actor, { code, name: code, ...definition })
        : billableMetrics.update(tx, this.actor, {
            id: known.id,
            recurring: false,
            weightedInterval: null,
            ...definition,
          }),
    );
  }

  /** What a new charge does that groups by these properties. */
  private async split(code: string, dimensionKeys: readonly string[]): Promise<void> {
    const [known] = await this.metrics([code]);
    if (known === undefined) return;
    const demands = new Map([[known.id, { paidInAdvance: false, dimensionKeys }]]);
    await server.pool.db.transaction((tx) =>
      server.app.services.billableMetrics.provide(tx, this.actor, demands),
    );
  }

  private async delete(code: string): Promise<void> {
    const [known] = await this.metrics([code]);
    if (known === undefined) return;
    await server.pool.db.transaction((tx) =>
      server.app.services.billableMetrics.delete(tx, this.actor, known.id),
    );
  }

  /** What the job queue does, with events coming in all the while. */
  async recount(meanwhile: readonly Batch[]): Promise<void> {
    const { organizationId } = this.actor;
    const metrics = await this.metrics(CODES);
    await Promise.all([
      ...metrics.map(({ id }) =>
        server.app.services.metricRecount.run({ organizationId, billableMetricId: id }),
      ),
      ...meanwhile.map((next) => this.send(next)),
    ]);
  }

  /**
   * Compares the usage of each subscription with the oracle, split by all keys of the counters: the billed usage, which
   * comes from counters, and the current level of charges in advance, which comes from counters as long as no event
   * removed an item.
   */
  async check(window: Period): Promise<void> {
    const metrics = await this.metrics(CODES);
    const scope = { window, durationDays: 1, timezone: 'UTC', isUpgraded: false };
    const billed = { scope, purpose: 'billed', selection: ALL_USAGE } as const;
    const charges = metrics.map(groupedCharge);
    await this.checkCharges(charges, billed);
    expect(charges.every((priced) => mayUseCounters(priced, billed))).toBe(true);
    const inAdvance = charges
      .filter(({ metric }) => IN_ADVANCE.includes(metric.aggregationType))
      .map((priced) => ({ ...priced, charge: { ...priced.charge, payInAdvance: true } }));
    await this.checkCharges(inAdvance, { ...billed, purpose: 'shown' });
  }

  private async checkCharges(charges: readonly PricedCharge[], request: MeteringRequest): Promise<void> {
    const { organizationId } = this.actor;
    const { scope, ...how } = request;
    const terms = { organizationId, cutoff: null, ...how };
    const readings = SUBSCRIPTIONS.map((externalSubscriptionId) => ({
      externalSubscriptionId,
      charges,
      scope,
      currency: 'EUR',
    }));
    const read = await readUsage(server.pool.db, terms, readings);
    for (const [index, externalSubscriptionId] of SUBSCRIPTIONS.entries()) {
      const metered = read[index];
      for (const priced of charges) {
        const expected = meterEvents(
          priced,
          await this.events(priced.metric, externalSubscriptionId),
          request,
        );
        expect(metered?.get(priced.charge.id)?.buckets.map(counted)).toEqual(expected.map(counted));
      }
    }
  }

  /** Every event of the metric, in order. */
  private async events(metric: BillableMetric, externalSubscriptionId: string): Promise<UsageEvent[]> {
    const events = await server.pool.sql<
      { timestamp: Date; properties: Record<string, unknown>; cents: string }[]
    >`
      select timestamp, properties, coalesce(precise_total_amount_cents, 0) as cents from events
      where organization_id = ${metric.organizationId} and external_subscription_id = ${externalSubscriptionId}
        and code = ${metric.code}
      order by timestamp, sequence`;
    return events.map(({ timestamp, properties, cents }) => ({
      at: new Date(timestamp),
      properties,
      amount: new Big(cents).div(100),
    }));
  }

  private metrics(codes: readonly string[]): Promise<BillableMetric[]> {
    return server.app.services.billableMetrics.findByCodes(server.pool.db, this.actor, codes);
  }
}

/** A charge that groups usage by one of the properties that its metric counts apart, and shows it by two others. */
function groupedCharge(metric: BillableMetric): PricedCharge {
  const charge = {
    id: metric.id,
    chargeModel: 'dynamic',
    properties: {
      pricingGroupKeys: metric.dimensionKeys.slice(0, 1),
      presentationGroupKeys: metric.dimensionKeys.slice(1, 3).map((value) => ({ value })),
    },
    payInAdvance: false,
    prorated: false,
  } as unknown as Charge;
  return { charge, metric, filters: [], filterValues: {}, pricingUnit: null };
}

/** Single values are nothing that counters know, and without any event a level is 0. */
function counted({ groupedBy, usage, presentation, inAdvance }: MeteredBucket): object {
  const { current, highest } = inAdvance?.state ?? { current: ZERO, highest: ZERO };
  const level = inAdvance === null ? null : { ...inAdvance, state: { current, highest } };
  return { groupedBy, usage: { ...usage, singleEvents: null }, presentation, level };
}

/** The same without anything that takes away. */
function growing(next: Step): Step {
  if (next.do === 'send') return { ...next, events: next.events.map(added) };
  return next.do === 'recount'
    ? { ...next, meanwhile: next.meanwhile.map((each) => ({ ...each, events: each.events.map(added) })) }
    : next;
}

function added({ properties, ...event }: SentEvent): SentEvent {
  const positive = (sent: unknown) =>
    typeof sent === 'number' ? Math.abs(sent) : typeof sent === 'string' ? sent.replace('-', '') : sent;
  const { v, w, region } = properties;
  return {
    ...event,
    properties: { v: positive(v) as typeof v, w: positive(w) as typeof w, region, operation_type: 'add' },
  };
}
