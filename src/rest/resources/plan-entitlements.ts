import { resource } from '../resource.js';
import { plans } from './plans.js';

const path = '/plans/:code/entitlements';
const sent = { lookup: 'RestFindPlanOfEntitlements', required: 'entitlements' };

export const planEntitlements = resource({
  name: 'PlanEntitlement',
  parent: plans,
  path: '/entitlements/:feature_code',
  wrapper: 'entitlement',
  list: true,
  get: true,
  written: [
    { method: 'POST', path, operation: 'RestReplacePlanEntitlements', ...sent },
    { method: 'PATCH', path, operation: 'RestSetPlanEntitlement', ...sent },
    { method: 'DELETE', path: `${path}/:feature_code`, operation: 'RestRemovePlanEntitlement' },
    {
      method: 'DELETE',
      path: `${path}/:feature_code/privileges/:privilege_code`,
      operation: 'RestRemovePlanEntitlementPrivilege',
    },
  ],
});

/** Represents the member of plans that changes with their entitlements. */
export const plansWithEntitlements = resource({
  name: 'GrantingPlan',
  field: 'plan',
  path: '/plans/:code',
  represents: 'plan_entitlements',
});
