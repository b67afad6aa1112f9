import type { Actor } from '../../../platform/actor.js';
import type { Tx } from '../../../platform/db/database.js';
import { taxConnectionOf } from '../../customers/records/customer-taxation.js';
import type { Customer } from '../../customers/records/customer.table.js';
import type { RequestedResource } from '../../integration-resources/integration-resource.service.js';
import { ALL_TRIES, NO_FAILED_TRIES } from '../../integrations/calls/next-try.js';
import type { OwnedInvoice } from '../invoice.changes.js';
import type { InvoicesNeeds } from '../invoices.needs.js';
import { taxEstimateRepository } from '../records/tax-estimate.repository.js';
import { queueTaxes } from './pending-invoices.job.js';
import { ESTIMATE_TAXES } from './tax-estimate.job.js';

/** How a request to a tax provider is made. */
export interface TaxRequesting {
  /** True if a refusal is final, since the request repeats one that has failed. */
  readonly isLastTry?: boolean;
  /** True if a draft was computed again by itself. */
  readonly isByItself?: boolean;
}

/** An invoice or a standalone fee, with its customer. */
interface OwnedDocument {
  readonly id: string;
  readonly customer: Customer;
}

/** Has the taxes of invoices computed by whoever knows them. Sources: taxes.md §6.4, integrations.md §6 (docs/adr/0188). */
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
    { isLastTry = false, isByItself = false }: TaxRequesting = {},
  ): Promise<void> {
    const waiting = invoices.filter(({ invoice }) => invoice.taxStatus === 'pending');
    const records = waiting.filter(({ invoice }) => invoice.status === 'pending').flatMap(recordOf);
    if (records.length > 0)
      await this.needs.integrationResources.request(tx, actor, 'tax', records, { isLastTry });
    const tried = isLastTry ? ALL_TRIES : NO_FAILED_TRIES;
    await ESTIMATE_TAXES.enqueueAll(
      tx,
      waiting.filter(isEstimated).map(({ invoice: { organizationId, customerId, id: invoiceId } }) => ({
        organizationId,
        customerId,
        invoiceId,
        isByItself,
        tried,
      })),
    );
    const issuable = waiting.filter(({ invoice }) => invoice.status !== 'draft');
    const listed = issuable.map(({ customer }) => customer).filter(isTaxedByLists);
    for (const [customerId, { organizationId }] of new Map(listed.map((each) => [each.id, each])))
      await queueTaxes(tx, { organizationId, customerId });
  }

  /** Has an invoice recorded by the provider that has estimated its taxes while it was open. */
  async report(tx: Tx, actor: Actor, owned: OwnedInvoice): Promise<void> {
    const records = owned.invoice.taxStatus === 'succeeded' ? recordOf(owned) : [];
    if (records.length > 0) await this.needs.integrationResources.request(tx, actor, 'tax', records);
  }

  /** Deletes the estimates of invoices that are no drafts or open any more. */
  async deleteEstimates(tx: Tx, { organizationId }: Actor, ended: readonly OwnedInvoice[]): Promise<void> {
    const estimated = ended.filter(({ customer }) => taxConnectionOf(customer) !== null);
    if (estimated.length === 0) return;
    const ids = estimated.map(({ invoice }) => invoice.id);
    await taxEstimateRepository.deleteOfInvoices(tx, organizationId, ids);
  }

  /** Has documents taken back of connections that do not compute their taxes any more, but may have recorded them. */
  async takeBack(tx: Tx, actor: Actor, documents: readonly OwnedDocument[]): Promise<void> {
    const { integrationResources } = this.needs;
    const connections = new Map(documents.map(({ id, customer }) => [id, taxConnectionOf(customer)]));
    const reported = await integrationResources.reportedTaxes(tx, actor, [...connections.keys()]);
    const left = reported.filter(
      ({ resourceId, integrationId }) => integrationId !== connections.get(resourceId),
    );
    if (left.length > 0) await integrationResources.request(tx, actor, 'tax', left);
  }
}

/** True if a provider is asked about an invoice that is not issued yet. */
function isEstimated({ invoice: { status }, customer }: OwnedInvoice): boolean {
  return (status === 'draft' || status === 'open') && taxConnectionOf(customer) !== null;
}

/** The record of an invoice at the connection that computes its taxes. */
function recordOf({ invoice: { id: resourceId }, customer }: OwnedInvoice): RequestedResource[] {
  const integrationId = taxConnectionOf(customer);
  if (integrationId === null) return [];
  return [{ integrationId, customerId: customer.id, resourceType: 'tax', resourceId }];
}

function isTaxedByLists(customer: Customer): boolean {
  return customer.vatCheckId === null && taxConnectionOf(customer) === null;
}
