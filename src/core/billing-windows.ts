import { localDate, startOfLocalDay } from './calendar.js';
import type { QuantityScope } from './fixed-charges/quantity-history.js';
import type { ProrationScope } from './metering/proration.js';
import { isEmpty, lastInstant, type Period } from './period.js';
import { periodAt, previousPeriod, type BillingPeriod, type PeriodRule } from './periods.js';
import { allowsMonthlySplit } from './plan-interval.js';
import {
  hasPeriodBegun,
  isFirstMonth,
  periodRules,
  type PeriodRules,
  type SubscriptionTerms,
  usageStart,
} from './subscription-terms.js';
import { type BilledTo, unpaidFrom } from './window-dates.js';

/** What an invoice covers of one subscription. Source: periods.md §4–6. */
export interface BillingWindows {
  readonly subscription: Period;
  /** Usage; null when the run bills none, empty on the invoice of a start. */
  readonly charges: Period | null;
  /** Fixed charges in arrears; null when the run bills none. */
  readonly fixedCharges: Period | null;
}

type Part = keyof BillingWindows;
type UsagePart = Exclude<Part, 'subscription'>;

/** The period that holds the instant, the one before it, whichever the plan's timing says, or none. */
type Choice = 'open' | 'closed' | 'byTiming' | 'none';

/** The table of periods.md §4. What is cut ends with the instant of the run. */
const SITUATIONS = {
  /** The invoice of a start. */
  starting: { subscription: 'open', charges: 'closed', fixedCharges: 'none', isCut: false },
  /** A billing day. */
  periodic: { subscription: 'byTiming', charges: 'closed', fixedCharges: 'closed', isCut: false },
  /**
   * Activated by a payment after billing days have passed: each part as the latest of its billing days would have billed it.
   */
  activated: { subscription: 'byTiming', charges: 'closed', fixedCharges: 'closed', isCut: false },
  /** Ended without successor. */
  terminated: { subscription: 'open', charges: 'open', fixedCharges: 'open', isCut: true },
  /** Ended at once by an equal or dearer successor. */
  upgraded: { subscription: 'open', charges: 'open', fixedCharges: 'open', isCut: true },
  /** Ended on a billing day by a cheaper successor. */
  downgraded: { subscription: 'byTiming', charges: 'closed', fixedCharges: 'closed', isCut: true },
  /** The period in progress, as usage shows it. */
  current: { subscription: 'open', charges: 'open', fixedCharges: 'open', isCut: false },
} as const satisfies Record<string, Record<Part, Choice> & { isCut: boolean }>;

export type BillingSituation = keyof typeof SITUATIONS;

/** Why windows are wanted, and the instant the invoice is for. */
export type BillingRun =
  | { readonly situation: Exclude<BillingSituation, 'terminated'>; readonly at: Date }
  | {
      readonly situation: 'terminated';
      readonly at: Date;
      /** Whether a periodic run has already billed the subscription on the local day of the end. */
      readonly hadPeriodicRun: boolean;
    };

/**
 * The windows of a run, clamped to the life of the subscription. Source: periods.md §4–6, §11.
 */
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

/** The charges window in progress, or the first one to come. Source: periods.md §12. */
export function currentUsagePeriod(terms: SubscriptionTerms, now: Date): Period {
  return currentPeriod(terms, 'charges', now);
}

/**
 * The fixed charges period in progress, or the first one to come: what is paid in advance, whatever the timing of the
 * plan, and what a deferred change of units waits for the end of. Source: periods.md §4, §12.
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
 * What days of a usage window are counted over: those of the whole period that it ends in, from the first date that is not
 * paid yet. Source: periods.md §7, §9.3.
 */
export function meteringScope(
  terms: SubscriptionTerms,
  window: Period,
  { isUpgraded } = { isUpgraded: false },
): ProrationScope {
  return { ...dayScope(terms, window, 'charges', terms.billed?.charges ?? null), isUpgraded };
}

/**
 * The same for a fixed charges window.
 * @param billed the last billed window of the same fixed charges, in arrears or in advance.
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
  return { window, countedFrom: unpaidFrom({ ...window, timezone }, billed), durationDays, timezone };
}

/** Between UTC+14 and UTC-12. */
const ZONE_CHANGE_MS = 26 * 3_600_000;

/** A usage window, clamped to the life of the subscription and continued where the last one ended. */
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
    // A past before the record is not billed (subscriptions.md §3). In current mode the first run may only be late.
    const hasUnbilledPast = (terms.recordedAt ?? terms.startedAt) < window.from;
    return hasUnbilledPast && !isCurrent ? continueFrom(usageFrom, window) : window;
  }
  if (last.timezone === terms.timezone) return window;
  // A late event belongs to the window that was billed.
  if (isCurrent && run.at < last.to) return { from: window.from, to: earliest(window.to, last.to) };
  return continueFrom(latest(last.to, usageFrom), window);
}

/**
 * A usage window after a change of time zone: it starts where the last billed one ended, so that no event is lost or
 * counted twice, unless that is longer ago than a change of zone explains (choices: 26 hours are not; what was billed of a
 * period that a move to the west has begun again is never billed again, however much it is).
 * @param billedTo end (exclusive) of the last window billed, in whatever zone; before the first one, where usage begins.
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
 * Whether a subscription ended on the first day of a period, before the run of that day billed the previous
 * one: the closing invoice then does. Source: periods.md §11.
 */
function endsBeforeItsRun(open: BillingPeriod, terms: SubscriptionTerms, run: BillingRun): boolean {
  if (run.situation !== 'terminated' || run.hadPeriodicRun) return false;
  const startedEarlier = run.at.getTime() - terms.startedAt.getTime() >= DAY_MS;
  return startedEarlier && localDate(run.at, terms.timezone).equals(open.fromOn);
}

const DAY_MS = 86_400_000;

/**
 * Between the first months of a plan period, a monthly run bills only the part that is split by month.
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
 * Whether a run bills the plan's amount and commitment: one of a plan of many months does so once per plan period.
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

/** Starts with the whole starting day. Source: periods.md §5. */
function clampSubscription(
  period: Period,
  { startedAt, timezone }: SubscriptionTerms,
  endAt: Date | null,
): Period {
  const startedOn = startOfLocalDay(localDate(startedAt, timezone), timezone);
  return {
    from: period.from < startedAt ? startedOn : period.from,
    to: latest(cut(period.to, endAt), justAfter(startedAt)),
  };
}

/**
 * Starts with the starting instant itself: earlier events of that day are not rated. Source: periods.md §5.
 */
function clampUsage(period: Period, terms: SubscriptionTerms, endAt: Date | null): Period {
  const usageFrom = usageStart(terms);
  return { from: latest(period.from, usageFrom), to: latest(cut(period.to, endAt), usageFrom) };
}

/** A cut includes its instant. */
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
