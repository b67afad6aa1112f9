import { loggedAndSent, onlyLogged, onlySent } from '../../platform/activity/activity-kinds.js';
import type { Representation } from '../../platform/activity/snapshots.js';
import type { Invoice } from './records/invoice.table.js';

/** Log entries contain the fees of invoices with at most this many. */
const LOGGED_FEES = 25;

/** Sources: logs.md §2, webhooks.md §3. */
export const INVOICE_ACTIVITIES = {
  'invoice.drafted': loggedAndSent('invoice', 'Invoice', tooLongForLog),
  'invoice.deleted': loggedAndSent('invoice', 'Invoice', tooLongForLog),
  'invoice.ready_to_finalize': loggedAndSent('invoice', 'Invoice', tooLongForLog),
  'invoice.created': loggedAndSent('invoice', 'Invoice', tooLongForLog),
  'invoice.one_off_created': loggedAndSent('invoice', 'Invoice', tooLongForLog),
  'invoice.paid_credit_added': loggedAndSent('invoice', 'Invoice', tooLongForLog),
  'invoice.payment_status_updated': loggedAndSent('invoice', 'Invoice', tooLongForLog),
  'invoice.payment_overdue': loggedAndSent('invoice', 'Invoice', tooLongForLog),
  'invoice.voided': loggedAndSent('invoice', 'Invoice', tooLongForLog),
  'invoice.failed': onlyLogged('invoice', 'Invoice', tooLongForLog),
  'invoice.regenerated': onlyLogged('invoice', 'Invoice', tooLongForLog),
  'invoice.payment_dispute_lost': onlySent('invoice', {
    objectType: 'payment_dispute_lost',
    members: { provider_error: null },
  }),
  'fee.created': onlySent('fee'),
};

function tooLongForLog({ fees }: Representation): readonly string[] {
  return Array.isArray(fees) && fees.length > LOGGED_FEES ? ['fees'] : [];
}

/** The activity that records the finalization of an invoice, by invoice type. Source: invoices.md §2. */
export const FINALIZED_AS = {
  subscription: 'invoice.created',
  advance_charges: 'invoice.created',
  progressive_billing: 'invoice.created',
  // The contract has this type, but no operation creates it.
  add_on: 'invoice.created',
  one_off: 'invoice.one_off_created',
  credit: 'invoice.paid_credit_added',
} as const satisfies Record<Invoice['invoiceType'], keyof typeof INVOICE_ACTIVITIES>;
