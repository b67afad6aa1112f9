// The naive model of coupons. Source: coupons.md §5, §6.
import { divided, exact, least, ONE, rounded, sumOf, toNumber, truncated } from './naive-amounts.js';
import type { LedgerFee, LedgerInvoice } from './naive-ledger-invoices.js';
import type { Row } from './records.js';

interface AppliedCoupon {
  readonly row: Row;
  readonly order: number;
  isActive: boolean;
  /** What is left of a fixed amount that is given once. */
  left: bigint;
  /** How often a recurring one is still used. */
  times: number;
  readonly credits: { readonly invoice: LedgerInvoice; readonly amount: bigint }[];
}

export class NaiveCoupons {
  private readonly applied: AppliedCoupon[] = [];

  add(row: Row): void {
    const { applied } = this;
    const [left, times] = [exact(row['amount_cents'] ?? 0), Number(row['frequency_duration'] ?? 0)];
    applied.push({ row, order: applied.length, isActive: true, left, times, credits: [] });
  }

  drop(id: unknown): void {
    for (const each of this.applied) if (each.row['id'] === id) each.isActive = false;
  }

  /**
   * Lowers the fees of an invoice.
   * @param whole what is left of the fees before coupons. @returns the sum of the credits.
   */
  use(invoice: LedgerInvoice, whole: bigint): bigint {
    let subTotal = whole;
    const inOrder = this.applied
      .filter(({ isActive }) => isActive)
      .toSorted((one, other) => rank(one) - rank(other) || one.order - other.order);
    for (const coupon of inOrder) {
      const fees = invoice.fees.filter((fee) => covers(coupon, fee));
      if (subTotal <= 0n || fees.length === 0) continue;
      const base =
        rank(coupon) === UNLIMITED ? subTotal : sumOf(fees, ({ amount, coupons }) => amount - coupons);
      const amount = amountOf(coupon, base);
      for (const fee of fees) {
        const share = base === 0n ? 0n : divided(amount * (fee.amount - fee.coupons), base);
        fee.coupons = least(fee.amount, fee.coupons + rounded(share, 5));
      }
      const credit = truncated(amount);
      coupon.credits.push({ invoice, amount: credit });
      consume(coupon, credit);
      subTotal -= credit;
    }
    return whole - subTotal;
  }

  /** Gives back what a voided or closed invoice has used. */
  release(invoice: LedgerInvoice): void {
    for (const coupon of this.applied) {
      const ofInvoice = coupon.credits.filter((credit) => credit.invoice === invoice);
      if (ofInvoice.length === 0) continue;
      coupon.left += sumOf(ofInvoice, ({ amount }) => amount);
      if (coupon.row['frequency'] !== 'forever') coupon.isActive = true;
      coupon.times += 1;
    }
  }

  state(): unknown[] {
    return this.applied.map(({ row, isActive, left, times }) => ({
      id: row['id'],
      status: isActive ? 'active' : 'terminated',
      left: isPercentage(row) || row['frequency'] !== 'once' ? null : toNumber(left),
      times: row['frequency'] === 'recurring' ? times : null,
    }));
  }
}

const UNLIMITED = 2;

/** Coupons for metrics are used first, then those for plans, then others. */
function rank({ row }: AppliedCoupon): number {
  if (row['metric_id'] !== null) return 0;
  return row['plan_id'] === null ? UNLIMITED : 1;
}

function covers({ row }: AppliedCoupon, fee: LedgerFee): boolean {
  if (row['metric_id'] !== null) return fee.type === 'charge' && fee.metricId === row['metric_id'];
  return row['plan_id'] === null || fee.planId === row['plan_id'];
}

function isPercentage(row: Row): boolean {
  return row['percentage_rate'] !== null;
}

function amountOf({ row, left }: AppliedCoupon, base: bigint): bigint {
  if (isPercentage(row))
    return least(base, rounded((base * exact(row['percentage_rate'])) / (100n * ONE), 0));
  return least(base, row['frequency'] === 'once' ? left : exact(row['amount_cents']));
}

function consume(coupon: AppliedCoupon, credit: bigint): void {
  const { row } = coupon;
  coupon.left -= credit;
  coupon.times = Math.max(0, coupon.times - 1);
  const isUsedUp = isPercentage(row) || coupon.left <= 0n;
  if (row['frequency'] === 'once' && isUsedUp) coupon.isActive = false;
  if (row['frequency'] === 'recurring' && coupon.times === 0) coupon.isActive = false;
}
