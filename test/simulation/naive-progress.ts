// Progressive billing in the naive model. Source: progressive-billing.md §1–§4, §7.
import { METRICS, type ThresholdsSpec } from './actions.js';
import { NaiveGates } from './naive-gates.js';
import { feesOf, type Invoice, part, passedName } from './naive-invoices.js';
import type { Lifetime } from './own-state.js';
import { type NaiveSubscription, NO_THRESHOLDS, rootOf, type Span } from './naive-subscriptions.js';

export class NaiveProgress extends NaiveGates {
  /** Chains that have received events since usage was last compared with thresholds. */
  protected used = new Set<number>();
  private readonly historical = new Map<string, number>();

  /** Has the usage of subscriptions compared with their thresholds before the time passes. */
  protected requestReviews(lives: readonly NaiveSubscription[]): void {
    for (const life of lives) {
      if (life.status === 'active' && !isEmpty(this.thresholdsOf(life))) life.reviewAt ??= this.now;
    }
  }

  protected importUsage(chain: number, cents: number): boolean {
    const ended = this.lives
      .filter((life) => life.chain === chain && life.status === 'ended')
      .toSorted((one, other) => (one.endedAt ?? 0) - (other.endedAt ?? 0));
    const life = this.active(chain) ?? ended.at(-1);
    if (life === undefined) return false;
    this.historical.set(importKey(life), cents);
    this.requestReviews([life]);
    return true;
  }

  private thresholdsOf({ plan, ownThresholds, isBilledProgressively }: NaiveSubscription): ThresholdsSpec {
    if (!isBilledProgressively) return NO_THRESHOLDS;
    const lists = [ownThresholds, plan.thresholds, rootOf(plan).thresholds];
    return lists.find((list) => !isEmpty(list)) ?? NO_THRESHOLDS;
  }

  /** Compares the usage of a subscription with its thresholds, and bills it if some were passed. */
  protected review(life: NaiveSubscription): void {
    life.reviewAt = null;
    const { fixed, recurring } = this.thresholdsOf(life);
    const window = this.currentWindow(life);
    const usage = this.currentUsage(life);
    const previous = this.lastProgressive(life);
    const billed = previous === null ? 0 : centsOf(previous);
    const current = usage - billed;
    if (current < 0) return;
    const imported = this.historical.get(importKey(life)) ?? 0;
    const invoicedUsage = this.invoicedUsage(life);
    const invoiced = imported + invoicedUsage + billed;
    const total = invoiced + current;
    const largest = Math.max(0, ...fixed);
    const isBelow = invoiced < largest;
    const steps = isBelow ? fixed.filter((cents) => cents > invoiced && cents <= total) : [];
    const beyond = isBelow ? total - largest : current + (invoiced % (recurring ?? 1));
    const isStepPassed = recurring !== null && beyond >= recurring;
    const before = this.progressOf(life);
    const passed = steps
      .filter((cents) => !before.some((progress) => progress.fixed.includes(cents)))
      .toSorted((one, other) => one - other);
    const isStepBilled = before.some(
      (progress) =>
        progress.recurring === recurring &&
        progress.invoiced === invoicedUsage &&
        progress.previous === previous,
    );
    const step = isStepPassed && !isStepBilled ? recurring : null;
    if (passed.length === 0 && step === null) return;
    this.bill(life, window, {
      passed: [
        ...passed.map((cents) => passedName(cents, false, total)),
        ...(step === null ? [] : [passedName(step, true, total)]),
      ],
      fixed: passed,
      recurring: step,
      invoiced: invoicedUsage,
      previous,
    });
  }

  /** Cents of lifetime usage by its parts. Source: progressive-billing.md §2. */
  protected lifetimeOf(life: NaiveSubscription): Omit<Lifetime, 'subscription'> {
    return {
      imported: this.historical.get(importKey(life)) ?? 0,
      invoiced: this.invoicedUsage(life),
      current: this.currentUsage(life),
    };
  }

  private currentWindow(life: NaiveSubscription): Span {
    return this.clamp(life, this.chargePeriodsOf(life).holding(this.today()), null);
  }

  /** Cents of usage in the current period, without pings: these are billed in advance, and on invoices already. */
  private currentUsage(life: NaiveSubscription): number {
    const inArrears = METRICS.filter((metric) => metric !== 'pings');
    const fees = inArrears.map((metric) => this.usageFee(life, metric, this.currentWindow(life)));
    return fees.reduce((sum, fee) => sum + (fee?.[3] ?? 0), 0);
  }

  private bill(life: NaiveSubscription, window: Span, progress: NonNullable<Invoice['progress']>): void {
    const invoice: Invoice = {
      at: this.now,
      billedAt: this.now,
      billedOn: this.today().toString(),
      finalAt: null,
      progress,
      isVoided: false,
      isRegenerated: false,
      parts: [part(life, 'progressive_billing', window, this.usage(life, window))],
    };
    this.finalize(invoice);
    this.invoices.push(invoice);
  }

  /** The progressive invoice of the current period that was issued last. */
  private lastProgressive(life: NaiveSubscription): Invoice | null {
    const ofPeriod = this.progressive([life]).filter(({ parts }) =>
      parts.some(({ window }) => window !== null && window[0] <= this.now && window[1] > this.now),
    );
    const inOrder = ofPeriod.toSorted((one, other) =>
      one.billedOn === other.billedOn
        ? one.billedAt - other.billedAt || one.at - other.at
        : one.billedOn < other.billedOn
          ? -1
          : 1,
    );
    return inOrder.at(-1) ?? null;
  }

  /** Cents of usage on invoices of ended periods, and of charges in advance, of the whole chain. */
  private invoicedUsage(life: NaiveSubscription): number {
    const chain = this.chainOf(life);
    const lines = this.invoices
      .filter(({ isVoided, progress }) => !isVoided && progress === null)
      .flatMap(({ parts }) => parts)
      .filter((each) => chain.includes(each.life))
      .flatMap((each) => each.lines);
    return feesOf(lines)
      .filter(([kind]) => kind === 'charge')
      .reduce((sum, [, , , cents]) => sum + cents, 0);
  }

  /** What the progressive invoices of the whole chain have billed. */
  private progressOf(life: NaiveSubscription): NonNullable<Invoice['progress']>[] {
    return this.progressive(this.chainOf(life)).flatMap(({ progress }) => progress ?? []);
  }

  private progressive(lives: readonly NaiveSubscription[]): Invoice[] {
    return this.invoices.filter(
      ({ isVoided, progress, parts }) =>
        !isVoided && progress !== null && parts.some((each) => lives.includes(each.life)),
    );
  }

  /** The subscriptions with the same external id and anchor. */
  private chainOf({ chain, anchorAt }: NaiveSubscription): NaiveSubscription[] {
    return this.lives.filter((each) => each.chain === chain && each.anchorAt === anchorAt);
  }
}

function centsOf({ parts }: Invoice): number {
  return feesOf(parts.flatMap(({ lines }) => lines)).reduce((sum, [, , , cents]) => sum + cents, 0);
}

function isEmpty({ fixed, recurring }: ThresholdsSpec): boolean {
  return fixed.length === 0 && recurring === null;
}

function importKey({ chain, anchorAt }: NaiveSubscription): string {
  return `${chain} ${anchorAt}`;
}
