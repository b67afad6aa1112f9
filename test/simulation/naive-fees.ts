// The fees that the naive model expects. A fee of a draft is computed again each time it is read.
import { type MetricName, METRICS } from './actions.js';
import { midnightOf } from './local-time.js';
import {
  type NaiveSubscription,
  isLong,
  MS_BEFORE_END,
  NaiveSubscriptions,
  type PaidSeats,
  type Span,
} from './naive-subscriptions.js';
import { naiveDays } from './naive-periods.js';
import { DAY_MS } from './requests.js';

/** `[kind, code, units, cents]`. */
export type ExpectedFee = readonly [kind: string, code: string, units: number, cents: number];

/** A fee: its windows, days and quantities are fixed when first billed; prices and usage are current. */
export interface Line {
  /** The start of the billed window. */
  readonly from: number;
  /** True if it counts towards the minimum commitment. */
  readonly counts: boolean;
  /** Null: no fee. */
  readonly fee: () => ExpectedFee | null;
  /** Of a fixed charge in advance. */
  readonly paid?: PaidSeats;
}

export type Reason = 'starting' | 'periodic' | 'terminating';
export type End = 'terminated' | 'upgraded' | 'downgraded';

export class NaiveFees extends NaiveSubscriptions {
  /** Sources: subscription-fee.md §2, §3. */
  protected planFee(
    life: NaiveSubscription,
    [from, to]: Span,
    { reason, end, opens = this.opensMonth(life) }: { reason: Reason; end: End | null; opens?: boolean },
  ): Line[] {
    const { plan, lastFee } = life;
    if (plan.payInAdvance && lastFee !== null && this.isToday(lastFee.at)) return [];
    if (isLong(plan) && !this.isDueThisMonth(life, end, opens)) return [];
    const trialEndsAt = this.trialEnd(life);
    if (this.isInTrialAllDay(life)) return [];
    if (reason === 'starting' && !plan.payInAdvance) return [];
    const paidFrom = trialEndsAt !== null && trialEndsAt > from ? trialEndsAt : from;
    const counted = paidFrom >= to ? 0 : naiveDays(paidFrom, to, this.timezone);
    const days = end === 'upgraded' ? Math.max(counted - 1, 0) : counted;
    const period = this.periodsOf(life).holding(this.dayOf(from));
    life.lastFee = { at: this.now, window: [from, to] };
    const fee = (): ExpectedFee => [
      'subscription',
      '',
      1,
      roundHalfUp(life.plan.amountCents * days, period.days),
    ];
    return [{ from, counts: true, fee }];
  }

  /** True if this month is the first of a period of the plan. */
  private opensMonth(life: NaiveSubscription): boolean {
    return this.periodsOf(life)
      .holding(this.today())
      .startOn.equals(this.monthsOf(life).holding(this.today()).startOn);
  }

  private isDueThisMonth(life: NaiveSubscription, end: End | null, isFirst: boolean): boolean {
    if (!life.plan.payInAdvance) return end !== null || isFirst;
    const isBackdated = life.startedAt < midnightOf(this.dayOf(life.recordedAt), this.timezone);
    if (!isBackdated) return isFirst || life.lastFee === null;
    const { from, to } = this.periodsOf(life).holding(this.today());
    return isFirst && !(life.anchorAt >= from && life.anchorAt < to);
  }

  /** Source: charges.md §6. */
  protected usage(life: NaiveSubscription, window: Span | null): Line[] {
    if (window === null || window[0] >= window[1]) return [];
    const [from, to] = window;
    const inArrears = METRICS.filter((metric) => metric !== 'pings');
    return inArrears.map((metric) => ({
      from,
      counts: true,
      fee: () => this.usageFee(life, metric, [from, to]),
    }));
  }

  /** The price of all usage of a metric in a window. */
  protected usageFee(life: NaiveSubscription, metric: MetricName, [from, to]: Span): ExpectedFee | null {
    const price = life.plan.prices[metric];
    const used = this.uses.filter(
      (use) => use.chain === life.chain && use.metric === metric && use.at >= from && use.at < to,
    );
    if (price === null || used.length === 0) return null;
    const units = used.reduce((sum, { amount }) => sum + (metric === 'load' ? amount : 1), 0);
    return ['charge', metric, units, roundHalfUp(units * price, 10)];
  }

  /** Source: fixed-charges-and-commitments.md §2–5. */
  protected seatsInArrears(life: NaiveSubscription, [from, to]: Span, end: End | null): Line[] {
    if (life.plan.seats === null || life.plan.seats.payInAdvance) return [];
    const first = Math.max(from, this.paidFrom(life));
    if (first > from && first >= to) return [];
    const before = life.seats.filter((entry) => entry.from < from).at(-1);
    const counting = life.seats.filter(
      (entry) => entry === before || (entry.from >= from && entry.from < to),
    );
    const units = counting.at(-1)?.units ?? 0;
    const effective = counting.filter(
      (entry, place) => !counting.slice(place + 1).some((later) => later.from < entry.from),
    );
    // The new plan bills the day of an upgrade.
    const endOn = this.dayOf(to - MS_BEFORE_END).add({ days: end === 'upgraded' ? 0 : 1 });
    const paidDays = this.dayOf(first).until(endOn).days;
    const { days } = this.seatPeriodsOf(life).holding(this.dayOf(from));
    const millionths = effective.reduce((sum, entry, place) => {
      const startOn = this.dayOf(Math.max(entry.from, first));
      const next = effective[place + 1];
      const covered = startOn.until(next === undefined ? endOn : this.dayOf(Math.max(next.from, first))).days;
      return sum + roundHalfUp(entry.units * covered * 1_000_000, days);
    }, 0);
    const fee = (): ExpectedFee | null => {
      const { seats } = life.plan;
      if (seats === null || (seats.prorated && paidDays === 0)) return null;
      const cents = seats.prorated
        ? roundHalfUp(millionths * seats.unitCents, 1_000_000)
        : units * seats.unitCents;
      return units === 0 && cents === 0 ? null : ['fixed_charge', 'seats', units, cents];
    };
    return [{ from, counts: true, fee }];
  }

  /** Source: fixed-charges-and-commitments.md §6.1–6.3. */
  protected seatsInAdvance(life: NaiveSubscription): Line[] {
    const { seats } = life.plan;
    if (seats === null || !seats.payInAdvance) return [];
    const window = this.currentSeats(life);
    const first = Math.max(window[0], this.paidFrom(life));
    if (first > window[0] && first >= window[1]) return [];
    const isPaid = life.paid.some((fee) => isSame(fee.window, window) && (fee.units > 0 || fee.cents > 0));
    const units = life.seats.filter((entry) => entry.from <= window[0]).at(-1)?.units ?? 0;
    if (isPaid || units === 0) return [];
    const { days } = this.seatPeriodsOf(life).holding(this.dayOf(window[0]));
    const covered = this.dayOf(first).until(this.dayOf(window[1] - MS_BEFORE_END)).days + 1;
    const millionths = roundHalfUp(units * covered * 1_000_000, days);
    const price = seats.prorated
      ? roundHalfUp(millionths * seats.unitCents, 1_000_000)
      : units * seats.unitCents;
    const cents = Math.max(0, price - (seats.prorated ? this.paidBefore(life, window) : 0));
    const paid = { at: this.now, window, units, cents };
    life.paid.push(paid);
    const fee: ExpectedFee = ['fixed_charge', 'seats', units, cents];
    return [{ from: window[0], counts: true, paid, fee: () => (life.plan.seats === null ? null : fee) }];
  }

  /** Units that are added within a period. Source: fixed-charges-and-commitments.md §6.4. */
  protected seatsMore(life: NaiveSubscription, units: number): Line[] {
    const { seats } = life.plan;
    if (seats === null) return [];
    const window = this.currentSeats(life);
    const before = life.paid
      .filter((fee) => isSame(fee.window, window))
      .reduce((sum, fee) => sum + fee.units, 0);
    const more = Math.max(0, units - before);
    const left =
      this.dayOf(Math.max(this.now, this.paidFrom(life))).until(this.dayOf(window[1] - MS_BEFORE_END)).days +
      1;
    const { days } = this.seatPeriodsOf(life).holding(this.dayOf(window[0]));
    const cents = seats.prorated ? roundHalfUp(more * seats.unitCents * left, days) : more * seats.unitCents;
    const paid = { at: this.now, window, units: more, cents };
    life.paid.push(paid);
    return [{ from: window[0], counts: true, paid, fee: () => ['fixed_charge', 'seats', more, cents] }];
  }

  /** Cents that earlier plans were paid for the same days. Source: §6.6 there. */
  private paidBefore({ previous }: NaiveSubscription, [from, to]: Span): number {
    let [dividend, divisor] = [0n, 1n];
    for (let life = previous; life !== null; life = life.previous) {
      for (const { cents, at, window } of life.paid) {
        const days = startedDays(Math.max(from, window[0]), Math.min(to, window[1]));
        const paidDays = startedDays(Math.max(at, this.paidFrom(life)), window[1]);
        if (days <= 0) continue;
        dividend = dividend * BigInt(paidDays) + BigInt(cents * days) * divisor;
        divisor *= BigInt(paidDays);
      }
    }
    return Number((2n * dividend + divisor) / (2n * divisor));
  }
}

function startedDays(from: number, to: number): number {
  return Math.ceil((to - from) / DAY_MS);
}

/** True if both windows are of the same period: such windows have the same end, and may start with their subscription. */
function isSame(one: Span, other: Span): boolean {
  return one[1] === other[1];
}

/** `dividend / divisor` of non-negative integers, rounding halves up. */
export function roundHalfUp(dividend: number, divisor: number): number {
  return Number((2n * BigInt(dividend) + BigInt(divisor)) / (2n * BigInt(divisor)));
}
