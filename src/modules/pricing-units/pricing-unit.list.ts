import { ascending, type ListOrders } from '../../platform/paging/list-orders.js';
import { newestFirst } from '../../platform/paging/newest-first.js';
import { type PricingUnit, pricingUnits } from './pricing-unit.table.js';

export const pricingUnitOrders: ListOrders<PricingUnit> = {
  standard: newestFirst(pricingUnits),
  fields: { created_at: ascending(pricingUnits, 'createdAt') },
};
