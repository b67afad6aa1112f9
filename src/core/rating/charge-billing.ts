import type { BillingSituation } from '../billing-windows.js';
import type { Big } from '../decimal.js';

/** What decides whether an invoice run rates a charge. */
export interface ChargeRun {
  readonly charge: { readonly payInAdvance: boolean; readonly prorated: boolean };
  readonly metric: { readonly recurring: boolean };
  readonly situation: Exclude<BillingSituation, 'current'>;
  /** Whether the plan that follows in an upgrade charges the same metric. */
  readonly isMetricOfNextPlan: boolean;
  /** Whether the subscription starts by a downgrade. */
  readonly isStartedByDowngrade: boolean;
}

/**
 * What a run bills of a charge: the usage of its charges window, the quantity held for the coming period (on the
 * invoice, or as a fee of its own when the charge is not invoiceable), or nothing.
 * Source: charges.md §6.
 */
export function billedOf(run: ChargeRun): 'usage' | 'renewal' | 'nothing' {
  const { charge, metric, situation } = run;
  if (charge.payInAdvance) {
    // Single events have been billed as they came; what lasts is paid again for each period.
    const isBillingDay = situation === 'periodic' || situation === 'activated';
    const renews = isBillingDay || (situation === 'starting' && run.isStartedByDowngrade);
    return metric.recurring && renews ? 'renewal' : 'nothing';
  }
  if (situation === 'starting') return 'nothing';
  // The next plan bills what is carried over to it.
  const isCarriedOver = situation === 'upgraded' && metric.recurring && !charge.prorated;
  return isCarriedOver && run.isMetricOfNextPlan ? 'nothing' : 'usage';
}

/** Whether a fee for usage is kept; a fee that carries a true-up always is. Source: charges.md §6. */
export function isKept(fee: {
  readonly units: Big;
  readonly amountCents: bigint;
  readonly eventsCount: bigint;
}): boolean {
  return !fee.units.eq(0) || fee.amountCents !== 0n || fee.eventsCount !== 0n;
}
