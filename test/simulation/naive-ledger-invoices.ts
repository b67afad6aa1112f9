// Invoices as the naive model of money sees them: their fees are given.
import { exact, ONE, rounded, shared, sumOf } from './naive-amounts.js';
import type { Row } from './records.js';

export interface LedgerFee {
  readonly id: unknown;
  readonly type: string;
  readonly subscriptionId: unknown;
  readonly chargeId: unknown;
  readonly metricId: unknown;
  /** The start of the window that it bills. */
  readonly from: unknown;
  /** The plan of the subscription, or the plan that it overrides. */
  readonly planId: unknown;
  readonly amount: bigint;
  /** The amount before rounding. */
  readonly precise: bigint;
  /** The sum of its tax rates, in percent. */
  readonly rate: bigint;
  /** What coupons and progressive invoices have paid of it. */
  coupons: bigint;
  /** What progressive invoices alone have. */
  progressive: bigint;
  creditNotes: bigint;
}

export interface LedgerInvoice {
  readonly row: Row;
  readonly fees: readonly LedgerFee[];
  /** The billed periods, but for payments in advance within a period. */
  readonly periods: readonly Row[];
}

export function ledgerFee(row: Row): LedgerFee {
  return {
    id: row['id'],
    type: String(row['fee_type']),
    subscriptionId: row['subscription_id'],
    chargeId: row['charge_id'],
    metricId: row['billable_metric_id'],
    from: row['from_at'],
    planId: row['root_plan_id'],
    amount: exact(row['amount_cents']),
    precise: exact(row['precise_amount_cents']),
    rate: exact(row['taxes_rate_percent']),
    coupons: 0n,
    progressive: 0n,
    creditNotes: 0n,
  };
}

/** The tax of an invoice. Source: taxes.md §4. */
export function taxesOf({ fees }: LedgerInvoice): bigint {
  return rounded(sumOf(fees, baseTax), 0);
}

/** Spreads a use of a credit note over the fees. Source: credit-notes.md §4. */
export function spreadNote({ fees }: LedgerInvoice, amount: bigint): void {
  const left = fees.map((fee) => fee.amount - fee.coupons + rounded(baseTax(fee), 0) - fee.creditNotes);
  const shares = shared(amount, left);
  for (const [index, fee] of fees.entries()) fee.creditNotes += shares[index] ?? 0n;
}

function baseTax({ amount, coupons, rate }: LedgerFee): bigint {
  return ((amount - coupons) * rate) / (100n * ONE);
}
