import { type BillingSituation, billsPlanPeriod } from './billing-windows.js';
import { billableDays, localDate, startOfLocalDay } from '../../time/calendar.js';
import { Big } from '../../money/decimal.js';
import { fromCents, roundHalfAwayFromZero } from '../../money/money.js';
import { contains, lastInstant, type Period } from '../../time/period.js';
import { periodAt, previousPeriod } from '../../time/periods.js';
import { allowsMonthlySplit } from '../../time/plan-interval.js';
import { paidFrom, periodRules, type SubscriptionTerms } from './subscription-terms.js';
import { unpaidFrom, type ZonedWindow } from '../../time/window-dates.js';

/** The facts that determine the subscription fee, which bills the plan's amount. */
export interface SubscriptionFeeCase {
  readonly terms: SubscriptionTerms;
  readonly situation: Exclude<BillingSituation, 'current'>;
  /** The instant the invoice is for. */
  readonly at: Date;
  /** The subscription window of the invoice. */
  readonly window: Period;
  /** The plan's current amount, in minor units. */
  readonly planAmountCents: bigint;
  readonly currency: string;
  /** When the subscription was recorded. If it started on an earlier local day, it is backdated. */
  readonly recordedAt: Date;
  /** When its free trial ends or ended; null without a trial. */
  readonly trialEndsAt: Date | null;
  /** The change of plan that created this subscription; null when it has no predecessor. */
  readonly changeFromPrevious: 'upgrade' | 'downgrade' | null;
  /** True if the subscription has an invoice besides this one, not counting deleted ones. */
  readonly hasOtherInvoice: boolean;
  /** The latest subscription fee on any other of its invoices; null without one. */
  readonly lastFee: SubscriptionFee | null;
}

/** When a subscription fee was billed, and its window. */
export interface SubscriptionFee {
  readonly at: Date;
  readonly window: ZonedWindow;
}

/**
 * True if an invoice carries a subscription fee, even one of 0. The checks are in the order of the spec.
 * Source: subscription-fee.md §2.
 */
export function isSubscriptionFeeDue(fee: SubscriptionFeeCase): boolean {
  const { interval, payInAdvance } = fee.terms;
  if (payInAdvance && wasBilledThatDay(fee)) return false;
  if (allowsMonthlySplit(interval) && !isDueThatMonth(fee)) return false;
  if (isFree(fee)) return false;
  // A starting invoice in arrears exists only for fixed charges in advance.
  if (fee.situation === 'starting' && !payInAdvance) return false;
  return !(hasEnded(fee) && payInAdvance);
}

/**
 * Computes the amount of the fee: the plan's amount, prorated by the days paid for in the plan period of the window.
 * @returns cents rounded once, and the exact amount in currency units.
 * Source: subscription-fee.md §3–4.
 */
export function subscriptionFeeAmount(fee: SubscriptionFeeCase): { amountCents: bigint; preciseAmount: Big } {
  const { durationDays } = periodAt(periodRules(fee.terms).plan, fee.window.from);
  const row = AMOUNT_ROWS.find(({ applies }) => applies(fee));
  const days = isPaidAlready(fee) ? 0 : (row?.paidDays(fee, durationDays) ?? windowDays(fee));
  const preciseCents = new Big(fee.planAmountCents).times(days).div(durationDays);
  return {
    amountCents: roundHalfAwayFromZero(preciseCents),
    preciseAmount: fromCents(preciseCents, fee.currency),
  };
}

interface AmountRow {
  readonly applies: (fee: SubscriptionFeeCase) => boolean;
  readonly paidDays: (fee: SubscriptionFeeCase, durationDays: number) => number;
}

/**
 * The first row that applies decides the days paid for; without one (row 4 of the spec) they are the days of the window.
 * Source: subscription-fee.md §3.
 */
const AMOUNT_ROWS: readonly AmountRow[] = [
  // 1, terminated. The new plan bills the day of an upgrade.
  {
    applies: ({ terms, situation }) => !terms.payInAdvance && situation === 'upgraded',
    paidDays: (fee) => Math.max(windowDays(fee) - 1, 0),
  },
  {
    applies: ({ terms, situation }) => !terms.payInAdvance && situation === 'terminated',
    paidDays: windowDays,
  },
  // 2, upgraded.
  {
    applies: ({ changeFromPrevious, hasOtherInvoice }) =>
      changeFromPrevious === 'upgrade' && !hasOtherInvoice,
    paidDays: windowDays,
  },
  // 3, full: conditions a to d.
  {
    applies: (fee) =>
      isAnniversaryInAdvance(fee) ||
      fee.lastFee !== null ||
      (isBackdated(fee) && (fee.terms.payInAdvance || startedBeforeClosedPeriod(fee))),
    paidDays: (fee, durationDays) => (startsFree(fee) || startsPaid(fee) ? windowDays(fee) : durationDays),
  },
];

/**
 * Days of the window, less those paid already and those of a trial that ends in it.
 * Source: subscription-fee.md §3, §5.
 */
function windowDays(fee: SubscriptionFeeCase): number {
  const { window, terms, trialEndsAt } = fee;
  const countedFrom = unpaidStart(fee);
  const from = trialEndsAt !== null && trialEndsAt > countedFrom ? trialEndsAt : countedFrom;
  return from >= window.to ? 0 : billableDays(from, lastInstant(window), terms.timezone);
}

/** True if a fee in another zone has paid for all dates of the window. Source: periods.md §9.3. */
function isPaidAlready(fee: SubscriptionFeeCase): boolean {
  return unpaidStart(fee) >= fee.window.to;
}

function unpaidStart({ window, terms, lastFee }: SubscriptionFeeCase): Date {
  return unpaidFrom({ ...window, timezone: terms.timezone }, lastFee?.window ?? null);
}

/** True if the window starts before the trial ends. */
function startsFree({ window, trialEndsAt }: SubscriptionFeeCase): boolean {
  return trialEndsAt !== null && trialEndsAt > window.from;
}

/** True if an earlier subscription has paid for the first day of the window. Source: periods.md §5. */
function startsPaid({ window, terms }: SubscriptionFeeCase): boolean {
  const { startedAt, timezone } = terms;
  const startedOn = startOfLocalDay(localDate(startedAt, timezone), timezone);
  return startedOn < window.from && window.from <= paidFrom(terms);
}

/** Check 3: true during the trial, except on the local day on which it ends. */
function isFree({ trialEndsAt, at, terms }: SubscriptionFeeCase): boolean {
  if (trialEndsAt === null || trialEndsAt <= at) return false;
  return !localDate(trialEndsAt, terms.timezone).equals(localDate(at, terms.timezone));
}

function wasBilledThatDay({ lastFee, at, terms }: SubscriptionFeeCase): boolean {
  return lastFee !== null && localDate(lastFee.at, terms.timezone).equals(localDate(at, terms.timezone));
}

/** Check 2: within a period, a yearly or semiannual plan bills its amount once; in the other months only charges. */
function isDueThatMonth(fee: SubscriptionFeeCase): boolean {
  const { terms, at } = fee;
  const isDue = billsPlanPeriod(terms, fee);
  if (!terms.payInAdvance) return hasEnded(fee) || isDue;
  if (!isBackdated(fee)) return isDue || fee.lastFee === null;
  // The spec compares years but means periods: otherwise the second half-year of a semiannual plan would be free.
  const isFirstPeriod = contains(periodAt(periodRules(terms).plan, at), terms.subscriptionAt);
  return isDue && !isFirstPeriod;
}

function hasEnded({ situation }: SubscriptionFeeCase): boolean {
  return situation === 'terminated' || situation === 'upgraded' || situation === 'downgraded';
}

function isBackdated({ terms, recordedAt }: SubscriptionFeeCase): boolean {
  return terms.startedAt < startOfLocalDay(localDate(recordedAt, terms.timezone), terms.timezone);
}

function isAnniversaryInAdvance({ terms, changeFromPrevious }: SubscriptionFeeCase): boolean {
  return terms.payInAdvance && terms.billingTime === 'anniversary' && changeFromPrevious === null;
}

function startedBeforeClosedPeriod({ terms, at }: SubscriptionFeeCase): boolean {
  const { plan } = periodRules(terms);
  return terms.startedAt < previousPeriod(plan, periodAt(plan, at)).from;
}
