import type { Actor } from '../../../platform/actor.js';
import type { Tx } from '../../../platform/db/database.js';
import { taxConnectionOf } from '../../customers/records/customer-taxation.js';
import type { Customer } from '../../customers/records/customer.table.js';
import type { RequestedResource } from '../../integration-resources/integration-resource.service.js';
import type { OwnedInvoice } from '../invoice.changes.js';
import type { InvoicesNeeds } from '../invoices.needs.js';
import type { Invoice } from '../records/invoice.table.js';
import { queueTaxes } from './pending-invoices.job.js';

/** How a request to a tax provider is made. */
export interface TaxRequesting {
  /** True if a refusal is final, since the request repeats one that has failed. */
  readonly isLastTry?: boolean;
}

/** Has the taxes of pending invoices computed, by whoever knows them. Sources: taxes.md §6.4, integrations.md §6 (docs/adr/0188). */
export class AwaitedTaxes {
  constructor(private readonly needs: Pick<InvoicesNeeds, 'integrationResources'>) {}

  /**
   * Asks the tax provider of each customer, or queues the taxes of its lists, unless its VAT number is being checked: the end of
   * the check queues them. The caller has locked the customers.
   */
  async request(
    tx: Tx,
    actor: Actor,
    invoices: readonly OwnedInvoice[],
    { isLastTry = false }: TaxRequesting = {},
  ): Promise<void> {
    const waiting = invoices.filter(({ invoice }) => isAwaitingTaxes(invoice));
    const records = waiting.flatMap(recordOf);
    if (records.length > 0)
      await this.needs.integrationResources.request(tx, actor, 'tax', records, { isLastTry });
    const listed = waiting.map(({ customer }) => customer).filter(isTaxedByLists);
    for (const [customerId, { organizationId }] of new Map(listed.map((each) => [each.id, each])))
      await queueTaxes(tx, { organizationId, customerId });
  }

  /**
   * Has documents taken back of connections that do not compute the taxes of their invoices any more, but may have recorded them: their
   * calls have had no answer yet, or one that could not be used.
   */
  async takeBack(tx: Tx, actor: Actor, invoices: readonly OwnedInvoice[]): Promise<void> {
    const { integrationResources } = this.needs;
    const ids = invoices.map(({ invoice }) => invoice.id);
    const records = await integrationResources.ofResources(tx, actor, ids);
    const called = invoices.flatMap(({ invoice: { id }, customer }) =>
      (records.get(id) ?? []).filter(
        ({ integrationId, resourceType, tries, status }) =>
          integrationId !== taxConnectionOf(customer) &&
          resourceType === 'tax' &&
          tries > 0 &&
          status !== 'voided',
      ),
    );
    if (called.length > 0) await integrationResources.request(tx, actor, 'tax', called.map(documentOf));
  }
}

function documentOf({ integrationId, customerId, resourceType, resourceId }: RequestedResource) {
  return { integrationId, customerId, resourceType, resourceId };
}

function isAwaitingTaxes({ taxStatus, status }: Invoice): boolean {
  return taxStatus === 'pending' && (status === 'pending' || status === 'open');
}

/** What a provider is asked about an invoice that is to be issued. */
function recordOf({ invoice: { id: resourceId, status }, customer }: OwnedInvoice): RequestedResource[] {
  const integrationId = taxConnectionOf(customer);
  if (integrationId === null || status !== 'pending') return [];
  return [{ integrationId, customerId: customer.id, resourceType: 'tax', resourceId }];
}

function isTaxedByLists(customer: Customer): boolean {
  return customer.vatCheckId === null && taxConnectionOf(customer) === null;
}
