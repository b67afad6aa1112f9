import type { Actor } from '../../platform/actor.js';
import type { Tx } from '../../platform/db/database.js';
import type { PlannedInvoice, InvoicePart } from '../../modules/invoices/composing/planned-invoice.js';
import type { BillingRunNeeds } from './billing-run.needs.js';
import { type DueSubscription, occasionWindows } from '../billing-records/billing-occasion.js';
import { invoiceFor } from '../fees/invoice-contents.js';
import type { SharedInvoice } from '../fees/shared-invoices.js';

/** Puts standalone fees on invoices once they are paid. Source: invoices.md §3.4; charges.md §8. */
export class PaidFeeInvoicing {
  constructor(private readonly needs: Pick<BillingRunNeeds, 'issuing' | 'payments'>) {}

  /**
   * Issues the invoices of paid standalone fees, and records their payment. No invoice is made without such fees.
   * @param endedBy puts only fees on invoices whose period has ended by then; null: the fees of any period.
   */
  async issue(
    tx: Tx,
    actor: Actor,
    invoices: readonly SharedInvoice[],
    { endedBy }: { readonly endedBy: Date | null },
  ): Promise<void> {
    const requested = invoices.flatMap(({ subscriptions, billedAt }) => {
      const [first] = subscriptions;
      return first === undefined ? [] : [paidFeeInvoice(first, subscriptions, billedAt)];
    });
    if (requested.length === 0) return;
    const { issuing, payments } = this.needs;
    const issued = await issuing.issueAdvanceCharges(tx, actor, requested, endedBy);
    for (const [index, { customer }] of requested.entries()) {
      const invoice = issued[index] ?? null;
      if (invoice !== null) await payments.recordPaidBefore(tx, actor, invoice, customer);
    }
  }
}

function paidFeeInvoice(
  { context: first }: DueSubscription,
  subscriptions: readonly DueSubscription[],
  billedAt: Date,
): PlannedInvoice {
  const parts = subscriptions.map(({ context, occasion }): InvoicePart => ({
    subscription: context.subscription,
    plan: context.plan,
    invoicingReason: 'in_advance_charge_periodic',
    windows: occasionWindows(context, occasion),
    occasion: null,
    fees: [],
    usageMoments: [],
    standaloneFees: [],
  }));
  return invoiceFor(first, { billedAt, billed: { kind: 'paid_fees', parts } });
}
