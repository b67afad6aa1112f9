import { sql } from 'drizzle-orm';
import type { ListOrders } from '../../platform/paging/list-orders.js';
import { type Feature, features } from './feature.table.js';
import type { GrantedValues, OwnEntitlement } from './subscription-entitlement.rules.js';

/** A feature that a subscription entitles to, with what its plan and itself determine. */
export interface SubscriptionEntitlement {
  readonly feature: Feature;
  readonly granted: GrantedValues;
  readonly own: OwnEntitlement;
}

/** An entitlement with its place in the list of its subscription. */
export interface ListedEntitlement extends SubscriptionEntitlement {
  readonly subscriptionId: string;
  readonly position: number;
}

/** By default those of the plan first, then in the order in which they were added. Source: entitlements.md §4. */
export const subscriptionEntitlementOrders: ListOrders<ListedEntitlement> = {
  standard: [
    {
      // Of the aliases in `subscription-entitlement.repository.ts`.
      column: sql`("granted"."feature_id" is null)::integer`,
      direction: 'asc',
      type: 'bigint',
      value: ({ granted }) => (granted === null ? '1' : '0'),
    },
    {
      column: sql`coalesce("granted"."position", "own"."position")`,
      direction: 'asc',
      type: 'bigint',
      value: ({ position }) => String(position),
    },
    { column: features.id, direction: 'asc', type: 'uuid', value: ({ feature }) => feature.id },
  ],
  fields: {
    code: [
      { column: features.code, direction: 'asc', type: 'text', value: ({ feature }) => feature.code },
      { column: features.id, direction: 'asc', type: 'uuid', value: ({ feature }) => feature.id },
    ],
  },
};
