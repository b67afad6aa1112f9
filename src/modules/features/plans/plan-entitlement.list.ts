import type { ListOrders } from '../../../platform/paging/list-orders.js';
import type { OrderKey } from '../../../platform/paging/fetch-page.js';
import { type PlanEntitlementRow, planEntitlements } from '../records/entitlement.table.js';
import { type Feature, features } from '../records/feature.table.js';

/** A feature that a plan grants. */
export interface PlanEntitlement extends Pick<PlanEntitlementRow, 'planId' | 'position' | 'values'> {
  readonly feature: Feature;
}

const byId: OrderKey<{ readonly feature: Feature }> = {
  column: features.id,
  direction: 'asc',
  type: 'uuid',
  value: ({ feature }) => feature.id,
};

/** By default in the order in which the features were added. Source: entitlements.md §3. */
export const planEntitlementOrders: ListOrders<PlanEntitlement> = {
  standard: [
    {
      column: planEntitlements.position,
      direction: 'asc',
      type: 'bigint',
      value: ({ position }) => String(position),
    },
    byId,
  ],
  fields: {
    code: [
      { column: features.code, direction: 'asc', type: 'text', value: ({ feature }) => feature.code },
      byId,
    ],
  },
};
