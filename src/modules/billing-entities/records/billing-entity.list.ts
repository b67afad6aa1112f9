import { ascending, type ListOrders } from '../../../platform/paging/list-orders.js';
import { billingEntities, type BillingEntity } from './billing-entity.table.js';

export const billingEntityOrders: ListOrders<BillingEntity> = {
  standard: ascending(billingEntities, 'createdAt'),
  fields: {
    created_at: ascending(billingEntities, 'createdAt'),
    name: ascending(billingEntities, 'name'),
  },
};
