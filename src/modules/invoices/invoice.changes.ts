import type { Representation } from '../../platform/activity/snapshots.js';
import type { ChangeOf } from '../../platform/changes/changes.js';
import type { Customer } from '../customers/records/customer.table.js';
import type { Fee } from './records/fees/fee.table.js';
import type { Invoice } from './records/invoice.table.js';
import type { LockedInvoice } from './settlement/locked-invoice.js';

/** An invoice with its customer. */
export interface OwnedInvoice {
  readonly invoice: Invoice;
  readonly customer: Customer;
}

/** Fees with their customer. */
export interface OwnedFees {
  readonly fees: readonly Fee[];
  readonly customer: Customer;
}

/** The fees of drafts are about to be replaced: the only change that is announced before it is made. */
export interface ReplacedDraftFees {
  /** The invoices after the replacement. */
  readonly invoices: readonly Invoice[];
  /** Takes what a reaction has to do after the replacement, in the same transaction. */
  readonly afterwards: (work: () => Promise<void>) => void;
}

/** Usage that progressive invoices billed and that was not used after all. Source: progressive-billing.md §6, ADR 0096. */
export interface OverbilledUsage {
  /** The progressive invoices of the period, last first. */
  readonly invoiceIds: readonly string[];
  /** Less coupons, before taxes. */
  readonly excessCents: bigint;
}

export type InvoiceChange =
  | ChangeOf<
      'invoice.drafted' | 'invoice.finalized' | 'invoice.ready_to_finalize',
      { invoices: readonly OwnedInvoice[] }
    >
  /** Open invoices, which are issued once they are paid. */
  | ChangeOf<'open_invoice.opened', { invoices: readonly OwnedInvoice[] }>
  /** The fees of drafts were computed again. */
  | ChangeOf<'invoice.refreshed', { invoices: readonly OwnedInvoice[] }>
  | ChangeOf<'draft_fees.replacing', ReplacedDraftFees>
  /** Drafts were just finalized, and announced as `invoice.finalized`. */
  | ChangeOf<'drafts.finalized', { invoices: readonly Invoice[] }>
  | ChangeOf<'usage.overbilled', { overbilled: readonly OverbilledUsage[] }>
  | ChangeOf<'invoice.deleted', OwnedInvoice & { before: Representation }>
  | ChangeOf<
      'invoice.payment_status_updated',
      OwnedInvoice & {
        before: Representation;
        statusBefore: Invoice['paymentStatus'];
        /** False if an attempt at a payment provider is announced in its own way. */
        isRecorded: boolean;
      }
    >
  | ChangeOf<'invoice.payment_overdue', { invoices: readonly OwnedInvoice[] }>
  | ChangeOf<'invoice.regenerated' | 'invoice.voided', OwnedInvoice>
  /** The taxes of an invoice that was to be issued could not be computed. */
  | ChangeOf<'invoice.failed', OwnedInvoice>
  /** An invoice that waited for its taxes is issued. */
  | ChangeOf<'invoice.taxed', OwnedInvoice & { fees: readonly Fee[] }>
  | ChangeOf<'invoice.payment_dispute_lost', OwnedInvoice & { reason: string | null }>
  /** A payment or a credit note has reduced what is due, but not all of it. */
  | ChangeOf<'invoice.due_reduced', OwnedInvoice>
  /** An open invoice, which is hidden until it is paid and issued (invoices.md §2). */
  | ChangeOf<'open_invoice.paid' | 'open_invoice.payment_failed', { locked: LockedInvoice }>;

export type FeeChange =
  | ChangeOf<'fee.created', { made: readonly OwnedFees[] }>
  /** Changes of standalone fees. */
  | ChangeOf<'fee.updated', { fee: Fee; before: Fee }>
  | ChangeOf<'fee.deleted', { fee: Fee }>
  /** The fees as they were before. */
  | ChangeOf<'fees.put_on_invoices', { before: readonly Fee[] }>;
