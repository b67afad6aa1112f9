import type { CrmCustomerPlace } from '../../integrations/adapters/crm/crm-provider.js';
import type { CustomerPlace } from '../customers/customer-places.js';

/** A customer as CRMs know it: companies unless its link says otherwise. Source: integrations.md §4. */
export function crmCustomerPlace({
  externalId,
  link: { targetedObject },
}: Pick<CustomerPlace, 'externalId' | 'link'>): CrmCustomerPlace {
  return { externalId, object: targetedObject ?? 'companies' };
}
