import type { Actor } from '../../../platform/actor.js';
import type { Tx } from '../../../platform/db/database.js';
import { notAllowed, notFound } from '../../../platform/errors/app-error.js';
import type { InvoicesNeeds } from '../invoices.needs.js';
import { unscheduleOverdue } from '../deadlines/overdue-timetable.js';
import { type DocumentFailure, withOutcome } from '../records/error-details.js';
import { invoiceRepository } from '../records/invoice.repository.js';
import type { Invoice } from '../records/invoice.table.js';
import type { LockedInvoice } from '../settlement/locked-invoice.js';
import type { InvoiceCredits } from './invoice-credits.service.js';

interface Needs extends Pick<InvoicesNeeds, 'changes' | 'clock'> {
  readonly credits: InvoiceCredits;
}

/** @throws AppError `invoice_not_found` for a hidden one; kind `notAllowed`, `not_voidable`. Source: invoices.md §7. */
export function requireVoidable({ status }: Invoice): void {
  if (status === 'open') throw notFound('invoice');
  if (status !== 'finalized') throw notAllowed('not_voidable');
}

/** Voids invoices: nothing is due on them, and what they billed does not count any more. Source: invoices.md §7. */
export class InvoiceVoiding {
  constructor(private readonly needs: Needs) {}

  /**
   * Voids a finalized invoice, and returns the coupons and credit notes that it had used.
   * @param returnsPayments true: wallets get back what they have paid. False if credit notes do.
   */
  async void(
    tx: Tx,
    actor: Actor,
    { invoice, customer, now }: LockedInvoice,
    { returnsPayments }: { readonly returnsPayments: boolean },
  ): Promise<Invoice> {
    const { credits, changes } = this.needs;
    const voided: Invoice = {
      ...invoice,
      status: 'voided',
      voidedAt: now,
      paymentOverdue: false,
      updatedAt: now,
    };
    await invoiceRepository.update(tx, voided);
    await unscheduleOverdue(tx, actor, voided);
    await credits.release(tx, actor, voided, now);
    if (returnsPayments) await credits.returnToWallets(tx, actor, voided, customer, now);
    await changes.announce(tx, actor, { type: 'invoice.voided', invoice: voided, customer });
    return voided;
  }

  /**
   * Records that the taxes of a voided invoice could not be taken back at the tax provider; null: that they were. The caller has
   * locked the customer. Source: integrations.md §6.
   */
  async recordTaxVoiding(
    tx: Tx,
    { organizationId }: Actor,
    id: string,
    failure: DocumentFailure | null,
  ): Promise<void> {
    const [invoice] = await invoiceRepository.findMany(tx, organizationId, [id]);
    if (invoice === undefined) return;
    const errorDetails = withOutcome(invoice.errorDetails, 'tax_voiding_error', failure);
    if (errorDetails === invoice.errorDetails) return;
    await invoiceRepository.update(tx, { ...invoice, errorDetails, updatedAt: this.needs.clock.now() });
  }
}
