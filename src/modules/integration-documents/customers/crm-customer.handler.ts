import type { Actor } from '../../../platform/actor.js';
import type { Db, Tx } from '../../../platform/db/database.js';
import type {
  Prepared,
  RecordHandler,
  SentRecord,
  Synced,
} from '../../integration-resources/syncing/record-handler.js';
import type { CrmCustomer } from '../../integrations/adapters/crm/crm-provider.js';
import type { IntegrationRefusal } from '../../integrations/adapters/calls/integration-refusal.js';
import type { IntegrationDocumentsNeeds } from '../integration-documents.needs.js';
import type { LinkedCustomer, LinkedCustomers } from './linked-customers.js';

interface Needs extends Pick<IntegrationDocumentsNeeds, 'changes' | 'outsideSystems' | 'publicAddresses'> {
  readonly linkedCustomers: LinkedCustomers;
}

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
    const linked = await this.needs.linkedCustomers.find(db, actor, sent);
    if (linked === null || provider === null) return { step: 'drop' };
    const customer = this.sentAs(linked);
    return {
      step: 'call',
      call: async (connection) => ({
        status: 'synced',
        ...(await provider.putCustomer(connection, customer)),
      }),
    };
  }

  lockOwner(tx: Tx, actor: Actor, sent: SentRecord): Promise<void> {
    return this.needs.linkedCustomers.lock(tx, actor, sent);
  }

  async recordSuccess(
    tx: Tx,
    actor: Actor,
    sent: SentRecord,
    { externalId: externalCustomerId, email }: SyncedCustomer,
  ): Promise<void> {
    const { changes, linkedCustomers } = this.needs;
    const created = { externalCustomerId, email };
    const customer = await linkedCustomers.recordCreation(tx, actor, sent, created);
    if (customer === null) return;
    const { integration } = sent;
    await changes.announce(tx, actor, { type: 'customer.crm_provider_created', customer, integration });
  }

  async recordFailure(tx: Tx, actor: Actor, sent: SentRecord, refusal: IntegrationRefusal): Promise<void> {
    const linked = await this.needs.linkedCustomers.find(tx, actor, sent);
    if (linked === null) return;
    const { errorCode, message } = refusal;
    await this.needs.changes.announce(tx, actor, {
      type: 'customer.crm_provider_error',
      customer: linked.customer,
      integration: sent.integration,
      error: { errorCode, message },
    });
  }

  private sentAs({ customer, link: { externalCustomerId, targetedObject } }: LinkedCustomer): CrmCustomer {
    const path = `/api/v1/customers/${encodeURIComponent(customer.externalId)}`;
    return {
      ...customer,
      object: targetedObject ?? 'companies',
      knownId: externalCustomerId,
      address: this.needs.publicAddresses.at(path),
    };
  }
}
