import type { SubscriptionContext } from '../../modules/subscriptions/subscription-context.js';
import { isBilledOn } from '../billing/billing-days.js';
import type { BillingOccasion } from '../billing/billing-occasion.js';
import { advanceChargeGroups, changeGroups, invoiceGroups } from '../billing/invoice-groups.js';
import type { DueSubscription } from '../billing/invoice-parts.js';
import type { SettledSubscriptions } from './settle-downgrades.js';

/** The invoices of a billing day. */
interface PlannedInvoices {
  /** The subscriptions on each invoice, in the order in which the invoices are issued. */
  readonly invoices: readonly (readonly DueSubscription[])[];
  /** The subscriptions whose paid standalone fees may share an invoice. */
  readonly paidFeeInvoices: readonly {
    readonly groups: readonly (readonly SubscriptionContext[])[];
    readonly occasion: BillingOccasion;
  }[];
}

/**
 * Decides which subscriptions are billed on a day, and which of them share an invoice: first each downgrade, whose ended and
 * begun subscription share one, then the subscriptions that continue. Sources: periods.md §10, subscriptions.md §6,
 * invoices.md §3.
 * @param at the instant at which the day begins.
 */
export function planInvoices({ downgrades, continuing }: SettledSubscriptions, at: Date): PlannedInvoices {
  const downgraded = { reason: 'downgraded', at } as const;
  const starting = { reason: 'starting', at } as const;
  const periodic = { reason: 'periodic', at } as const;
  const renewed = continuing.filter((context) => isBilledOn(context, at));
  return {
    invoices: [
      ...downgrades.flatMap(({ ended, begun }) =>
        changeGroups([
          { context: ended, occasion: downgraded },
          { context: begun, occasion: starting },
        ]),
      ),
      ...invoiceGroups(renewed).map((group) => group.map((context) => ({ context, occasion: periodic }))),
    ],
    paidFeeInvoices: [
      { groups: downgrades.map(({ ended }) => [ended]), occasion: downgraded },
      { groups: advanceChargeGroups(renewed), occasion: periodic },
    ],
  };
}
