import { resource } from '../resource.js';
import { plans } from './plans.js';

export const planFixedCharges = resource({
  name: 'PlanFixedCharge',
  parent: plans,
  path: '/fixed_charges/:fixed_charge_code',
  field: 'fixedCharge',
  wrapper: 'fixed_charge',
  fragment: 'RestFixedCharge',
  list: true,
  get: true,
  create: true,
  update: true,
  delete: { hasBody: true },
});
