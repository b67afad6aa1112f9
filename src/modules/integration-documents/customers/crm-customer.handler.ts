import type { Actor } from '../../../platform/actor.js';
import type { Db, Tx } from '../../../platform/db/database.js';
import type { Customer } from '../../customers/records/customer.table.js';
import type { IntegrationCustomer } from '../../customers/records/integration-customer.table.js';
import type {
  Prepared,
  RecordHandler,
  SentRecord,
  Synced,
} from '../../integration-resources/syncing/record-handler.js';
import type { CrmCustomer } from '../../integrations/adapters/crm/crm-provider.js';
import type { IntegrationRefusal } from '../../integrations/adapters/calls/integration-refusal.js';
import type { IntegrationDocumentsNeeds } from '../integration-documents.needs.js';

type Needs = Pick<
  IntegrationDocumentsNeeds,
  'changes' | 'customerLinks' | 'customerLocks' | 'customers' | 'outsideSystems' | 'publicAddresses'
>;

interface SyncedCustomer extends Synced {
  /** The address by which the CRM knows a contact; null for others. */
  readonly email: string | null;
}

/** Creates customers at CRMs, and passes changes of them on. Source: integrations.md §4, §14. */
export class CrmCustomerHandler implements RecordHandler<SyncedCustomer> {
  readonly category = 'crm';
  readonly resourceTypes = ['customer'] as const;

  constructor(private readonly needs: Needs) {}

  /** A customer that was deleted, or linked to another connection, is not sent any more. */
  async prepare(db: Db, actor: Actor, sent: SentRecord): Promise<Prepared<SyncedCustomer>> {
    const provider = this.needs.outsideSystems.crmProvider(sent.integration.integrationType);
    const linked = await this.find(db, actor, sent);
    if (linked === null || provider === null) return { step: 'drop' };
    const customer = this.sentAs(linked.customer, linked.link);
    return {
      step: 'call',
      call: async (connection) => ({
        status: 'synced',
        ...(await provider.putCustomer(connection, customer)),
      }),
    };
  }

  async lockOwner(tx: Tx, actor: Actor, { record }: SentRecord): Promise<void> {
    await this.needs.customerLocks.lockMany(tx, actor, [record.customerId]);
  }

  async recordSuccess(tx: Tx, actor: Actor, sent: SentRecord, answer: SyncedCustomer): Promise<void> {
    const { customerLinks, changes } = this.needs;
    const { organizationId, customerId, integrationId } = sent.record;
    const { externalId: externalCustomerId, email } = answer;
    const link = { organizationId, customerId, integrationId };
    if (!(await customerLinks.recordCreation(tx, link, { externalCustomerId, email }))) return;
    const linked = await this.find(tx, actor, sent);
    if (linked === null) return;
    const { customer } = linked;
    const { integration } = sent;
    await changes.announce(tx, actor, { type: 'customer.crm_provider_created', customer, integration });
  }

  async recordFailure(tx: Tx, actor: Actor, sent: SentRecord, refusal: IntegrationRefusal): Promise<void> {
    const linked = await this.find(tx, actor, sent);
    if (linked === null) return;
    const { errorCode, message } = refusal;
    await this.needs.changes.announce(tx, actor, {
      type: 'customer.crm_provider_error',
      customer: linked.customer,
      integration: sent.integration,
      error: { errorCode, message },
    });
  }

  /** The customer of a record with its link to the connection; null if it has none any more. */
  private async find(
    db: Db,
    actor: Actor,
    { record: { customerId, integrationId } }: SentRecord,
  ): Promise<{ readonly customer: Customer; readonly link: IntegrationCustomer } | null> {
    const { customers, customerLinks } = this.needs;
    const customer = (await customers.getMany(db, actor, [customerId])).get(customerId);
    if (customer === undefined || customer.deletedAt !== null) return null;
    const links = (await customerLinks.linksOf(db, actor, [customerId])).get(customerId) ?? [];
    const link = links.find((each) => each.integrationId === integrationId);
    return link === undefined ? null : { customer, link };
  }

  private sentAs(
    customer: Customer,
    { externalCustomerId, targetedObject }: IntegrationCustomer,
  ): CrmCustomer {
    const path = `/api/v1/customers/${encodeURIComponent(customer.externalId)}`;
    return {
      ...customer,
      object: targetedObject ?? 'companies',
      knownId: externalCustomerId,
      address: this.needs.publicAddresses.at(path),
    };
  }
}
