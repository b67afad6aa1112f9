import { resource } from '../resource.js';
import { plans } from './plans.js';

export const planCharges = resource({
  name: 'PlanCharge',
  parent: plans,
  path: '/charges/:charge_code',
  field: 'charge',
  wrapper: 'charge',
  fragment: 'RestCharge',
  list: true,
  get: true,
  create: true,
  update: true,
  delete: { hasBody: true },
});
