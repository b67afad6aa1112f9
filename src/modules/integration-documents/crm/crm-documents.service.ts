import type { Actor } from '../../../platform/actor.js';
import { distinct } from '../../../platform/collections/distinct-values.js';
import type { Tx } from '../../../platform/db/database.js';
import { willBeRolledBack } from '../../../platform/db/statements/rolled-back-transaction.js';
import type { Customer } from '../../customers/records/customer.table.js';
import type { RequestedResource } from '../../integration-resources/integration-resource.service.js';
import type { OwnedInvoice } from '../../invoices/invoice.changes.js';
import type { OwnedSubscription } from '../../subscriptions/subscription.changes.js';
import type { IntegrationDocumentsNeeds } from '../integration-documents.needs.js';

/** A document of a customer. */
interface OwnedDocument extends Pick<RequestedResource, 'resourceType' | 'resourceId'> {
  readonly customer: Customer;
  /** The setting that switches such documents on. */
  readonly flag: 'syncInvoices' | 'syncSubscriptions';
}

/** Asks for invoices and subscriptions to be sent to CRMs. Source: integrations.md §14. */
export class CrmDocuments {
  constructor(
    private readonly needs: Pick<
      IntegrationDocumentsNeeds,
      'customerLinks' | 'integrationResources' | 'outsideSystems'
    >,
  ) {}

  /** Asks for the invoices that are finalized or voided. */
  async requestInvoices(tx: Tx, actor: Actor, invoices: readonly OwnedInvoice[]): Promise<void> {
    const final = invoices.filter(({ invoice: { status } }) => status === 'finalized' || status === 'voided');
    await this.request(
      tx,
      actor,
      final.map(({ invoice: { id: resourceId }, customer }) => ({
        resourceType: 'invoice',
        resourceId,
        customer,
        flag: 'syncInvoices',
      })),
    );
  }

  async requestSubscriptions(
    tx: Tx,
    actor: Actor,
    subscriptions: readonly OwnedSubscription[],
  ): Promise<void> {
    await this.request(
      tx,
      actor,
      subscriptions.map(({ subscription: { id: resourceId }, customer }) => ({
        resourceType: 'subscription',
        resourceId,
        customer,
        flag: 'syncSubscriptions',
      })),
    );
  }

  /** Nothing is sent of customers on a test clock, nor of what is rolled back in any case. */
  private async request(tx: Tx, actor: Actor, documents: readonly OwnedDocument[]): Promise<void> {
    const { customerLinks, integrationResources, outsideSystems } = this.needs;
    const sent = documents.filter(({ customer }) => customer.testClockId === null);
    if (willBeRolledBack() || sent.length === 0) return;
    const customerIds = distinct(sent.map(({ customer }) => customer.id));
    const links = await customerLinks.linksOf(tx, actor, customerIds);
    const requested = sent.flatMap(({ customer: { id: customerId }, flag, ...document }) =>
      (links.get(customerId) ?? [])
        .filter(({ integrationType }) => outsideSystems.crmProvider(integrationType) !== null)
        .filter(({ settings }) => settings[flag] === true)
        .map(({ integrationId }) => ({ ...document, integrationId, customerId })),
    );
    if (requested.length > 0) await integrationResources.request(tx, actor, 'crm', requested);
  }
}
