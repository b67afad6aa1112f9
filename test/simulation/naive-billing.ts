// What a history must be billed, worked out from the specification in the plainest way: one thing after the other, every
// period anew, usage counted event by event. It shares no code with `src`.
//
// It leaves out: taxes, totals and numbers (`invariants.ts` has them), credit notes, minimum commitments and spending
// minimums, charge models but the standard one, recurring metrics, filters and groups, changes of zone.
import type { Deed } from './history.js';
import {
  type ExpectedFee,
  type ExpectedPart,
  iso,
  isSame,
  NaiveInvoices,
  roundHalfUp,
} from './naive-invoices.js';
import { type Life, MS_BEFORE_END, type Plan, type Use, yearly } from './naive-lives.js';
import { DAY_MS, type Event, happenedAt } from './player.js';

const RANKS = ['start', 'end', 'run', 'trialEnd'] as const;

export class NaiveBilling extends NaiveInvoices {
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
}

function rank({ what }: { what: (typeof RANKS)[number] }): number {
  return RANKS.indexOf(what);
}
