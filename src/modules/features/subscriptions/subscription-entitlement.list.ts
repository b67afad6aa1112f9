import { sql } from 'drizzle-orm';
import type { ListOrders } from '../../../platform/paging/list-orders.js';
import { type Feature, features } from '../records/feature.table.js';
import type { GrantedValues, OwnEntitlement } from './subscription-entitlement.rules.js';

/** The members of a feature that its entitlements show. */
export type EntitledFeature = Pick<Feature, 'id' | 'code' | 'name' | 'description'>;

/** A feature that a subscription entitles to, with what its plan and itself determine. */
export interface SubscriptionEntitlement extends EntitledFeature {
  readonly granted: GrantedValues;
  readonly own: OwnEntitlement;
}

/** An entitlement with its place among those of the plan, or among its subscription's own. */
export interface ListedEntitlement extends SubscriptionEntitlement {
  readonly position: number;
}

/** By default those of the plan first, then in the order in which they were added. Source: entitlements.md §4. */
export const subscriptionEntitlementOrders: ListOrders<ListedEntitlement> = {
  standard: [
    {
      // Of the alias in `subscription-entitlement.repository.ts`.
      column: sql`listed.is_own::integer`,
      direction: 'asc',
      type: 'bigint',
      value: ({ granted }) => (granted === null ? '1' : '0'),
    },
    {
      column: sql`listed.position`,
      direction: 'asc',
      type: 'bigint',
      value: ({ position }) => String(position),
    },
    { column: features.id, direction: 'asc', type: 'uuid', value: ({ id }) => id },
  ],
  fields: {
    code: [
      { column: features.code, direction: 'asc', type: 'text', value: ({ code }) => code },
      { column: features.id, direction: 'asc', type: 'uuid', value: ({ id }) => id },
    ],
  },
};
