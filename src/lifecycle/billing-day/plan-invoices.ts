import { isBilledOn } from '../billing-records/billing-days.js';
import type { DueSubscription } from '../billing-records/billing-occasion.js';
import {
  consolidatedInvoices,
  invoicesByIssuer,
  separateInvoices,
  type SharedInvoice,
} from '../fees/shared-invoices.js';
import type { SettledSubscriptions } from './settle-downgrades.js';

/** The invoices of a billing day, in the order in which they are issued. */
export interface InvoicesOfDay {
  readonly invoices: readonly SharedInvoice[];
  /** Invoices for standalone fees, as far as those are paid. */
  readonly paidFees: {
    readonly ofDowngrades: readonly SharedInvoice[];
    readonly ofRenewals: readonly SharedInvoice[];
  };
}

/**
 * Decides which subscriptions are billed on a day, and which of them share an invoice: first each downgrade, whose
 * ended and begun subscription share one, then the subscriptions that continue. Sources: periods.md §10,
 * subscriptions.md §6, invoices.md §3.
 * @param at the instant at which the day begins.
 */
export function planInvoices({ downgrades, continuing }: SettledSubscriptions, at: Date): InvoicesOfDay {
  const switched = downgrades.map(({ ended, begun }) => ({
    closing: { context: ended, occasion: { reason: 'downgraded', at } } satisfies DueSubscription,
    starting: { context: begun, occasion: { reason: 'starting', at } } satisfies DueSubscription,
  }));
  const renewed = continuing
    .filter((context) => isBilledOn(context, at))
    .map((context): DueSubscription => ({ context, occasion: { reason: 'periodic', at } }));
  return {
    invoices: [
      ...switched.flatMap(({ closing, starting }) => invoicesByIssuer([closing, starting], at)),
      ...consolidatedInvoices(renewed, at),
    ],
    paidFees: {
      ofDowngrades: separateInvoices(switched.map(({ closing }) => closing)),
      ofRenewals: invoicesByIssuer(renewed, at),
    },
  };
}
