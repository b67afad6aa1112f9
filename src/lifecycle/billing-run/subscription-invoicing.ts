import type { Actor } from '../../platform/actor.js';
import type { Tx } from '../../platform/db/database.js';
import type { InvoicePart } from '../../modules/invoices/composing/planned-invoice.js';
import type { BillingRunNeeds } from './billing-run.needs.js';
import { type AssembledInvoice, assembleInvoices, assembleParts } from './assemble-invoices.js';
import type { DueSubscription } from '../billing-records/billing-occasion.js';
import type { InvoicedSubscription } from '../events-in-advance/event-billing.js';
import type { BillingRecordSources } from '../billing-records/load-billing-records.js';
import { type DraftedSubscription, loadSubscriptions } from '../billing-records/load-subscriptions.js';
import { type RatedSubscription, rateUsage } from './rate-usage.js';
import type { SharedInvoice } from '../fees/shared-invoices.js';
import { writeInvoices } from './write-invoices.js';

type Needs = BillingRecordSources & Pick<BillingRunNeeds, 'issuing' | 'eventBilling'>;

/**
 * Invoices subscriptions, whatever they are billed for. It bills the events that wait, loads what fees depend on, rates
 * usage, assembles invoices and writes them: each step for all subscriptions of all customers together, with the result
 * that each invoice would have if it were made after the one before it. Source: invoices.md §3; docs/adr/0018.
 */
export class SubscriptionInvoicing {
  constructor(private readonly needs: Needs) {}

  /** Computes invoices and issues them. */
  async issue(tx: Tx, actor: Actor, invoices: readonly SharedInvoice[]): Promise<void> {
    const assembled = await this.prepare(tx, actor, invoices);
    await writeInvoices(tx, actor, this.needs, assembled);
  }

  /** Computes invoices. Writes nothing but the fees of events that wait. */
  async prepare(tx: Tx, actor: Actor, invoices: readonly SharedInvoice[]): Promise<AssembledInvoice[]> {
    const due = invoices.flatMap(({ subscriptions }) => subscriptions);
    if (due.length === 0) return [];
    const invoiced = invoices.flatMap(({ subscriptions, billedAt: until }) =>
      subscriptions.map(({ context }) => ({ context, until })),
    );
    return assembleInvoices(invoices, await this.rate(tx, actor, due, invoiced));
  }

  /**
   * Computes the parts of draft invoices again, from plans, usage and taxes as they are now and from what was billed
   * before the drafts. Standalone fees that were created with the drafts stay as they are.
   * @param drafted each subscription once; `now` is its customer's.
   * @returns the parts of each, in their order.
   */
  async recompute(
    tx: Tx,
    actor: Actor,
    drafted: readonly (DraftedSubscription & { readonly now: Date })[],
  ): Promise<InvoicePart[][]> {
    const invoiced = drafted.map(({ context, now }) => ({ context, until: now }));
    return (await this.rate(tx, actor, drafted, invoiced)).map(assembleParts);
  }

  /** Bills the events that wait, loads what fees depend on, and rates usage. @returns the subscriptions in their order. */
  private async rate(
    tx: Tx,
    actor: Actor,
    due: readonly (DueSubscription | DraftedSubscription)[],
    invoiced: readonly InvoicedSubscription[],
  ): Promise<RatedSubscription[]> {
    const { eventBilling, usage } = this.needs;
    // Before the fees are loaded: a commitment counts what single events have cost.
    await eventBilling.billWaiting(tx, actor, invoiced);
    return rateUsage(tx, actor, usage, await loadSubscriptions(tx, actor, this.needs, due));
  }
}
