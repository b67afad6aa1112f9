import { loggedAndSent } from '../../platform/activity/activity-kinds.js';

/** Sources: logs.md §2, webhooks.md §3. */
export const PLAN_ACTIVITIES = {
  'plan.created': loggedAndSent('plan', 'Plan'),
  'plan.updated': loggedAndSent('plan', 'Plan'),
  'plan.deleted': loggedAndSent('plan', 'Plan'),
};
