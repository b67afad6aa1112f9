import { systemActor } from '../../src/platform/actor.js';
import type { Resource } from '../support/builders.js';
import { createClock, createCustomer, SILENT_PAYER } from '../support/builders.js';
import type { Client, RestAnswer } from '../support/client.js';
import type { TestServer } from '../support/server.js';
import { until } from '../support/until.js';
import { furnish, thresholdsOf } from './catalog.js';
import { CHAINS, type Action, type ActionKind } from './actions.js';
import type { Faults } from './faults.js';
import type { Disturbance, History } from './history.js';
import { endOf } from './local-time.js';
import { type Preview, previewOf } from './previews.js';
import { type Call, CUSTOMER, type InvoiceName, isoOf, nameOf, Requests } from './requests.js';

/** The outcome of an action: done, or why not. */
export type Outcome = 'done' | 'missing' | 'refused';

/** An action that was tried, as the input of the naive model. */
export interface Event {
  readonly at: number;
  readonly action: Action;
  readonly outcome: Outcome;
  /** The invoice that the action refers to. */
  readonly invoice: InvoiceName | null;
  /** The invoice that a preview has shown. */
  readonly preview: Preview | null;
}

/** The result of a history. */
export interface Played {
  readonly events: readonly Event[];
  readonly endedAt: number;
  /** When the customer was deleted; null: it was not. */
  readonly leftAt: number | null;
}

const EPOCH = Date.parse('2027-01-01T00:00:00Z');
const SERVER_ERROR = 500;
/** Long enough for a busy machine to bill months of weekly periods. */
const CLOCK_LIMIT_MS = 240_000;
const NOTHING = { stops: [], onTheWay: null };

/** Plays a history over REST in a new organization. Codes, external ids and invoice numbers are the same each time. */
export class Player {
  private now: number;
  private readonly isProgressive: boolean;
  private readonly requests: Requests;

  private constructor(
    private readonly server: TestServer,
    readonly client: Client,
    private readonly clockId: string,
    private readonly history: History,
    /** Null: no faults, and no stops of the clock. */
    private readonly faults: Faults | null,
  ) {
    this.now = startOf(history);
    const { plans, scenes } = history;
    this.isProgressive =
      plans.some(({ thresholds }) => thresholdsOf(thresholds).length > 0) ||
      scenes.some(({ action: { kind } }) => kind === 'setThresholds' || kind === 'setOwnThresholds');
    this.requests = new Requests(client);
  }

  static async begin(server: TestServer, history: History, faults: Faults | null): Promise<Player> {
    const client = await server.organization();
    // Makes invoice numbers the same each time.
    await server.pool.sql`
      update billing_entities set document_number_prefix = 'SIM' where organization_id = ${client.organizationId}`;
    await furnish(client, history.plans, history.coupons);
    const clock = await createClock(client, { frozen_time: isoOf(startOf(history)) });
    await createCustomer(client, {
      external_id: CUSTOMER,
      test_clock_id: clock.svc_id,
      timezone: history.timezone,
      billing_configuration: { ...SILENT_PAYER, invoice_grace_period: history.graceDays },
    });
    return new Player(server, client, clock.svc_id, history, faults);
  }

  /** Plays the history to its end and refreshes the remaining drafts. */
  async play(): Promise<Played> {
    const { scenes, leaves, rest, timezone } = this.history;
    const events: Event[] = [];
    for (const { wait, action, disturbance } of scenes) {
      // The naive model compares usage with thresholds as if drafts were always up to date.
      if (this.isProgressive) await this.refreshAll();
      await this.travel(endOf(wait, this.now, timezone), disturbance);
      await this.billEvents();
      events.push(await this.perform(action, disturbance.inTheAction));
    }
    const leftAt = leaves ? this.now : null;
    if (leaves) await this.leave();
    if (this.isProgressive) await this.refreshAll();
    await this.travel(endOf(rest, this.now, timezone), NOTHING);
    await this.refreshAll();
    return { events, endedAt: this.now, leftAt };
  }

  /** Advances the clock; with disturbances it stops on the way, and one step fails and is repeated. */
  private async travel(to: number, { stops, onTheWay }: Omit<Disturbance, 'inTheAction'>): Promise<void> {
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
    let clock = answer.status === 200 ? answer.body.test_clock : await this.clock();
    // A call whose answer was lost may have moved the clock all the way, which refuses the repeated one.
    const hasArrived = Date.parse(clock.frozen_time) === to;
    if (answer.status !== 200 && !hasArrived)
      throw new Error(`The clock did not leave: ${JSON.stringify(answer.body)}`);
    if (clock.status === 'advancing') {
      await this.server.app.services.clockAdvancer.resume();
      await until(async () => {
        clock = await this.clock();
        return clock.status !== 'advancing';
      }, CLOCK_LIMIT_MS);
    }
    if (clock.status === 'failed') {
      await advance();
      clock = await this.clock();
    }
    const { status, failure } = clock;
    if (status !== 'ready') throw new Error(`The clock is ${status} after its second attempt: ${failure}`);
  }

  private async clock(): Promise<Resource> {
    return (await this.client.get(`/test_clocks/${this.clockId}`)).body.test_clock;
  }

  /** Makes a call with a fault, and repeats the call if it failed. */
  private async disturbed(fault: number | null, call: Call): Promise<RestAnswer> {
    if (this.faults === null || fault === null) return call();
    await this.faults.arm(fault);
    const answer = await call();
    await this.faults.disarm();
    return answer.status >= SERVER_ERROR ? call() : answer;
  }

  private async perform(action: Action, fault: number | null): Promise<Event> {
    const event = { at: this.now, action };
    const request = await this.requests.of(action, this.now);
    if (request === null) return { ...event, outcome: 'missing', invoice: null, preview: null };
    const { call, again, invoice = null } = request;
    const answer = await this.disturbed(fault, call);
    if (action.kind === 'use' && action.sentTwice) await again?.();
    const outcome = outcomeOf(action, answer);
    if (outcome === 'done') await this.follow(action, answer);
    const preview = action.kind === 'preview' && outcome === 'done' ? previewOf(answer) : null;
    return { ...event, outcome, invoice, preview };
  }

  /** Bills waiting events as the job queue would, for instance after a pending payment timed out. */
  private async billEvents(): Promise<void> {
    const { organizationId } = this.client;
    const { eventBilling, pendingEvents } = this.server.app.services;
    const actor = systemActor(organizationId, null);
    const waiting = await pendingEvents.waiting(this.server.pool.db, actor, CHAINS.map(nameOf));
    for (const externalSubscriptionId of CHAINS.map(nameOf))
      if (waiting.has(externalSubscriptionId))
        await eventBilling.run({ organizationId, externalSubscriptionId });
  }

  /** Does the work that the job queue would do after the action. */
  private async follow(action: Action, { body }: RestAnswer): Promise<void> {
    const { eventBilling, subscriptionWindUp } = this.server.app.services;
    const { organizationId } = this.client;
    if (action.kind === 'use' || action.kind === 'activate') {
      await eventBilling.run({ organizationId, externalSubscriptionId: nameOf(action.chain) });
    }
    if (action.kind === 'withdraw')
      await subscriptionWindUp.run({ organizationId, planId: body.plan.svc_id });
  }

  private async leave(): Promise<void> {
    const { organizationId } = this.client;
    const { status, body } = await this.client.delete(`/customers/${CUSTOMER}`);
    if (status !== 200) throw new Error(`The customer stayed: ${status} ${JSON.stringify(body)}`);
    const { svc_id: customerId } = body.customer;
    await this.server.app.services.subscriptionWindUp.run({ organizationId, customerId });
  }

  private async refreshAll(): Promise<void> {
    const { body } = await this.client.get(`/invoices?status[]=draft&per_page=100`);
    const ids: string[] = body.invoices.map(({ svc_id }: Resource) => svc_id);
    for (const id of ids.toSorted()) await this.client.put(`/invoices/${id}/refresh`);
  }
}

export function startOf({ start, timezone }: History): number {
  return endOf(start, EPOCH, timezone);
}

function wholeSecond(at: number): number {
  return Math.floor(at / 1_000) * 1_000;
}

/** Error codes that are correct for an action at a wrong time or with wrong amounts. */
const REFUSALS: Partial<Record<ActionKind, RegExp>> = {
  subscribe: /subscription_incomplete/,
  gatedSubscribe: /subscription_incomplete/,
  terminate: /subscription_incomplete/,
  reuseExternalId: /value_already_exist|subscription_incomplete/,
  cancel: /subscription_incomplete/,
  retariffOne: /subscription_incomplete/,
  resizeOne: /subscription_incomplete/,
  end: /invalid_date|subscription_incomplete/,
  override: /modification_not_allowed|subscription_incomplete|currencies_does_not_match/,
  setOwnThresholds: /subscription_incomplete/,
  billProgressively: /subscription_incomplete/,
  regenerate: /not_regenerable/,
  credit:
    /total_amount_must_be_positive|higher_than_remaining|cannot_refund_unpaid_invoice|invalid_type_or_status|higher_than_wallet_balance|not_equal_to_total_amount|cannot_apply_to_paid_invoice/,
  void: /total_amount_exceeds_invoice_amount/,
  applyCoupon: /plan_overlapping/,
  openWallet: /value_already_exist|amount_rounds_to_zero/,
  book: /insufficient_credits|amount_rounds_to_zero|wallet_is_terminated/,
};

/** The outcome that a response reports. @throws Error when the response is not allowed for the action. */
function outcomeOf({ kind }: Action, { status, body }: RestAnswer): Outcome {
  if (status === 200) return 'done';
  if (status === 404) return 'missing';
  const text = JSON.stringify(body);
  if (status < SERVER_ERROR && REFUSALS[kind]?.test(text) === true) return 'refused';
  throw new Error(`${kind} was answered ${status} ${text}`);
}
