import type { Actor } from '../../../platform/actor.js';
import type { Db } from '../../../platform/db/database.js';
import type { Prepared, SentRecord, Synced } from '../../integration-resources/syncing/record-handler.js';
import { IntegrationRefusal } from '../../integrations/adapters/calls/integration-refusal.js';
import type { CrmCustomerPlace, CrmProvider } from '../../integrations/adapters/crm/crm-provider.js';
import type { IntegrationDocumentsNeeds } from '../integration-documents.needs.js';

/** Where a document of a customer is put, and by what. */
export interface CrmPlace {
  readonly step: 'put';
  readonly provider: CrmProvider;
  readonly customer: CrmCustomerPlace;
}

/** The place of a document, or what is done about it in place of a call. */
export type FoundPlace = CrmPlace | Exclude<Prepared<Synced>, { readonly step: 'call' }>;

/** Finds the places of customers at CRMs, to which their documents are attached. Source: integrations.md §11, §14. */
export class CrmPlaces {
  constructor(
    private readonly needs: Pick<
      IntegrationDocumentsNeeds,
      'customerLinks' | 'integrationResources' | 'outsideSystems'
    >,
  ) {}

  /** A document waits until the CRM has its customer. It is not sent any more once the customer is not linked. */
  async find(db: Db, actor: Actor, sent: SentRecord): Promise<FoundPlace> {
    const { customerLinks, outsideSystems } = this.needs;
    const { customerId, integrationId } = sent.record;
    const link = await customerLinks.linkTo(db, actor, customerId, integrationId);
    const provider = outsideSystems.crmProvider(sent.integration.integrationType);
    if (link === null || provider === null) return { step: 'drop' };
    const { externalCustomerId: externalId, targetedObject } = link;
    if (externalId === null) return this.awaitCustomer(db, actor, sent);
    return { step: 'put', provider, customer: { externalId, object: targetedObject ?? 'companies' } };
  }

  /** A record that is synced by now has given the link its id meanwhile: the document comes again. */
  private async awaitCustomer(
    db: Db,
    actor: Actor,
    { record: { customerId, integrationId } }: SentRecord,
  ): Promise<FoundPlace> {
    const known = await this.needs.integrationResources.ofResources(db, actor, [customerId]);
    const awaited = known
      .get(customerId)
      ?.find((each) => each.integrationId === integrationId && each.resourceType === 'customer');
    if (awaited === undefined) return { step: 'drop' };
    const { id: recordId, status } = awaited;
    if (status !== 'failed') return { step: 'wait', recordId };
    const refusal = new IntegrationRefusal(
      'refused',
      'invoice_missing',
      'The CRM does not have the customer.',
    );
    return { step: 'refuse', refusal, recordId };
  }
}
