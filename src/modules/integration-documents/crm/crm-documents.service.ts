import type { Actor } from '../../../platform/actor.js';
import type { Tx } from '../../../platform/db/database.js';
import type { OwnedInvoice } from '../../invoices/invoice.changes.js';
import type { OwnedSubscription } from '../../subscriptions/subscription.changes.js';
import type { CustomerPlaces, OwnedDocument } from '../customers/customer-places.js';

/** Asks for invoices and subscriptions to be sent to CRMs. Source: integrations.md §14. */
export class CrmDocuments {
  constructor(private readonly customerPlaces: CustomerPlaces) {}

  /** Asks for the invoices that are finalized or voided. */
  async requestInvoices(tx: Tx, actor: Actor, invoices: readonly OwnedInvoice[]): Promise<void> {
    const final = invoices.filter(({ invoice: { status } }) => status === 'finalized' || status === 'voided');
    const documents = final.map(({ invoice: { id: resourceId }, customer }): OwnedDocument => ({
      resourceType: 'invoice',
      resourceId,
      customer,
      flag: 'syncInvoices',
    }));
    await this.customerPlaces.request(tx, actor, 'crm', documents);
  }

  async requestSubscriptions(
    tx: Tx,
    actor: Actor,
    subscriptions: readonly OwnedSubscription[],
  ): Promise<void> {
    const documents = subscriptions.map(({ subscription: { id: resourceId }, customer }): OwnedDocument => ({
      resourceType: 'subscription',
      resourceId,
      customer,
      flag: 'syncSubscriptions',
    }));
    await this.customerPlaces.request(tx, actor, 'crm', documents);
  }
}
