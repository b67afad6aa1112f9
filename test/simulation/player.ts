import {
  createAddOn,
  createClock,
  createCustomer,
  createMetric,
  createPlan,
  createTax,
} from '../support/builders.js';
import type { Client, RestAnswer } from '../support/client.js';
import type { TestServer } from '../support/server.js';
import { until } from '../support/until.js';
import type { Faults } from './faults.js';
import { type Deed, type History, METRICS, type PlanSpec, type Scene } from './history.js';
import { endOf } from './local-time.js';

/** What came of a deed: done, or why nothing was. */
export type Outcome = 'done' | 'missing' | 'invalid' | 'unsupported';

/** A deed as it was done: what the naive model is told. */
export interface Event {
  readonly at: number;
  readonly deed: Deed;
  readonly outcome: Outcome;
}

export const CUSTOMER = 'customer';
const EPOCH = Date.parse('2027-01-01T00:00:00Z');
const SERVER_ERROR = 500;

/** Plays a history over REST, in an organization of its own: names and numbers are the same each time. */
export class Player {
  private now: number;
  private events = 0;

  private constructor(
    private readonly server: TestServer,
    readonly client: Client,
    private readonly clockId: string,
    private readonly history: History,
    /** Null: nothing goes wrong, and the clock never stops on the way. */
    private readonly faults: Faults | null,
  ) {
    this.now = startOf(history);
  }

  static async begin(server: TestServer, history: History, faults: Faults | null): Promise<Player> {
    const client = await server.organization();
    // Documents have the same numbers each time.
    await server.pool.sql`
      update billing_entities set document_number_prefix = 'SIM' where organization_id = ${client.organizationId}`;
    await furnish(client, history.plans);
    const clock = await createClock(client, { frozen_time: isoOf(startOf(history)) });
    const { timezone } = history;
    await createCustomer(client, { external_id: CUSTOMER, test_clock_id: clock.svc_id, timezone });
    return new Player(server, client, clock.svc_id, history, faults);
  }

  /** Plays it to its end. */
  async play(): Promise<{ events: Event[]; endedAt: number }> {
    const events: Event[] = [];
    for (const { wait, deed, disturbance } of this.history.scenes) {
      await this.travel(endOf(wait, this.now, this.history.timezone), disturbance);
      const outcome = outcomeOf(deed, await this.perform(deed, disturbance.inTheDeed));
      events.push({ at: this.now, deed, outcome });
    }
    await this.travel(endOf(this.history.rest, this.now, this.history.timezone), NOTHING);
    return { events, endedAt: this.now };
  }

  /** Moves the clock; with disturbances it stops in between, and a step is undone once. */
  private async travel(
    to: number,
    { stops, onTheWay }: Omit<Scene['disturbance'], 'inTheDeed'>,
  ): Promise<void> {
    const from = this.now;
    const between = this.faults === null ? [] : stops.map((share) => wholeSecond(from + (to - from) * share));
    for (const target of [...between, to].toSorted((one, other) => one - other)) {
      if (target > this.now) await this.move(target, onTheWay);
      this.now = target;
    }
  }

  private async move(to: number, fault: number | null): Promise<void> {
    const advance = () =>
      this.client.post(`/test_clocks/${this.clockId}/advance`, { test_clock: { frozen_time: isoOf(to) } });
    const answer = await this.disturbed(fault, advance);
    if (answer.status !== 200) throw new Error(`The clock did not leave: ${JSON.stringify(answer.body)}`);
    if ((await this.statusOfClock()) === 'advancing') {
      await this.server.app.services.clockAdvancer.resume();
      await until(async () => (await this.statusOfClock()) !== 'advancing');
    }
    if ((await this.statusOfClock()) === 'failed') await advance();
    const status = await this.statusOfClock();
    if (status !== 'ready') throw new Error(`The clock is ${status} after its second attempt.`);
  }

  private async statusOfClock(): Promise<string> {
    return (await this.client.get(`/test_clocks/${this.clockId}`)).body.test_clock.status;
  }

  /** Calls under a fault, and calls again when it has undone the call. */
  private async disturbed(fault: number | null, call: () => Promise<RestAnswer>): Promise<RestAnswer> {
    if (this.faults === null || fault === null) return call();
    await this.faults.arm(fault);
    const answer = await call();
    await this.faults.disarm();
    return answer.status >= SERVER_ERROR ? call() : answer;
  }

  private async perform(deed: Deed, fault: number | null): Promise<RestAnswer> {
    const request = this.requestOf(deed);
    const answer = await this.disturbed(fault, request);
    if (deed.kind === 'use') {
      if (deed.sentTwice) await request();
      // What the queue does, had it time to.
      const { organizationId } = this.client;
      const externalSubscriptionId = nameOf(deed.chain);
      await this.server.app.services.eventBilling.run({ organizationId, externalSubscriptionId });
    }
    return answer;
  }

  /** The call that does it, the same however often it is made. */
  private requestOf(deed: Deed): () => Promise<RestAnswer> {
    const { client } = this;
    switch (deed.kind) {
      case 'subscribe': {
        const subscription = this.subscriptionOf(deed);
        return () => client.post('/subscriptions', { subscription });
      }
      case 'terminate': {
        const invoice = deed.invoiced ? 'generate' : 'skip';
        const options = `on_termination_credit_note=${deed.unused}&on_termination_invoice=${invoice}`;
        return () => client.delete(`/subscriptions/${nameOf(deed.chain)}?${options}`);
      }
      case 'cancel':
        return () => client.delete(`/subscriptions/${nameOf(deed.chain)}?status=pending`);
      case 'end': {
        const ending_at = deed.endsIn === null ? null : isoOf(this.now + deed.endsIn * DAY_MS);
        return () => client.put(`/subscriptions/${nameOf(deed.chain)}`, { subscription: { ending_at } });
      }
      case 'use': {
        const events = deed.events.map((use) => this.eventOf(deed.chain, use));
        return () => client.post('/events/batch', { events });
      }
      case 'reprice': {
        const plan = { amount_cents: deed.amountCents };
        return () => client.put(`/plans/${planName(deed.plan)}`, { plan });
      }
      case 'retariff': {
        const charge = { properties: { amount: decimal(deed.price) } };
        return () => client.put(`/plans/${planName(deed.plan)}/charges/${deed.metric}`, { charge });
      }
      case 'resize': {
        const fixed_charge = { units: deed.units, apply_units_immediately: deed.atOnce };
        return () => client.put(`/plans/${planName(deed.plan)}/fixed_charges/seats`, { fixed_charge });
      }
    }
  }

  private subscriptionOf(deed: Extract<Deed, { kind: 'subscribe' }>): Record<string, unknown> {
    const startsAt = this.now + deed.startsIn * DAY_MS;
    const endsAt = deed.endsIn === null ? null : Math.max(startsAt, this.now) + deed.endsIn * DAY_MS;
    return {
      external_customer_id: CUSTOMER,
      external_id: nameOf(deed.chain),
      plan_code: planName(deed.plan),
      billing_time: deed.anniversary ? 'anniversary' : 'calendar',
      subscription_at: isoOf(startsAt),
      ...(endsAt === null ? {} : { ending_at: isoOf(endsAt) }),
      ...(deed.alone ? { consolidate_invoice: false } : {}),
    };
  }

  private eventOf(
    chain: number,
    { metric, secondsAgo, amount }: Extract<Deed, { kind: 'use' }>['events'][number],
  ) {
    this.events += 1;
    return {
      transaction_id: `event-${this.events}`,
      external_subscription_id: nameOf(chain),
      code: metric,
      timestamp: String(happenedAt(this.now, secondsAgo) / 1_000),
      properties: { amount },
    };
  }
}

export const DAY_MS = 86_400_000;
const NOTHING = { stops: [], onTheWay: null };

export function startOf({ start, timezone }: History): number {
  return endOf(start, EPOCH, timezone);
}

/** Half a second off everything else that happens, so that no event lies on a boundary by chance. */
export function happenedAt(now: number, secondsAgo: number): number {
  return now - secondsAgo * 1_000 - 500;
}

export function nameOf(chain: number): string {
  return `chain-${chain}`;
}

export function planName(plan: number): string {
  return `plan-${plan}`;
}

function isoOf(at: number): string {
  return new Date(at).toISOString();
}

function wholeSecond(at: number): number {
  return Math.floor(at / 1_000) * 1_000;
}

/** Thousandths as a decimal text. */
function decimal(thousandths: number): string {
  return (thousandths / 1_000).toFixed(3);
}

/** What the answer to a deed says. @throws Error when it is none that may be given. */
function outcomeOf({ kind }: Deed, { status, body }: RestAnswer): Outcome {
  if (status === 200) return 'done';
  if (status === 404) return 'missing';
  const codes = JSON.stringify(body.error_details ?? {});
  if (codes.includes('unsupported_value')) return 'unsupported';
  if (kind === 'end' && codes.includes('invalid_date')) return 'invalid';
  throw new Error(`${kind} was answered ${status} ${JSON.stringify(body)}`);
}

/** What is for sale, under the same names in every organization. */
async function furnish(client: Client, plans: readonly PlanSpec[]): Promise<void> {
  await createTax(client, { code: 'vat', rate: 19.6, applied_to_organization: true });
  await createTax(client, { code: 'levy', rate: 2.25 });
  await createAddOn(client, { code: 'seats' });
  const ids = new Map<string, string>();
  for (const code of METRICS) {
    const aggregation =
      code === 'load'
        ? { aggregation_type: 'sum_agg', field_name: 'amount' }
        : { aggregation_type: 'count_agg' };
    ids.set(code, (await createMetric(client, { code, ...aggregation })).svc_id);
  }
  for (const [place, spec] of plans.entries()) await createPlan(client, planOf(place, spec, ids));
}

function planOf(
  place: number,
  spec: PlanSpec,
  metricIds: ReadonlyMap<string, string>,
): Record<string, unknown> {
  const charges = METRICS.flatMap((code) => {
    const price = spec.prices[code];
    if (price === null) return [];
    const properties = { amount: decimal(price) };
    const charge = { code, billable_metric_id: metricIds.get(code), charge_model: 'standard', properties };
    return [{ ...charge, pay_in_advance: code === 'pings' }];
  });
  return {
    code: planName(place),
    interval: spec.interval,
    amount_cents: spec.amountCents,
    pay_in_advance: spec.payInAdvance,
    trial_period: spec.trialDays,
    bill_charges_monthly: spec.chargesMonthly,
    bill_fixed_charges_monthly: spec.fixedChargesMonthly,
    // One plan is taxed by itself, the others as all there is.
    ...(place === 0 ? { tax_codes: ['vat', 'levy'] } : {}),
    charges,
    ...(spec.seats === null ? {} : { fixed_charges: [seatsOf(spec.seats)] }),
  };
}

function seatsOf({ units, unitCents, payInAdvance, prorated }: NonNullable<PlanSpec['seats']>) {
  return {
    code: 'seats',
    add_on_code: 'seats',
    charge_model: 'standard',
    units,
    pay_in_advance: payInAdvance,
    prorated,
    properties: { amount: decimal(unitCents * 10) },
  };
}
