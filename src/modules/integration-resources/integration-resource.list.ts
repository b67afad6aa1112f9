import { ascending, type ListOrders } from '../../platform/paging/list-orders.js';
import { newestFirst } from '../../platform/paging/newest-first.js';
import { type IntegrationResource, integrationResources } from './integration-resource.table.js';

export const integrationResourceOrders: ListOrders<IntegrationResource> = {
  standard: newestFirst(integrationResources),
  fields: { created_at: ascending(integrationResources, 'createdAt') },
};
