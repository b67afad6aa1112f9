import type { Actor } from '../../../platform/actor.js';
import type { Tx } from '../../../platform/db/database.js';
import type { Customer } from '../../customers/records/customer.table.js';
import type { IntegrationDocumentsNeeds } from '../integration-documents.needs.js';

/** Asks for customers to be sent to CRMs. Source: integrations.md §4. */
export class CustomerSync {
  constructor(
    private readonly needs: Pick<
      IntegrationDocumentsNeeds,
      'customerLinks' | 'integrationResources' | 'outsideSystems'
    >,
  ) {}

  /**
   * Asks for a customer to be created or changed at each linked CRM that is called. Nothing is called for customers on a test clock.
   * The caller has locked the customer.
   */
  async request(tx: Tx, actor: Actor, { id: customerId, testClockId }: Customer): Promise<void> {
    const { customerLinks, integrationResources, outsideSystems } = this.needs;
    if (testClockId !== null) return;
    const links = (await customerLinks.linksOf(tx, actor, [customerId])).get(customerId) ?? [];
    const called = links.filter(
      ({ integrationType }) => outsideSystems.crmProvider(integrationType) !== null,
    );
    if (called.length === 0) return;
    await integrationResources.request(
      tx,
      actor,
      'crm',
      called.map(({ integrationId }) => ({
        integrationId,
        customerId,
        resourceType: 'customer',
        resourceId: customerId,
      })),
    );
  }
}
