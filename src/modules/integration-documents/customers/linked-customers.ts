import type { Actor } from '../../../platform/actor.js';
import type { Db, Tx } from '../../../platform/db/database.js';
import type { Customer } from '../../customers/records/customer.table.js';
import type { IntegrationCustomer } from '../../customers/records/integration-customer.table.js';
import type { SentRecord } from '../../integration-resources/syncing/record-handler.js';
import type { IntegrationDocumentsNeeds } from '../integration-documents.needs.js';

/** A customer, and its link to the connection that it is sent to. */
export interface LinkedCustomer {
  readonly customer: Customer;
  readonly link: IntegrationCustomer;
}

/** The customers of records, as long as they are linked to the connections of these. Source: integrations.md §4. */
export class LinkedCustomers {
  constructor(
    private readonly needs: Pick<IntegrationDocumentsNeeds, 'customerLinks' | 'customerLocks' | 'customers'>,
  ) {}

  /** Null for a customer that was deleted, or that is linked to the connection no more. */
  async find(
    db: Db,
    actor: Actor,
    { record: { customerId, integrationId } }: SentRecord,
  ): Promise<LinkedCustomer | null> {
    const { customers, customerLinks } = this.needs;
    const customer = (await customers.getMany(db, actor, [customerId])).get(customerId);
    if (customer === undefined || customer.deletedAt !== null) return null;
    const links = (await customerLinks.linksOf(db, actor, [customerId])).get(customerId) ?? [];
    const link = links.find((each) => each.integrationId === integrationId);
    return link === undefined ? null : { customer, link };
  }

  async lock(tx: Tx, actor: Actor, { record }: SentRecord): Promise<void> {
    await this.needs.customerLocks.lockMany(tx, actor, [record.customerId]);
  }

  /**
   * Stores the id that a system has given a customer. The caller has locked the customer.
   * @returns the customer if it was created there by this call, else null.
   */
  async recordCreation(
    tx: Tx,
    actor: Actor,
    sent: SentRecord,
    created: Pick<IntegrationCustomer, 'externalCustomerId' | 'email'>,
  ): Promise<Customer | null> {
    const { organizationId, customerId, integrationId } = sent.record;
    const link = { organizationId, customerId, integrationId };
    if (!(await this.needs.customerLinks.recordCreation(tx, link, created))) return null;
    return (await this.find(tx, actor, sent))?.customer ?? null;
  }
}
