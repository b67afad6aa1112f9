// Subscriptions and their periods in the naive model.
import type { Temporal } from 'temporal-polyfill';
import { planName, planTaxes, planTitle } from './catalog.js';
import type { MetricName, OwnTerms, TaxCode, ThresholdsSpec } from './actions.js';
import type { History, PlanSpec } from './history.js';
import { dateOf, midnightOf } from './local-time.js';
import { NaiveCalendar, type NaivePeriod } from './naive-periods.js';
import { DAY_MS } from './requests.js';

export type Span = readonly [from: number, to: number];

type FixedMembers = 'interval' | 'payInAdvance' | 'trialDays' | 'chargesMonthly' | 'fixedChargesMonthly';

export interface Plan extends Pick<PlanSpec, FixedMembers> {
  readonly code: string;
  /** The plan for sale that this own plan was copied from; null for a plan for sale. */
  readonly parent: Plan | null;
  /** False after its deletion. */
  isSold: boolean;
  title: string;
  /** An own plan has none until it follows the plan for sale. */
  taxes: readonly TaxCode[];
  amountCents: number;
  prices: Record<MetricName, number | null>;
  seats: { units: number; unitCents: number; payInAdvance: boolean; prorated: boolean } | null;
  commitmentCents: number | null;
  thresholds: ThresholdsSpec;
}

/** A subscription. */
export interface NaiveSubscription {
  readonly chain: number;
  plan: Plan;
  readonly anchorAt: number;
  readonly anniversary: boolean;
  readonly recordedAt: number;
  readonly previous: NaiveSubscription | null;
  isUpgrade: boolean;
  alone: boolean;
  status: 'pending' | 'incomplete' | 'active' | 'ended' | 'canceled';
  /** Hours to pay before activation, 0 without a time limit; null: activated without payment. */
  gate: number | null;
  /** When a pending payment times out; null: never. */
  givenUpAt: number | null;
  startedAt: number;
  endsAt: number | null;
  endedAt: number | null;
  invoiced: boolean;
  /** The instant of the next billing day, or of the one that is due. */
  runAt: number;
  ranAt: number | null;
  trialEnded: boolean;
  /** The last billing of the plan: its instant and the billed window. */
  lastFee: { readonly at: number; readonly window: Span } | null;
  /** Overridden units of the fixed charge; null: those of the plan. */
  ownUnits: number | null;
  /** Units of the fixed charge with the instant from which they count, in order of creation. */
  seats: { units: number; from: number }[];
  /** Payments for the fixed charge in advance, on invoices that are not voided. */
  paid: PaidSeats[];
  ownThresholds: ThresholdsSpec;
  isBilledProgressively: boolean;
  /** When its usage is compared with its thresholds; null: it is not. */
  reviewAt: number | null;
}

export interface PaidSeats {
  readonly at: number;
  readonly window: Span;
  readonly units: number;
  readonly cents: number;
}

export const NO_THRESHOLDS: ThresholdsSpec = { fixed: [], recurring: null };

export interface Use {
  readonly chain: number;
  readonly metric: MetricName;
  readonly at: number;
  readonly amount: number;
}

export const MS_BEFORE_END = 1;

/** All records of the model, and its current time. */
export class NaiveSubscriptions {
  protected readonly plans: Plan[];
  protected readonly lives: NaiveSubscription[] = [];
  protected uses: readonly Use[] = [];
  protected now: number;

  protected readonly timezone: string;
  protected graceDays: number;

  constructor({ plans, timezone, graceDays }: History, startsAt: number) {
    this.timezone = timezone;
    this.graceDays = graceDays;
    this.plans = plans.map((plan, place) => ({
      ...plan,
      code: planName(place),
      parent: null,
      isSold: true,
      title: planTitle(place),
      taxes: planTaxes(place),
      prices: { ...plan.prices },
      seats: plan.seats === null ? null : { ...plan.seats },
    }));
    this.now = startsAt;
  }

  protected plan(place: number): Plan {
    const plan = this.plans[place];
    if (plan === undefined) throw new Error('There is no such plan.');
    return plan;
  }

  /** Copies a plan for one subscription. Source: subscriptions.md §9. */
  protected ownPlan(
    plan: Plan,
    { amountCents, commitmentCents }: Partial<OwnTerms>,
    ownUnits: number | null,
  ): Plan {
    const { seats } = plan;
    return {
      ...plan,
      parent: plan,
      taxes: [],
      amountCents: amountCents ?? plan.amountCents,
      prices: { ...plan.prices },
      seats: seats === null ? null : { ...seats, units: ownUnits ?? seats.units },
      commitmentCents: commitmentCents ?? plan.commitmentCents,
      thresholds: NO_THRESHOLDS,
    };
  }

  /** Subscriptions of a plan or of an own plan copied from it. */
  protected livesOn(plan: Plan): NaiveSubscription[] {
    return this.lives.filter((life) => rootOf(life.plan) === plan);
  }

  protected record(
    over: Pick<
      NaiveSubscription,
      'chain' | 'plan' | 'anchorAt' | 'anniversary' | 'endsAt' | 'alone' | 'previous' | 'gate'
    >,
  ): NaiveSubscription {
    const life: NaiveSubscription = {
      chain: over.chain,
      plan: over.plan,
      anchorAt: over.anchorAt,
      anniversary: over.anniversary,
      endsAt: over.endsAt,
      alone: over.alone,
      previous: over.previous,
      gate: over.gate,
      givenUpAt: null,
      isUpgrade: false,
      recordedAt: this.now,
      status: 'pending',
      startedAt: over.anchorAt,
      endedAt: null,
      invoiced: true,
      runAt: 0,
      ranAt: null,
      trialEnded: false,
      lastFee: null,
      ownUnits: null,
      seats: [],
      paid: [],
      ownThresholds: NO_THRESHOLDS,
      isBilledProgressively: over.previous?.isBilledProgressively ?? true,
      reviewAt: null,
    };
    this.lives.push(life);
    return life;
  }

  protected live(chain: number): NaiveSubscription | null {
    const pending = this.lives.find(
      (life) => life.chain === chain && life.status === 'pending' && life.previous === null,
    );
    return this.active(chain) ?? pending ?? null;
  }

  protected active(chain: number): NaiveSubscription | null {
    return this.lives.find((life) => life.chain === chain && life.status === 'active') ?? null;
  }

  /** The subscription of a chain that an update changes: the active one, else the pending one. Source: subscriptions.md §8. */
  protected selected(chain: number): NaiveSubscription | null {
    const pending = this.lives.findLast((life) => life.chain === chain && life.status === 'pending');
    return this.active(chain) ?? pending ?? null;
  }

  protected plannedNext(life: NaiveSubscription): NaiveSubscription | null {
    return this.lives.find(({ previous, status }) => previous === life && status === 'pending') ?? null;
  }

  /** Source: subscriptions.md §11. */
  protected attributed({ chain, at }: Use): NaiveSubscription | null {
    const candidates = this.lives.filter(
      (life) =>
        life.chain === chain &&
        (life.status === 'active' || life.status === 'incomplete' || life.status === 'ended') &&
        life.startedAt <= at &&
        (life.endedAt === null || life.endedAt >= at),
    );
    const active = candidates.find(({ status }) => status === 'active');
    const incomplete = candidates.find(({ status }) => status === 'incomplete');
    const latest = candidates.toSorted((one, other) => (other.endedAt ?? 0) - (one.endedAt ?? 0))[0];
    return active ?? incomplete ?? latest ?? null;
  }

  protected currentSeats(life: NaiveSubscription): Span {
    const at = this.dayOf(Math.max(this.now, life.startedAt));
    return this.clamp(life, this.seatPeriodsOf(life).holding(at), null);
  }

  protected periodsOf({ plan: { interval }, anniversary, anchorAt }: NaiveSubscription): NaiveCalendar {
    return new NaiveCalendar(interval, anniversary ? this.dayOf(anchorAt) : null, this.timezone);
  }

  protected monthsOf({ anniversary, anchorAt }: NaiveSubscription): NaiveCalendar {
    return new NaiveCalendar('monthly', anniversary ? this.dayOf(anchorAt) : null, this.timezone);
  }

  protected chargePeriodsOf(life: NaiveSubscription): NaiveCalendar {
    return isLong(life.plan) && life.plan.chargesMonthly ? this.monthsOf(life) : this.periodsOf(life);
  }

  protected seatPeriodsOf(life: NaiveSubscription): NaiveCalendar {
    return isLong(life.plan) && life.plan.fixedChargesMonthly ? this.monthsOf(life) : this.periodsOf(life);
  }

  protected runsOf(life: NaiveSubscription): NaiveCalendar {
    const { chargesMonthly, fixedChargesMonthly } = life.plan;
    const isSplit = isLong(life.plan) && (chargesMonthly || fixedChargesMonthly);
    return isSplit ? this.monthsOf(life) : this.periodsOf(life);
  }

  protected opensPeriod(life: NaiveSubscription): boolean {
    return this.periodsOf(life).holding(this.today()).startOn.equals(this.today());
  }

  /** Clamps a window of the plan's amount: the starting day counts from its midnight. */
  protected clampDays(life: NaiveSubscription, { from, to }: NaivePeriod, endedAt: number | null): Span {
    const first = from < life.startedAt ? this.paidFrom(life) : from;
    const last = Math.max(
      endedAt === null ? to : Math.min(to, endedAt + MS_BEFORE_END),
      life.startedAt + MS_BEFORE_END,
    );
    return [Math.min(first, last), last];
  }

  /** The midnight of the first day that is paid for: after a restart, of the next one. Source: periods.md §5. */
  protected paidFrom(life: NaiveSubscription): number {
    const startOn = this.dayOf(life.startedAt).add({ days: this.isRestart(life) ? 1 : 0 });
    return midnightOf(startOn, this.timezone);
  }

  /** True if another subscription of the chain, without successor, ended on the day of the start. Source: periods.md §5. */
  private isRestart(life: NaiveSubscription): boolean {
    const isFollowed = (other: NaiveSubscription) =>
      this.lives.some(({ previous, status }) => previous === other && status !== 'canceled');
    return this.lives.some(
      (other) =>
        other !== life &&
        other.chain === life.chain &&
        other.endedAt !== null &&
        other.endedAt <= life.startedAt &&
        !isFollowed(other) &&
        this.dayOf(other.endedAt).equals(this.dayOf(life.startedAt)),
    );
  }

  /** Clamps a window of usage: starts at the start itself; after a downgrade at its midnight, after an upgrade just after. */
  protected clamp(life: NaiveSubscription, { from, to }: NaivePeriod, endedAt: number | null): Span {
    const usageFrom = life.isUpgrade ? life.startedAt + MS_BEFORE_END : life.startedAt;
    const end = endedAt === null ? to : Math.min(to, endedAt + MS_BEFORE_END);
    return [Math.max(from, usageFrom), Math.max(end, usageFrom)];
  }

  protected trialEnd(life: NaiveSubscription): number | null {
    if (life.plan.trialDays === 0) return null;
    const starts = this.lives
      .filter(({ chain, status }) => chain === life.chain && status !== 'pending' && status !== 'canceled')
      .map(({ startedAt }) => startedAt);
    return Math.min(...starts) + life.plan.trialDays * DAY_MS;
  }

  protected isInTrial(life: NaiveSubscription): boolean {
    const trialEndsAt = this.trialEnd(life);
    return trialEndsAt !== null && trialEndsAt > this.now;
  }

  protected isInTrialAllDay(life: NaiveSubscription): boolean {
    const trialEndsAt = this.trialEnd(life);
    return trialEndsAt !== null && trialEndsAt > this.now && !this.isToday(trialEndsAt);
  }

  protected today(): Temporal.PlainDate {
    return this.dayOf(this.now);
  }

  protected isToday(at: number): boolean {
    return this.dayOf(at).equals(this.today());
  }

  protected dayOf(at: number): Temporal.PlainDate {
    return dateOf(at, this.timezone);
  }
}

/** The plan for sale that a plan was copied from, or the plan itself. */
export function rootOf(plan: Plan): Plan {
  return plan.parent ?? plan;
}

export function isLong({ interval }: Plan): boolean {
  return interval === 'semiannual' || interval === 'yearly';
}

const PER_YEAR = { weekly: 52, monthly: 12, quarterly: 4, semiannual: 2, yearly: 1 } as const;

export function yearly({ interval, amountCents }: Plan): number {
  return amountCents * PER_YEAR[interval];
}
