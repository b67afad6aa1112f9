import type { Actor } from '../../../platform/actor.js';
import type { Tx } from '../../../platform/db/database.js';
import type { Customer } from '../../customers/records/customer.table.js';
import { rulesOfType } from '../../integrations/types/integration-types.js';
import type { IntegrationDocumentsNeeds } from '../integration-documents.needs.js';

/** The categories of systems that have customers of their own. */
const WITH_CUSTOMERS = ['accounting', 'crm'] as const;

/** Asks for customers to be sent to accounting systems and CRMs. Source: integrations.md §4. */
export class CustomerSync {
  constructor(
    private readonly needs: Pick<
      IntegrationDocumentsNeeds,
      'customerLinks' | 'integrationResources' | 'outsideSystems'
    >,
  ) {}

  /**
   * Asks for a customer to be created or changed at each linked system that is called. Nothing is called for customers on a test
   * clock. The caller has locked the customer.
   */
  async request(tx: Tx, actor: Actor, { id: customerId, testClockId }: Customer): Promise<void> {
    const { customerLinks, integrationResources, outsideSystems } = this.needs;
    if (testClockId !== null) return;
    const links = (await customerLinks.linksOf(tx, actor, [customerId])).get(customerId) ?? [];
    const called = links.filter(({ integrationType }) => outsideSystems.find(integrationType) !== null);
    for (const category of WITH_CUSTOMERS) {
      const documents = called
        .filter(({ integrationType }) => rulesOfType(integrationType).category === category)
        .map(({ integrationId }) => ({
          integrationId,
          customerId,
          resourceType: 'customer' as const,
          resourceId: customerId,
        }));
      if (documents.length > 0) await integrationResources.request(tx, actor, category, documents);
    }
  }
}
