import { billingWindows, meteringScope } from '../../core/invoicing/subscriptions/billing-windows.js';
import type { Actor } from '../../platform/actor.js';
import type { Tx } from '../../platform/db/database.js';
import { composeStandaloneFees } from '../../modules/invoices/composing/fee-composition.js';
import type { Charge } from '../../modules/plans/charges/charge.table.js';
import type { SubscriptionContext } from '../../modules/subscriptions/records/subscription-context.js';
import type { EventHistories } from '../../modules/usage/in-advance/event-histories.js';
import type { PendingEvent } from '../../modules/usage/in-advance/pending-event.repository.js';
import type { PricedCharge } from '../../modules/usage/metering/priced-charge.js';
import type { EventsInAdvanceNeeds } from './events-in-advance.needs.js';
import { chargeFeeFrame, eventFee } from '../fees/charge-fees.js';
import { inAdvanceInvoice } from '../fees/invoice-contents.js';
import type { BillingRecords } from '../billing-records/load-billing-records.js';

/** The subscription of an event, and what the event's fees depend on. */
interface BilledSubscription {
  readonly context: SubscriptionContext;
  readonly records: BillingRecords;
  readonly histories: EventHistories;
}

/**
 * Bills one event under charges in advance: creates a fee for each charge that has none of the event yet, on an invoice
 * of its own, or standalone if the charge is not invoiceable. Source: charges.md §8.
 */
export class EventInvoicing {
  constructor(private readonly needs: Pick<EventsInAdvanceNeeds, 'eventRating' | 'fees' | 'issuing'>) {}

  async bill(
    tx: Tx,
    actor: Actor,
    event: PendingEvent,
    { context, records, histories }: BilledSubscription,
  ): Promise<void> {
    const { eventRating, fees, issuing } = this.needs;
    const charges = await this.chargesToBill(tx, actor, event, context, records);
    const [first] = charges;
    if (first === undefined) return;
    const { subscription, customer, plan, terms, now: billedAt } = context;
    const currency = plan.amountCurrency;
    const windows = windowsAt(context, event.timestamp);
    const scope = meteringScope(terms, windows.charges);
    const rating = { subscription, metric: first.metric, scope, currency, charges };
    for (const rated of await eventRating.ratePending(tx, actor, rating, event, histories)) {
      const frame = chargeFeeFrame(rated.priced, context, records, windows.charges);
      const fee = eventFee(rated, frame, event.transactionId);
      if (!fee.invoiceable) {
        await fees.createStandalone(tx, actor, [
          composeStandaloneFees({ customer, currency, billedAt, settings: terms, fees: [fee] }),
        ]);
        continue;
      }
      const invoice = await issuing.issue(tx, actor, inAdvanceInvoice(context, { windows, fees: [fee] }));
      if (invoice?.status !== 'finalized' && invoice?.status !== 'pending') continue;
      const created = await fees.ofInvoices(tx, actor, [invoice.id]);
      await fees.announce(tx, actor, [{ customer, fees: created.get(invoice.id) ?? [] }]);
    }
  }

  /** The charges in advance on the event's metric that have no fee of it yet. */
  private async chargesToBill(
    tx: Tx,
    actor: Actor,
    { code, transactionId }: PendingEvent,
    { subscription: { id: subscriptionId } }: SubscriptionContext,
    records: BillingRecords,
  ): Promise<PricedCharge[]> {
    const charges = records.charges.filter(
      ({ charge, metric }) => charge.payInAdvance && metric.code === code,
    );
    if (charges.length === 0) return [];
    const created = await this.needs.fees.ofEvent(tx, actor, { subscriptionId, transactionId });
    // The fee may have been created before the subscription had a plan of its own.
    const hasFee = ({ id, parentId }: Charge) =>
      created.some(({ chargeId }) => chargeId === id || (parentId !== null && chargeId === parentId));
    return charges.filter(({ charge }) => !hasFee(charge));
  }
}

/** The periods that hold an event. No fixed charge is billed with it. */
function windowsAt({ terms }: SubscriptionContext, at: Date) {
  const { subscription, charges } = billingWindows(terms, { situation: 'current', at });
  return { subscription, charges: charges ?? subscription, fixedCharges: null };
}
