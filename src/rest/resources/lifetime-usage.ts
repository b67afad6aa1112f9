import { resource } from '../resource.js';
import { subscriptions } from './subscriptions.js';

export const lifetimeUsage = resource({
  name: 'LifetimeUsage',
  parent: subscriptions,
  path: '/lifetime_usage',
  field: 'subscriptionLifetimeUsage',
  get: true,
  update: true,
});
