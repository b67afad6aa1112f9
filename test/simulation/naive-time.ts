// The passage of time in the naive model: work that falls due, one piece after the other.
import { midnightOf } from './local-time.js';
import { NaiveProgress } from './naive-progress.js';
import { type Invoice, IN_ADVANCE, part, type Part } from './naive-invoices.js';
import { type NaiveSubscription, type Plan, yearly } from './naive-subscriptions.js';

/** The order of work that falls due at one instant. */
const RANKS = ['start', 'end', 'timeout', 'run', 'trialEnd', 'review', 'finalization'] as const;

interface Due {
  readonly what: (typeof RANKS)[number];
  readonly at: number;
  readonly happen: () => void;
}

export class NaiveTime extends NaiveProgress {
  /** Advances the time and does the work that falls due until then. Does nothing if the time does not change. */
  passTo(at: number): void {
    if (at === this.now) return;
    this.requestReviews(this.lives.filter(({ chain }) => this.used.has(chain)));
    this.used.clear();
    for (let due = this.firstDue(at); due !== null; due = this.firstDue(at)) {
      this.now = due.at;
      due.happen();
    }
    this.now = at;
  }

  private firstDue(until: number): Due | null {
    const due = [
      ...this.lives.flatMap((life) => this.dueOf(life)),
      ...this.drafts().map((draft) => this.finalizationOf(draft)),
    ].filter(({ at }) => at <= until);
    const rank = ({ what }: Due) => RANKS.indexOf(what);
    return due.toSorted((one, other) => one.at - other.at || rank(one) - rank(other))[0] ?? null;
  }

  private finalizationOf(draft: Invoice): Due {
    const happen = () => {
      this.finalize(draft);
    };
    return { what: 'finalization', at: Math.max(draft.finalAt ?? 0, this.now), happen };
  }

  private dueOf(life: NaiveSubscription): Due[] {
    const due = (what: Due['what'], at: number | null, happen: () => void): Due[] =>
      at === null ? [] : [{ what, at: Math.max(at, this.now), happen }];
    if (life.status === 'pending' && life.previous === null) {
      return due('start', life.anchorAt, () => {
        this.begin(life, life.anchorAt, life.anchorAt);
      });
    }
    if (life.status === 'incomplete') {
      return due('timeout', life.givenUpAt, () => {
        this.giveUp(life);
      });
    }
    if (life.status !== 'active') return [];
    return [
      ...due('end', life.endsAt, () => {
        this.close(life, this.now);
      }),
      ...due('run', life.runAt, () => {
        this.run(life.runAt);
      }),
      ...due('trialEnd', life.trialEnded ? null : this.trialEnd(life), () => {
        this.endTrial(life);
      }),
      ...due('review', life.reviewAt, () => {
        this.review(life);
      }),
    ];
  }

  /** Bills all subscriptions whose billing day is that of the instant. Source: periods.md §10. */
  private run(runAt: number): void {
    const lives = this.lives.filter((life) => life.status === 'active' && life.runAt === runAt);
    const groups = new Map<NaiveSubscription | null, Part[]>();
    const isBilled = (life: NaiveSubscription) =>
      life.status === 'active' && (life.endsAt === null || !this.isToday(life.endsAt));
    for (const life of lives) {
      const next = this.plannedNext(life);
      if (!isBilled(life) || next === null || !this.opensPeriod(life)) continue;
      if (!this.startPaymentHold(next, this.now)) this.replace(life, next, 'downgraded');
    }
    for (const life of lives) {
      if (isBilled(life)) {
        const key = life.alone ? life : null;
        groups.set(key, [...(groups.get(key) ?? []), this.periodic(life)]);
      }
      life.ranAt = isBilled(life) ? this.now : life.ranAt;
      life.runAt = this.runsOf(life).holding(this.today()).to;
    }
    for (const parts of groups.values()) this.issue(this.now, parts);
  }

  /** Source: subscription-fee.md §5. */
  private endTrial(life: NaiveSubscription): void {
    life.trialEnded = true;
    const { plan, ranAt, lastFee } = life;
    if (!plan.payInAdvance) return;
    const ranToday = ranAt !== null && this.isToday(ranAt);
    const paidAtStart = lastFee !== null && this.dayOf(lastFee.at).equals(this.dayOf(life.startedAt));
    const paidAtOrder = lastFee !== null && lastFee.window[1] > this.now;
    if (ranToday || paidAtStart || paidAtOrder) return;
    const shown = this.clampDays(life, this.periodsOf(life).holding(this.today()), null);
    // Fixed charges in advance were billed at the start; a start in the past bills none (subscriptions.md §3).
    const fees = this.planFee(life, shown, { reason: 'starting', end: null });
    this.issue(this.now, [part(life, 'subscription_starting', shown, fees)]);
  }

  /** Starts a subscription that replaces none, and bills its start unless that lies in the past. */
  protected begin(life: NaiveSubscription, startedAt: number, requestedAt: number): void {
    const isToday = this.isToday(requestedAt);
    if (isToday && this.startPaymentHold(life, startedAt)) return;
    this.start(life, startedAt);
    const trialEndsAt = this.trialEnd(life);
    // A trial that ended before the subscription was created bills nothing (subscription-fee.md §5).
    life.trialEnded = trialEndsAt !== null && trialEndsAt <= this.now && !isToday;
    if (!isToday) return;
    const begun = this.starting(life);
    if (begun === null) return;
    const isPlanBilled = life.plan.payInAdvance && !this.isInTrial(life);
    this.issue(this.now, [isPlanBilled ? begun : { ...begun, reason: IN_ADVANCE, window: null }]);
  }

  protected start(life: NaiveSubscription, startedAt: number): void {
    life.status = 'active';
    life.startedAt = startedAt;
    this.giveFirstSeats(life);
    const runs = this.runsOf(life);
    const open = runs.holding(this.today());
    // A subscription created on a billing day after its start is still billed for that day.
    life.runAt = open.startOn.equals(this.today()) && startedAt < open.from ? this.now : open.to;
  }

  /** Ends a subscription, starts its successor, and bills both on one invoice. Source: subscriptions.md §5, §6. */
  protected replace(life: NaiveSubscription, next: NaiveSubscription, end: 'upgraded' | 'downgraded'): void {
    this.finish(life);
    const old = this.closing(life, end);
    this.start(next, this.now);
    const starting = this.starting(next);
    const at = end === 'upgraded' ? this.now + 1_000 : this.now;
    this.issue(at, [...old, ...(starting === null ? [] : [starting])]);
  }

  protected close(life: NaiveSubscription, at: number): void {
    const next = this.plannedNext(life);
    if (next !== null) next.status = 'canceled';
    for (const each of this.lives) {
      if (each.previous === life && each.status === 'incomplete') this.giveUp(each);
    }
    this.finish(life);
    if (life.invoiced) this.issue(at, this.closing(life, 'terminated'));
  }

  /** Activates a subscription whose payment arrived. Source: subscriptions.md §12. */
  protected pay(life: NaiveSubscription): void {
    const { previous } = life;
    if (previous === null) this.startPaid(life);
    else this.changePaid(life, this.caughtUp(previous));
    life.runAt = this.runsOf(life).holding(this.today()).to;
  }

  private startPaid(life: NaiveSubscription): void {
    this.activate(life);
    const missed = this.missedBillingDays(life);
    if (missed === null) return;
    life.ranAt = this.now;
    this.issue(this.now, [missed]);
  }

  private changePaid(life: NaiveSubscription, running: NaiveSubscription): void {
    this.finish(running);
    const old = this.closing(running, 'upgraded');
    this.activate(life);
    life.startedAt = this.now;
    const today = midnightOf(this.today(), this.timezone);
    const windows = [life.lastFee, ...life.paid].flatMap((fee) => (fee === null ? [] : [fee.window]));
    const isOver = windows.some(([, to]) => to <= today);
    if (life.lastFee !== null && life.lastFee.window[1] <= today) life.lastFee = null;
    const starting = isOver ? this.starting(life) : null;
    this.issue(this.now + 1_000, [...old, ...(starting === null ? [] : [starting])]);
  }

  private finish(life: NaiveSubscription): void {
    life.status = 'ended';
    life.endedAt = this.now;
  }

  /** Bills a billing day that was left to the end on that day, which something else comes before. Source: periods.md §10–11. */
  protected billSkippedDay(life: NaiveSubscription): void {
    const { from, startOn } = this.runsOf(life).holding(this.today());
    const endsToday = life.endsAt !== null && this.isToday(life.endsAt);
    const isRun = life.ranAt !== null && this.isToday(life.ranAt);
    if (life.status !== 'active' || !endsToday || isRun) return;
    if (!startOn.equals(this.today()) || life.startedAt >= from) return;
    life.ranAt = this.now;
    this.issue(this.now, [this.periodic(life)]);
  }

  /** Does overdue billing days of a subscription. @returns the subscription that is active then. */
  protected caughtUp(life: NaiveSubscription): NaiveSubscription {
    while (life.status === 'active' && life.runAt <= this.now) this.run(life.runAt);
    this.billSkippedDay(life);
    return this.lives.find(({ previous, status }) => previous === life && status === 'active') ?? life;
  }

  /** Reconsiders pending downgrades after a change of a plan's amount. Source: subscriptions.md §10. */
  protected reconsider(plan: Plan): void {
    for (const next of this.lives.filter(({ status }) => status === 'pending')) {
      if (next.previous === null || (next.plan !== plan && next.previous.plan !== plan)) continue;
      this.caughtUp(next.previous);
      if (next.status !== 'pending' || next.previous.status !== 'active') continue;
      const isUpgrade = yearly(next.plan) >= yearly(next.previous.plan);
      if (next.plan === plan && isUpgrade) {
        next.isUpgrade = true;
        if (!this.startPaymentHold(next, this.now)) this.replace(next.previous, next, 'upgraded');
      } else if (next.plan !== plan && yearly(next.previous.plan) < yearly(next.plan)) {
        next.status = 'canceled';
      }
    }
  }
}
