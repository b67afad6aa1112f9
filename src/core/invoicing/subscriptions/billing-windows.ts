import { localDate } from '../../time/calendar.js';
import type { QuantityScope } from '../../fixed-charges/quantity-history.js';
import type { ProrationScope } from '../../metering/proration.js';
import { isEmpty, lastInstant, type Period } from '../../time/period.js';
import { periodAt, previousPeriod, type BillingPeriod, type PeriodRule } from '../../time/periods.js';
import { allowsMonthlySplit } from '../../time/plan-interval.js';
import {
  hasPeriodBegun,
  isFirstMonth,
  isRestart,
  paidFrom,
  periodRules,
  type PeriodRules,
  type SubscriptionTerms,
  usageStart,
} from './subscription-terms.js';
import { type BilledTo, unpaidFrom } from '../../time/window-dates.js';

/** The windows of one subscription that an invoice covers. Source: periods.md §4–6. */
export interface BillingWindows {
  readonly subscription: Period;
  /** Window of the usage; null when the run bills no usage, empty on the invoice of a start. */
  readonly charges: Period | null;
  /** Window of the fixed charges in arrears; null when the run bills none. */
  readonly fixedCharges: Period | null;
}

type Part = keyof BillingWindows;
type UsagePart = Exclude<Part, 'subscription'>;

/**
 * Which period a part is billed for: `open` is the period that contains the run's instant, `closed` the one before it,
 * `byTiming` is `open` for a plan paid in advance and `closed` for one paid in arrears.
 */
type Choice = 'open' | 'closed' | 'byTiming' | 'none';

/** The table of periods.md §4. Where `isCut` is true, every window ends at the instant of the run. */
const SITUATIONS = {
  /** The invoice of a start. */
  starting: { subscription: 'open', charges: 'closed', fixedCharges: 'none', isCut: false },
  /** A billing day. */
  periodic: { subscription: 'byTiming', charges: 'closed', fixedCharges: 'closed', isCut: false },
  /** Activated by a payment after billing days have passed: bills each part as its latest billing day would have. */
  activated: { subscription: 'byTiming', charges: 'closed', fixedCharges: 'closed', isCut: false },
  /** Ended, and no other subscription follows. */
  terminated: { subscription: 'open', charges: 'open', fixedCharges: 'open', isCut: true },
  /** Replaced at once by a subscription that costs as much or more. */
  upgraded: { subscription: 'open', charges: 'open', fixedCharges: 'open', isCut: true },
  /** Replaced on a billing day by a cheaper subscription. */
  downgraded: { subscription: 'byTiming', charges: 'closed', fixedCharges: 'closed', isCut: true },
  /** Bills nothing: shows the usage of the period in progress. */
  current: { subscription: 'open', charges: 'open', fixedCharges: 'open', isCut: false },
} as const satisfies Record<string, Record<Part, Choice> & { isCut: boolean }>;

export type BillingSituation = keyof typeof SITUATIONS;

/** Why a subscription is billed (or its usage shown), and the instant the invoice is for. */
export type BillingRun =
  | { readonly situation: Exclude<BillingSituation, 'terminated'>; readonly at: Date }
  | {
      readonly situation: 'terminated';
      readonly at: Date;
      /** True if a periodic run has already billed the subscription on the local day of its end. */
      readonly hadPeriodicRun: boolean;
    };

/** The windows that a run bills, clamped to the life of the subscription. Source: periods.md §4–6, §11. */
export function billingWindows(terms: SubscriptionTerms, run: BillingRun): BillingWindows {
  const rules = periodRules(terms);
  const choices = SITUATIONS[run.situation];
  const endAt = choices.isCut ? run.at : null;
  const subscription = choosePeriod(rules.plan, choices.subscription, terms, run);
  const usage = (part: UsagePart) => {
    const choice = choices[part];
    if (choice === 'none' || !isBilled(rules[part], rules, terms, run)) return null;
    return usageWindow(choosePeriod(rules[part], choice, terms, run), terms, { part, run, endAt });
  };
  return {
    subscription: clampSubscription(subscription, terms, endAt),
    charges: usage('charges'),
    fixedCharges: usage('fixedCharges'),
  };
}

/**
 * The windows of the day on which a subscription ended, where its closing invoice covers the period before that day: its
 * usage is billed in a window of its own. Null where the closing invoice covers that day itself. Where fixed charges have other
 * periods, and its window of these holds the day, the day has none: a window is claimed once. Source: periods.md §11.
 * @param closing the windows of the closing invoice.
 */
export function dayOfEndWindows(
  terms: SubscriptionTerms,
  at: Date,
  { charges: closed, fixedCharges: held }: Pick<BillingWindows, 'charges' | 'fixedCharges'>,
): BillingWindows | null {
  if (closed === null || closed.to > at) return null;
  const day = billingWindows(terms, { situation: 'terminated', at, hadPeriodicRun: true });
  return {
    ...day,
    charges: { from: closed.to, to: justAfter(at) },
    fixedCharges: held !== null && held.to > at ? null : day.fixedCharges,
  };
}

/** The charges window in progress; before the start, the first one. Source: periods.md §12. */
export function currentUsagePeriod(terms: SubscriptionTerms, now: Date): Period {
  return currentPeriod(terms, 'charges', now);
}

/**
 * The fixed charges period in progress; before the start, the first one. Fixed charges in advance pay for it, whatever
 * the timing of the plan, and a deferred change of units takes effect at its end. Source: periods.md §4, §12.
 */
export function currentFixedChargesPeriod(terms: SubscriptionTerms, now: Date): Period {
  return clampUsage(periodAt(periodRules(terms).fixedCharges, notBeforeStart(terms, now)), terms, null);
}

function currentPeriod(terms: SubscriptionTerms, part: UsagePart, now: Date): Period {
  const at = notBeforeStart(terms, now);
  const run = { situation: 'current', at } as const;
  return usageWindow(periodAt(periodRules(terms)[part], at), terms, { part, run, endAt: null });
}

function notBeforeStart({ startedAt }: SubscriptionTerms, now: Date): Date {
  return latest(now, startedAt);
}

/**
 * The days that proration counts in a usage window, from the first date not paid yet, and the length of the whole period
 * that the window ends in. Source: periods.md §5, §7, §9.3.
 */
export function meteringScope(
  terms: SubscriptionTerms,
  window: Period,
  { isUpgraded } = { isUpgraded: false },
): ProrationScope {
  return { ...dayScope(terms, window, 'charges', terms.billed?.charges ?? null), isUpgraded };
}

/**
 * The days that proration counts in a fixed charges window, as `meteringScope` does for usage.
 * @param billed the end of the last billed window of the same fixed charges, in arrears or in advance.
 */
export function quantityScope(
  terms: SubscriptionTerms,
  window: Period,
  { isUpgraded, billed }: { readonly isUpgraded: boolean; readonly billed: BilledTo | null },
): QuantityScope {
  return { ...dayScope(terms, window, 'fixedCharges', billed), isUpgraded };
}

function dayScope(terms: SubscriptionTerms, window: Period, part: UsagePart, billed: BilledTo | null) {
  const { timezone } = terms;
  // A change of zone moves the start of a window, not its end (periods.md §9.2).
  const { durationDays } = periodAt(
    periodRules(terms)[part],
    isEmpty(window) ? window.from : lastInstant(window),
  );
  const unpaid = unpaidFrom({ ...window, timezone }, billed);
  // What is billed by the day skips the day that an earlier subscription has paid for, though the window includes its usage.
  const countedFrom = isRestart(terms) ? latest(unpaid, paidFrom(terms)) : unpaid;
  return { window, countedFrom, durationDays, timezone };
}

/** The largest distance between two time zones, UTC+14 and UTC-12. */
const ZONE_CHANGE_MS = 26 * 3_600_000;

/** Clamps a usage period to the life of the subscription, and after a change of zone starts it where the last one ended. */
function usageWindow(
  period: Period,
  terms: SubscriptionTerms,
  { part, run, endAt }: { readonly part: UsagePart; readonly run: BillingRun; readonly endAt: Date | null },
): Period {
  const window = clampUsage(period, terms, endAt);
  if (terms.billed === undefined) return window;
  const last = terms.billed[part];
  const usageFrom = usageStart(terms);
  const isCurrent = run.situation === 'current';
  if (last === null) {
    // Usage from before the subscription was recorded is not billed (subscriptions.md §3). While usage is only shown, the
    // first run may merely be late.
    const hasUnbilledPast = (terms.recordedAt ?? terms.startedAt) < window.from;
    return hasUnbilledPast && !isCurrent ? continueFrom(usageFrom, window) : window;
  }
  if (last.timezone === terms.timezone) return window;
  // The period in progress is billed already: a late event belongs to that billed window.
  if (isCurrent && run.at < last.to) return { from: window.from, to: earliest(window.to, last.to) };
  return continueFrom(latest(last.to, usageFrom), window);
}

/**
 * Starts a usage window after a change of time zone where the last billed one ended, so that no event is lost or counted
 * twice. If that end lies more than 26 hours before the window, no change of zone explains the gap and the window stays as
 * it is (choice). After a move to the west the period may begin again: the part already billed is never billed twice,
 * however long it is (choice).
 * @param billedTo exclusive end of the last billed window, in any zone; without one, the instant from which usage counts.
 * Source: periods.md §9.2.
 */
export function continueFrom(billedTo: Date, window: Period): Period {
  if (window.from.getTime() - billedTo.getTime() > ZONE_CHANGE_MS) return window;
  return { from: earliest(billedTo, window.to), to: window.to };
}

function choosePeriod(
  rule: PeriodRule,
  choice: Exclude<Choice, 'none'>,
  terms: SubscriptionTerms,
  run: BillingRun,
): BillingPeriod {
  const open = periodAt(rule, run.at);
  const isClosed =
    choice === 'closed' ||
    (choice === 'byTiming' && !terms.payInAdvance) ||
    endsBeforeItsRun(open, terms, run);
  return isClosed ? previousPeriod(rule, open) : open;
}

/**
 * True if a subscription ended on the first day of a period, before that day's run billed the previous period: the
 * closing invoice then bills the previous period. Source: periods.md §11.
 */
function endsBeforeItsRun(open: BillingPeriod, terms: SubscriptionTerms, run: BillingRun): boolean {
  if (run.situation !== 'terminated' || run.hadPeriodicRun) return false;
  const startedEarlier = run.at.getTime() - terms.startedAt.getTime() >= DAY_MS;
  return startedEarlier && localDate(run.at, terms.timezone).equals(open.fromOn);
}

const DAY_MS = 86_400_000;

/**
 * True if a run bills a part. A monthly run that does not open a plan period bills only the part that is split by month.
 * Source: periods.md §6.
 */
function isBilled(
  rule: PeriodRule,
  rules: PeriodRules,
  terms: SubscriptionTerms,
  { situation, at }: BillingRun,
): boolean {
  if (situation === 'activated') return hasPeriodBegun(rule, terms, at);
  return situation !== 'periodic' || rule === rules.run || isFirstMonth(rules.plan, at);
}

/**
 * True if a run bills the plan's amount and commitment: for a yearly or semiannual plan, once per plan period.
 * Source: periods.md §6, subscriptions.md §12.
 */
export function billsPlanPeriod(
  terms: SubscriptionTerms,
  { situation, at }: Pick<BillingRun, 'situation' | 'at'>,
): boolean {
  const { plan } = periodRules(terms);
  if (!allowsMonthlySplit(terms.interval)) return true;
  return situation === 'activated' ? hasPeriodBegun(plan, terms, at) : isFirstMonth(plan, at);
}

/**
 * Clamps the subscription window, which includes the whole local day of the start, unless an earlier subscription has paid
 * for it: if no day is left then, the window is empty. Source: periods.md §5.
 */
function clampSubscription(period: Period, terms: SubscriptionTerms, endAt: Date | null): Period {
  const { startedAt } = terms;
  const to = latest(cut(period.to, endAt), justAfter(startedAt));
  const from = period.from < startedAt ? paidFrom(terms) : period.from;
  return { from: earliest(latest(from, period.from), to), to };
}

/**
 * Clamps a usage window, which begins at the instant of the start: earlier events of that day are not rated.
 * Source: periods.md §5.
 */
function clampUsage(period: Period, terms: SubscriptionTerms, endAt: Date | null): Period {
  const usageFrom = usageStart(terms);
  return { from: latest(period.from, usageFrom), to: latest(cut(period.to, endAt), usageFrom) };
}

/** The earlier of a window's end and the end of the subscription, whose own instant is included. */
function cut(to: Date, endAt: Date | null): Date {
  return endAt !== null && endAt < to ? justAfter(endAt) : to;
}

function justAfter(at: Date): Date {
  return new Date(at.getTime() + 1);
}

function earliest(first: Date, second: Date): Date {
  return first < second ? first : second;
}

function latest(first: Date, second: Date): Date {
  return first < second ? second : first;
}
