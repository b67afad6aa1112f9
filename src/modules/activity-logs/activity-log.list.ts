import type { ListOrders } from '../../platform/paging/list-orders.js';
import type { Ordering } from '../../platform/paging/fetch-page.js';
import { activityLogEntries } from '../../platform/activity/activity.table.js';
import type { ActivityLog } from './activity-log.repository.js';

/** Source: logs.md, head. */
const NEWEST_FIRST: Ordering<ActivityLog> = [
  {
    column: activityLogEntries.loggedAt,
    direction: 'desc',
    type: 'timestamptz',
    value: (row) => row.loggedAt.toISOString(),
  },
  { column: activityLogEntries.id, direction: 'desc', type: 'uuid', value: (row) => row.id },
];

export const activityLogOrders: ListOrders<ActivityLog> = {
  standard: NEWEST_FIRST,
  fields: { logged_at: NEWEST_FIRST },
};
