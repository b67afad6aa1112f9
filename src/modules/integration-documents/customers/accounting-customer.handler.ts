import type { Actor } from '../../../platform/actor.js';
import type { Db, Tx } from '../../../platform/db/database.js';
import type {
  Prepared,
  RecordHandler,
  SentRecord,
  Synced,
} from '../../integration-resources/syncing/record-handler.js';
import type { IntegrationRefusal } from '../../integrations/adapters/calls/integration-refusal.js';
import type { IntegrationDocumentsNeeds } from '../integration-documents.needs.js';
import { accountingContact } from './accounting-contact.js';
import type { LinkedCustomers } from './linked-customers.js';

interface Needs extends Pick<IntegrationDocumentsNeeds, 'jobsDb' | 'outsideSystems' | 'snapshots'> {
  readonly linkedCustomers: LinkedCustomers;
}

/** Creates customers at accounting systems, and passes changes of them on. Source: integrations.md §4, §11. */
export class AccountingCustomerHandler implements RecordHandler {
  readonly category = 'accounting';
  readonly resourceTypes = ['customer'] as const;

  constructor(private readonly needs: Needs) {}

  /** A customer that was deleted, or linked to another connection, is not sent any more. */
  async prepare(db: Db, actor: Actor, sent: SentRecord): Promise<Prepared<Synced>> {
    const { jobsDb, linkedCustomers, outsideSystems, snapshots } = this.needs;
    const provider = outsideSystems.accountingProvider(sent.integration.integrationType);
    const linked = await linkedCustomers.find(db, actor, sent);
    if (linked === null || provider === null) return { step: 'drop' };
    const { customer } = linked;
    const representation = await jobsDb.transaction((tx) => snapshots.take(tx, actor, 'customer', customer));
    const contact = accountingContact(linked, representation);
    const { id, requests, refusals, isResend } = sent.record;
    // Each state has an id of its own, for receivers that drop what they have had.
    const state = { requestId: `${id}_${requests}`, refusals, occurredAt: customer.updatedAt, isResend };
    return {
      step: 'call',
      call: async (connection, isRepeated) => ({
        status: 'synced',
        ...(await provider.putContact(connection, contact, { ...state, isRepeated })),
      }),
    };
  }

  lockOwner(tx: Tx, actor: Actor, sent: SentRecord): Promise<void> {
    return this.needs.linkedCustomers.lock(tx, actor, sent);
  }

  recordSuccess(tx: Tx, actor: Actor, sent: SentRecord, { externalId }: Synced): Promise<void> {
    const created = { externalCustomerId: externalId, email: null };
    const type = 'customer.accounting_provider_created';
    return this.needs.linkedCustomers.recordCreation(tx, actor, sent, created, type);
  }

  recordFailure(tx: Tx, actor: Actor, sent: SentRecord, refusal: IntegrationRefusal): Promise<void> {
    const type = 'customer.accounting_provider_error';
    return this.needs.linkedCustomers.announceRefusal(tx, actor, sent, refusal, type);
  }
}
