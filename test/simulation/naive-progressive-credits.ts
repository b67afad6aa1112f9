// What invoices are credited for usage that progressive invoices have billed. Source: progressive-billing.md §5.
import { exact, least, sumOf } from './naive-amounts.js';
import type { LedgerInvoice } from './naive-ledger-invoices.js';
import { instant, type Row } from './records.js';

interface Issued {
  readonly invoice: LedgerInvoice;
  readonly fees: bigint;
  readonly coupons: bigint;
}

interface Grant {
  readonly of: Issued;
  readonly to: LedgerInvoice;
  readonly amount: bigint;
}

export class NaiveProgressiveCredits {
  private issued: Issued[] = [];
  private grants: Grant[] = [];
  private readonly notes: Row[] = [];

  add(invoice: LedgerInvoice, coupons: bigint): void {
    if (invoice.row['invoice_type'] !== 'progressive_billing') return;
    this.issued.push({ invoice, fees: sumOf(invoice.fees, ({ amount }) => amount), coupons });
  }

  note(row: Row): void {
    this.notes.push(row);
  }

  undo(invoice: LedgerInvoice): void {
    this.issued = this.issued.filter((each) => each.invoice !== invoice);
    this.grants = this.grants.filter(({ to }) => to !== invoice);
  }

  /** Lowers the fees of an invoice. @returns the sum of the credits. */
  use(invoice: LedgerInvoice): bigint {
    return sumOf(invoice.periods, (period) => this.creditOf(invoice, period));
  }

  private creditOf(to: LedgerInvoice, { subscription_id: subscriptionId, charges_from: from }: Row): bigint {
    const of = from === null ? null : this.last(subscriptionId, instant(from));
    if (of === null) return 0n;
    const fees = to.fees.filter((fee) => fee.subscriptionId === subscriptionId && fee.chargeId !== null);
    const billedOf = (chargeId: unknown) => of.invoice.fees.find((fee) => fee.chargeId === chargeId);
    const billed = fees.filter(({ chargeId }) => billedOf(chargeId) !== undefined);
    const granted = sumOf(this.grants, (grant) => (grant.of === of ? grant.amount : 0n));
    const isOf = (note: Row) => note['invoice_id'] === of.invoice.row['id'];
    // Amounts before taxes are compared: docs/adr/0070.
    const noted = sumOf(this.notes.filter(isOf), (note) =>
      exact(note['sub_total_excluding_taxes_amount_cents']),
    );
    const left = of.fees - of.coupons - granted - noted;
    const amount = least(
      left < 0n ? 0n : left,
      sumOf(billed, (fee) => fee.amount),
    );
    if (amount === 0n) return 0n;
    for (const fee of billed) fee.coupons = least(fee.amount, billedOf(fee.chargeId)?.amount ?? 0n);
    this.grants.push({ of, to, amount });
    return amount;
  }

  /** The progressive invoice of the period that was issued last. */
  private last(subscriptionId: unknown, at: number): Issued | null {
    const isOfPeriod = (period: Row) =>
      period['subscription_id'] === subscriptionId &&
      instant(period['charges_from']) <= at &&
      instant(period['charges_to']) > at;
    const inOrder = this.issued
      .filter(({ invoice }) => invoice.periods.some(isOfPeriod))
      .toSorted(
        (one, other) =>
          instant(one.invoice.row['issuing_date']) - instant(other.invoice.row['issuing_date']) ||
          instant(one.invoice.row['created_at']) - instant(other.invoice.row['created_at']),
      );
    return inOrder.at(-1) ?? null;
  }
}
