import { ascending, type ListOrders } from '../../../platform/paging/list-orders.js';
import { newestFirst } from '../../../platform/paging/newest-first.js';
import { type IntegrationMapping, integrationMappings } from './integration-mapping.table.js';

export const integrationMappingOrders: ListOrders<IntegrationMapping> = {
  standard: newestFirst(integrationMappings),
  fields: { created_at: ascending(integrationMappings, 'createdAt') },
};
