import type { BillingSituation } from '../invoicing/subscriptions/billing-windows.js';
import type { Big } from '../money/decimal.js';

/** The facts that decide what an invoice run bills for a charge. */
export interface ChargeRun {
  readonly charge: { readonly payInAdvance: boolean; readonly prorated: boolean };
  readonly metric: { readonly recurring: boolean };
  readonly situation: Exclude<BillingSituation, 'current'>;
  /** True if the next plan of an upgrade charges for the same metric. */
  readonly isMetricOfNextPlan: boolean;
  /** True if the subscription starts as the downgrade of another one. */
  readonly isStartedByDowngrade: boolean;
}

/**
 * Decides what a run bills for a charge: `usage` is that of the charges window; `renewal` is the present quantity of a
 * recurring metric for the coming period (on the invoice, or as a standalone fee if the charge is not invoiceable).
 * Source: charges.md §6.
 */
export function billedInRun(run: ChargeRun): 'usage' | 'renewal' | 'nothing' {
  const { charge, metric, situation } = run;
  if (charge.payInAdvance) {
    // Each event was billed on reception; only a recurring quantity is paid again for each period.
    const isBillingDay = situation === 'periodic' || situation === 'activated';
    const renews = isBillingDay || (situation === 'starting' && run.isStartedByDowngrade);
    return metric.recurring && renews ? 'renewal' : 'nothing';
  }
  if (situation === 'starting') return 'nothing';
  // The next plan bills the quantity that is carried over to it.
  const isCarriedOver = situation === 'upgraded' && metric.recurring && !charge.prorated;
  return isCarriedOver && run.isMetricOfNextPlan ? 'nothing' : 'usage';
}

/** True if a usage fee is kept on the invoice; callers always keep a fee that has a true-up. Source: charges.md §6. */
export function isKept(fee: {
  readonly units: Big;
  readonly amountCents: bigint;
  readonly eventsCount: bigint;
}): boolean {
  return !fee.units.eq(0) || fee.amountCents !== 0n || fee.eventsCount !== 0n;
}
