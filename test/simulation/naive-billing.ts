// What a history must be billed, worked out from the specification in the plainest way: one thing after the other, every
// period anew, usage counted event by event. It shares no code with `src`.
//
// It leaves out: taxes, totals and numbers (`invariants.ts` has them), credit notes, minimum commitments and spending
// minimums, charge models but the standard one, recurring metrics, filters and groups, changes of zone.
import type { Temporal } from 'temporal-polyfill';
import { type Deed, METRICS, type MetricName, type PlanSpec } from './history.js';
import { dateOf, midnightOf } from './local-time.js';
import { NaiveCalendar, naiveDays, type NaivePeriod } from './naive-periods.js';
import { DAY_MS, type Event, happenedAt, nameOf } from './player.js';

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

type Span = readonly [from: number, to: number];
type Reason = 'starting' | 'periodic' | 'terminating';
type End = 'terminated' | 'upgraded' | 'downgraded';

interface Plan extends Omit<PlanSpec, 'prices' | 'seats'> {
  prices: Record<MetricName, number | null>;
  seats: { units: number; unitCents: number; payInAdvance: boolean; prorated: boolean } | null;
  amountCents: number;
}

/** A subscription. */
interface Life {
  readonly chain: number;
  plan: Plan;
  readonly anchorAt: number;
  readonly anniversary: boolean;
  readonly recordedAt: number;
  readonly previous: Life | null;
  isUpgrade: boolean;
  alone: boolean;
  status: 'pending' | 'active' | 'ended' | 'canceled';
  startedAt: number;
  endsAt: number | null;
  endedAt: number | null;
  invoiced: boolean;
  /** The next billing day, or the one that is due. */
  runAt: number;
  ranAt: number | null;
  trialEnded: boolean;
  feeAt: number | null;
  /** Units of the fixed charge and from when they count, in order of creation. */
  seats: { units: number; from: number }[];
  /** Of the fixed charge in advance. */
  paid: { at: number; window: Span; units: number; cents: number }[];
}

interface Use {
  readonly chain: number;
  readonly metric: MetricName;
  readonly at: number;
  readonly amount: number;
}

const MS_BEFORE_END = 1;
const RANKS = ['start', 'end', 'run', 'trialEnd'] as const;

export class NaiveBilling {
  readonly invoices: ExpectedInvoice[] = [];
  private readonly plans: Plan[];
  private readonly lives: Life[] = [];
  private readonly uses: Use[] = [];
  private now: number;

  constructor(
    plans: readonly PlanSpec[],
    private readonly timezone: string,
    startsAt: number,
  ) {
    this.plans = plans.map((plan) => ({
      ...plan,
      prices: { ...plan.prices },
      seats: plan.seats === null ? null : { ...plan.seats },
    }));
    this.now = startsAt;
  }

  /** Lets time pass, and what falls due until then happen. */
  passTo(at: number): void {
    for (let due = this.firstDue(at); due !== null; due = this.firstDue(at)) {
      this.now = due.at;
      due.happen();
    }
    this.now = at;
  }

  /** What somebody did came to this. @throws Error when it should have come to something else. */
  do({ at, deed, outcome }: Event): void {
    this.passTo(at);
    if (outcome === 'invalid' || outcome === 'unsupported') return;
    const expected = this.perform(deed) ? 'done' : 'missing';
    if (outcome !== expected) {
      throw new Error(`${deed.kind} at ${iso(at)} should be ${expected}, and was ${outcome}`);
    }
  }

  /** @returns whether there was something to do it to. */
  private perform(deed: Deed): boolean {
    switch (deed.kind) {
      case 'subscribe':
        this.subscribe(deed);
        return true;
      case 'terminate':
        return this.terminate(deed.chain, deed.invoiced);
      case 'cancel':
        return this.cancel(deed.chain);
      case 'end':
        return this.setEnd(deed.chain, deed.endsIn);
      case 'use':
        for (const { metric, secondsAgo, amount } of deed.events) {
          this.use({ chain: deed.chain, metric, at: happenedAt(this.now, secondsAgo), amount });
        }
        return true;
      case 'reprice':
        this.plan(deed.plan).amountCents = deed.amountCents;
        return true;
      case 'retariff': {
        const { prices } = this.plan(deed.plan);
        if (prices[deed.metric] === null) return false;
        prices[deed.metric] = deed.price;
        return true;
      }
      case 'resize':
        return this.resize(this.plan(deed.plan), deed.units, deed.atOnce);
    }
  }

  private plan(place: number): Plan {
    const plan = this.plans[place];
    if (plan === undefined) throw new Error('There is no such plan.');
    return plan;
  }

  // --- what time does -------------------------------------------------------------------------------------------

  private firstDue(until: number): { at: number; happen: () => void } | null {
    const due = this.lives.flatMap((life) => this.dueOf(life)).filter(({ at }) => at <= until);
    const [first] = due.toSorted((one, other) => one.at - other.at || rank(one) - rank(other));
    if (first === undefined) return null;
    const { what, at, life } = first;
    if (what !== 'run')
      return {
        at,
        happen: () => {
          this.happen(what, life);
        },
      };
    const together = due.filter((other) => other.what === 'run' && other.at === at);
    return {
      at,
      happen: () => {
        this.run(together.map((each) => each.life));
      },
    };
  }

  private dueOf(life: Life): { what: (typeof RANKS)[number]; at: number; life: Life }[] {
    if (life.status === 'pending' && life.previous === null)
      return [{ what: 'start', at: life.anchorAt, life }];
    if (life.status !== 'active') return [];
    const trialEndsAt = this.trialEnd(life);
    return [
      ...(life.endsAt === null ? [] : [{ what: 'end' as const, at: Math.max(life.endsAt, this.now), life }]),
      { what: 'run' as const, at: Math.max(life.runAt, this.now), life },
      ...(trialEndsAt === null || life.trialEnded
        ? []
        : [{ what: 'trialEnd' as const, at: Math.max(trialEndsAt, this.now), life }]),
    ];
  }

  private happen(what: Exclude<(typeof RANKS)[number], 'run'>, life: Life): void {
    if (what === 'start') this.begin(life, life.anchorAt, life.anchorAt);
    else if (what === 'end') this.close(life, this.now);
    else this.endTrial(life);
  }

  /** Source: periods.md §10. */
  private run(lives: readonly Life[]): void {
    const groups = new Map<Life | null, { life: Life; part: ExpectedPart }[]>();
    const isBilled = (life: Life) =>
      life.status === 'active' && (life.endsAt === null || !this.isToday(life.endsAt));
    for (const life of lives) {
      const next = this.plannedNext(life);
      if (!isBilled(life) || next === null || !this.opensPeriod(life)) continue;
      this.replace(life, next, 'downgraded');
    }
    for (const life of lives) {
      if (isBilled(life)) {
        const key = life.alone ? life : null;
        groups.set(key, [...(groups.get(key) ?? []), { life, part: this.periodic(life) }]);
      }
      life.ranAt = isBilled(life) ? this.now : life.ranAt;
      life.runAt = this.runsOf(life).holding(this.today()).to;
    }
    for (const group of groups.values())
      this.issue(
        this.now,
        group.map(({ part }) => part),
      );
  }

  private periodic(life: Life): ExpectedPart {
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

  /** Source: subscription-fee.md §5. */
  private endTrial(life: Life): void {
    life.trialEnded = true;
    if (!life.plan.payInAdvance) return;
    const ranToday = life.ranAt !== null && this.isToday(life.ranAt);
    const paidAtStart = life.feeAt !== null && this.dayOf(life.feeAt).equals(this.dayOf(life.startedAt));
    if (ranToday || paidAtStart) return;
    const shown = this.clampDays(life, this.periodsOf(life).holding(this.today()), null);
    // What is fixed and in advance was billed at the start; nothing of a start in the past is (subscriptions.md §3).
    const fees = this.planFee(life, shown, { reason: 'starting', end: null });
    this.issue(this.now, [this.part(life, 'starting', shown, fees)]);
  }

  // --- what somebody does ---------------------------------------------------------------------------------------

  private subscribe(deed: Extract<Deed, { kind: 'subscribe' }>): void {
    const plan = this.plan(deed.plan);
    const current = this.live(deed.chain);
    const anchorAt = this.now + deed.startsIn * DAY_MS;
    const endsAt = deed.endsIn === null ? null : Math.max(anchorAt, this.now) + deed.endsIn * DAY_MS;
    if (current === null) {
      const life = this.record({ ...deed, plan, anchorAt, endsAt, previous: null });
      if (this.dayOf(anchorAt).since(this.today()).days > 0) return;
      // Not before what a closing invoice has covered.
      const covered = this.lives
        .filter(({ chain, endedAt, invoiced }) => chain === deed.chain && endedAt !== null && invoiced)
        .map(({ endedAt }) => endedAt ?? 0);
      this.begin(life, Math.max(anchorAt, ...covered), anchorAt);
    } else if (current.plan !== plan) {
      this.change(current, { ...deed, plan, endsAt });
    }
  }

  private change(current: Life, asked: Pick<Life, 'plan' | 'endsAt' | 'alone'>): void {
    if (current.status === 'pending') {
      current.plan = asked.plan;
      return;
    }
    const planned = this.plannedNext(current);
    if (planned !== null) planned.status = 'canceled';
    const next = this.record({
      chain: current.chain,
      plan: asked.plan,
      anchorAt: current.anchorAt,
      anniversary: current.anniversary,
      endsAt: asked.endsAt ?? current.endsAt,
      alone: asked.alone || current.alone,
      previous: current,
    });
    next.invoiced = current.invoiced;
    next.isUpgrade = yearly(asked.plan) >= yearly(current.plan);
    if (next.isUpgrade) this.replace(current, next, 'upgraded');
  }

  /** Ends one subscription, starts the next one, and bills both on one invoice. Source: subscriptions.md §5, §6. */
  private replace(life: Life, next: Life, end: 'upgraded' | 'downgraded'): void {
    this.finish(life);
    const old = this.closing(life, end);
    this.start(next, this.now);
    const starting = this.starting(next);
    const at = end === 'upgraded' ? this.now + 1_000 : this.now;
    this.issue(at, [old, ...(starting === null ? [] : [starting])]);
  }

  private terminate(chain: number, invoiced: boolean): boolean {
    const life = this.active(chain);
    if (life === null) return false;
    life.invoiced = invoiced;
    this.close(life, this.now);
    return true;
  }

  private close(life: Life, at: number): void {
    const next = this.plannedNext(life);
    if (next !== null) next.status = 'canceled';
    this.finish(life);
    if (life.invoiced) this.issue(at, [this.closing(life, 'terminated')]);
  }

  private cancel(chain: number): boolean {
    const pending = this.lives.filter((life) => life.chain === chain && life.status === 'pending').at(-1);
    if (pending === undefined) return false;
    pending.status = 'canceled';
    return true;
  }

  private setEnd(chain: number, endsIn: number | null): boolean {
    const life = this.selected(chain);
    if (life === null) return false;
    life.endsAt = endsIn === null ? null : this.now + endsIn * DAY_MS;
    return true;
  }

  private use(use: Use): void {
    this.uses.push(use);
    const life = use.metric === 'pings' ? this.attributed(use) : null;
    const price = life?.plan.prices.pings ?? null;
    if (life === null || price === null) return;
    const fee: ExpectedFee = ['charge', 'pings', 1, roundHalfUp(price, 10)];
    this.issue(this.now, [{ ...this.part(life, 'periodic', null, [fee]), reason: 'in_advance_charge' }]);
  }

  /** Source: subscriptions.md §11. */
  private attributed({ chain, at }: Use): Life | null {
    const candidates = this.lives.filter(
      (life) =>
        life.chain === chain &&
        (life.status === 'active' || life.status === 'ended') &&
        life.startedAt <= at &&
        (life.endedAt === null || life.endedAt >= at),
    );
    const active = candidates.find(({ status }) => status === 'active');
    const latest = candidates.toSorted((one, other) => (other.endedAt ?? 0) - (one.endedAt ?? 0))[0];
    return active ?? latest ?? null;
  }

  /** Source: fixed-charges-and-commitments.md §2, §6.4. */
  private resize(plan: Plan, units: number, atOnce: boolean): boolean {
    const { seats } = plan;
    if (seats === null) return false;
    if (seats.units === units) return true;
    seats.units = units;
    for (const life of this.lives.filter((each) => each.plan === plan && each.status === 'active')) {
      const window = this.currentSeats(life);
      life.seats.push({ units, from: atOnce ? this.now : window[1] });
      if (!atOnce || !seats.payInAdvance) continue;
      const paid = life.paid
        .filter((fee) => isSame(fee.window, window))
        .reduce((sum, fee) => sum + fee.units, 0);
      const more = Math.max(0, units - paid);
      const left = this.today().until(this.dayOf(window[1] - MS_BEFORE_END)).days + 1;
      const { days } = this.seatPeriodsOf(life).holding(this.dayOf(window[0]));
      const cents = seats.prorated
        ? roundHalfUp(more * seats.unitCents * left, days)
        : more * seats.unitCents;
      life.paid.push({ at: this.now, window, units: more, cents });
      const part = this.part(life, 'periodic', null, [['fixed_charge', 'seats', more, cents]]);
      this.issue(this.now, [{ ...part, reason: 'in_advance_charge' }]);
    }
    return true;
  }

  // --- lives ----------------------------------------------------------------------------------------------------

  private record(
    over: Pick<Life, 'chain' | 'plan' | 'anchorAt' | 'anniversary' | 'endsAt' | 'alone' | 'previous'>,
  ): Life {
    const life: Life = {
      chain: over.chain,
      plan: over.plan,
      anchorAt: over.anchorAt,
      anniversary: over.anniversary,
      endsAt: over.endsAt,
      alone: over.alone,
      previous: over.previous,
      isUpgrade: false,
      recordedAt: this.now,
      status: 'pending',
      startedAt: over.anchorAt,
      endedAt: null,
      invoiced: true,
      runAt: 0,
      ranAt: null,
      trialEnded: false,
      feeAt: null,
      seats: [],
      paid: [],
    };
    this.lives.push(life);
    return life;
  }

  /** Starts one that takes over from nobody, and bills its start unless it lies in the past. */
  private begin(life: Life, startedAt: number, wantedAt: number): void {
    this.start(life, startedAt);
    if (!this.isToday(wantedAt)) return;
    const part = this.starting(life);
    if (part === null) return;
    const isPlanBilled = life.plan.payInAdvance && !this.isInTrial(life);
    this.issue(this.now, [isPlanBilled ? part : { ...part, reason: 'in_advance_charge', window: null }]);
  }

  private start(life: Life, startedAt: number): void {
    life.status = 'active';
    life.startedAt = startedAt;
    if (life.plan.seats !== null) life.seats.push({ units: life.plan.seats.units, from: startedAt });
    const runs = this.runsOf(life);
    const open = runs.holding(this.today());
    // Recorded on a billing day, after its start: that day is billed still.
    life.runAt = open.startOn.equals(this.today()) && startedAt < open.from ? this.now : open.to;
  }

  private finish(life: Life): void {
    life.status = 'ended';
    life.endedAt = this.now;
  }

  private live(chain: number): Life | null {
    const pending = this.lives.find(
      (life) => life.chain === chain && life.status === 'pending' && life.previous === null,
    );
    return this.active(chain) ?? pending ?? null;
  }

  private active(chain: number): Life | null {
    return this.lives.find((life) => life.chain === chain && life.status === 'active') ?? null;
  }

  /** Which one an update means: the only one, or the active one. Source: subscriptions.md §8. */
  private selected(chain: number): Life | null {
    const all = this.lives.filter((life) => life.chain === chain);
    return all.length === 1 ? (all[0] ?? null) : this.active(chain);
  }

  private plannedNext(life: Life): Life | null {
    return this.lives.find(({ previous, status }) => previous === life && status === 'pending') ?? null;
  }

  // --- parts of invoices ----------------------------------------------------------------------------------------

  private starting(life: Life): ExpectedPart | null {
    const isPlanBilled = life.plan.payInAdvance && !this.isInTrial(life);
    const shown = this.clampDays(life, this.periodsOf(life).holding(this.today()), null);
    const fees = [
      ...(isPlanBilled ? this.planFee(life, shown, { reason: 'starting', end: null }) : []),
      ...this.seatsInAdvance(life),
    ];
    return isPlanBilled || fees.length > 0 ? this.part(life, 'starting', shown, fees) : null;
  }

  private closing(life: Life, end: End): ExpectedPart {
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

  private part(life: Life, reason: Reason, window: Span | null, fees: readonly ExpectedFee[]): ExpectedPart {
    return {
      subscription: nameOf(life.chain),
      reason: `subscription_${reason}`,
      window: window === null ? null : [iso(window[0]), iso(window[1] - MS_BEFORE_END)],
      fees,
    };
  }

  private issue(at: number, parts: readonly ExpectedPart[]): void {
    this.invoices.push({ at: iso(at), parts });
  }

  // --- fees -----------------------------------------------------------------------------------------------------

  /** Sources: subscription-fee.md §2, §3. */
  private planFee(
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

  private isDueThisMonth(life: Life, end: End | null): boolean {
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
  private usage(life: Life, window: Span | null): ExpectedFee[] {
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
  private seatsInArrears(life: Life, window: Span): ExpectedFee[] {
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
  private seatsInAdvance(life: Life): ExpectedFee[] {
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
  private paidBefore({ previous, startedAt, paid }: Life, window: Span): number {
    if (previous === null || startedAt !== this.now || paid.length > 0) return 0;
    const fee = previous.paid
      .filter((each) => each.window[0] <= window[0] && each.window[1] >= window[1])
      .at(-1);
    if (fee === undefined) return 0;
    const startedDays = (from: number, to: number) => Math.ceil((to - MS_BEFORE_END - from) / DAY_MS);
    const [days, paidDays] = [startedDays(...window), startedDays(fee.at, fee.window[1])];
    return roundHalfUp(fee.cents * days, paidDays);
  }

  private currentSeats(life: Life): Span {
    const at = this.dayOf(Math.max(this.now, life.startedAt));
    return this.clamp(life, this.seatPeriodsOf(life).holding(at), null);
  }

  // --- periods --------------------------------------------------------------------------------------------------

  private periodsOf({ plan: { interval }, anniversary, anchorAt }: Life): NaiveCalendar {
    return new NaiveCalendar(interval, anniversary ? this.dayOf(anchorAt) : null, this.timezone);
  }

  private monthsOf({ anniversary, anchorAt }: Life): NaiveCalendar {
    return new NaiveCalendar('monthly', anniversary ? this.dayOf(anchorAt) : null, this.timezone);
  }

  private chargePeriodsOf(life: Life): NaiveCalendar {
    return isLong(life.plan) && life.plan.chargesMonthly ? this.monthsOf(life) : this.periodsOf(life);
  }

  private seatPeriodsOf(life: Life): NaiveCalendar {
    return isLong(life.plan) && life.plan.fixedChargesMonthly ? this.monthsOf(life) : this.periodsOf(life);
  }

  private runsOf(life: Life): NaiveCalendar {
    const { chargesMonthly, fixedChargesMonthly } = life.plan;
    const isSplit = isLong(life.plan) && (chargesMonthly || fixedChargesMonthly);
    return isSplit ? this.monthsOf(life) : this.periodsOf(life);
  }

  private opensPeriod(life: Life): boolean {
    return this.periodsOf(life).holding(this.today()).startOn.equals(this.today());
  }

  /** The plan's window: the starting day counts from its midnight. */
  private clampDays(life: Life, { from, to }: NaivePeriod, endedAt: number | null): Span {
    const startOn = midnightOf(this.dayOf(life.startedAt), this.timezone);
    const end = endedAt === null ? to : Math.min(to, endedAt + MS_BEFORE_END);
    return [from < life.startedAt ? startOn : from, Math.max(end, life.startedAt + MS_BEFORE_END)];
  }

  /** A window of usage: from the start itself; after a downgrade from its midnight, after an upgrade behind it. */
  private clamp(life: Life, { from, to }: NaivePeriod, endedAt: number | null): Span {
    const usageFrom = life.isUpgrade ? life.startedAt + MS_BEFORE_END : life.startedAt;
    const end = endedAt === null ? to : Math.min(to, endedAt + MS_BEFORE_END);
    return [Math.max(from, usageFrom), Math.max(end, usageFrom)];
  }

  private trialEnd(life: Life): number | null {
    if (life.plan.trialDays === 0) return null;
    const starts = this.lives
      .filter(({ chain, status }) => chain === life.chain && (status === 'active' || status === 'ended'))
      .map(({ startedAt }) => startedAt);
    return Math.min(...starts) + life.plan.trialDays * DAY_MS;
  }

  private isInTrial(life: Life): boolean {
    const trialEndsAt = this.trialEnd(life);
    return trialEndsAt !== null && trialEndsAt > this.now;
  }

  private today(): Temporal.PlainDate {
    return this.dayOf(this.now);
  }

  private isToday(at: number): boolean {
    return this.dayOf(at).equals(this.today());
  }

  private dayOf(at: number): Temporal.PlainDate {
    return dateOf(at, this.timezone);
  }
}

function rank({ what }: { what: (typeof RANKS)[number] }): number {
  return RANKS.indexOf(what);
}

function isLong({ interval }: Plan): boolean {
  return interval === 'semiannual' || interval === 'yearly';
}

const PER_YEAR = { weekly: 52, monthly: 12, quarterly: 4, semiannual: 2, yearly: 1 } as const;

function yearly({ interval, amountCents }: Plan): number {
  return amountCents * PER_YEAR[interval];
}

function isSame(one: Span, other: Span): boolean {
  return one[0] === other[0] && one[1] === other[1];
}

/** `dividend / divisor` of integers that are not negative, halves up. */
function roundHalfUp(dividend: number, divisor: number): number {
  return Number((2n * BigInt(dividend) + BigInt(divisor)) / (2n * BigInt(divisor)));
}

function iso(at: number): string {
  return new Date(Math.floor(at / 1_000) * 1_000).toISOString().replace('.000Z', 'Z');
}
