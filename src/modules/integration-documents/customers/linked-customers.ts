import type { Actor } from '../../../platform/actor.js';
import type { Db, Tx } from '../../../platform/db/database.js';
import type { Customer } from '../../customers/records/customer.table.js';
import type { IntegrationCustomer } from '../../customers/records/integration-customer.table.js';
import type { SentRecord } from '../../integration-resources/syncing/record-handler.js';
import type { IntegrationRefusal } from '../../integrations/adapters/calls/integration-refusal.js';
import type { IntegrationDocumentsNeeds } from '../integration-documents.needs.js';

/** A customer, and its link to the connection that it is sent to. */
export interface LinkedCustomer {
  readonly customer: Customer;
  readonly link: IntegrationCustomer;
}

/** The customers of records, as long as they are linked to the connections of these. Source: integrations.md §4. */
export class LinkedCustomers {
  constructor(
    private readonly needs: Pick<
      IntegrationDocumentsNeeds,
      'changes' | 'customerLinks' | 'customerLocks' | 'customers'
    >,
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
    const link = await customerLinks.linkTo(db, actor, customerId, integrationId);
    return link === null ? null : { customer, link };
  }

  async lock(tx: Tx, actor: Actor, { record }: SentRecord): Promise<void> {
    await this.needs.customerLocks.lockMany(tx, actor, [record.customerId]);
  }

  /**
   * Stores the id that a system has given a customer, and announces the first one. The caller has locked the customer.
   */
  async recordCreation(
    tx: Tx,
    actor: Actor,
    sent: SentRecord,
    created: Pick<IntegrationCustomer, 'externalCustomerId' | 'email'>,
    type: 'customer.accounting_provider_created' | 'customer.crm_provider_created',
  ): Promise<void> {
    const { changes, customerLinks } = this.needs;
    const { organizationId, customerId, integrationId } = sent.record;
    const link = { organizationId, customerId, integrationId };
    if (!(await customerLinks.recordCreation(tx, link, created))) return;
    const linked = await this.find(tx, actor, sent);
    if (linked === null) return;
    const { customer } = linked;
    await changes.announce(tx, actor, { type, customer, integration: sent.integration });
  }

  /** Announces that a system has refused for good to create or change a customer that is still linked to it. */
  async announceRefusal(
    tx: Tx,
    actor: Actor,
    sent: SentRecord,
    { errorCode, message }: IntegrationRefusal,
    type: 'customer.accounting_provider_error' | 'customer.crm_provider_error',
  ): Promise<void> {
    const linked = await this.find(tx, actor, sent);
    if (linked === null) return;
    const { customer } = linked;
    const error = { errorCode, message };
    await this.needs.changes.announce(tx, actor, { type, customer, integration: sent.integration, error });
  }
}
