// A naive model of billing: computes the invoices of a history from the specification in the simplest way, action by
// action, every period from scratch, counting usage event by event. It shares no code with `src`.
//
// It supports every action except those that `history.ts` names. It computes invoices with their parts, fees and whether
// they are drafts, progressive and regenerated ones included. It omits taxes, totals, numbers, payments and credit notes (`invariants.ts` checks them), coupons and
// wallets (`naive-money.ts` follows them), one-off invoices, charge models
// other than standard, spending minimums, recurring metrics, filters and groups.
import { isDeepStrictEqual } from 'node:util';
import { expect } from '@jest/globals';
import {
  type Action,
  type ActionKind,
  METRICS,
  type MetricName,
  type TaxCode,
  TAXES,
  type ThresholdsSpec,
} from './actions.js';
import { IN_ADVANCE, iso, part } from './naive-invoices.js';
import { type NaiveSubscription, type Plan, type Use, yearly } from './naive-subscriptions.js';
import { NaiveTime } from './naive-time.js';
import { lifetimeName, ownPlanName } from './own-state.js';
import type { Event } from './player.js';
import { DAY_MS, happenedAt, nameOf } from './requests.js';

/** True if the action found its object; null: the model cannot tell. */
type Found = boolean | null;

export class NaiveBilling extends NaiveTime {
  /** Repeats an action of the history, whose outcome must be that of the model. */
  do(event: Event): void {
    const { at, action, outcome } = event;
    this.passTo(at);
    if (outcome === 'refused') return;
    const found = this.perform(action, event);
    if (found === null) return;
    const described = `${action.kind} at ${iso(at)}`;
    expect([described, outcome]).toEqual([described, found ? 'done' : 'missing']);
  }

  /** The plans that subscriptions have of their own, as `ownPlansOf` reads them. */
  expectedOwnPlans(): string[] {
    return this.lives
      .filter(({ status, plan }) => (status === 'active' || status === 'pending') && plan.parent !== null)
      .map(({ chain, status, plan: { title, taxes, amountCents, commitmentCents } }) =>
        ownPlanName({ subscription: nameOf(chain), status, title, taxes, amountCents, commitmentCents }),
      )
      .toSorted();
  }

  /** The lifetime usage of active subscriptions, as `lifetimesOf` reads it. */
  expectedLifetimes(): string[] {
    return this.lives
      .filter(({ status }) => status === 'active')
      .map((life) => lifetimeName({ subscription: nameOf(life.chain), ...this.lifetimeOf(life) }))
      .toSorted();
  }

  /** The customer is deleted. */
  leave(at: number): void {
    this.passTo(at);
    for (const life of [...this.lives]) this.endNow(life);
    for (const draft of this.drafts()) this.finalize(draft);
  }

  private perform(action: Action, event: Event): Found {
    const follow = this.actions[action.kind] as (action: Action, event: Event) => Found;
    return follow(action, event);
  }

  private readonly actions: { readonly [Kind in ActionKind]: (action: Action<Kind>, event: Event) => Found } =
    {
      subscribe: (action) => this.subscribe(action, undefined),
      gatedSubscribe: ({ chain, plan, timeoutHours }) =>
        this.subscribe(
          { chain, plan, anniversary: false, startsIn: 0, endsIn: null, alone: false, own: null },
          timeoutHours,
        ),
      activate: ({ chain, isPaid }) => {
        const life = this.incomplete(chain);
        if (life === null) return false;
        if (isPaid) this.pay(life);
        else this.giveUp(life);
        return true;
      },
      terminate: ({ chain, invoiced }) => {
        const life = this.active(chain);
        if (life === null) return false;
        life.invoiced = invoiced;
        this.close(life, this.now);
        return true;
      },
      cancel: ({ chain }) => {
        const pending = this.lives.findLast((life) => life.chain === chain && life.status === 'pending');
        if (pending === undefined) return false;
        pending.status = 'canceled';
        return true;
      },
      end: ({ chain, endsIn }) => {
        const life = this.selected(chain);
        if (life === null) return false;
        this.billSkippedDay(life);
        life.endsAt = endsIn === null ? null : this.now + endsIn * DAY_MS;
        return true;
      },
      endOnFirstDay: ({ chain, secondOfDay, events }) => {
        const life = this.active(chain);
        if (life === null) return false;
        this.billSkippedDay(life);
        life.endsAt = this.chargePeriodsOf(life).holding(this.today()).to + secondOfDay * 1_000;
        this.used.add(chain);
        for (const { metric, secondsAgo, amount } of events)
          this.use({ chain, metric, at: happenedAt(life.endsAt, secondsAgo), amount });
        return true;
      },
      // Events that only customers of the deleted clock could mean go with it (docs/adr/0033).
      reuseExternalId: ({ chain }) => {
        const isOfNobody = !this.lives.some((life) => life.chain === chain);
        if (isOfNobody) this.uses = this.uses.filter((use) => use.chain !== chain);
        return null;
      },
      use: ({ chain, events }) => {
        // Nobody follows events that come before the first subscription.
        if (this.lives.some((life) => life.chain === chain)) this.used.add(chain);
        for (const { metric, secondsAgo, amount } of events) {
          this.use({ chain, metric, at: happenedAt(this.now, secondsAgo), amount });
        }
        return true;
      },

      reprice: ({ plan: place, amountCents, cascades }) =>
        this.onSold(place, (plan) => {
          const former = plan.amountCents;
          const own = cascades ? this.copiesOf(plan).filter((copy) => copy.amountCents === former) : [];
          if (amountCents === former) return true;
          for (const each of [plan, ...own]) each.amountCents = amountCents;
          for (const each of [plan, ...own]) this.reconsider(each);
          return true;
        }),
      retariff: ({ plan: place, metric, price, cascades }) =>
        this.onSold(place, (plan) => {
          const former = plan.prices[metric];
          if (former === null) return false;
          const own = cascades ? this.copiesOf(plan).filter((copy) => copy.prices[metric] === former) : [];
          for (const each of [plan, ...own]) each.prices[metric] = price;
          return true;
        }),
      resize: ({ plan: place, units, atOnce, cascades }) =>
        this.onSold(place, (plan) => {
          if (plan.seats === null) return false;
          const former = plan.seats.units;
          if (units === former) return true;
          const own = cascades ? this.copiesOf(plan).filter(({ seats }) => seats?.units === former) : [];
          for (const each of [plan, ...own]) this.resize(each, units, atOnce);
          return true;
        }),
      describe: ({ plan: place, name, taxes, cascades }) =>
        this.onSold(place, (plan) => {
          // An unknown tax is refused with the rest of the edit.
          if (taxes.some((tax) => !this.taxed.has(tax))) return false;
          const { title: formerTitle, taxes: former } = plan;
          const title = `Name ${name}`;
          for (const each of cascades ? this.copiesOf(plan) : []) {
            if (each.title === formerTitle) each.title = title;
            const isOwn = each.taxes.length > 0 && !isSame(each.taxes, former);
            if (!isOwn && !isSame(taxes, former)) each.taxes = taxes;
          }
          Object.assign(plan, { title, taxes });
          return true;
        }),
      commit: ({ plan: place, cents, cascades }) =>
        this.onSold(place, (plan) => {
          const former = plan.commitmentCents;
          const own = cascades ? this.copiesOf(plan).filter((copy) => copy.commitmentCents === former) : [];
          for (const each of [plan, ...own]) each.commitmentCents = cents === 0 ? null : cents;
          return true;
        }),

      setThresholds: ({ plan: place, thresholds }) =>
        this.onSold(place, (plan) => {
          const isSame = isDeepStrictEqual(inOrder(plan.thresholds), inOrder(thresholds));
          plan.thresholds = thresholds;
          if (!isSame) this.requestReviews(this.livesOn(plan));
          return true;
        }),
      setOwnThresholds: ({ chain, thresholds }) => {
        const life = this.selected(chain);
        if (life === null) return false;
        const isSame = isDeepStrictEqual(inOrder(life.ownThresholds), inOrder(thresholds));
        life.ownThresholds = thresholds;
        if (!isSame) this.requestReviews([life]);
        return true;
      },
      billProgressively: ({ chain, isOn }) => {
        const life = this.selected(chain);
        if (life === null) return false;
        const wasOn = life.isBilledProgressively;
        life.isBilledProgressively = isOn;
        if (isOn && !wasOn) this.requestReviews([life]);
        return true;
      },
      importUsage: ({ chain, cents }) => this.importUsage(chain, cents),

      override: ({ chain, own, isForeign }) => {
        if (isForeign) return false;
        const life = this.selected(chain);
        if (life === null) return false;
        if (life.plan.parent === null) {
          life.plan = this.ownPlan(life.plan, own, life.ownUnits);
          life.ownUnits = null;
        } else {
          life.plan.amountCents = own.amountCents;
          life.plan.commitmentCents = own.commitmentCents ?? life.plan.commitmentCents;
        }
        this.reconsider(life.plan);
        return true;
      },
      retariffOne: ({ chain, metric, price }) => {
        const life = this.active(chain);
        if (life === null || life.plan.prices[metric] === null) return false;
        if (life.plan.parent === null) {
          life.plan = this.ownPlan(life.plan, {}, life.ownUnits);
          life.ownUnits = null;
        }
        life.plan.prices[metric] = price;
        return true;
      },
      resizeOne: ({ chain, units, atOnce }) => {
        const life = this.active(chain);
        const seats = life?.plan.seats ?? null;
        if (life === null || seats === null) return false;
        if (life.plan.parent === null) {
          life.ownUnits = units;
          this.giveSeats(life, units, atOnce);
        } else if (seats.units !== units) {
          this.resize(life.plan, units, atOnce);
        }
        return true;
      },

      strike: ({ plan: place, metric }) =>
        this.onSold(place, (plan) => {
          if (plan.prices[metric] === null) return false;
          plan.prices[metric] = null;
          return true;
        }),
      unmeter: ({ metric }) => this.unmeter(metric),
      unseat: () => {
        for (const plan of this.allPlans()) plan.seats = null;
        return null;
      },
      withdraw: ({ plan: place }) =>
        this.onSold(place, (plan) => {
          plan.isSold = false;
          for (const life of this.livesOn(plan)) this.endNow(life);
          this.finalizeOf(plan);
          return true;
        }),

      grace: ({ days }) => {
        this.setGrace(days);
        return true;
      },
      finalize: (_, { invoice }) => {
        const draft = invoice === null ? null : this.draftNamed(invoice);
        if (draft !== null) this.finalize(draft);
        return draft !== null;
      },

      void: (_, { invoice }) => {
        if (invoice !== null) this.void(invoice);
        return null;
      },
      regenerate: ({ change }, { invoice }) => {
        if (invoice !== null) this.regenerate(invoice, change);
        return null;
      },

      // The model has no state for these. Its drafts are always up to date.
      refresh: () => this.drafts().length > 0,
      untax: ({ tax }) => {
        this.taxed.delete(tax);
        for (const plan of this.allPlans()) plan.taxes = plan.taxes.filter((each) => each !== tax);
        return null;
      },
      pay: () => null,
      credit: () => null,
      billOnce: () => null,
      applyCoupon: () => null,
      preview: () => null,
      dropCoupon: () => null,
      openWallet: () => null,
      closeWallet: () => null,
      book: () => null,
      settle: () => null,
      voidCredit: () => null,

      relocate: notFollowed,
      discard: notFollowed,
    };

  /** @param gate undefined: not given. */
  private subscribe(action: Omit<Action<'subscribe'>, 'kind'>, gate: number | undefined): boolean {
    const sold = this.plan(action.plan);
    if (!sold.isSold) return false;
    const plan = action.own === null ? sold : this.ownPlan(sold, action.own, null);
    const current = this.live(action.chain);
    const anchorAt = this.now + action.startsIn * DAY_MS;
    const endsAt = action.endsIn === null ? null : Math.max(anchorAt, this.now) + action.endsIn * DAY_MS;
    if (current === null) {
      const life = this.record({ ...action, plan, anchorAt, endsAt, previous: null, gate: gate ?? null });
      if (this.dayOf(anchorAt).since(this.today()).days > 0) return true;
      // Starts no earlier than the end of what a closing invoice billed.
      const covered = this.lives
        .filter(({ chain, endedAt, invoiced }) => chain === action.chain && endedAt !== null && invoiced)
        .map(({ endedAt }) => endedAt ?? 0);
      this.begin(life, Math.max(anchorAt, ...covered), anchorAt);
    } else {
      this.change(current, sold, { ...action, plan, endsAt, gate });
    }
    return true;
  }

  private change(
    current: NaiveSubscription,
    sold: Plan,
    requested: Pick<NaiveSubscription, 'plan' | 'endsAt' | 'alone'> & { readonly gate: number | undefined },
  ): void {
    const running = this.caughtUp(current);
    if (running.plan === sold) return;
    if (running.status === 'pending') {
      running.plan = requested.plan;
      running.ownUnits = null;
      running.gate = requested.gate ?? running.gate;
      return;
    }
    const planned = this.plannedNext(running);
    if (planned !== null) planned.status = 'canceled';
    const next = this.record({
      chain: running.chain,
      plan: requested.plan,
      anchorAt: running.anchorAt,
      anniversary: running.anniversary,
      endsAt: requested.endsAt ?? running.endsAt,
      alone: requested.alone || running.alone,
      previous: running,
      gate: requested.gate ?? null,
    });
    next.invoiced = running.invoiced;
    next.isUpgrade = yearly(requested.plan) >= yearly(running.plan);
    if (next.isUpgrade && !this.startPaymentHold(next, this.now)) this.replace(running, next, 'upgraded');
  }

  /** Source: subscriptions.md §7. */
  private endNow(life: NaiveSubscription): void {
    if (life.status === 'pending') life.status = 'canceled';
    if (life.status === 'incomplete') this.giveUp(life);
    if (life.status === 'active') this.close(life, this.now);
  }

  private use(use: Use): void {
    this.uses = [...this.uses, use];
    const life = use.metric === 'pings' ? this.attributed(use) : null;
    if (life?.status === 'incomplete') this.waiting.push(use);
    else if (life !== null) this.billPing(life, use);
  }

  /** Changes the units of all subscriptions of a plan. Source: fixed-charges-and-commitments.md §2, §6.4. */
  private resize(plan: Plan, units: number, atOnce: boolean): void {
    if (plan.seats !== null) plan.seats.units = units;
    for (const life of this.lives.filter((each) => each.plan === plan && each.ownUnits === null)) {
      if (life.status === 'active') this.giveSeats(life, units, atOnce);
      if (life.status === 'incomplete') this.giveSeats(life, units, false);
    }
  }

  private giveSeats(life: NaiveSubscription, units: number, atOnce: boolean): void {
    const before = life.seats.at(-1)?.units;
    life.seats.push({ units, from: atOnce ? this.now : this.currentSeats(life)[1] });
    if (!atOnce || life.plan.seats?.payInAdvance !== true || before === units) return;
    this.issue(this.now, [part(life, IN_ADVANCE, null, this.seatsMore(life, units))]);
  }

  private unmeter(metric: MetricName): boolean {
    if (!this.metered.has(metric)) return false;
    this.metered.delete(metric);
    for (const plan of this.allPlans()) plan.prices[metric] = null;
    return true;
  }

  private readonly metered = new Set(METRICS);
  private readonly taxed = new Set(TAXES);

  private onSold(place: number, edit: (plan: Plan) => Found): Found {
    const plan = this.plan(place);
    return plan.isSold ? edit(plan) : false;
  }

  /** The own plans of subscriptions that follow an edit of the plan. */
  private copiesOf(plan: Plan): Plan[] {
    const isLive = ({ status }: NaiveSubscription) => status === 'active' || status === 'pending';
    return this.livesOn(plan)
      .filter((life) => life.plan !== plan && isLive(life))
      .map((life) => life.plan);
  }

  private allPlans(): Plan[] {
    return [...new Set([...this.plans, ...this.lives.map((life) => life.plan)])];
  }
}

function isSame(one: readonly TaxCode[], other: readonly TaxCode[]): boolean {
  return one.toSorted().join() === other.toSorted().join();
}

function inOrder({ fixed, recurring }: ThresholdsSpec): ThresholdsSpec {
  return { fixed: fixed.toSorted((one, other) => one - other), recurring };
}

function notFollowed({ kind }: Action): never {
  throw new Error(`The naive model does not follow: ${kind}.`);
}
