// What invoices are credited for usage that progressive invoices have billed. Source: progressive-billing.md §5.
import { divided, exact, least, rounded, shared, sumOf } from './naive-amounts.js';
import type { LedgerInvoice } from './naive-ledger-invoices.js';
import { instant, type Row } from './records.js';

interface Issued {
  readonly invoice: LedgerInvoice;
  readonly fees: bigint;
  /** For progressive invoices before it. */
  readonly credited: bigint;
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

  /** @param items those of all credit notes. */
  constructor(private readonly items: readonly Row[]) {}

  add(invoice: LedgerInvoice, credited: bigint): void {
    if (!isProgressive(invoice)) return;
    this.issued.push({ invoice, fees: sumOf(invoice.fees, ({ amount }) => amount), credited });
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

  private creditOf(to: LedgerInvoice, period: Row): bigint {
    if (period['charges_from'] === null) return 0n;
    const issued = this.ofPeriod(to, period);
    const last = issued.at(-1);
    if (last === undefined) return 0n;
    const fees = to.fees.filter(
      (fee) =>
        fee.subscriptionId === period['subscription_id'] &&
        fee.chargeId !== null &&
        instant(fee.from) === instant(period['charges_from']),
    );
    const billedOf = (chargeId: unknown) => last.invoice.fees.find((fee) => fee.chargeId === chargeId);
    const billed = fees.filter(({ chargeId }) => billedOf(chargeId) !== undefined);
    const cap = sumOf(billed, (fee) => fee.amount);
    // What was billed of the period, however much of it the last invoice contains: docs/adr/0096.
    const left = sumOf(issued, (each) => each.fees - each.credited - this.usedOf(each));
    const amount = least(left < 0n ? 0n : left, cap);
    if (amount === 0n) return 0n;
    const same = billed.map((fee) => least(fee.amount, billedOf(fee.chargeId)?.amount ?? 0n));
    for (const [index, share] of shared(amount, same).entries()) {
      const fee = billed[index];
      if (fee !== undefined) fee.coupons = share;
    }
    // Where one fee has shrunk, its credit pays for those that have grown.
    const missing = amount - sumOf(billed, ({ coupons }) => coupons);
    const rests = shared(
      missing,
      billed.map((fee) => fee.amount - fee.coupons),
    );
    for (const [index, fee] of billed.entries()) {
      fee.coupons += rests[index] ?? 0n;
      fee.progressive = fee.coupons;
    }
    this.grants.push({ of: last, to, amount });
    return amount;
  }

  /** What other invoices were credited for one, and what its credit notes have given back. */
  private usedOf(issued: Issued): bigint {
    const granted = this.grants.filter(({ of, to }) => of === issued && !isProgressive(to));
    const notes = this.notes.filter((note) => note['invoice_id'] === issued.invoice.row['id']);
    // Amounts before coupons and taxes are compared: docs/adr/0128.
    const noted = sumOf(notes, (note) => this.grossOf(note, issued));
    return sumOf(granted, ({ amount }) => amount) + noted;
  }

  /** The items of a note, less what it has taken off them for earlier progressive invoices. */
  private grossOf(note: Row, { invoice, credited }: Issued): bigint {
    const items = this.items.filter((item) => item['credit_note_id'] === note['id']);
    const gross = sumOf(items, (item) => exact(item['amount_cents']));
    if (credited === 0n) return gross;
    const coupons = sumOf(items, (item) => {
      const fee = invoice.fees.find(({ id }) => id === item['fee_id']);
      return fee === undefined || fee.amount === 0n
        ? 0n
        : divided((fee.coupons - fee.progressive) * exact(item['precise_amount_cents']), fee.amount);
    });
    return rounded(gross - exact(note['precise_coupons_adjustment_amount_cents']) + coupons, 0);
  }

  /** The progressive invoices of a period, in the order of issue; a regenerated invoice is credited for those before the first one. */
  private ofPeriod({ row }: LedgerInvoice, period: Row): Issued[] {
    const at = instant(period['charges_from']);
    const isRegenerated = row['voided_invoice_id'] !== null;
    const isMeant = (each: Row) =>
      each['subscription_id'] === period['subscription_id'] &&
      instant(each['charges_from']) <= at &&
      instant(each['charges_to']) > at &&
      (!isRegenerated || instant(each['billed_at']) < instant(period['billed_at']));
    const billedAt = ({ invoice }: Issued) => instant(invoice.periods[0]?.['billed_at']);
    return this.issued
      .filter(({ invoice }) => invoice.periods.some(isMeant))
      .toSorted(
        (one, other) =>
          instant(one.invoice.row['issuing_date']) - instant(other.invoice.row['issuing_date']) ||
          billedAt(one) - billedAt(other) ||
          instant(one.invoice.row['created_at']) - instant(other.invoice.row['created_at']),
      );
  }
}

function isProgressive({ row }: LedgerInvoice): boolean {
  return row['invoice_type'] === 'progressive_billing';
}
