import { activityLogEntries } from '../../platform/activity/activity.table.js';
import { logOrders } from '../../platform/paging/log-orders.js';

export const activityLogOrders = logOrders(activityLogEntries);
