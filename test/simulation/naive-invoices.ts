// The invoices that the naive model expects: their parts, and the fees of these.
import { METRICS } from './history.js';
import { midnightOf } from './local-time.js';
import { type Life, isLong, MS_BEFORE_END, NaiveLives, type Span } from './naive-lives.js';
import { type NaiveCalendar, naiveDays, type NaivePeriod } from './naive-periods.js';
import { DAY_MS, nameOf } from './player.js';

/** `[kind, code, units, cents]`. */
export type ExpectedFee = readonly [kind: string, code: string, units: number, cents: number];

export interface ExpectedPart {
  readonly subscription: string;
  readonly reason: string;
  /** What the plan's amount is for, as ISO texts; null where the model does not say. */
  readonly window: readonly [string, string] | null;
  readonly fees: readonly ExpectedFee[];
}

export interface ExpectedInvoice {
  readonly at: string;
  readonly parts: readonly ExpectedPart[];
}

type Reason = 'starting' | 'periodic' | 'terminating';
type End = 'terminated' | 'upgraded' | 'downgraded';

/** Works out what is billed of a subscription, when it starts, on its billing days and at its end. */
export class NaiveInvoices extends NaiveLives {
  readonly invoices: ExpectedInvoice[] = [];

  protected periodic(life: Life): ExpectedPart {
    const { plan } = life;
    const isFirst = this.opensPeriod(life);
    const open = this.periodsOf(life).holding(this.today());
    const window = plan.payInAdvance ? open : this.periodsOf(life).before(open);
    const closed = (isMonthly: boolean, calendar: NaiveCalendar): Span | null =>
      isMonthly || isFirst ? this.clamp(life, calendar.before(calendar.holding(this.today())), null) : null;
    const charges = closed(plan.chargesMonthly, this.chargePeriodsOf(life));
    const seats = closed(plan.fixedChargesMonthly, this.seatPeriodsOf(life));
    const shown = this.clampDays(life, window, null);
    return this.part(life, 'periodic', shown, [
      ...this.planFee(life, shown, { reason: 'periodic', end: null }),
      ...this.usage(life, charges),
      ...(seats === null ? [] : [...this.seatsInArrears(life, seats), ...this.seatsInAdvance(life)]),
    ]);
  }

  protected starting(life: Life): ExpectedPart | null {
    const isPlanBilled = life.plan.payInAdvance && !this.isInTrial(life);
    const shown = this.clampDays(life, this.periodsOf(life).holding(this.today()), null);
    const fees = [
      ...(isPlanBilled ? this.planFee(life, shown, { reason: 'starting', end: null }) : []),
      ...this.seatsInAdvance(life),
    ];
    return isPlanBilled || fees.length > 0 ? this.part(life, 'starting', shown, fees) : null;
  }

  protected closing(life: Life, end: End): ExpectedPart {
    const endedAt = life.endedAt ?? this.now;
    const ran = life.ranAt !== null && this.dayOf(life.ranAt).equals(this.dayOf(endedAt));
    const periodOf = (calendar: NaiveCalendar): NaivePeriod => {
      const open = calendar.holding(this.dayOf(endedAt));
      // periods.md §11; a downgrade happens on the first day, in place of its run.
      const isUnbilled =
        end === 'terminated' &&
        !ran &&
        endedAt - life.startedAt >= DAY_MS &&
        open.startOn.equals(this.dayOf(endedAt));
      return isUnbilled || end === 'downgraded' ? calendar.before(open) : open;
    };
    const whole = periodOf(this.periodsOf(life));
    const advance = end === 'downgraded' && life.plan.payInAdvance;
    const shown = this.clampDays(
      life,
      advance ? this.periodsOf(life).holding(this.dayOf(endedAt)) : whole,
      endedAt,
    );
    const isFeeDue = !life.plan.payInAdvance;
    return this.part(life, 'terminating', shown, [
      ...(isFeeDue ? this.planFee(life, shown, { reason: 'terminating', end }) : []),
      ...this.usage(life, this.clamp(life, periodOf(this.chargePeriodsOf(life)), endedAt)),
      ...this.seatsInArrears(life, this.clamp(life, periodOf(this.seatPeriodsOf(life)), endedAt)),
    ]);
  }

  protected part(
    life: Life,
    reason: Reason,
    window: Span | null,
    fees: readonly ExpectedFee[],
  ): ExpectedPart {
    return {
      subscription: nameOf(life.chain),
      reason: `subscription_${reason}`,
      window: window === null ? null : [iso(window[0]), iso(window[1] - MS_BEFORE_END)],
      fees,
    };
  }

  protected issue(at: number, parts: readonly ExpectedPart[]): void {
    this.invoices.push({ at: iso(at), parts });
  }

  /** Sources: subscription-fee.md §2, §3. */
  protected planFee(
    life: Life,
    [from, to]: Span,
    { reason, end }: { reason: Reason; end: End | null },
  ): ExpectedFee[] {
    const { plan } = life;
    if (plan.payInAdvance && life.feeAt !== null && this.isToday(life.feeAt)) return [];
    if (isLong(plan) && !this.isDueThisMonth(life, end)) return [];
    const trialEndsAt = this.trialEnd(life);
    if (trialEndsAt !== null && trialEndsAt > this.now && !this.isToday(trialEndsAt)) return [];
    if (reason === 'starting' && !plan.payInAdvance) return [];
    const paidFrom = trialEndsAt !== null && trialEndsAt > from ? trialEndsAt : from;
    const counted = paidFrom >= to ? 0 : naiveDays(paidFrom, to, this.timezone);
    const days = end === 'upgraded' ? Math.max(counted - 1, 0) : counted;
    const period = this.periodsOf(life).holding(this.dayOf(from));
    life.feeAt = this.now;
    return [['subscription', '', 1, roundHalfUp(plan.amountCents * days, period.days)]];
  }

  protected isDueThisMonth(life: Life, end: End | null): boolean {
    const isFirst = this.periodsOf(life)
      .holding(this.today())
      .startOn.equals(this.monthsOf(life).holding(this.today()).startOn);
    if (!life.plan.payInAdvance) return end !== null || isFirst;
    const isBackdated = life.startedAt < midnightOf(this.dayOf(life.recordedAt), this.timezone);
    if (!isBackdated) return isFirst || life.feeAt === null;
    const { from, to } = this.periodsOf(life).holding(this.today());
    return isFirst && !(life.anchorAt >= from && life.anchorAt < to);
  }

  /** Source: charges.md §6. */
  protected usage(life: Life, window: Span | null): ExpectedFee[] {
    if (window === null || window[0] >= window[1]) return [];
    return METRICS.flatMap((metric): ExpectedFee[] => {
      const price = life.plan.prices[metric];
      if (price === null || metric === 'pings') return [];
      const used = this.uses.filter(
        ({ chain, metric: of, at }) =>
          chain === life.chain && of === metric && at >= window[0] && at < window[1],
      );
      const units = used.reduce((sum, { amount }) => sum + (metric === 'load' ? amount : 1), 0);
      return used.length === 0 ? [] : [['charge', metric, units, roundHalfUp(units * price, 10)]];
    });
  }

  /** Source: fixed-charges-and-commitments.md §2–5. */
  protected seatsInArrears(life: Life, window: Span): ExpectedFee[] {
    const { seats } = life.plan;
    if (seats === null || seats.payInAdvance) return [];
    const [from, to] = window;
    const before = life.seats.filter((entry) => entry.from < from).at(-1);
    const counting = life.seats.filter(
      (entry) => entry === before || (entry.from >= from && entry.from < to),
    );
    const units = counting.at(-1)?.units ?? 0;
    const effective = counting.filter(
      (entry, place) => !counting.slice(place + 1).some((later) => later.from < entry.from),
    );
    const endOn = this.dayOf(to - MS_BEFORE_END).add({ days: 1 });
    const { days } = this.seatPeriodsOf(life).holding(this.dayOf(from));
    const millionths = effective.reduce((sum, entry, place) => {
      const startOn = this.dayOf(Math.max(entry.from, from));
      const next = effective[place + 1];
      const covered = startOn.until(next === undefined ? endOn : this.dayOf(Math.max(next.from, from))).days;
      return sum + roundHalfUp(entry.units * covered * 1_000_000, days);
    }, 0);
    const cents = seats.prorated
      ? roundHalfUp(millionths * seats.unitCents, 1_000_000)
      : units * seats.unitCents;
    return units === 0 && cents === 0 ? [] : [['fixed_charge', 'seats', units, cents]];
  }

  /** Source: fixed-charges-and-commitments.md §6.1–6.3. */
  protected seatsInAdvance(life: Life): ExpectedFee[] {
    const { seats } = life.plan;
    if (seats === null || !seats.payInAdvance) return [];
    const window = this.currentSeats(life);
    const isPaid = life.paid.some((fee) => isSame(fee.window, window) && (fee.units > 0 || fee.cents > 0));
    const units = life.seats.filter((entry) => entry.from <= window[0]).at(-1)?.units ?? 0;
    if (isPaid || units === 0) return [];
    const { days } = this.seatPeriodsOf(life).holding(this.dayOf(window[0]));
    const covered = this.dayOf(window[0]).until(this.dayOf(window[1] - MS_BEFORE_END)).days + 1;
    const millionths = roundHalfUp(units * covered * 1_000_000, days);
    const price = seats.prorated
      ? roundHalfUp(millionths * seats.unitCents, 1_000_000)
      : units * seats.unitCents;
    const cents = Math.max(0, price - (seats.prorated ? this.paidBefore(life, window) : 0));
    life.paid.push({ at: this.now, window, units, cents });
    return [['fixed_charge', 'seats', units, cents]];
  }

  /** What the plan before was paid for the same days, on the first invoice after it. Source: §6.6 there. */
  protected paidBefore({ previous, startedAt, paid }: Life, window: Span): number {
    if (previous === null || startedAt !== this.now || paid.length > 0) return 0;
    const fee = previous.paid
      .filter((each) => each.window[0] <= window[0] && each.window[1] >= window[1])
      .at(-1);
    if (fee === undefined) return 0;
    const startedDays = (from: number, to: number) => Math.ceil((to - MS_BEFORE_END - from) / DAY_MS);
    const [days, paidDays] = [startedDays(...window), startedDays(fee.at, fee.window[1])];
    return roundHalfUp(fee.cents * days, paidDays);
  }
}

export function isSame(one: Span, other: Span): boolean {
  return one[0] === other[0] && one[1] === other[1];
}

/** `dividend / divisor` of integers that are not negative, halves up. */
export function roundHalfUp(dividend: number, divisor: number): number {
  return Number((2n * BigInt(dividend) + BigInt(divisor)) / (2n * BigInt(divisor)));
}

export function iso(at: number): string {
  return new Date(Math.floor(at / 1_000) * 1_000).toISOString().replace('.000Z', 'Z');
}
