import { Temporal } from 'temporal-polyfill';
import { type BillingSituation, billsPlanPeriod } from './billing-windows.js';
import { billableDays, startOfLocalDay } from '../../time/calendar.js';
import { Big, sum } from '../../money/decimal.js';
import { fromCents, roundHalfAwayFromZero, toPreciseCents } from '../../money/money.js';
import { lastInstant, type Period } from '../../time/period.js';
import { type BillingPeriod, type DatePeriod, periodAt, type PeriodRule } from '../../time/periods.js';
import { paidFrom, periodRules, type SubscriptionTerms } from './subscription-terms.js';
import { firstDate, middleDate, unpaidFrom, type ZonedWindow } from '../../time/window-dates.js';

/** The facts that decide which minimum commitment an invoice reconciles, if any. */
export interface CommitmentRun {
  readonly terms: SubscriptionTerms;
  readonly situation: Exclude<BillingSituation, 'current'>;
  /** The instant the invoice is for. */
  readonly at: Date;
  /** The subscription window of the invoice. */
  readonly window: Period;
  /** The window of the subscription's latest earlier subscription fee; null when it has none. */
  readonly lastFeeWindow: ZonedWindow | null;
}

/** A plan period whose commitment an invoice reconciles. */
export interface Reconciliation {
  readonly period: BillingPeriod;
  /**
   * The part of the period that the commitment counts: from the first instant billed and not reconciled yet, to the end of
   * the period or of the subscription, whichever is first.
   */
  readonly committed: Period;
}

/**
 * The plan period whose commitment an invoice reconciles: for a plan in arrears the period that the invoice closes, for
 * one in advance the last period billed.
 * @returns null for the first invoice, for a monthly invoice within a plan period, and, in advance, while the subscription
 * has no subscription fee (choice: also when it ends without one).
 * Source: fixed-charges-and-commitments.md §8, periods.md §9.3.
 */
export function reconciliation(run: CommitmentRun): Reconciliation | null {
  const { terms, situation, at } = run;
  const { plan } = periodRules(terms);
  if (situation === 'starting') return null;
  const isBillingDay = situation === 'periodic' || situation === 'activated';
  if (isBillingDay && !billsPlanPeriod(terms, { situation, at })) return null;
  const billed = terms.payInAdvance ? lastPaidPeriod(run, plan) : closingPeriod(run, plan);
  if (billed === null) return null;
  const { period, billedFrom } = billed;
  // A change of plan that waited for its payment was billed from the order on, but commits only from the payment on.
  const startedOn = paidFrom(terms);
  const to = run.window.to < period.to ? run.window.to : period.to;
  return { period, committed: { from: billedFrom < startedOn ? startedOn : billedFrom, to } };
}

interface BilledPeriod {
  readonly period: BillingPeriod;
  readonly billedFrom: Date;
}

/** For a plan in arrears. Days that an earlier fee billed in another time zone are reconciled already. */
function closingPeriod({ terms, window, lastFeeWindow }: CommitmentRun, plan: PeriodRule): BilledPeriod {
  const billedFrom = unpaidFrom({ ...window, timezone: terms.timezone }, lastFeeWindow);
  return { period: periodAt(plan, window.from), billedFrom };
}

/** For a plan in advance. */
function lastPaidPeriod({ terms, lastFeeWindow }: CommitmentRun, plan: PeriodRule): BilledPeriod | null {
  if (lastFeeWindow === null) return null;
  const period = periodAt(plan, startOfLocalDay(middleDate(lastFeeWindow), terms.timezone));
  const billedFrom = startOfLocalDay(firstDate(lastFeeWindow), terms.timezone);
  return { period, billedFrom: billedFrom < period.from ? period.from : billedFrom };
}

/**
 * True if a fee counts towards the commitment of a period: the middle date of its window, in the fee's own zone, falls in
 * the period. Source: periods.md §9.3.
 */
export function isFeeInPeriod({ fromOn, toOn }: DatePeriod, window: ZonedWindow): boolean {
  const on = middleDate(window);
  return Temporal.PlainDate.compare(fromOn, on) <= 0 && Temporal.PlainDate.compare(on, toOn) < 0;
}

/** A period's commitment and the fees billed against it. */
export interface Commitment extends Reconciliation {
  /** Minor units, for a whole period. */
  readonly amountCents: bigint;
  readonly currency: string;
  readonly timezone: string;
  /** Fees for subscription, charges and fixed charges of the period. */
  readonly fees: readonly { readonly amountCents: bigint; readonly preciseAmount: Big }[];
}

/**
 * Computes the shortfall of a period's fees to its commitment, prorated to the days committed.
 * @returns cents and the exact amount in currency units; null when the fees reach the commitment.
 * Source: fixed-charges-and-commitments.md §8.
 */
export function commitmentTrueUp(commitment: Commitment): { amountCents: bigint; preciseAmount: Big } | null {
  const { amountCents, currency, period, committed, timezone, fees } = commitment;
  const days = billableDays(committed.from, lastInstant(committed), timezone);
  const dueCents = roundHalfAwayFromZero(new Big(amountCents).times(days).div(period.durationDays));
  const spentCents = fees.reduce((total, fee) => total + fee.amountCents, 0n);
  if (dueCents <= spentCents) return null;
  const preciseSpentCents = sum(fees.map((fee) => toPreciseCents(fee.preciseAmount, currency)));
  return {
    amountCents: dueCents - spentCents,
    preciseAmount: fromCents(new Big(dueCents).minus(preciseSpentCents), currency),
  };
}
