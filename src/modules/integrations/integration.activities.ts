import { onlySentContent } from '../../platform/activity/activity-kinds.js';

/** Sources: logs.md §2, webhooks.md §3. */
export const INTEGRATION_ACTIVITIES = {
  'integration.provider_error': onlySentContent('provider_error'),
};
