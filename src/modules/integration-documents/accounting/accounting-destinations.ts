import type { Actor } from '../../../platform/actor.js';
import type { Db } from '../../../platform/db/database.js';
import { outsideName } from '../../customers/records/customer-name.js';
import type { SentRecord } from '../../integration-resources/syncing/record-handler.js';
import type {
  AccountingCall,
  AccountingProvider,
} from '../../integrations/adapters/accounting/accounting-provider.js';
import type { CustomerPlaces, OtherStep } from '../customers/customer-places.js';
import type { IntegrationDocumentsNeeds } from '../integration-documents.needs.js';
import type { Destination } from './accounting-reader.js';

interface Needs extends Pick<IntegrationDocumentsNeeds, 'customers' | 'outsideSystems'> {
  readonly customerPlaces: CustomerPlaces;
}

/** The accounting system that has the customer of a document. */
export interface FoundDestination {
  readonly step: 'there';
  readonly provider: AccountingProvider;
  readonly destination: Destination;
}

/** Finds where the documents of customers go. Source: integrations.md §11. */
export class AccountingDestinations {
  constructor(private readonly needs: Needs) {}

  async find(db: Db, actor: Actor, sent: SentRecord): Promise<FoundDestination | OtherStep> {
    const { customerPlaces, customers, outsideSystems } = this.needs;
    const { customerId, integrationId } = sent.record;
    const provider = outsideSystems.accountingProvider(sent.integration.integrationType);
    const customer = (await customers.getMany(db, actor, [customerId])).get(customerId);
    const place = await customerPlaces.find(db, actor, sent);
    if (place.step !== 'there') return place;
    if (provider === null || customer === undefined) return { step: 'drop' };
    const { id, externalId } = customer;
    const known = { id, externalId, providerId: place.externalId, name: outsideName(customer) };
    return { step: 'there', provider, destination: { integrationId, customer: known } };
  }
}

/**
 * A call about a document. Its id is that of the record, so that a system drops what it has had, also when the document is sent again.
 * @param state of a document that is sent in several: the void of an invoice, say.
 */
export function callAbout(
  { record: { id, isResend, refusals } }: SentRecord,
  occurredAt: Date,
  isRepeated: boolean,
  state?: string,
): AccountingCall {
  const requestId = state === undefined ? id : `${id}_${state}`;
  return { requestId, refusals, occurredAt, isRepeated, isResend };
}
