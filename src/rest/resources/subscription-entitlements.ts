import { resource } from '../resource.js';
import { subscriptions } from './subscriptions.js';

const path = '/subscriptions/:external_id/entitlements';
/** Source: entitlements.md §4. */
const aliases = { subscriptionStatus: 'status' };

export const subscriptionEntitlements = resource({
  name: 'SubscriptionEntitlement',
  parent: subscriptions,
  path: '/entitlements/:feature_code',
  wrapper: 'entitlement',
  inQuery: { status: 'subscriptionStatus' },
  aliases,
  list: true,
  written: [
    {
      method: 'PATCH',
      path,
      operation: 'RestSetSubscriptionEntitlement',
      lookup: 'RestFindSubscriptionOfEntitlements',
      required: 'entitlements',
      aliases,
    },
    {
      method: 'DELETE',
      path: `${path}/:feature_code`,
      operation: 'RestRemoveSubscriptionEntitlement',
      aliases,
    },
    {
      method: 'DELETE',
      path: `${path}/:feature_code/privileges/:privilege_code`,
      operation: 'RestRemoveSubscriptionEntitlementPrivilege',
      aliases,
    },
  ],
});

/** Represents the member of subscriptions that changes with their entitlements. */
export const subscriptionsWithEntitlements = resource({
  name: 'EntitledSubscription',
  field: 'subscription',
  path: '/subscriptions/:external_id',
  represents: 'subscription_entitlements',
});
