import { onlySent } from '../../platform/activity/activity-kinds.js';

/** Source: docs/adr/0059. */
export const DUE_WORK_ACTIVITIES = {
  'billing.failed': onlySent('failing_work'),
};
