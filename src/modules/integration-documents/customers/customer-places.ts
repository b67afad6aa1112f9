import type { Actor } from '../../../platform/actor.js';
import { distinct } from '../../../platform/collections/distinct-values.js';
import type { Db, Tx } from '../../../platform/db/database.js';
import { willBeRolledBack } from '../../../platform/db/statements/rolled-back-transaction.js';
import type { Customer } from '../../customers/records/customer.table.js';
import type { CodedLink } from '../../customers/customer-links.service.js';
import type { RequestedResource } from '../../integration-resources/integration-resource.service.js';
import type { IntegrationResource } from '../../integration-resources/integration-resource.table.js';
import type { Prepared, SentRecord, Synced } from '../../integration-resources/syncing/record-handler.js';
import { IntegrationRefusal } from '../../integrations/adapters/calls/integration-refusal.js';
import { type IntegrationCategory, rulesOfType } from '../../integrations/types/integration-types.js';
import type { IntegrationDocumentsNeeds } from '../integration-documents.needs.js';

/** What is done about a record in place of a call. */
export type OtherStep = Exclude<Prepared<Synced>, { readonly step: 'call' }>;

/** The place of a customer at an outside system that has it. */
export interface CustomerPlace {
  readonly step: 'there';
  readonly externalId: string;
  readonly link: CodedLink;
}

/** The settings of connections that switch kinds of documents on. */
export type SyncFlag = 'syncInvoices' | 'syncCreditNotes' | 'syncPayments' | 'syncSubscriptions';

/** A document of a customer that systems get whose connection says so. */
export interface OwnedDocument extends Pick<RequestedResource, 'resourceType' | 'resourceId'> {
  readonly customer: Customer;
  /** The setting of a connection that switches such documents on. */
  readonly flag: SyncFlag;
}

/** The categories of systems that get documents of their customers. */
type DocumentCategory = Exclude<IntegrationCategory, 'tax'>;

/** Finds the places of customers at CRMs and accounting systems, to which their documents are attached. Source: integrations.md §11, §14. */
export class CustomerPlaces {
  constructor(
    private readonly needs: Pick<
      IntegrationDocumentsNeeds,
      'customerLinks' | 'integrationResources' | 'outsideSystems'
    >,
  ) {}

  /**
   * The links of customers to systems of a category that are called, by customer id. A link without an id counts: the customer is being
   * created. Nothing is sent of customers on a test clock, nor of what is rolled back in any case.
   */
  async linksOf(
    db: Db,
    actor: Actor,
    category: DocumentCategory,
    customers: readonly Customer[],
  ): Promise<Map<string, CodedLink[]>> {
    const { customerLinks, outsideSystems } = this.needs;
    const sent = customers.filter(({ testClockId }) => testClockId === null);
    if (willBeRolledBack() || sent.length === 0) return new Map();
    const links = await customerLinks.linksOf(db, actor, distinct(sent.map(({ id }) => id)));
    const isCalled = ({ integrationType: type }: CodedLink) =>
      rulesOfType(type).category === category && outsideSystems.find(type) !== null;
    return new Map([...links].map(([id, ofCustomer]) => [id, ofCustomer.filter(isCalled)]));
  }

  /** Asks for documents to be sent to the systems of a category that their customers are linked to. */
  async request(
    tx: Tx,
    actor: Actor,
    category: DocumentCategory,
    documents: readonly OwnedDocument[],
  ): Promise<void> {
    const links = await this.linksOf(
      tx,
      actor,
      category,
      documents.map(({ customer }) => customer),
    );
    const requested = documents.flatMap(({ customer: { id: customerId }, flag, ...document }) =>
      (links.get(customerId) ?? [])
        .filter(({ settings }) => settings[flag] === true)
        .map(({ integrationId }) => ({ ...document, integrationId, customerId })),
    );
    if (requested.length > 0) await this.needs.integrationResources.request(tx, actor, category, requested);
  }

  /** A document waits until the system has its customer. It is not sent any more once the customer is not linked. */
  async find(db: Db, actor: Actor, sent: SentRecord): Promise<CustomerPlace | OtherStep> {
    const { customerId, integrationId } = sent.record;
    const link = await this.needs.customerLinks.linkTo(db, actor, customerId, integrationId);
    if (link === null) return { step: 'drop' };
    const { externalCustomerId: externalId } = link;
    if (externalId !== null) return { step: 'there', externalId, link };
    const awaited = await this.recordOf(db, actor, sent, 'customer', customerId);
    if (awaited === null) return { step: 'drop' };
    // A record that is synced by now has given the link its id meanwhile: the document comes again.
    return awaited.status === 'failed' ? missing('the customer', awaited.id) : waitFor(awaited.id);
  }

  /** A document that must be at the system before. Once it was there it counts, also if it is about to be sent again or taken back. */
  async findDocument(
    db: Db,
    actor: Actor,
    sent: SentRecord,
    resourceType: 'invoice' | 'credit_note',
    { id, number }: { readonly id: string; readonly number: string },
  ): Promise<{ readonly step: 'there'; readonly externalId: string | null } | OtherStep> {
    const what = `the ${resourceType === 'invoice' ? 'invoice' : 'credit note'} ${number}`;
    const record = await this.recordOf(db, actor, sent, resourceType, id);
    if (record === null) return missing(what, null);
    if (record.syncedAt !== null) return { step: 'there', externalId: record.externalId };
    return record.status === 'pending' ? waitFor(record.id) : missing(what, record.id);
  }

  /** The record of another document at the system that a record is sent to; null if there is none. */
  async recordOf(
    db: Db,
    actor: Actor,
    sent: SentRecord,
    resourceType: RequestedResource['resourceType'],
    resourceId: string,
  ): Promise<IntegrationResource | null> {
    return (await this.recordsOf(db, actor, sent, resourceType, [resourceId])).get(resourceId) ?? null;
  }

  /** The records of other documents there, by the ids of these; those without one are omitted. */
  async recordsOf(
    db: Db,
    actor: Actor,
    { record: { integrationId } }: SentRecord,
    resourceType: RequestedResource['resourceType'],
    resourceIds: readonly string[],
  ): Promise<Map<string, IntegrationResource>> {
    const known = [...(await this.needs.integrationResources.ofResources(db, actor, resourceIds)).values()];
    const records = known
      .flat()
      .filter((each) => each.integrationId === integrationId && each.resourceType === resourceType);
    return new Map(records.map((each) => [each.resourceId, each]));
  }
}

function waitFor(recordId: string): OtherStep {
  return { step: 'wait', recordId };
}

function missing(what: string, recordId: string | null): OtherStep {
  const refusal = new IntegrationRefusal('refused', 'invoice_missing', `The system does not have ${what}.`);
  return { step: 'refuse', refusal, recordId };
}
