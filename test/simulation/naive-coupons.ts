// The naive model of coupons. Source: coupons.md §5, §6.
import { exact, least, ONE, rounded, shared, sumOf, toNumber, truncated } from './naive-amounts.js';
import type { LedgerFee, LedgerInvoice } from './naive-ledger-invoices.js';
import { instant, type Row } from './records.js';

interface AppliedCoupon {
  readonly row: Row;
  readonly order: number;
  isActive: boolean;
  /** What is left of a fixed amount that is given once. */
  left: bigint;
  /** In how many further months a recurring one is used. */
  times: number;
  /** Those that were not given back. */
  credits: { readonly invoice: LedgerInvoice; readonly amount: bigint }[];
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
    const month = monthOf(invoice);
    const inOrder = this.applied
      .filter((each) => each.isActive || (isUsedUp(each) && ofMonth(each, month).length > 0))
      .toSorted((one, other) => rank(one) - rank(other) || one.order - other.order);
    for (const coupon of inOrder) {
      const fees = invoice.fees.filter((fee) => covers(coupon, fee));
      if (subTotal <= 0n || fees.length === 0) continue;
      const base =
        rank(coupon) === UNLIMITED ? subTotal : sumOf(fees, ({ amount, coupons }) => amount - coupons);
      const credit = truncated(amountOf(coupon, base, month));
      if (credit <= 0n) continue;
      const shares = shared(
        credit,
        fees.map(({ amount, coupons }) => amount - coupons),
      );
      for (const [index, fee] of fees.entries()) fee.coupons += shares[index] ?? 0n;
      consume(coupon, credit, ofMonth(coupon, month).length === 0);
      coupon.credits.push({ invoice, amount: credit });
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
      coupon.credits = coupon.credits.filter((credit) => credit.invoice !== invoice);
      if (ofMonth(coupon, monthOf(invoice)).length === 0) coupon.times += 1;
      if (coupon.row['frequency'] !== 'forever' && !isUsedUp(coupon)) coupon.isActive = true;
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

/** The local month of an invoice's issuing date. */
function monthOf({ row }: LedgerInvoice): string {
  return new Date(instant(row['issuing_date'])).toISOString().slice(0, 'YYYY-MM'.length);
}

function ofMonth({ credits }: AppliedCoupon, month: string): AppliedCoupon['credits'] {
  return credits.filter(({ invoice }) => monthOf(invoice) === month);
}

/** True for one whose months are all used: it still serves the last of them. */
function isUsedUp({ row, times }: AppliedCoupon): boolean {
  return row['frequency'] === 'recurring' && times === 0;
}

function amountOf(coupon: AppliedCoupon, base: bigint, month: string): bigint {
  const { row, left } = coupon;
  if (isPercentage(row))
    return least(base, rounded((base * exact(row['percentage_rate'])) / (100n * ONE), 0));
  if (row['frequency'] === 'once') return least(base, left);
  return least(base, exact(row['amount_cents']) - sumOf(ofMonth(coupon, month), ({ amount }) => amount));
}

function consume(coupon: AppliedCoupon, credit: bigint, startsMonth: boolean): void {
  const { row } = coupon;
  coupon.left -= credit;
  if (startsMonth) coupon.times = Math.max(0, coupon.times - 1);
  const isSpent = isPercentage(row) || coupon.left <= 0n;
  if (row['frequency'] === 'once' && isSpent) coupon.isActive = false;
  if (isUsedUp(coupon)) coupon.isActive = false;
}
