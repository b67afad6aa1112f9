import { ascending, type ListOrders } from '../../platform/paging/list-orders.js';
import { newestFirst } from '../../platform/paging/newest-first.js';
import { reverseOf } from '../../platform/paging/fetch-page.js';
import { type Alert, alerts } from './alert.table.js';
import { type TriggeredAlert, triggeredAlerts } from './triggered-alert.table.js';

export const alertOrders: ListOrders<Alert> = {
  standard: newestFirst(alerts),
  fields: { created_at: ascending(alerts, 'createdAt') },
};

export const triggeredAlertOrders: ListOrders<TriggeredAlert> = {
  standard: reverseOf(ascending(triggeredAlerts, 'triggeredAt')),
  fields: { triggered_at: ascending(triggeredAlerts, 'triggeredAt') },
};
