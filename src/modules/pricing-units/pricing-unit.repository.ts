import { recordsOf, tenantRows } from '../../platform/paging/records.js';
import { pricingUnitOrders } from './pricing-unit.list.js';
import { pricingUnits } from './pricing-unit.table.js';

export const pricingUnitRepository = recordsOf(pricingUnits, {
  kept: tenantRows(pricingUnits),
  code: pricingUnits.code,
  orders: pricingUnitOrders,
  search: [pricingUnits.name, pricingUnits.code],
});
