// Random lives of a subscription: events that are late, repeated, negative and removed; plans edited and changed
// between two billing days; clocks moved by any span. What is billed is compared with a second, simple
// implementation of the rules.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { fc, limit, tries } from '../support/property.js';
import { createMetric, createPlan, type Resource } from '../support/builders.js';
import type { Client } from '../support/client.js';
import { ingestCall } from '../support/ingest.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';
import { Story } from '../support/story.js';
import { readCurrentUsage } from '../support/usage.js';
import {
  type RecurringEvent,
  inOrder,
  type Level,
  number,
  present,
  seatsLevel,
  usersLevel,
} from '../support/recurring-usage-model.js';

let server: SharedServer;
let client: Client;
const metrics: Record<string, Resource> = {};

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const TIMEZONE = 'America/New_York';
const START = Date.parse('2027-02-20T15:45:30Z');
/** Local midnights of the firsts; the clocks change in between. */
const BILLING_DAYS = ['2027-03-01T05:00:00Z', '2027-04-01T04:00:00Z', '2027-05-01T04:00:00Z'].map(Date.parse);
const END = Date.parse('2027-05-01T12:00:00Z');

beforeAll(async () => {
  server = await shareTestServer();
  client = await server.organization();
  const sum = { aggregation_type: 'sum_agg', field_name: 'n' };
  metrics['tokens'] = await createMetric(client, {
    ...sum,
    filters: [{ key: 'region', values: ['eu', 'us'] }],
  });
  metrics['seats'] = await createMetric(client, { ...sum, recurring: true });
  metrics['users'] = await createMetric(client, {
    aggregation_type: 'unique_count_agg',
    field_name: 'user',
    recurring: true,
  });
  metrics['disk'] = await createMetric(client, {
    aggregation_type: 'weighted_sum_agg',
    field_name: 'n',
    weighted_interval: 'seconds',
    recurring: true,
  });
  metrics['peak'] = await createMetric(client, { aggregation_type: 'max_agg', field_name: 'n' });
});
afterAll(() => server.stop());

const usage = fc.record({
  metric: fc.constantFrom('tokens', 'seats', 'seats', 'users', 'users', 'disk', 'peak'),
  /** Before the clock's present, or late by weeks. */
  agoMs: fc.oneof(fc.integer({ min: 0, max: 2 * DAY_MS }), fc.integer({ min: 0, max: 30 * DAY_MS })),
  /** Few of them, so that some are sent again. */
  transactionId: fc.integer({ min: 1, max: 80 }).map(String),
  properties: fc.record({
    n: fc.oneof(fc.integer({ min: -5, max: 9 }), fc.constantFrom('2.5', 'many')),
    user: fc.constantFrom('ann', 'bob', 'cid'),
    operation_type: fc.constantFrom('add', 'add', 'remove'),
    region: fc.constantFrom('eu', 'us', 'mars'),
    team: fc.constantFrom('a', 'b', null),
  }),
});

const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ use: fc.array(usage, { minLength: 1, maxLength: 6 }) }) },
  { weight: 4, arbitrary: fc.record({ waitMs: fc.integer({ min: HOUR_MS, max: 15 * DAY_MS }) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      edit: fc.record({
        keys: fc.subarray(['team', 'user']),
        regions: fc.subarray(['eu', 'us']),
        isProrated: fc.boolean(),
      }),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ upgrade: true }) },
);

type Usage = typeof usage extends fc.Arbitrary<infer U> ? U : never;
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** A stored event; events are in order of reception. */
interface Taken extends Usage, Pick<RecurringEvent, 'at'> {}

/** A customer's life, and what the test knows of it. */
class Life {
  private now = START;
  private readonly taken: Taken[] = [];
  /** When each subscription of the chain began. */
  private readonly begins = [START];
  private readonly renewals: { readonly metric: string; readonly day: number; readonly units: number }[] = [];
  private readonly verified = new Set<string>();

  private constructor(
    private readonly story: Story,
    private readonly externalId: string,
    private plan: Resource,
  ) {}

  static async begin(): Promise<Life> {
    const story = await Story.begin(client, new Date(START).toISOString(), { timezone: TIMEZONE });
    const plan = await Life.sell();
    const { external_id } = await story.subscribe(plan);
    return new Life(story, external_id, plan);
  }

  private static sell(): Promise<Resource> {
    const standard = (name: string, over: object = {}) => ({
      billable_metric_id: metrics[name].svc_id,
      charge_model: 'standard',
      properties: { amount: '1' },
      code: name,
      ...over,
    });
    return createPlan(client, {
      charges: [
        standard('tokens'),
        standard('disk'),
        standard('peak'),
        standard('users', { code: 'users in arrears', prorated: true }),
        standard('users', { pay_in_advance: true }),
        standard('seats', { pay_in_advance: true }),
      ],
    });
  }

  async take(next: Step): Promise<void> {
    if ('use' in next) await this.use(next.use);
    if ('waitMs' in next) await this.wait(Math.min(END, this.now + next.waitMs));
    if ('edit' in next) await this.edit(next.edit);
    if ('upgrade' in next) await this.upgrade();
  }

  async end(): Promise<void> {
    await this.wait(END);
    expect(await this.feesOfEvents()).toEqual(this.expectedFees());
    expect(await this.renewed()).toEqual(this.renewals);
    const recount = `query ($id: String!) { verifyUsage(externalSubscriptionId: $id) { startsAt counted recounted } }`;
    expect((await client.graphql(recount, { id: this.externalId })).data.verifyUsage).toEqual([]);
  }

  private async use(events: readonly Usage[]): Promise<void> {
    const known = new Set(this.taken.map(({ transactionId }) => transactionId));
    const inputs = events.map((event) => ({ ...event, at: Math.max(START, this.now - event.agoMs) }));
    await server.app.services.ingest.batch(
      ingestCall(server, client.organizationId),
      inputs.map(({ metric, at, transactionId, properties }) => ({
        transactionId,
        externalSubscriptionId: this.externalId,
        code: metrics[metric].code,
        timestamp: { at: new Date(at), exact: new Date(at).toISOString() },
        properties,
      })),
      'ignore',
    );
    for (const input of inputs) {
      if (!known.has(input.transactionId)) this.taken.push(input);
      known.add(input.transactionId);
    }
  }

  private async wait(to: number): Promise<void> {
    if (to <= this.now) return;
    for (const day of BILLING_DAYS.filter((each) => each > this.now && each <= to)) {
      for (const metric of ['seats', 'users'])
        this.renewals.push({ metric, day, units: this.held(metric, day) });
    }
    await this.story.advance(new Date(to).toISOString());
    this.now = to;
    await this.verifyInvoices();
    await this.read();
  }

  /** Current usage shows the present level and the price of the highest one. Source: current-usage.md §1. */
  private async read(): Promise<void> {
    const { external_id: externalCustomerId } = this.story.customer;
    const of = { externalCustomerId, externalSubscriptionId: this.externalId };
    const { charges_usage: lines } = await readCurrentUsage(client, of);
    for (const metric of ['seats', 'users']) {
      const total = this.total(metric, Infinity);
      const { cur, max } = this.level(metric, this.taken, this.periodStart(this.now)) ?? { cur: 0, max: 0 };
      const line = lines.find(({ charge }: Resource) => charge.code === metric);
      expect([metric, Number(line.units), line.amount_cents]).toEqual([
        metric,
        Math.max(0, total),
        Math.round(Math.max(0, total - cur + max) * 100),
      ]);
    }
  }

  /** What was held of a metric that lasts at an instant. Source: aggregations.md §5, §6. */
  private held(metric: string, until: number): number {
    return Math.max(0, this.total(metric, until));
  }

  private total(metric: string, until: number): number {
    const events = inOrder(this.taken.filter((event) => event.metric === metric && event.at < until));
    if (metric === 'users') return present(events).size;
    return events.reduce((total, { properties: { n } }) => total + (number(n) ?? 0), 0);
  }

  private async edit({
    keys,
    regions,
    isProrated,
  }: {
    keys: string[];
    regions: string[];
    isProrated: boolean;
  }) {
    const { body } = await client.get(`/plans/${this.plan.code}`);
    const charges = body.plan.charges.map(({ svc_id: id, code }: Resource) => {
      if (code !== 'tokens') return { id };
      const filters = regions.map((region) => ({
        values: { region: [region] },
        properties: { amount: '2', pricing_group_keys: isProrated ? keys : [] },
      }));
      return { id, properties: { amount: '3', pricing_group_keys: keys }, filters };
    });
    const { status } = await client.put(`/plans/${this.plan.code}`, { plan: { charges } });
    expect(status).toBe(200);
  }

  /** To a plan that costs as much: the next subscription of the chain begins at once. */
  private async upgrade(): Promise<void> {
    // Two begin at different instants.
    if (this.begins.at(-1) === this.now) return;
    this.plan = await Life.sell();
    await this.story.subscribe(this.plan, { external_id: this.externalId });
    this.begins.push(this.now);
    await this.verifyInvoices();
  }

  /** Every invoice bills what raw events add up to, at the moment that it is there. */
  private async verifyInvoices(): Promise<void> {
    const path = `/invoices?external_customer_id=${this.story.customer.external_id}&per_page=1000`;
    const { body } = await client.get(path);
    for (const { svc_id: id } of body.invoices.filter((one: Resource) => !this.verified.has(one.svc_id))) {
      const query = `query ($id: ID!) { verifyInvoiceUsage(invoiceId: $id) {
        billedUnits recountedUnits groupedBy eventTransactionId } }`;
      expect((await client.graphql(query, { id })).data.verifyInvoiceUsage).toEqual([]);
      this.verified.add(id);
    }
  }

  private async chargeFees(): Promise<Resource[]> {
    const path = `/fees?fee_type=charge&external_subscription_id=${this.externalId}&per_page=1000`;
    return (await client.get(path)).body.fees;
  }

  /** The cents of the fee of each event. */
  private async feesOfEvents(): Promise<Record<string, number>> {
    const fees = (await this.chargeFees()).filter((fee) => fee.event_transaction_id !== null);
    return Object.fromEntries(fees.map((fee) => [fee.event_transaction_id, fee.amount_cents]));
  }

  private async renewed(): Promise<object[]> {
    const fees = (await this.chargeFees()).filter(
      (fee) => fee.pay_in_advance && fee.event_transaction_id === null,
    );
    const units = new Map(
      fees.map((fee) => [`${fee.item.code} ${Date.parse(fee.from_date)}`, Number(fee.units)]),
    );
    return this.renewals.map(({ metric, day }) => ({
      metric,
      day,
      // Nothing held makes no fee.
      units: units.get(`${metrics[metric].code} ${day}`) ?? 0,
    }));
  }

  /** Only new highs of the period are billed, at 1.00 a unit. Source: charges.md §8. */
  private expectedFees(): Record<string, number> {
    const billed = this.taken.flatMap((event, place) => {
      const units = this.billedUnits(event, this.taken.slice(0, place + 1));
      return units === null ? [] : [[event.transactionId, Math.round(units * 100)] as const];
    });
    return Object.fromEntries(billed);
  }

  private billedUnits(event: Taken, received: readonly Taken[]): number | null {
    const { metric, at } = event;
    const isBilled = metric === 'users' || (metric === 'seats' && number(event.properties.n) !== null);
    if (!isBilled) return null;
    const before = received.filter((other) => other.at <= at);
    return this.level(metric, before, this.periodStart(at))?.billed ?? 0;
  }

  private level(metric: string, received: readonly Taken[], from: number): Level | null {
    const events = inOrder(received.filter((event) => event.metric === metric));
    if (metric === 'users') return usersLevel(events, from);
    return seatsLevel(events.filter(({ at, properties: { n } }) => at >= from && number(n) !== null));
  }

  /** Of the subscription that ran: the instant of an upgrade is still the former one's. */
  private periodStart(at: number): number {
    const began = this.begins.findLast((begin) => begin < at) ?? START;
    const from = began === START ? START : began + 1;
    return Math.max(from, BILLING_DAYS.findLast((day) => day <= at) ?? 0);
  }
}

test(
  'events, renewals and periods are billed by the rules, and counters stay right, whatever happens',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 14 }), async (steps) => {
        const life = await Life.begin();
        for (const next of steps) await life.take(next);
        await life.end();
      }),
      tries(4),
    );
  },
  limit(240_000),
);
