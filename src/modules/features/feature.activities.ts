import { loggedAndSent } from '../../platform/activity/activity-kinds.js';

/** Changes of entitlements are recorded as updates of their plan or subscription. Sources: logs.md §2, webhooks.md §3. */
export const FEATURE_ACTIVITIES = {
  'feature.created': loggedAndSent('feature', 'Feature'),
  'feature.updated': loggedAndSent('feature', 'Feature'),
  'feature.deleted': loggedAndSent('feature', 'Feature'),
};
