// The invoices that the naive model expects: their parts, and whether they are still drafts.
import { Temporal } from 'temporal-polyfill';
import { type End, type ExpectedFee, type Line, NaiveFees, roundHalfUp } from './naive-fees.js';
import { midnightOf } from './local-time.js';
import {
  type NaiveSubscription,
  isLong,
  MS_BEFORE_END,
  type Plan,
  rootOf,
  type Span,
} from './naive-subscriptions.js';
import { type NaiveCalendar, naiveDays, type NaivePeriod } from './naive-periods.js';
import type { FeeChange } from './actions.js';
import { DAY_MS, feeName, type InvoiceName, nameOf } from './requests.js';

export interface ExpectedPart {
  readonly subscription: string;
  readonly reason: string;
  /** The window that the plan's amount covers, as ISO texts; null where the model has none. */
  readonly window: readonly [string, string] | null;
  readonly fees: readonly ExpectedFee[];
}

export interface ExpectedInvoice {
  readonly at: string;
  readonly isDraft: boolean;
  /** The thresholds that a progressive invoice bills. */
  readonly passed: readonly string[];
  readonly parts: readonly ExpectedPart[];
}

/** What a progressive invoice bills. Amounts are in cents. */
export interface Progress {
  /** Names of the passed thresholds. */
  readonly passed: readonly string[];
  readonly fixed: readonly number[];
  readonly recurring: number | null;
  readonly invoiced: number;
  /** The last progressive invoice of the period. */
  readonly previous: Invoice | null;
}

export interface Part {
  readonly life: NaiveSubscription;
  readonly reason: string;
  readonly window: Span | null;
  lines: readonly Line[];
  /** True for usage on the day of an end that the period of the closing invoice does not hold: shown only with fees. */
  readonly isDayOfEnd?: boolean;
}

export interface Invoice {
  readonly at: number;
  /** When what it bills was first billed: earlier than `at` if it was regenerated. */
  readonly billedAt: number;
  readonly parts: readonly Part[];
  /** The local date of the invoice. */
  readonly billedOn: string;
  /** The end of its grace period; null: finalized. */
  finalAt: number | null;
  /** Null: not a progressive invoice. */
  readonly progress: Progress | null;
  isVoided: boolean;
  /** True if another invoice was made from it. */
  isRegenerated: boolean;
}

/** Computes what a subscription is billed at its start, on its billing days and at its end. */
export class NaiveInvoices extends NaiveFees {
  protected readonly invoices: Invoice[] = [];

  /** All invoices, with drafts in their current state. */
  expected(): ExpectedInvoice[] {
    return this.invoices.map(({ at, finalAt, progress, parts }) => ({
      at: iso(at),
      isDraft: finalAt !== null,
      passed: progress?.passed ?? [],
      parts: parts.filter(isShown).map(({ life, reason, window, lines }) => ({
        subscription: nameOf(life.chain),
        reason,
        // A window without time in it ends where it begins.
        window:
          window === null ? null : [iso(window[0]), iso(Math.max(window[0], window[1] - MS_BEFORE_END))],
        fees: feesOf(lines),
      })),
    }));
  }

  /** The part of an invoice for a billing day. */
  protected periodic(life: NaiveSubscription): Part {
    const { plan } = life;
    const isFirst = this.opensPeriod(life);
    return this.billingDay(life, {
      plan: isFirst || !isLong(plan),
      charges: isFirst || plan.chargesMonthly,
      seats: isFirst || plan.fixedChargesMonthly,
    });
  }

  /** The part for the latest missed billing day of each kind since the start; null without any. Source: subscriptions.md §12. */
  protected missedBillingDays(life: NaiveSubscription): Part | null {
    const hasBegun = (calendar: NaiveCalendar) => life.startedAt < calendar.holding(this.today()).from;
    const runs = this.runsOf(life);
    const { startOn } = runs.holding(this.today());
    const isOver = life.endsAt !== null && startOn.until(this.dayOf(life.endsAt)).days <= 0;
    if (isOver || !hasBegun(runs)) return null;
    return this.billingDay(life, {
      plan: hasBegun(this.periodsOf(life)),
      charges: hasBegun(this.chargePeriodsOf(life)),
      seats: hasBegun(this.seatPeriodsOf(life)),
    });
  }

  private billingDay(
    life: NaiveSubscription,
    due: { plan: boolean; charges: boolean; seats: boolean },
  ): Part {
    const { plan, lastFee } = life;
    const open = this.periodsOf(life).holding(this.today());
    const window = plan.payInAdvance ? open : this.periodsOf(life).before(open);
    const closed = (isDue: boolean, calendar: NaiveCalendar): Span | null =>
      isDue ? this.clamp(life, calendar.before(calendar.holding(this.today())), null) : null;
    const charges = closed(due.charges, this.chargePeriodsOf(life));
    const seats = closed(due.seats, this.seatPeriodsOf(life));
    const shown = this.clampDays(life, window, null);
    const lines = [
      ...this.planFee(life, shown, { reason: 'periodic', end: null, opens: due.plan }),
      ...this.usage(life, charges),
      ...(seats === null ? [] : [...this.seatsInArrears(life, seats, null), ...this.seatsInAdvance(life)]),
    ];
    const commitment = due.plan ? this.commitment(life, shown, lastFee?.window ?? null) : [];
    return part(life, 'subscription_periodic', shown, [...lines, ...commitment]);
  }

  protected starting(life: NaiveSubscription): Part | null {
    // A change of plan on the day on which the trial ends is billed at once: subscription-fee.md §2, row 3.
    const isFree = life.previous === null ? this.isInTrial(life) : this.isInTrialAllDay(life);
    const isPlanBilled = life.plan.payInAdvance && !isFree;
    const shown = this.clampDays(life, this.periodsOf(life).holding(this.today()), null);
    // The invoice of a gated plan change has already billed a later period.
    const isPaid = life.lastFee !== null && life.lastFee.window[1] > this.now;
    const lines = [
      ...(isPlanBilled && !isPaid ? this.planFee(life, shown, { reason: 'starting', end: null }) : []),
      ...this.seatsInAdvance(life),
    ];
    return isPlanBilled || lines.length > 0 ? part(life, 'subscription_starting', shown, lines) : null;
  }

  /** The parts of a closing invoice: the last period, and usage on the day of the end. Source: periods.md §11. */
  protected closing(life: NaiveSubscription, end: End): Part[] {
    const endedAt = life.endedAt ?? this.now;
    const { lastFee } = life;
    const ran = life.ranAt !== null && this.dayOf(life.ranAt).equals(this.dayOf(endedAt));
    const openOf = (calendar: NaiveCalendar): NaivePeriod => calendar.holding(this.dayOf(endedAt));
    const isUnbilled = (calendar: NaiveCalendar): boolean =>
      end === 'terminated' &&
      !ran &&
      endedAt - life.startedAt >= DAY_MS &&
      openOf(calendar).startOn.equals(this.dayOf(endedAt));
    // periods.md §11: a downgrade takes effect on the first day and replaces that billing day.
    const periodOf = (calendar: NaiveCalendar): NaivePeriod =>
      isUnbilled(calendar) || end === 'downgraded' ? calendar.before(openOf(calendar)) : openOf(calendar);
    const whole = periodOf(this.periodsOf(life));
    const advance = end === 'downgraded' && life.plan.payInAdvance;
    const shown = this.clampDays(
      life,
      advance ? this.periodsOf(life).holding(this.dayOf(endedAt)) : whole,
      endedAt,
    );
    const isFeeDue = !life.plan.payInAdvance;
    const period = part(life, 'subscription_terminating', shown, [
      ...(isFeeDue ? this.planFee(life, shown, { reason: 'terminating', end }) : []),
      ...this.usage(life, this.clamp(life, periodOf(this.chargePeriodsOf(life)), endedAt)),
      ...this.seatsInArrears(life, this.clamp(life, periodOf(this.seatPeriodsOf(life)), endedAt), end),
      ...this.commitment(life, shown, lastFee?.window ?? null),
    ]);
    const usage = this.chargePeriodsOf(life);
    if (!isUnbilled(usage)) return [period];
    const day = this.clamp(life, openOf(usage), endedAt);
    const window = this.clampDays(life, openOf(this.periodsOf(life)), endedAt);
    const lines = this.usage(life, day).map((line) => ({ ...line, counts: false }));
    return [period, { ...part(life, 'subscription_terminating', window, lines), isDayOfEnd: true }];
  }

  /**
   * The true-up of a period to the plan's minimum commitment: in arrears for the period that the invoice closes, in advance
   * for the period billed last. Source: fixed-charges-and-commitments.md §8.
   */
  private commitment(life: NaiveSubscription, shown: Span, lastFee: Span | null): Line[] {
    const billed = life.plan.payInAdvance ? lastFee : shown;
    if (billed === null) return [];
    const period = this.periodsOf(life).holding(this.dayOf(billed[0]));
    const from = Math.max(billed[0], midnightOf(this.dayOf(life.startedAt), this.timezone));
    const days = naiveDays(from, Math.min(shown[1], period.to), this.timezone);
    const fee = (): ExpectedFee | null => {
      const { commitmentCents, code } = life.plan;
      if (commitmentCents === null) return null;
      const missing = roundHalfUp(commitmentCents * days, period.days) - this.spent(life, period);
      return missing > 0 ? ['commitment', code, 1, missing] : null;
    };
    return [{ from: billed[0], counts: false, fee }];
  }

  /** Cents billed to a subscription for a period, but for what its usage is billed before the end of the period. */
  private spent(life: NaiveSubscription, { from, to }: NaivePeriod): number {
    const lines = this.invoices
      .filter(({ isVoided, progress }) => !isVoided && progress === null)
      .flatMap(({ parts }) => parts)
      .filter((each) => each.life === life)
      .flatMap((each) => each.lines)
      .filter((line) => line.counts && line.from >= from && line.from < to);
    return feesOf(lines).reduce((sum, [, , , cents]) => sum + cents, 0);
  }

  protected issue(at: number, parts: readonly Part[]): void {
    const isDraft = this.graceDays > 0 && parts.every(({ reason }) => reason !== IN_ADVANCE);
    const billedOn = this.dayOf(at).toString();
    const finalAt = isDraft ? this.finalAt(billedOn) : null;
    const invoice = {
      at,
      billedAt: at,
      parts,
      billedOn,
      finalAt,
      progress: null,
      isVoided: false,
      isRegenerated: false,
    };
    this.invoices.push(invoice);
    if (!isDraft) this.finalize(invoice);
  }

  protected void(name: InvoiceName): void {
    const invoice = this.named(name).find(({ finalAt, isVoided }) => finalAt === null && !isVoided);
    if (invoice === undefined) return;
    invoice.isVoided = true;
    for (const { life, lines } of invoice.parts)
      life.paid = life.paid.filter((paid) => !lines.some((line) => line.paid === paid));
  }

  /** Copies a voided invoice. Source: invoices.md §7. */
  protected regenerate(name: InvoiceName, change: FeeChange | null): void {
    const voided = this.named(name).find(({ isVoided, isRegenerated }) => isVoided && !isRegenerated);
    if (voided === undefined) return;
    voided.isRegenerated = true;
    const changed = change === null ? null : (name.fees[change.fee % name.fees.length] ?? null);
    let isChanged = false;
    const copyOf = (life: NaiveSubscription, line: Line): Line => {
      const fee = line.fee();
      const isMeant = !isChanged && fee !== null && feeName(nameOf(life.chain), fee) === changed;
      isChanged ||= isMeant;
      const copied = isMeant && change !== null ? changedFee(fee, change) : fee;
      if (line.paid === undefined || copied === null) return { ...line, fee: () => copied };
      const paid = { ...line.paid, units: copied[2], cents: copied[3] };
      life.paid.push(paid);
      return { ...line, paid, fee: () => copied };
    };
    this.invoices.push({
      ...voided,
      at: this.now,
      billedOn: this.dayOf(voided.at).toString(),
      isVoided: false,
      isRegenerated: false,
      parts: voided.parts.map((each) => ({
        ...each,
        lines: each.lines.map((line) => copyOf(each.life, line)),
      })),
    });
  }

  /** Changes the grace period; drafts whose new grace period is over are finalized. Source: invoices.md §5.1. */
  protected setGrace(days: number): void {
    this.graceDays = days;
    for (const draft of this.drafts()) {
      draft.finalAt = this.finalAt(draft.billedOn);
      if (draft.finalAt <= this.now) this.finalize(draft);
    }
  }

  /** Finalizes the drafts of a plan that is deleted. Source: docs/adr/0011. */
  protected finalizeOf(plan: Plan): void {
    for (const draft of this.drafts()) {
      if (draft.parts.some(({ life }) => rootOf(life.plan) === plan)) this.finalize(draft);
    }
  }

  /** Fixes the amounts of the fees at their current values. */
  protected finalize(invoice: Invoice): void {
    const final = invoice.parts.map(({ lines }) => lines.map((line) => ({ line, fee: line.fee() })));
    for (const [place, each] of invoice.parts.entries()) {
      each.lines = (final[place] ?? []).map(({ line, fee }) => ({ ...line, fee: () => fee }));
    }
    invoice.finalAt = null;
  }

  protected drafts(): Invoice[] {
    return this.invoices.filter(({ finalAt }) => finalAt !== null);
  }

  protected draftNamed(name: InvoiceName): Invoice | null {
    return this.drafts().find((draft) => isNamed(draft, name)) ?? null;
  }

  /** The invoices with a name, which may be several. */
  private named(name: InvoiceName): Invoice[] {
    return this.invoices.filter((invoice) => {
      const fees = invoice.parts.flatMap(({ life, lines }) =>
        feesOf(lines).map((fee) => feeName(nameOf(life.chain), fee)),
      );
      return isNamed(invoice, name) && fees.toSorted().join() === name.fees.join();
    });
  }

  /** The first local instant of the day that ends the grace period. */
  private finalAt(billedOn: string): number {
    const finalOn = Temporal.PlainDate.from(billedOn).add({ days: this.graceDays });
    return midnightOf(finalOn, this.timezone);
  }
}

export const IN_ADVANCE = 'in_advance_charge';

function isNamed({ at, parts }: Invoice, name: InvoiceName): boolean {
  const reasons = new Set(parts.map(({ life, reason }) => `${nameOf(life.chain)} ${reason}`));
  return iso(at) === name.at && [...reasons].toSorted().join() === name.parts.join();
}

/** A fee with other units and another price, whatever its price was. */
function changedFee([kind, code]: ExpectedFee, { tenths, cents }: FeeChange): ExpectedFee {
  return [kind, code, tenths / 10, roundHalfUp(tenths * cents, 10)];
}

function isShown({ isDayOfEnd, lines }: Part): boolean {
  return isDayOfEnd !== true || feesOf(lines).length > 0;
}

/** Names a passed threshold on an invoice. */
export function passedName(cents: number, isRecurring: boolean, lifetimeCents: number): string {
  return `${isRecurring ? 'each ' : ''}${cents} at ${lifetimeCents}`;
}

export function part(
  life: NaiveSubscription,
  reason: string,
  window: Span | null,
  lines: readonly Line[],
): Part {
  return { life, reason, window, lines };
}

export function feesOf(lines: readonly Line[]): ExpectedFee[] {
  return lines.flatMap((line) => {
    const fee = line.fee();
    return fee === null ? [] : [fee];
  });
}

export function iso(at: number): string {
  return new Date(Math.floor(at / 1_000) * 1_000).toISOString().replace('.000Z', 'Z');
}
