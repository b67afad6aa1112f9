import { onlyLogged } from '../../platform/activity/activity-kinds.js';

/** Source: logs.md §2. An entity is archived in place of being deleted. */
export const BILLING_ENTITY_ACTIVITIES = {
  'billing_entities.created': onlyLogged('billing_entity', 'BillingEntity'),
  'billing_entities.updated': onlyLogged('billing_entity', 'BillingEntity'),
  'billing_entities.deleted': onlyLogged('billing_entity', 'BillingEntity'),
};
