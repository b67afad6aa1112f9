import { resource } from '../resource.js';
import { planCharges } from './plan-charges.js';

export const planChargeFilters = resource({
  name: 'PlanChargeFilter',
  parent: planCharges,
  path: '/filters/:filter_id',
  field: 'chargeFilter',
  wrapper: 'filter',
  fragment: 'RestChargeFilter',
  // The input has one member of properties per charge model; the model chooses it.
  found: { members: ['chargeModel'] },
  list: true,
  get: true,
  create: true,
  update: true,
  delete: { hasBody: true },
});
